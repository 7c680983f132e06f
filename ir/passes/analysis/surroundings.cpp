#include "ir/passes/analysis/surroundings.h"

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"
#include "ir/scope.h"

namespace ir {

Surroundings::Surroundings(const Function& function)
    : f_(function), uses_(function.values.size()), block_(function.ops.size()), owner_(function.blocks.size()), symbols_(argument_symbols(function)) {
  for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
    for (OpId id : f_.blocks[b].ops) {
      block_[id.at()] = {static_cast<std::int32_t>(b)};
      for (ValueId operand : f_[id].operands) ++uses_[operand.at()];
      for (BlockId inner : f_[id].blocks) owner_[inner.at()] = id;
    }
    for (ValueId result : f_.blocks[b].results) ++uses_[result.at()];
  }
}

ValueId Surroundings::passed(ValueId parameter) const {
  const OpId id = owner_[f_[parameter].block.at()];
  if (!id.valid()) return {};
  const Op& op = f_[id];
  const auto i = static_cast<std::size_t>(f_[parameter].index);
  if (!is_loop(op)) return op.operands[i + 1];
  return i >= loop_of(op).first_invariant() ? op.operands[i] : ValueId{};
}

ValueId Surroundings::outside(ValueId value) const {
  while (!f_[value].op.valid() && passed(value).valid()) value = passed(value);
  return value;
}

std::optional<std::int64_t> Surroundings::known_integer(ValueId value) const { return ir::known_integer(f_, outside(value)); }

std::optional<Extent> Surroundings::extent(ValueId integer) const {
  const auto extent = extent_of(f_, outside(integer), [&](ValueId parameter) { return passed(parameter); });
  return extent && has_only(*extent, symbols_) ? extent : std::nullopt;
}

std::optional<Surroundings::Counter> Surroundings::counter_of(ValueId index) const {
  index = outside(index);
  const Value& value = f_[index];
  // No counter goes beyond an int, or the program was wrong before.
  const ElementType element = value.type.element;
  if (!is_integer(element) || bytes(element) < 4 || (bytes(element) < 8 && is_unsigned(element))) return std::nullopt;
  if (!value.op.valid()) {
    const OpId loop = owner(value.block);
    return loop.valid() && f_[loop].kind == Kind::Scan && value.index == 0 ? std::optional(Counter{loop, 0}) : std::nullopt;
  }
  const Op& op = f_[value.op];
  if (op.kind == Kind::Astype) return counter_of(op.operands[0]);
  if (op.kind != Kind::Add && op.kind != Kind::Subtract) return std::nullopt;
  const auto is_same = [&](ValueId other) { return known_integer(other) || extent(other); };
  const std::size_t i = op.kind == Kind::Add && is_same(op.operands[0]) ? 1 : 0;
  if (!is_same(op.operands[1 - i])) return std::nullopt;
  auto counter = counter_of(op.operands[i]);
  const auto number = known_integer(op.operands[1 - i]);
  if (counter && (!counter->added || !number))
    counter->added.reset();
  else if (counter)
    *counter->added += op.kind == Kind::Add ? *number : -*number;
  return counter;
}

bool Surroundings::is_zeros(ValueId value) const {
  const OpId repeat = f_[value].op;
  if (!is_float(f_[value].type.element) || !repeat.valid() || f_[repeat].kind != Kind::Broadcast) return false;
  const OpId source = f_[f_[repeat].operands[0]].op;
  return source.valid() && f_[source].kind == Kind::Constant && f_[source].attributes.get<double>("value") == 0;
}

}  // namespace ir
