#include "codegen/plan/in_place.h"

#include <algorithm>

#include "ir/function.h"

namespace codegen {

bool is_restored_in_place(const ir::Function& function, const Plan& plan, std::size_t argument) {
  const RestoredArgument& restored = plan.restored.arguments[argument];
  const int index = plan.buffer_of[function.arguments()[argument].at()];
  const auto is_there = [&](ir::ValueId value) { return plan.buffer_of[root_of(function, plan, value).at()] == index; };
  for (ir::ValueId value : plan.buffers[static_cast<std::size_t>(index)].values)
    if (!restored.versions.contains(value) || plan.handed_on[value.at()].valid()) return false;
  for (const auto& [changed, again] : restored.exceptions)
    if (is_there(changed) && !is_there(again)) return false;
  // What is moved may be the variable itself.
  return std::none_of(plan.blocks.begin(), plan.blocks.end(), [&](const BlockPlan& block) {
    return std::any_of(block.moves.begin(), block.moves.end(),
                       [&](const Move& move) { return move.to == index || (move.from.valid() && is_there(move.from)); });
  });
}

bool may_be_written(const ir::Function& function, const Plan& plan, const ir::Op& call, std::size_t operand) {
  const ir::ValueId root = root_of(function, plan, call.operands[operand]);
  const int index = plan.buffer_of[root.at()];
  if (plan.home[root.at()] != Home::buffer || index < 0 || !plan.buffers[static_cast<std::size_t>(index)].is_sequence) return false;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    ir::ValueId other = root_of(function, plan, call.operands[i]);
    const ir::Type& type = function[other].type;
    if (i == operand || type.is_scalar()) continue;
    if (type.sequence_depth > 1 || type.element == ir::ElementType::any) return false;
    for (; plan.base[other.at()].valid(); other = root_of(function, plan, plan.base[other.at()])) {}
    if (plan.buffer_of[other.at()] == index) return false;
    if (type.sequence_depth == 1 && (type.rank() > 0 || plan.home[other.at()] != Home::buffer) && type.element == function[root].type.element) return false;
  }
  return true;
}

}  // namespace codegen
