#include "tool/derive.h"

#include <fmt/format.h>

#include "ir/passes/derivative.h"

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
    std::string name;
    for (const std::string& part : input.wrt[i].item.path) name += (name.empty() ? "" : ".") + part;
    options.group_names.push_back(name);
    for (ir::ValueId leaf : input.wrt[i].leaves) {
      if (!leaf.valid()) continue;
      options.wrt.push_back(leaf);
      options.groups.push_back(static_cast<int>(i));
    }
  }
  return options;
}

// The wrt items with the place of each leaf's derivative, counted from `first`, among those that are
// connected.
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

std::optional<codegen::Derivative> derive_reverse(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, bool gradient,
                                                  ir::Diagnostics& diagnostics) {
  const codegen::CppValue& result = input.primal->result;
  if (gradient && !(result.is_leaf() && result.leaf.is_scalar() && ir::is_differentiable(result.leaf.element))) {
    diagnostics.report(ir::DiagnosticId::not_scalar, input.requested, input.primal->name, result.type);
    return std::nullopt;
  }
  options.unit_seed = gradient;
  options.name = input.base + (gradient ? "_gradient" : "_vjp");
  auto derived = ir::differentiate_reverse(module, input.function, options, diagnostics);
  if (!derived) return std::nullopt;
  codegen::Derivative out;
  out.kind = gradient ? codegen::DerivativeKind::gradient : codegen::DerivativeKind::vjp;
  out.base = input.base;
  out.function = derived->function;
  out.wrt =
      place_leaves(input, derived->connected, static_cast<int>(module[input.function].results().size()));
  module = std::move(derived->module);
  return out;
}

std::optional<codegen::Derivative> derive_forward(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options,
                                                  ir::Diagnostics& diagnostics) {
  // Reverse mode knows which inputs the result depends on; forward mode alone does not.
  ir::DerivativeOptions reverse = options;
  reverse.name = input.base + "_connections";
  const auto connections = ir::differentiate_reverse(module, input.function, reverse, diagnostics);
  if (!connections) return std::nullopt;
  ir::DerivativeOptions forward = options;
  forward.name = input.base + "_jvp";
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

}  // namespace

std::vector<codegen::Derivative> derive(ir::Module& module, const DeriveInput& input,
                                        ir::Diagnostics& diagnostics) {
  const ir::DerivativeOptions options = options_of(input);
  std::vector<codegen::Derivative> out;
  for (const KindRequest& request : input.items->kinds) {
    std::optional<codegen::Derivative> derivative;
    if (request.kind == Kind::jvp)
      derivative = derive_forward(module, input, options, diagnostics);
    else if (request.kind == Kind::gradient || request.kind == Kind::vjp)
      derivative = derive_reverse(module, input, options, request.kind == Kind::gradient, diagnostics);
    if (derivative) out.push_back(std::move(*derivative));
  }
  return out;
}

void split_vjps(ir::Module& module, const codegen::Primal& primal,
                std::vector<codegen::Derivative>& derivatives) {
  for (codegen::Derivative& derivative : derivatives) {
    if (derivative.kind != codegen::DerivativeKind::vjp) continue;
    const int results = static_cast<int>(codegen::leaves(primal.result, "").size());
    ir::SplitFunctions split =
        ir::split_vjp(module, derivative.function, differentiable_leaves(primal.result), results);
    module = std::move(split.module);
    derivative.forward = split.forward;
    derivative.backward = split.backward;
  }
}

}  // namespace tool
