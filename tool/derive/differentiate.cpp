#include "tool/derive/differentiate.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/interface/kinds.h"
#include "ir/passes/derivative.h"
#include "tool/derive/blocks.h"
#include "tool/derive/budget.h"
#include "tool/derive/lists.h"

namespace tool {
namespace {

// What gradients and their derivatives are of, by its number among the results: what is returned, or the only output. A diagnostic
// where that is no real number.
std::optional<int> real_scalar(const DeriveInput& input, Kind kind, ir::Diagnostics& diagnostics) {
  const codegen::CppValue* result = &input.primal->result;
  std::size_t before = 0;
  if (input.primal->has_outputs() && (result->members.size() == 1 || result->part("result"))) {
    const codegen::CppValue& of = result->members.back().value;
    before = codegen::leaf_count(*result) - codegen::leaf_count(of);
    result = &of;
  }
  const bool is_one = result->is_leaf() && ir::product(result->leaf.extents) == ir::Extent(1);
  const bool is_number = is_one && (result->leaf.is_scalar() || input.primal->has_outputs());
  if (is_number && ir::is_differentiable(result->leaf.element)) return static_cast<int>(before);
  diagnostics.report(ir::DiagnosticId::not_scalar, input.requested, codegen::kind_row(kind).name, input.primal->name, result->type);
  return std::nullopt;
}

ir::DerivativeOptions options_of(const DeriveInput& input) {
  ir::DerivativeOptions options;
  options.requested = input.requested;
  options.asked_for = input.primal->name;
  options.stop = input.stop;
  options.explain = input.explain;
  options.checkpoint = input.items->checkpoint;
  options.unconnected = input.items->unconnected;
  options.aggregation = input.items->aggregation;
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

std::optional<codegen::Derivative> derive_reverse(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, bool gradient,
                                                  ir::Diagnostics& diagnostics) {
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
  out.kept = std::move(derived->notes);
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
  out.kept = gradient->notes;

  ir::DerivativeOptions forward = options;
  forward.wrt = gradient->wrt;
  forward.stop = gradient->stop;
  forward.targets.clear();
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

using Derive = std::optional<codegen::Derivative>(ir::Module&, const DeriveInput&, ir::DerivativeOptions, ir::Diagnostics&);

// What calls keep has no derivative where that of an op is found by going back twice, and may have no form for several
// directions: then what they have computed is computed again.
std::optional<codegen::Derivative> with_kept(Derive* derive, ir::Module& module, const DeriveInput& input, ir::DerivativeOptions options,
                                             ir::Diagnostics& diagnostics) {
  if (!input.called) {
    ir::Module trial = module;
    ir::Diagnostics problems;
    options.calls_keep = true;
    if (auto out = derive(trial, input, options, problems)) return module = std::move(trial), out;
    options.calls_keep = false;
  }
  return derive(module, input, options, diagnostics);
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

std::optional<codegen::Derivative> derive(ir::Module& module, const DeriveInput& input, Kind kind, ir::Diagnostics& diagnostics) {
  ir::DerivativeOptions options = options_of(input);
  if (codegen::kind_row(kind).of_number) {
    const auto target = real_scalar(input, kind, diagnostics);
    if (!target) return std::nullopt;
    if (input.primal->has_outputs()) options.targets = {*target};
  }
  switch (kind) {
    case Kind::jvp: return derive_forward(module, input, options, diagnostics);
    case Kind::hvp: return with_kept(derive_product, module, input, options, diagnostics);
    case Kind::hessian: return with_kept(derive_hessian, module, input, options, diagnostics);
    case Kind::jacobian: return with_kept(derive_jacobian, module, input, options, diagnostics);
    default: return derive_reverse(module, input, options, kind == Kind::gradient, diagnostics);
  }
}

void differentiate(ir::Module& module, Task& task) {
  const DeriveInput own = input_of(module, task);
  for (const KindRequest& request : task.items->kinds) {
    const ListedFunction* listed = codegen::kind_row(request.kind).has_blocks ? task.listed.get() : nullptr;
    const auto one = [&](ir::Module& to, const DeriveInput& how, ir::Diagnostics& problems) {
      auto derivative = derive(to, how, request.kind, problems);
      if (derivative && listed) derivative->listed = listed->primal;
      if (derivative && !listed && task.arrays) derivative->listed = *task.arrays;
      return derivative;
    };
    const DeriveInput& input = listed ? listed->input : own;
    const bool has_budget = task.items->checkpoint.strategy == Checkpoint::Strategy::budget && request.kind != Kind::jvp;
    auto derivative = has_budget ? derive_in_budget(module, input, one, task.problems) : one(module, input, task.problems);
    if (derivative) task.derivatives.push_back(std::move(*derivative));
  }
}

}  // namespace tool
