#include "ir/passes/analysis/needed.h"

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"

namespace ir {

Needed::Needed(const Function& function, const Activity& activity, const Dependence& calls,
               const std::vector<ValueId>& targets)
    : f_(function), activity_(activity), calls_(calls), needed_(function.values.size()), owner_(function.blocks.size()) {
  for (std::size_t op = 0; op < f_.ops.size(); ++op)
    for (BlockId block : f_.ops[op].blocks) owner_[block.at()] = OpId{static_cast<std::int32_t>(op)};
  for (ValueId target : targets) mark(target);
  while (!open_.empty()) {
    const Value& value = f_[open_.back()];
    const bool passes = activity_.passes_back(open_.back());
    open_.pop_back();
    if (!value.op.valid())
      follow_parameter(value);
    else if (passes)
      follow_result(value);
  }
}

void Needed::mark(ValueId value) {
  if (needed_[value.at()] || !activity_.active(value)) return;
  needed_[value.at()] = true;
  open_.push_back(value);
}

void Needed::follow_result(const Value& value) {
  const Op& op = f_[value.op];
  const auto k = static_cast<std::size_t>(value.index);
  if (is_loop(op)) {
    const Loop loop = loop_of(op);
    const bool carried = k < loop.carried;
    mark(f_[loop.body].results[carried ? k : loop.carried + k - loop.first_stack]);
    if (carried) mark(op.operands[loop.first + k]);
  } else if (!op.blocks.empty()) {
    for (BlockId arm : op.blocks) mark(f_[arm].results[k]);
  } else {
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (activity_.flows(op, i) && (op.kind != Kind::Call || calls_.flows(op.callee, i, k))) mark(op.operands[i]);
  }
}

void Needed::follow_parameter(const Value& value) {
  const OpId owner = owner_[value.block.at()];
  if (!owner.valid()) return;
  const Op& op = f_[owner];
  const auto i = static_cast<std::size_t>(value.index);
  if (!is_loop(op)) return mark(op.operands[i + 1]);
  mark(op.operands[i]);
  const Loop loop = loop_of(op);
  if (i >= loop.first && i < loop.first_scanned()) mark(f_[loop.body].results[i - loop.first]);
}

}  // namespace ir
