#include "codegen/plan/planner.h"

#include <utility>

#include "codegen/analysis/passed.h"

namespace codegen {

std::optional<std::string> refusal(const ir::Function& function) {
  for (const ir::Op& op : function.ops)
    if (op.callee.valid() && op.attributes.find("varying"))
      return "the extents of what a function that it calls gives vary";
  return std::nullopt;
}

Plan make_plan(const ir::Function& function, Side side, TakenOver taken_over, Restored restored) {
  Plan plan;
  plan.side = side;
  plan.taken_over = std::move(taken_over);
  plan.restored = std::move(restored);
  plan.taken_over.arguments.resize(function.results().size(), -1);
  plan.nesting = nesting_of(function);
  plan.passed = passed(function);
  plan.blocks.resize(function.blocks.size());
  find_device_numbers(function, plan);
  find_formulas(function, plan);
  find_entered(function, plan);
  find_homes(function, plan);
  find_layouts(function, plan);
  schedule(function, plan);
  find_rows(function, plan);
  number_steps(function, plan);
  keep_taken(function, plan);
  assign_memory(function, plan);
  find_uses(function, plan);
  return plan;
}

}  // namespace codegen
