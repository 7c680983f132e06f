#include "ir/passes/analysis/indices.h"

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"
#include "ir/scope.h"

namespace ir {

Indices::Indices(const Function& function) : f_(function), symbols_(argument_symbols(function)), around_(function) {}

bool Indices::are_certain(const Op& op) const {
  const Shape& extents = f_[op.operands[0]].type.extents;
  if (op.operands.size() != extents.size() + 1) return false;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const auto index = bounds(op.operands[axis + 1]);
    if (!index || !has_only(extents[axis], symbols_)) return false;
    if (!index->low.never_negative() || !(extents[axis] - 1 - index->high).never_negative()) return false;
  }
  return true;
}

// Integers of 64 bits alone: with or without a sign they are the same modulo 2^64, and so are their sums.
std::optional<Indices::Bounds> Indices::bounds(ValueId integer) const {
  const Value& value = f_[integer];
  if (!value.type.is_scalar() || !is_integer(value.type.element) || bytes(value.type.element) < 8) return std::nullopt;
  if (const auto extent = extent_of(f_, integer); extent && has_only(*extent, symbols_) && !is_unsigned(value.type.element))
    return Bounds{*extent, *extent};
  if (const auto number = known_integer(f_, integer)) return Bounds{*number, *number};
  if (!value.op.valid()) return bounds_of_parameter(value);
  const Op& op = f_[value.op];
  if (op.kind == Kind::Astype) return bounds(op.operands[0]);
  if (op.kind != Kind::Add && op.kind != Kind::Subtract) return std::nullopt;
  const auto a = bounds(op.operands[0]), b = bounds(op.operands[1]);
  if (!a || !b) return std::nullopt;
  return op.kind == Kind::Add ? Bounds{a->low + b->low, a->high + b->high} : Bounds{a->low - b->high, a->high - b->low};
}

std::optional<Indices::Bounds> Indices::bounds_of_parameter(const Value& value) const {
  const OpId owner = around_.owner(value.block);
  if (!owner.valid()) return std::nullopt;
  if (is_loop(f_[owner]) && static_cast<std::size_t>(value.index) < loop_of(f_[owner]).first) {  // the trip's number: there is one at least
    const auto trips = extent_of(f_, loop_of(f_[owner]).trips);
    return trips && has_only(*trips, symbols_) ? std::optional(Bounds{0, *trips - 1}) : std::nullopt;
  }
  const ValueId passed = around_.passed(f_[value.block].parameters[static_cast<std::size_t>(value.index)]);
  return passed.valid() ? bounds(passed) : std::nullopt;
}

}  // namespace ir
