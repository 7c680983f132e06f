#include "tool/derive/derive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "ir/check.h"
#include "ir/op.h"
#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"
#include "ir/passes/sparse/sparse.h"
#include "tool/derive/blocks.h"
#include "tool/derive/budget.h"
#include "tool/derive/lists.h"
#include "tool/derive/masks.h"
#include "tool/derive/random.h"

namespace tool {
namespace {

int differentiable_leaves(const codegen::CppValue& value) {
  int count = 0;
  for (const codegen::Leaf& leaf : codegen::leaves(value, ""))
    count += ir::is_differentiable(leaf.value->leaf.element);
  return count;
}

ir::DerivativeOptions options_of(const DeriveInput& input) {
  ir::DerivativeOptions options;
  options.requested = input.requested;
  options.stop = input.stop;
  options.checkpoint = input.items->checkpoint;
  switch (input.items->unconnected) {
    case Unconnected::error:
      options.unconnected = ir::Unconnected::error;
      break;
    case Unconnected::zero:
      options.unconnected = ir::Unconnected::zero;
      break;
    case Unconnected::none:
      options.unconnected = ir::Unconnected::none;
      break;
  }
  switch (input.items->aggregation) {
    case Aggregation::automatic:
      options.aggregation = ir::Aggregation::planner;
      break;
    case Aggregation::add_n:
      options.aggregation = ir::Aggregation::add_n;
      break;
    case Aggregation::tree:
      options.aggregation = ir::Aggregation::tree;
      break;
    case Aggregation::accumulate_n:
      options.aggregation = ir::Aggregation::accumulate_n;
      break;
  }
  for (std::size_t i = 0; i < input.wrt.size(); ++i) {
    options.group_names.push_back(input.wrt[i].item.expression());
    for (ir::ValueId leaf : input.wrt[i].leaves) {
      if (!leaf.valid()) continue;
      options.wrt.push_back(leaf);
      options.groups.push_back(static_cast<int>(i));
    }
  }
  return options;
}

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
    item.leaf_index.resize(codegen::leaves(item.value, "").size());
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

std::optional<codegen::Derivative> derive_reverse(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, bool gradient,
                                                  ir::Diagnostics& diagnostics) {
  if (gradient && !is_real_scalar(input, "gradient", diagnostics)) return std::nullopt;
  options.unit_seed = gradient;
  options.calls_keep = !input.called;
  options.name = module.free_name(input.base + (gradient ? "_gradient" : "_vjp"));
  auto derived = ir::differentiate_reverse(module, input.function, options, diagnostics);
  if (!derived) return std::nullopt;
  codegen::Derivative out;
  out.kind = gradient ? codegen::DerivativeKind::gradient : codegen::DerivativeKind::vjp;
  out.base = input.base;
  out.function = derived->function;
  out.keep = std::move(derived->keep);
  out.wrt =
      place_leaves(input, derived->connected, static_cast<int>(module[input.function].results().size()));
  module = std::move(derived->module);
  const ir::Function& made = module[out.function];
  const bool calls = std::any_of(made.ops.begin(), made.ops.end(), [](const ir::Op& op) { return op.callee.valid(); });
  if (gradient || !calls || !options.calls_keep) return out;
  // What calls keep is neither handed to a user nor batched.
  options.calls_keep = false;
  options.name = module.free_name(input.base + "_vjp_whole");
  derived = ir::differentiate_reverse(module, input.function, options, diagnostics);
  if (!derived) return std::nullopt;
  out.whole = derived->function;
  module = std::move(derived->module);
  return out;
}

std::optional<codegen::Derivative> derive_forward(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options,
                                                  ir::Diagnostics& diagnostics) {
  if (!connections(module, input, options, diagnostics)) return std::nullopt;
  ir::DerivativeOptions forward = options;
  forward.name = module.free_name(input.base + "_jvp");
  auto derived = ir::differentiate_forward(module, input.function, forward, diagnostics);
  if (!derived) return std::nullopt;
  codegen::Derivative out;
  out.kind = codegen::DerivativeKind::jvp;
  out.base = input.base;
  out.function = derived->function;
  out.wrt = place_leaves(input, std::vector<bool>(options.wrt.size(), true), 0);
  module = std::move(derived->module);
  return out;
}

// Forward over reverse: the tangents of the gradients, in a function that has gone forward and back once.
std::optional<codegen::Derivative> derive_product(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, ir::Diagnostics& diagnostics) {
  options.unit_seed = true;
  options.name = module.free_name(input.base + "_hvp_gradient");
  const auto gradient = ir::differentiate_reverse(module, input.function, options, diagnostics);
  if (!gradient) return std::nullopt;
  const int values = static_cast<int>(module[input.function].results().size());
  const int gradients = static_cast<int>(gradient->module[gradient->function].results().size()) - values;
  codegen::Derivative out;
  out.kind = codegen::DerivativeKind::hvp;
  out.base = input.base;
  out.wrt = place_leaves(input, gradient->connected, values);
  out.keep = gradient->keep;

  ir::DerivativeOptions forward = options;
  forward.wrt = gradient->wrt;
  forward.stop = gradient->stop;
  for (int i = 0; i < gradients; ++i) forward.targets.push_back(values + i);
  forward.name = module.free_name(input.base + "_hvp");
  auto derived = ir::differentiate_forward(gradient->module, gradient->function, forward, diagnostics);
  if (!derived) return std::nullopt;
  // Nothing calls the gradient: the product, which stands last, takes its place.
  out.function = gradient->function;
  derived->module[out.function] = std::move(derived->module.functions.back());
  derived->module.functions.pop_back();
  module = std::move(derived->module);
  return out;
}

std::optional<codegen::Derivative> derive_hvp(ir::Module& module, const DeriveInput& input, ir::DerivativeOptions options,
                                              ir::Diagnostics& diagnostics) {
  if (!is_real_scalar(input, "hvp", diagnostics)) return std::nullopt;
  // What calls keep has no derivative where that of an op is found by going back twice.
  if (!input.called) {
    ir::Diagnostics problems;
    options.calls_keep = true;
    if (auto out = derive_product(module, input, options, problems)) return out;
    options.calls_keep = false;
  }
  return derive_product(module, input, options, diagnostics);
}

using Derive = std::optional<codegen::Derivative> (*)(ir::Module&, const DeriveInput&, ir::DerivativeOptions, ir::Diagnostics&);

// Of the function with lists, where there are any.
std::optional<codegen::Derivative> derive_listed(ir::Module& module, const DeriveInput& input, ir::Diagnostics& diagnostics,
                                                 Derive derive) {
  const auto listed = with_lists(module, input);
  if (!listed) return derive(module, input, options_of(input), diagnostics);
  auto derivative = derive(listed->module, listed->input, options_of(listed->input), diagnostics);
  if (!derivative) return std::nullopt;
  module = std::move(listed->module);
  derivative->listed = std::move(listed->primal);
  return derivative;
}

// The batch of a jvp or vjp that there is.
std::optional<codegen::Derivative> derive_listed_batch(ir::Module& module, const DeriveInput& input,
                                                       const codegen::Derivative& one) {
  const auto listed = with_lists(module, input);
  if (!listed) return derive_batch(module, input, one);
  const ir::DerivativeOptions options = options_of(listed->input);
  ir::Diagnostics why_not;
  const auto derivative = one.kind == codegen::DerivativeKind::jvp
                              ? derive_forward(listed->module, listed->input, options, why_not)
                              : derive_reverse(listed->module, listed->input, options, false, why_not);
  auto batch = derivative ? derive_batch(listed->module, listed->input, *derivative) : std::nullopt;
  if (!batch) return std::nullopt;
  module = std::move(listed->module);
  batch->listed = std::move(listed->primal);
  return batch;
}

}  // namespace

std::vector<codegen::WrtItem> place_leaves(const DeriveInput& input, const std::vector<bool>& connected,
                                           int first) {
  std::vector<codegen::WrtItem> items;
  std::size_t next = 0;
  for (const WrtLeaves& wrt : input.wrt) {
    codegen::WrtItem item = wrt.item;
    item.leaf_index.clear();
    bool any = false;
    for (ir::ValueId leaf : wrt.leaves) {
      const bool here = leaf.valid() && connected[next++];
      item.leaf_index.push_back(here ? first++ : -1);
      any = any || here;
    }
    item.left_out = !any;
    items.push_back(std::move(item));
  }
  return items;
}

std::optional<Connections> connections(const ir::Module& module, const DeriveInput& input, ir::DerivativeOptions options,
                                       ir::Diagnostics& diagnostics) {
  options.name = module.free_name(input.base + "_connections");
  options.checkpoint = {};
  ir::Diagnostics problems;
  const auto reverse = ir::differentiate_reverse(module, input.function, options, problems);
  if (reverse) return Connections{reverse->connected, true};
  const auto is_of_reverse = [](const ir::Diagnostic& problem) {
    return problem.id == ir::DiagnosticId::no_rule || problem.id == ir::DiagnosticId::rule_not_transposed;
  };
  if (std::all_of(problems.list().begin(), problems.list().end(), is_of_reverse))
    return Connections{std::vector<bool>(options.wrt.size(), true), false};
  for (const ir::Diagnostic& problem : problems.list()) diagnostics.add(problem);
  return std::nullopt;
}

bool is_real_scalar(const DeriveInput& input, std::string_view request, ir::Diagnostics& diagnostics) {
  const codegen::CppValue& result = input.primal->result;
  if (result.is_leaf() && result.leaf.is_scalar() && ir::is_differentiable(result.leaf.element)) return true;
  diagnostics.report(ir::DiagnosticId::not_scalar, input.requested, request, input.primal->name, result.type);
  return false;
}

namespace {

std::optional<codegen::Derivative> derive_one(ir::Module& module, const DeriveInput& input, Kind kind,
                                              ir::Diagnostics& diagnostics) {
  const ir::DerivativeOptions options = options_of(input);
  switch (kind) {
    case Kind::jvp: return derive_forward(module, input, options, diagnostics);
    case Kind::hvp: return derive_hvp(module, input, options, diagnostics);
    case Kind::hessian: return derive_listed(module, input, diagnostics, &derive_hessian);
    case Kind::jacobian: return derive_listed(module, input, diagnostics, &derive_jacobian);
    default: return derive_reverse(module, input, options, kind == Kind::gradient, diagnostics);
  }
}

}  // namespace

std::vector<codegen::Derivative> derive(ir::Module& module, const DeriveInput& requested,
                                        ir::Diagnostics& diagnostics, std::vector<Warning>& warnings) {
  std::vector<codegen::Derivative> out;
  const bool safe = requested.items->safe_where;
  const DeriveInput input = safe ? with_safe_branches(module, requested, warnings) : requested;
  if (!safe) warn_of_masks(module, input, warnings);
  warn_of_probabilities(module, requested, warnings);
  const bool has_budget = input.items->checkpoint.strategy == Checkpoint::Strategy::budget;
  for (const KindRequest& request : input.items->kinds) {
    const auto one = [&](ir::Module& to, const DeriveInput& how, ir::Diagnostics& problems) {
      return derive_one(to, how, request.kind, problems);
    };
    auto derivative = has_budget && request.kind != Kind::jvp ? derive_in_budget(module, input, one, diagnostics)
                                                              : one(module, input, diagnostics);
    if (!derivative) continue;
    const std::size_t place = out.size();
    out.push_back(std::move(*derivative));
    if (request.kind == Kind::jvp || request.kind == Kind::vjp)
      if (auto batch = derive_listed_batch(module, input, out.back())) out.push_back(std::move(*batch));
    if (request.kind == Kind::gradient || request.kind == Kind::vjp) make_sparse(module, out[place], warnings);
  }
  warn_of_marks(out, warnings);
  return out;
}

void split_vjps(ir::Module& module, const codegen::Primal& primal,
                std::vector<codegen::Derivative>& derivatives) {
  for (codegen::Derivative& derivative : derivatives) {
    if (derivative.kind != codegen::DerivativeKind::vjp) continue;
    const int results = static_cast<int>(codegen::leaves(primal.result, "").size());
    ir::SplitFunctions split =
        ir::split_vjp(module, derivative.whole.valid() ? derivative.whole : derivative.function, differentiable_leaves(primal.result), results);
    module = std::move(split.module);
    derivative.forward = split.forward;
    derivative.backward = split.backward;
  }
}

}  // namespace tool
