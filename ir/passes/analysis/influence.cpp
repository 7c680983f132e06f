#include "ir/passes/analysis/influence.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"

namespace ir {

Influence::Influence(const Module& module, const Function& function, std::size_t first, std::size_t last)
    : module_(module), function_(function), reached_(function.values.size()) {
  for (std::size_t i = first; i < last; ++i) mark(function.arguments()[i]);
  visit(function.body);
}

Influence::Influence(const Module& module, const Function& function, const std::vector<bool>& arguments,
                     std::vector<FunctionId> around)
    : module_(module), function_(function), around_(std::move(around)), reached_(function.values.size()) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i]) mark(function.arguments()[i]);
  visit(function.body);
}

bool Influence::on_results() const { return any(function_.results()); }

bool Influence::any(const std::vector<ValueId>& values) const {
  return std::any_of(values.begin(), values.end(), [&](ValueId value) { return on(value); });
}

void Influence::mark(ValueId value) { reached_[value.at()] = true; }

void Influence::mark_all(const std::vector<ValueId>& values) {
  for (ValueId value : values) mark(value);
}

void Influence::visit(BlockId block) {
  for (OpId op : function_[block].ops) visit(function_[op]);
}

void Influence::visit(const Op& op) {
  if (!any(op.operands)) return;
  if (is_loop(op)) return visit_loop(op);
  if (op.kind == Kind::Call) return visit_call(op);
  if (op.blocks.empty() || on(op.operands[0])) return mark_all(op.results);
  for (BlockId arm : op.blocks) {
    for (std::size_t i = 1; i < op.operands.size(); ++i)
      if (on(op.operands[i])) mark(function_[arm].parameters[i - 1]);
    visit(arm);
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (on(function_[arm].results[k])) mark(op.results[k]);
  }
}

void Influence::visit_call(const Op& op) {
  const Function& callee = module_[op.callee];
  const bool unknown = callee.foreign || std::find(around_.begin(), around_.end(), op.callee) != around_.end();
  if (unknown) return mark_all(op.results);
  std::vector<bool> arguments;
  for (ValueId operand : op.operands) arguments.push_back(on(operand));
  std::vector<FunctionId> around = around_;
  around.push_back(op.callee);
  const Influence inside(module_, callee, arguments, std::move(around));
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (inside.on(callee.results()[k])) mark(op.results[k]);
}

// Again until no more is carried into the next trip.
void Influence::visit_loop(const Op& op) {
  const Loop loop = loop_of(op);
  const Block& body = function_[loop.body];
  for (BlockId block : op.blocks)
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (on(op.operands[i])) mark(function_[block].parameters[i]);
  for (bool changed = true; changed;) {
    for (BlockId block : op.blocks) visit(block);
    changed = false;
    for (std::size_t j = 0; j < loop.carried; ++j) {
      if (!on(body.results[j]) || on(body.parameters[loop.first + j])) continue;
      for (BlockId block : op.blocks) mark(function_[block].parameters[loop.first + j]);
      changed = true;
    }
  }
  const bool trips = loop.counts ? on(op.operands[0]) : any(function_[op.blocks[0]].results);
  if (trips) return mark_all(op.results);
  for (std::size_t j = 0; j < loop.carried; ++j)
    if (on(body.parameters[loop.first + j]) || on(body.results[j])) mark(op.results[j]);
  for (std::size_t k = loop.carried; k < body.results.size(); ++k)
    if (on(body.results[k])) mark(op.results[loop.first_stack + k - loop.carried]);
}

}  // namespace ir
