#include "tool/derive/random.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/activity.h"
#include "ir/passes/analysis/reused_keys.h"
#include "tool/derive/inlined.h"

namespace tool {
namespace {

// What anything about a value can change, in the blocks around too.
class Reached {
 public:
  Reached(const ir::Function& function, ir::ValueId from) : reached_(function.values.size()) {
    reached_[from.at()] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (const ir::Op& op : function.ops) {
        bool any = any_of(op.operands);
        for (ir::BlockId block : op.blocks) any = any || any_of(function[block].results);
        if (!any) continue;
        changed = mark(op.results) || changed;
        for (ir::BlockId block : op.blocks) changed = mark(function[block].parameters) || changed;
      }
    }
  }
  bool any_of(const std::vector<ir::ValueId>& values) const {
    return std::any_of(values.begin(), values.end(), [&](ir::ValueId value) { return reached_[value.at()]; });
  }

 private:
  bool mark(const std::vector<ir::ValueId>& values) {
    bool changed = false;
    for (ir::ValueId value : values) {
      changed = changed || !reached_[value.at()];
      reached_[value.at()] = true;
    }
    return changed;
  }

  std::vector<bool> reached_;
};

}  // namespace

void warn_of_keys(const ir::Module& module, Task& task) {
  for (const ir::ReusedKey& key : ir::reused_keys(module, task.function)) {
    const std::string_view name = ir::definition(key.kind).info.name,
                           other = ir::definition(key.other_kind).info.name;
    const std::string as = key.how == ir::ReusedKey::How::trips ? "in each trip of the loop"
                           : key.how == ir::ReusedKey::How::called
                               ? "in each call of the function that it stands in"
                               : fmt::format("as the '{}' of {}", other, line_of(module, key.other, key.loc));
    task.warnings.push_back({DiagnosticId::key_reuse, key.loc, text_of(DiagnosticId::key_reuse, name, as)});
  }
}

bool has_bernoulli(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(),
                       [](const ir::Op& op) { return op.kind == ir::Kind::RandomBernoulli; });
  });
}

void warn_of_probabilities(const ir::Module& module, Task& task) {
  const DeriveInput input = input_of(module, task);
  const ir::Function& function = module[task.function];
  const ir::Dependence calls(module, function);
  const ir::Activity activity(function, input.sources(), input.stop, calls);
  std::vector<ir::ValueId> results;
  for (std::size_t i : ir::differentiable(function, function.results())) results.push_back(function.results()[i]);
  for (const ir::Op& op : function.ops)
    if (op.kind == ir::Kind::RandomBernoulli && activity.active(op.operands[2]) && Reached(function, op.results[0]).any_of(results))
      task.warnings.push_back({DiagnosticId::bernoulli_gradient, op.loc, text_of(DiagnosticId::bernoulli_gradient)});
}

}  // namespace tool
