// How often and where each scalar is read, which decides what has a variable of its own.
#include "codegen/analysis/effects.h"
#include "codegen/analysis/expression.h"
#include "codegen/plan/planner.h"

namespace codegen {
namespace {

class Counter {
 public:
  Counter(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {}

  void block(ir::BlockId id) {
    const std::vector<Step>& steps = plan_[id].steps;
    for (std::size_t s = 0; s < steps.size(); ++s)
      for (ir::OpId op : steps[s].ops) {
        place_ = {0, id, static_cast<int>(s), true};
        step(steps[s], function_[op]);
        for (ir::ValueId integer : plan_.integers[op.at()])
          if (function_[integer].type.is_scalar()) mention(root_of(function_, plan_, integer), 1, false);
        for (ir::BlockId inner : function_[op].blocks) block(inner);
      }
    place_ = {0, id, static_cast<int>(steps.size()), true};
    const ir::OpId owner = plan_.nesting.owner[id.at()];
    for (std::size_t k = 0; k < function_[id].results.size(); ++k)
      if (!owner.valid() || is_taken(function_, plan_, id, k))
        mention(root_of(function_, plan_, function_[id].results[k]), 1, owner.valid());
  }

 private:
  void step(const Step& step, const ir::Op& op) {
    const std::vector<Access> operands = reads(function_, plan_, op);
    if (step.form == Step::Form::scalars && is_pointwise(op)) {
      const std::vector<int> mentions = mentions_of_operands(function_, op);
      for (std::size_t i = 0; i < operands.size(); ++i) mention(operands[i].root, mentions[i], true);
    } else if (step.form == Step::Form::scalars) {
      // An index is checked and used.
      const std::size_t indices = is_scalar_write(function_, plan_, op) ? 2 : 1;
      for (std::size_t i = 0; i < operands.size(); ++i) mention(operands[i].root, i < indices ? 1 : 2, true);
    } else {
      for (const Access& a : operands) mention(a.root, 1, is_statement(op) || step.form == Step::Form::control);
    }
  }

  void mention(ir::ValueId root, int times, bool only_text) {
    Use& use = plan_.uses[root.at()];
    const Use before = use;
    use = place_;
    use.mentions = before.mentions + times;
    use.only_text = before.only_text && only_text;
  }

  const ir::Function& function_;
  Plan& plan_;
  Use place_;
};

}  // namespace

void find_uses(const ir::Function& function, Plan& plan) {
  plan.uses.assign(function.values.size(), {});
  Counter(function, plan).block(function.body);
}

}  // namespace codegen
