#include "tool/derive/arrays.h"

#include <algorithm>

#include "ir/passes/loops/fixed_size.h"

namespace tool {
namespace {

using codegen::Way;

// Vectors of numbers in a value, with the number of the leaf that each is.
struct Vector {
  Way way;
  std::size_t leaf = 0;
};
std::vector<Vector> vectors_in(const codegen::CppValue& value) {
  std::vector<Way> ways;
  codegen::with_lists(value, [&](const Way& way) { return ways.push_back(way), false; }, true);
  std::vector<Vector> all;
  for (const Way& way : ways) {
    const codegen::CppValue with = codegen::with_lists(value, [&](const Way& other) { return other == way; }, true);
    for (const codegen::ListedLeaves& list : codegen::listed_leaves(value, with))
      if (list.is_vector) all.push_back({way, list.first});
  }
  return all;
}

// The value with lists for those vectors that are tensors among the leaves, whose first is `leaves[0]`.
codegen::CppValue with_tensors(const ir::Function& function, const codegen::CppValue& value, const ir::ValueId* leaves) {
  const std::vector<Vector> vectors = vectors_in(value);
  return codegen::with_lists(value, [&](const Way& way) {
    return std::any_of(vectors.begin(), vectors.end(), [&](const Vector& one) {
      return one.way == way && function[leaves[one.leaf]].type.is_tensor();
    });
  }, true);
}

// Whether wrt(...) names something inside of a vector.
bool is_divided(const Task& task, const codegen::Parameter& parameter, const Way& way) {
  Way path{parameter.name};
  path.insert(path.end(), way.begin(), way.end());
  return std::any_of(task.wrt.begin(), task.wrt.end(), [&](const WrtNames& names) {
    const Way& item = names.item.path;
    return item.size() > path.size() && std::equal(path.begin(), path.end(), item.begin());
  });
}

}  // namespace

void take_arrays(ir::Module& module, Task& task) {
  // Functions of the source call it with vectors; what is in items is divided among them; a device takes no vectors.
  if (task.called || !task.items->each.empty() || (task.items->targets && task.items->targets->cuda)) return;
  const ir::Function from = module[task.function];
  std::vector<ir::ValueId> wanted;
  std::size_t first = 0;
  for (const codegen::Parameter& parameter : task.primal->parameters) {
    for (const Vector& vector : vectors_in(parameter.value))
      if (!is_divided(task, parameter, vector.way)) wanted.push_back(from.arguments()[first + vector.leaf]);
    first += codegen::leaf_count(parameter.value);
  }
  if (wanted.empty() && vectors_in(task.primal->result).empty()) return;

  ir::Function with = ir::with_fixed_sizes(module, from, wanted);
  const auto is_tensor = [&](ir::ValueId value) { return with[value].type.is_tensor() && !from[value].type.is_tensor(); };
  if (std::none_of(with.arguments().begin(), with.arguments().end(), is_tensor) &&
      std::none_of(with.results().begin(), with.results().end(), is_tensor))
    return;
  auto primal = std::make_shared<codegen::Primal>(*task.primal);
  const auto replace = [&](codegen::CppValue& value, const ir::ValueId* leaves) { value = with_tensors(with, value, leaves); };
  first = 0;
  for (codegen::Parameter& parameter : primal->parameters) {
    const std::size_t count = codegen::leaf_count(parameter.value);
    if (count > 0) replace(parameter.value, &with.arguments()[first]);
    first += count;
  }
  if (!with.results().empty()) replace(primal->result, with.results().data());
  for (WrtNames& names : task.wrt) {
    std::vector<ir::ValueId> leaves;
    for (const std::string& name : names.leaves) leaves.push_back(name.empty() ? with.arguments()[0] : with.find(name));
    if (!leaves.empty() && primal->parameter(names.item.path.at(0))) replace(names.item.value, leaves.data());
  }
  with.name = module.free_name(from.name + ".arrays");
  module.functions.push_back(std::move(with));
  task.function = {static_cast<std::int32_t>(module.functions.size()) - 1};
  task.arrays = std::move(primal);
  task.primal = task.arrays.get();
}

}  // namespace tool
