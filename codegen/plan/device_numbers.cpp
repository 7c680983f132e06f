// Which numbers a device computes. The host knows arguments, extents, constants, and what is made of those alone; every other
// number is one element of the device's memory, as the host would have to wait for it.
#include <algorithm>

#include "codegen/plan/planner.h"
#include "ir/kind.h"

namespace codegen {
namespace {

bool is_for_the_host(const ir::Op& op) {
  const ir::Trait trait = ir::definition(op.kind).info.trait;
  return trait == ir::Trait::elementwise || trait == ir::Trait::constant || trait == ir::Trait::integer || trait == ir::Trait::alias ||
         trait == ir::Trait::control;
}

}  // namespace

void find_device_numbers(const ir::Function& function, Plan& plan) {
  plan.on_device.assign(function.values.size(), false);
  if (plan.side == Side::host) return;
  for (const ir::Op& op : function.ops) {
    const bool reads_elements = ir::definition(op.kind).info.trait != ir::Trait::integer &&
                                std::any_of(op.operands.begin(), op.operands.end(), [&](ir::ValueId operand) {
                                  return !function[operand].type.is_scalar() || plan.on_device[operand.at()];
                                });
    for (ir::ValueId result : op.results)
      plan.on_device[result.at()] = function[result].type.is_scalar() && (reads_elements || !is_for_the_host(op));
  }
}

}  // namespace codegen
