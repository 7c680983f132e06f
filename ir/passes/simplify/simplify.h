// What a rule of simplify sees: an op about to be appended, its operands as they are now. A rule returns the
// value that replaces it, or none.
#pragma once

#include <span>

#include "ir/builder.h"
#include "ir/op.h"

namespace ir::simplify {

struct Candidate {
  Builder& b;
  Kind kind;
  const std::vector<ValueId>& x;
  const Attributes& attributes;
  int depth = 0;  // of rules making ops that other rules see

  const Type& type(ValueId value) const { return b.type(value); }
  // The type that the op would have.
  Type result() const;
  // What is known of extents may show that two ops are well-typed and not that one is which does the same.
  bool is_typed() const;
  // The op of that kind that yields a value, or null.
  const Op* made_by(ValueId value, Kind by) const;
  // The source of a broadcast of a rank-0 value (a rank-0 value is one of itself), or not valid.
  ValueId repeated_scalar(ValueId value) const;
  // The constant that a value is everywhere, rounded to its element type: of floats, and of integers and
  // bool.
  std::optional<double> real(ValueId value) const;
  std::optional<std::int64_t> integer(ValueId value) const;
  // Either of them, as a small number: exactly `number`, with its sign of zero.
  bool is(ValueId value, double number) const;

  // An op, simplified in its turn.
  ValueId make(Kind made, const std::vector<ValueId>& operands, const Attributes& with = {}) const;
};

using Rule = ValueId (*)(const Candidate&);
struct Row {
  Kind kind;
  Rule rule;
};

// For every elementwise op.
ValueId fold_constants(const Candidate& c);
ValueId hoist_broadcasts(const Candidate& c);
// By kind.
std::span<const Row> elementwise_rules();
std::span<const Row> shape_rules();

}  // namespace ir::simplify
