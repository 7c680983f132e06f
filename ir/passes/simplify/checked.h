// Rules of derivatives and expansions on values whose extents were found equal by a check, of which more may follow than
// can be proved: where a rule has extents meet that aren't known to be equal, require_extents checks them again.
#pragma once

#include <utility>

#include "ir/expr.h"

namespace ir {

// While one of these lives, what is appended takes operands so.
class Checked {
 public:
  explicit Checked(Builder& builder)
      : facts_(builder.facts()), assumed_(std::exchange(facts_.may_assume, true)), required_(std::exchange(facts_.may_require, false)) {}
  ~Checked() {
    facts_.may_assume = assumed_;
    facts_.may_require = required_;
  }
  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

 private:
  Facts& facts_;
  bool assumed_, required_;
};

// What a rule gave, as a value of that type; not valid where it is none, whatever the extents are.
inline Expr as_type(Expr x, const Type& type) {
  if (x.builder->facts().equal(x.type(), type)) return x;
  if (!type.is_tensor() || !x.type().is_tensor() || x.type().element != type.element || x.type().rank() != type.rank()) return {};
  const Checked checked(*x.builder);
  return {x.builder, x.builder->require_extents(x.id, type.extents, x.builder->called)};
}

}  // namespace ir
