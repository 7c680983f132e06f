#include "codegen/analysis/passed.h"

#include "codegen/analysis/nesting.h"

namespace codegen {
namespace {

class Passing {
 public:
  Passing(const ir::Function& function, Passed& passed) : function_(function), passed_(passed) {}

  void block(ir::BlockId id) {
    for (ir::OpId op : function_[id].ops) {
      // What goes round unchanged is known once the blocks inside are.
      for (ir::BlockId inner : function_[op].blocks) block(inner);
      if (is_branch(function_[op])) branch(function_[op]);
      if (is_iteration(function_[op])) trips(function_[op]);
    }
  }

 private:
  void pass(ir::BlockId block, std::size_t parameter, ir::ValueId what) {
    passed_[function_[block].parameters[parameter].at()] = what;
  }

  void branch(const ir::Op& op) {
    for (ir::BlockId arm : op.blocks)
      for (std::size_t i = 1; i < op.operands.size(); ++i) pass(arm, i - 1, op.operands[i]);
  }

  void trips(const ir::Op& op) {
    const Iteration it = iteration(function_, op);
    const std::size_t first = it.counted() ? 1 + it.carried.size() + it.scanned.size() : it.carried.size();
    for (std::size_t i = first; i < op.operands.size(); ++i) {
      pass(it.body, i, op.operands[i]);
      if (it.condition.valid()) pass(it.condition, i, op.operands[i]);
    }
    for (std::size_t i = 0; i < it.carried.size(); ++i) {
      const Carried& carried = it.carried[i];
      if (it.condition.valid()) pass(it.condition, i, carried.parameter);
      if (varies(op, i) || alias_root(function_, passed_, carried.next) != carried.parameter) continue;
      passed_[carried.parameter.at()] = carried.before;
      passed_[carried.after.at()] = carried.before;
    }
  }

  const ir::Function& function_;
  Passed& passed_;
};

}  // namespace

Passed passed(const ir::Function& function) {
  Passed out(function.values.size());
  Passing(function, out).block(function.body);
  return out;
}

}  // namespace codegen
