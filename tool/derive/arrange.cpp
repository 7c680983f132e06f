#include "tool/derive/arrange.h"

#include <fmt/format.h>

#include <numeric>
#include <set>

#include "codegen/interface/kinds.h"
#include "ir/op.h"
#include "ir/passes/sparse/sparse.h"
#include "tool/derive/blocks.h"
#include "tool/derive/differentiate.h"
#include "tool/derive/each.h"
#include "tool/derive/lists.h"

namespace tool {
namespace {

// From this many elements on it is said that a sum of few rows is made dense.
constexpr std::int64_t kLarge = 100'000'000;

void warn_if_large(const ir::Module& module, ir::FunctionId function, std::size_t result, const std::string& name,
                   std::vector<Warning>& warnings) {
  const ir::Function& f = module[function];
  const ir::ValueId gradient = f.results()[result];
  const auto elements = f[gradient].type.is_tensor() ? ir::product(f[gradient].type.extents).constant() : std::nullopt;
  if (!elements || *elements < kLarge || !ir::can_be_sparse(module, function, result)) return;
  warnings.push_back({DiagnosticId::large_gradient, f[f[gradient].op].loc,
                      text_of(DiagnosticId::large_gradient, name, *elements)});
}

// Gradients that are given as indices and rows, and warnings about those that are dense all the same.
void make_sparse(ir::Module& module, codegen::Derivative& derivative, std::vector<Warning>& warnings) {
  int added = 0;
  for (codegen::WrtItem& item : derivative.wrt) {
    for (int& leaf : item.leaf_index) leaf += leaf < 0 ? 0 : added;
    if (item.left_out || item.leaf_index.size() != 1 || item.leaf_index[0] < 0) continue;
    const int first = item.leaf_index[0];
    const auto result = static_cast<std::size_t>(first);
    const std::string name = item.expression();
    if (!item.sparse) {
      warn_if_large(module, derivative.function, result, name, warnings);
      continue;
    }
    ir::SparseResult sparse = ir::sparse_result(module, derivative.function, result);
    if (sparse.dense) {
      const ir::Op& op = module[derivative.function][*sparse.dense];
      warnings.push_back({DiagnosticId::dense_gradient, op.loc,
                          text_of(DiagnosticId::dense_gradient, name, ir::definition(op.kind).info.name)});
    }
    module = std::move(sparse.module);
    for (const codegen::Derivative::Budget::Way& way : derivative.budget.ways)
      if (way.function != derivative.function) module = ir::sparse_result(module, way.function, result).module;
    if (derivative.whole.valid()) module = ir::sparse_result(module, derivative.whole, result).module;
    item.value = codegen::indexed_slices(item.value);
    item.leaf_index.resize(codegen::leaf_count(item.value));
    std::iota(item.leaf_index.begin(), item.leaf_index.end(), first);
    added += static_cast<int>(item.leaf_index.size()) - 1;
  }
}

// Marks of values to be kept that have no effect, once where several derivatives don't need them.
void warn_of_marks(const std::vector<codegen::Derivative>& derivatives, std::vector<Warning>& warnings) {
  std::set<std::pair<ir::LocId, std::string>> said;
  for (const codegen::Derivative& derivative : derivatives)
    for (const ir::IdleMark& mark : derivative.keep ? derivative.keep->idle : std::vector<ir::IdleMark>{}) {
      if (!said.emplace(mark.loc, mark.name).second) continue;
      const std::string what = mark.name.empty() ? "this gradc::checkpoint" : fmt::format("keeping '{}'", mark.name);
      warnings.push_back({DiagnosticId::idle_checkpoint, mark.loc, text_of(DiagnosticId::idle_checkpoint, what, mark.why)});
    }
}

// The form for several directions of a jvp or vjp: of the function with lists where there are any.
std::optional<codegen::Derivative> batch_of(ir::Module& module, const Task& task, const codegen::Derivative& one) {
  if (!task.listed) {
    auto batch = derive_batch(module, input_of(module, task), one);
    if (batch) batch->listed = one.listed;
    return batch;
  }
  ir::Module trial = module;
  ir::Diagnostics why_not;
  const auto derivative = derive(trial, task.listed->input, one.kind, why_not);
  auto batch = derivative ? derive_batch(trial, task.listed->input, *derivative) : std::nullopt;
  if (!batch) return std::nullopt;
  module = std::move(trial);
  batch->listed = task.listed->primal;
  return batch;
}

}  // namespace

void arrange(ir::Module& module, Task& task) {
  std::vector<codegen::Derivative> all;
  for (codegen::Derivative& one : task.derivatives) {
    const codegen::KindRow& row = codegen::kind_row(one.kind);
    auto batch = row.batch && task.items->each.empty() ? batch_of(module, task, one) : std::nullopt;
    if (row.has_rows) make_sparse(module, one, task.warnings);
    all.push_back(std::move(one));
    if (batch) all.push_back(std::move(*batch));
  }
  task.derivatives = std::move(all);
  warn_of_marks(task.derivatives, task.warnings);
  if (!task.items->each.empty()) make_items(module, task);
}

}  // namespace tool
