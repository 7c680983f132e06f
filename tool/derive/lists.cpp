#include "tool/derive/lists.h"

#include <algorithm>

#include "ir/passes/batch/listed.h"

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

}  // namespace tool
