#include "ir/passes/analysis/activity.h"

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

// Whether the op's rule passes a derivative from operand i on. A path that must not be differentiated counts:
// the pass reports it where it turns out to be live.
bool rule_flows(const Derivative& derivative, std::size_t i) {
  const auto in_mask = [i](unsigned mask) { return mask == ~0u || (i < 32 && (mask >> i & 1u) != 0); };
  if (const auto* none = std::get_if<NoGradient>(&derivative)) return !none->cut;
  if (const auto* pointwise = std::get_if<Pointwise>(&derivative)) return pointwise->partials[i] || pointwise->refused[i];
  if (const auto* linear = std::get_if<Linear>(&derivative)) return in_mask(linear->operands);
  if (const auto* general = std::get_if<General>(&derivative)) return in_mask(general->operands);
  return true;
}

}  // namespace

Activity::Activity(const Function& function, const std::vector<ValueId>& sources,
                   const std::vector<ValueId>& stopped, const Dependence& calls, Stops stops)
    : function_(function), calls_(calls), stops_(stops), active_(function.values.size()), stopped_(function.values.size()) {
  for (ValueId value : stopped) stopped_[value.at()] = true;
  for (ValueId value : sources) active_[value.at()] = is_differentiable(function[value].type.element);
  visit(function.body);
}

bool Activity::flows(const Op& op, std::size_t i) const {
  if (!active(op.operands[i])) return false;
  if (op.kind == Kind::StopGradient && stops_ == Stops::are_zero_in_loops && loops_ > 0) return true;
  return op.kind == Kind::Call ? calls_.flows(op.callee, i) : rule_flows(definition(op.kind).derivative, i);
}

void Activity::activate(ValueId value) {
  if (!stopped_[value.at()] && is_differentiable(function_[value].type.element)) active_[value.at()] = true;
}

void Activity::visit(BlockId block) {
  for (OpId op : function_[block].ops) visit(function_[op]);
}

void Activity::visit(const Op& op) {
  bool any = false;
  for (std::size_t i = 0; i < op.operands.size(); ++i) any = any || flows(op, i);
  if (!any) return;
  if (op.kind == Kind::If) return visit_if(op);
  if (is_loop(op)) return visit_loop(op);
  if (op.kind == Kind::Call) return visit_call(op);
  for (ValueId result : op.results) activate(result);
}

// An `if` passes on what either arm does.
void Activity::visit_if(const Op& op) {
  for (BlockId arm : op.blocks) {
    for (std::size_t i = 1; i < op.operands.size(); ++i)
      if (active(op.operands[i])) activate(function_[arm].parameters[i - 1]);
    visit(arm);
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (active(function_[arm].results[k])) activate(op.results[k]);
  }
}

void Activity::visit_loop(const Op& op) {
  const Loop loop = loop_of(op);
  const Block& body = function_[loop.body];
  for (std::size_t i = loop.first; i < op.operands.size(); ++i)
    if (active(op.operands[i])) activate(body.parameters[i]);
  ++loops_;
  for (bool changed = true; changed;) {
    visit(loop.body);
    changed = false;
    for (std::size_t j = 0; j < loop.carried; ++j) {
      const ValueId parameter = body.parameters[loop.first + j];
      if (active(parameter) || !active(body.results[j])) continue;
      activate(parameter);
      changed = active(parameter);
    }
  }
  --loops_;
  for (std::size_t j = 0; j < loop.carried; ++j)
    if (active(body.parameters[loop.first + j])) activate(op.results[j]);
  for (std::size_t k = loop.carried; k < body.results.size(); ++k)
    if (active(body.results[k])) activate(op.results[loop.first_stack + k - loop.carried]);
}

void Activity::visit_call(const Op& op) {
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (active(op.operands[i]) && calls_.flows(op.callee, i, k)) activate(op.results[k]);
}

}  // namespace ir
