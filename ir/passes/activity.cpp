#include "ir/passes/activity.h"

#include "ir/op.h"

namespace ir {
namespace {

// Whether the op's rule passes a derivative from operand i on. A path that must not be differentiated counts:
// the pass reports it where it turns out to be live.
bool rule_flows(const Derivative& derivative, std::size_t i) {
  const auto in_mask = [i](unsigned mask) { return mask == ~0u || (i < 32 && (mask >> i & 1u) != 0); };
  if (const auto* none = std::get_if<NoGradient>(&derivative)) return !none->cut;
  if (const auto* pointwise = std::get_if<Pointwise>(&derivative)) return pointwise->partials[i] != nullptr;
  if (const auto* linear = std::get_if<Linear>(&derivative)) return in_mask(linear->operands);
  if (const auto* general = std::get_if<General>(&derivative)) return in_mask(general->operands);
  return true;
}

}  // namespace

Activity::Activity(const Function& function, BlockId block, const std::vector<ValueId>& sources,
                   const std::vector<ValueId>& stopped)
    : function_(function), active_(function.values.size()), stopped_(function.values.size()) {
  for (ValueId value : stopped) stopped_[value.at()] = true;
  for (ValueId value : sources) active_[value.at()] = is_differentiable(function[value].type.element);
  for (OpId op : function[block].ops) visit(function[op]);
}

bool Activity::flows(const Op& op, std::size_t i) const {
  return active_[op.operands[i].at()] && rule_flows(definition(op.kind).derivative, i);
}

void Activity::visit(const Op& op) {
  bool any = false;
  for (std::size_t i = 0; i < op.operands.size(); ++i) any = any || flows(op, i);
  if (!any) return;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ValueId result = op.results[k];
    if (stopped_[result.at()] || !is_differentiable(function_[result].type.element)) continue;
    bool reached = op.kind != Kind::If;
    // An `if` passes on what either arm does.
    for (BlockId arm : reached ? std::vector<BlockId>{} : op.blocks) {
      std::vector<ValueId> sources;
      for (std::size_t i = 1; i < op.operands.size(); ++i)
        if (active_[op.operands[i].at()]) sources.push_back(function_[arm].parameters[i - 1]);
      reached = reached || Activity(function_, arm, sources, {}).active(function_[arm].results[k]);
    }
    if (reached) active_[result.at()] = true;
  }
}

}  // namespace ir
