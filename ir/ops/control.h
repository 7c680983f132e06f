// Control: ops with closed blocks or a callee. Their types are checked here; passes and the interpreter run their
// blocks. The meaning of each is in docs/ir.md. `varying` numbers the results whose extents are not the same in all
// trips, arms or calls, and `shapes` has their extents, one after the other.
#pragma once

#include "ir/ops/rules.h"

namespace ir::ops {

struct ControlOp {
  static constexpr Derivative derivative =
      NoGradient{"control flow is differentiated by the pass, not by a rule", false};
};

// if p then (args) {...} else (args) {...}: both blocks take the operands after p and give results of one type
struct If : ControlOp {
  static constexpr OpInfo info{.name = "if", .trait = Trait::control, .arity = -1, .note = "has blocks",
                               .attributes = "shapes: extents?, varying: integers?", .blocks = "then else",
                               .binds = "shapes"};
  static std::optional<Types> type(const TypeRule& r);
};

// while (carried, invariant) {condition} {body}: `carried` operands are loop-carried, the others invariant. The body gives the
// carried values and further ones that are stacked. Results: the carried values, the number of trips (i64), and
// a sequence for each stacked value.
struct While : ControlOp {
  static constexpr OpInfo info{.name = "while", .trait = Trait::control, .arity = -1, .note = "has blocks",
                               .attributes = "carried: count, independent: bool?, relaxed: bool?, shapes: extents?, "
                                             "varying: integers?",
                               .blocks = "condition body", .binds = "shapes"};
  static std::optional<Types> type(const TypeRule& r);
};

// scan n (carried, sequences, invariant) {body}: n trips, the last first if `reverse`. The body takes the trip's
// number, the carried values, this trip's element of each sequence, and the invariants; it gives the carried
// values and further ones that are stacked in the order of the trip's number. Results: carried, then stacked. If `ends`, a
// negative number of trips is an error at run time. If `items`, trips are items of the caller's, whose numbers may be summed in
// any fixed order.
struct Scan : ControlOp {
  static constexpr OpInfo info{.name = "scan", .trait = Trait::control, .arity = -1, .note = "has blocks",
                               .attributes = "carried: count, ends: bool?, independent: bool?, items: bool?, relaxed: bool?, "
                                             "reverse: bool?, scanned: count, shapes: extents?, varying: integers?",
                               .blocks = "body", .binds = "shapes"};
  static std::optional<Types> type(const TypeRule& r);
};

// results = @callee(operands)
struct Call : ControlOp {
  static constexpr OpInfo info{.name = "call", .trait = Trait::control, .arity = -1, .note = "has a callee",
                               .attributes = "shapes: extents?, varying: integers?", .binds = "shapes"};
  static std::optional<Types> type(const TypeRule& r);
};

}  // namespace ir::ops
