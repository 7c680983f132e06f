// Which numbers a device computes. The host knows arguments, extents, counters, constants, and what is made of those alone; every
// other number is one element of the device's memory, as the host would have to wait for it.
#include <algorithm>

#include "codegen/plan/planner.h"
#include "ir/kind.h"

namespace codegen {
namespace {

class DeviceNumbers {
 public:
  DeviceNumbers(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {}

  // What goes round a loop may be found to be the device's by what its last op makes of it, and what a block is passed is what it is
  // outside.
  void run() {
    do {
      changed_ = false;
      for (const ir::Op& op : function_.ops) visit(op);
      for (std::size_t v = 0; v < function_.values.size(); ++v)
        if (const ir::ValueId value{static_cast<std::int32_t>(v)}; is_on_device(root_of(function_, plan_, value))) mark(value);
    } while (changed_);
  }

 private:
  bool is_on_device(ir::ValueId value) const { return !function_[value].type.is_scalar() || plan_.on_device[value.at()]; }

  void mark(ir::ValueId value) {
    if (!value.valid() || !function_[value].type.is_scalar() || plan_.on_device[value.at()]) return;
    plan_.on_device[value.at()] = changed_ = true;
  }

  void visit(const ir::Op& op) {
    if (is_branch(op)) {
      for (std::size_t k = 0; k < op.results.size(); ++k)
        if (std::any_of(op.blocks.begin(), op.blocks.end(), [&](ir::BlockId arm) { return is_on_device(function_[arm].results[k]); }))
          mark(op.results[k]);
    } else if (is_iteration(op)) {
      trips(iteration(function_, op));
    } else {
      const ir::Trait trait = ir::definition(op.kind).info.trait;
      const bool is_for_host = trait == ir::Trait::elementwise || trait == ir::Trait::constant || trait == ir::Trait::alias;
      const bool reads_device = std::any_of(op.operands.begin(), op.operands.end(), [&](ir::ValueId operand) { return is_on_device(operand); });
      if (trait != ir::Trait::integer && (!is_for_host || reads_device))
        for (ir::ValueId result : op.results) mark(result);
    }
  }

  void trips(const Iteration& it) {
    for (std::size_t k = 0; k < it.carried.size(); ++k) {
      const Carried& c = it.carried[k];
      if (!is_on_device(c.before) && !is_on_device(c.next)) continue;
      mark(c.parameter);
      mark(c.after);
      if (it.condition.valid()) mark(function_[it.condition].parameters[k]);
    }
    for (const PerTrip& scan : it.scanned) mark(scan.element);
  }

  const ir::Function& function_;
  Plan& plan_;
  bool changed_ = false;
};

}  // namespace

void find_device_numbers(const ir::Function& function, Plan& plan) {
  plan.on_device.assign(function.values.size(), false);
  if (plan.side == Side::device) DeviceNumbers(function, plan).run();
}

}  // namespace codegen
