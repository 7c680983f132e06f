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

bool Surroundings::is_zeros(ValueId value) const {
  const OpId repeat = f_[value].op;
  if (!is_float(f_[value].type.element) || !repeat.valid() || f_[repeat].kind != Kind::Broadcast) return false;
  const OpId source = f_[f_[repeat].operands[0]].op;
  return source.valid() && f_[source].kind == Kind::Constant && f_[source].attributes.get<double>("value") == 0;
}

}  // namespace ir
