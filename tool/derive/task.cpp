#include "tool/derive/task.h"

#include <algorithm>

#include "ir/check.h"
#include "tool/derive/lists.h"

namespace tool {

bool Work::has_problems() const {
  return std::any_of(tasks.begin(), tasks.end(), [](const Task& task) { return !task.problems.empty(); });
}

std::vector<ir::FunctionId> Task::functions() const {
  std::vector<ir::FunctionId> all{function};
  if (listed) all.push_back(listed->input.function);
  for (const codegen::Derivative& one : derivatives) {
    all.insert(all.end(), {one.function, one.whole});
    for (const codegen::Derivative::Budget::Way& way : one.budget.ways) all.push_back(way.function);
  }
  return all;
}

std::string name_value(ir::Function& function, ir::ValueId value, const std::string& wish) {
  for (const ir::NamedValue& one : function.named)
    if (one.value == value) return one.name;
  const std::string& own = function[value].name;
  if (function[value].block == function.body && function.find(own) == value) return own;
  std::string name = wish;
  for (int i = 2; function.find(name).valid(); ++i) name = wish + "#" + std::to_string(i);
  function.named.push_back({name, value});
  return name;
}

std::vector<ir::ValueId> DeriveInput::sources() const {
  std::vector<ir::ValueId> values;
  for (const WrtLeaves& item : wrt)
    std::copy_if(item.leaves.begin(), item.leaves.end(), std::back_inserter(values), [](ir::ValueId leaf) { return leaf.valid(); });
  return values;
}

DeriveInput input_of(const ir::Module& module, const Task& task) {
  DeriveInput input{task.function, task.primal, task.items, task.base, {}, {}, task.requested, task.called, task.explain};
  const ir::Function& function = module[task.function];
  const auto value = [&](const std::string& name) {
    const ir::ValueId found = function.find(name);
    GRADC_CHECK(found.valid());
    return found;
  };
  for (const WrtNames& names : task.wrt) {
    WrtLeaves& item = input.wrt.emplace_back(WrtLeaves{names.item, {}});
    for (const std::string& name : names.leaves) item.leaves.push_back(name.empty() ? ir::ValueId{} : value(name));
  }
  for (const std::string& name : task.stop) input.stop.push_back(value(name));
  return input;
}

}  // namespace tool
