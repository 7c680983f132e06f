#include "tool/derive/lists.h"

#include <algorithm>

#include "ir/passes/batch/listed.h"
#include "ir/passes/loops/fixed_size.h"

namespace tool {
namespace {

using codegen::Way;

bool begins_with(const Way& path, const Way& with) {
  return path.size() >= with.size() && std::equal(with.begin(), with.end(), path.begin());
}

void append_lists(const codegen::CppValue& before, const codegen::CppValue& now, std::size_t offset,
                  std::vector<ir::List>& lists) {
  for (const codegen::ListedLeaves& one : codegen::listed_leaves(before, now))
    lists.push_back({offset + one.first, one.count, one.is_vector});
}

// Vectors of numbers in a value, with the number of the leaf that each is.
struct Vector {
  Way way;
  std::size_t leaf = 0;
};
std::vector<Vector> vectors_in(const codegen::CppValue& value) {
  std::vector<Way> ways;
  const codegen::CppValue with = codegen::with_lists(value, [&](const Way& way) { return ways.push_back(way), true; }, true);
  const std::vector<codegen::ListedLeaves> lists = codegen::listed_leaves(value, with);
  std::vector<Vector> all;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (lists[i].is_vector) all.push_back({ways[i], lists[i].first});
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
    return names.item.path.size() > path.size() && begins_with(names.item.path, path);
  });
}

}  // namespace

std::optional<ListedSignature> with_lists(const codegen::Primal& primal,
                                          const std::vector<codegen::WrtItem>& wrt) {
  ListedSignature listed{primal, wrt};
  bool any = false;
  const auto replace = [&](codegen::CppValue& value, const std::function<bool(const Way&)>& is_meant) {
    codegen::CppValue now = codegen::with_lists(value, is_meant);
    any = any || !codegen::listed_leaves(value, now).empty();
    value = std::move(now);
  };
  for (codegen::Parameter& parameter : listed.primal.parameters)
    replace(parameter.value, [&](const Way& way) {
      Way path{parameter.name};
      path.insert(path.end(), way.begin(), way.end());
      return std::any_of(wrt.begin(), wrt.end(),
                         [&](const codegen::WrtItem& item) { return begins_with(path, item.path); });
    });
  replace(listed.primal.result, {});
  for (codegen::WrtItem& item : listed.wrt)
    if (primal.parameter(item.path.at(0))) replace(item.value, {});
  return any ? std::optional(std::move(listed)) : std::nullopt;
}

std::shared_ptr<const ListedFunction> with_lists(ir::Module& module, const DeriveInput& input) {
  std::vector<codegen::WrtItem> wrt;
  for (const WrtLeaves& item : input.wrt) wrt.push_back(item.item);
  auto signature = with_lists(*input.primal, wrt);
  if (!signature) return nullptr;
  auto listed = std::make_shared<ListedFunction>(ListedFunction{std::move(signature->primal), input});
  std::vector<ir::List> arguments, results;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < input.primal->parameters.size(); ++i) {
    const codegen::CppValue& before = input.primal->parameters[i].value;
    append_lists(before, listed->primal.parameters[i].value, offset, arguments);
    offset += codegen::leaf_count(before);
  }
  append_lists(input.primal->result, listed->primal.result, 0, results);

  const ir::Function from = module[input.function];
  ir::ListedFunction made =
      ir::with_lists(module, input.function, arguments, results, module.free_name(from.name + ".lists"));
  std::vector<ir::ValueId> now = made.values;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    for (std::size_t i = 0; i < arguments[k].count; ++i)
      now[from.arguments()[arguments[k].first + i].at()] = made.lists[k];
  module = std::move(made.module);
  listed->input.function = made.function;
  listed->input.primal = &listed->primal;
  for (ir::ValueId& value : listed->input.stop) value = now[value.at()];
  for (std::size_t w = 0; w < wrt.size(); ++w) {
    WrtLeaves& item = listed->input.wrt[w];
    item.item.value = signature->wrt[w].value;
    const std::vector<codegen::ListedLeaves> lists = codegen::listed_leaves(wrt[w].value, item.item.value);
    auto list = lists.begin();
    std::vector<ir::ValueId> leaves;
    for (std::size_t i = 0; i < item.leaves.size(); ++i) {
      leaves.push_back(item.leaves[i].valid() ? now[item.leaves[i].at()] : ir::ValueId{});
      if (list != lists.end() && list->first == i) i += (list++)->count - 1;
    }
    item.leaves = std::move(leaves);
  }
  return listed;
}

void take_vectors(ir::Module& module, Task& task) {
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
