// Ops behind masks whose derivative may be infinite where they are left out. The adjoint of where(c, a, b) is
// 0 in the elements of a where c is false; an op of infinite derivative that a is made of makes NaN of that,
// 0 times ∞, although nothing of it is in the result. It does not where what the op is given is known to be
// harmless there: by what is known of the numbers in it (ir/range.h), or since it is selected by the same
// mask.
#pragma once

#include <set>
#include <vector>

#include "ir/function.h"
#include "ir/op.h"

namespace ir {

struct MaskedOp {
  OpId where, op;

  friend bool operator==(const MaskedOp&, const MaskedOp&) = default;
};

// How the elements of an operand go on to those of the result: each to its own, or by an op that is linear
// with no coefficient below 0, of which the transpose says of a mask what of the operand is read.
enum class Lanes : std::uint8_t { none, same, linear };
Lanes lanes(const Function& function, const Op& op, std::size_t operand);

class MaskedOps {
 public:
  // Of the function and its blocks, not of those that it calls.
  MaskedOps(const Module& module, const Function& function, const std::vector<ValueId>& wrt,
            const std::vector<ValueId>& stop);

  // In the order of the `where`s.
  const std::vector<MaskedOp>& found() const { return found_; }
  bool contains(OpId op) const { return ops_.contains(op); }
  // Whether one of them is what the value is made of.
  bool lead_to(ValueId value) const { return leading_.contains(value); }

 private:
  std::vector<MaskedOp> found_;
  std::set<OpId> ops_;
  std::set<ValueId> leading_;
};

}  // namespace ir
