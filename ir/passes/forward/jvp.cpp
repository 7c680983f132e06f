// Forward mode: f(args) -> (results) becomes g(args, tangents) -> (results, tangents of the results).
//
// What has no derivative of its own is expanded before (expand.h).
// By rule: each op is copied and followed by its tangent, as its kind of derivative says (tangents.h). By transposition: the VJP
// is linear in its seeds; differentiating it in reverse with respect to them gives the JVP (J. Townsend, "A new
// trick for calculating Jacobian vector products", 2017), and dead code is left for dce.
//
// In: a verified module. Out: the same with one function more, differentiable again.
#include <algorithm>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/forward/tangents.h"
#include "ir/passes/simplify/expand.h"

namespace ir {
namespace {

bool has_no_tangent(const Op& op) {
  const auto* general = std::get_if<General>(&definition(op.kind).derivative);
  // A result of a call has extents that the caller doesn't know, and its tangent couldn't be seen to have the same.
  const bool varies = op.kind == Kind::Call && op.attributes.find("varying");
  return varies || (general && !general->jvp);
}

// Whether a live op, or any op of a function that is called, has no rule for its tangent.
bool lacks_rule(Module& module, FunctionId function, DerivativeOptions options) {
  Diagnostics none;
  const Function from = differentiable_form(module, module[function], options, none);
  const Dependence calls(module, from);
  const Activity activity(from, options.wrt, options.stop, calls);
  if (std::any_of(from.ops.begin(), from.ops.end(),
                  [&](const Op& op) { return has_no_tangent(op) && activity.active(op.results[0]); }))
    return true;
  std::set<FunctionId> seen;
  std::vector<FunctionId> open;
  const auto add_callees = [&](const Function& caller) {
    for (const Op& op : caller.ops)
      if (op.callee.valid() && !module[op.callee].has_rule() && seen.insert(op.callee).second) open.push_back(op.callee);
  };
  for (add_callees(from); !open.empty();) {
    DerivativeOptions all;
    const Function callee = differentiable_form(module, module[open.back()], all, none);
    open.pop_back();
    if (std::any_of(callee.ops.begin(), callee.ops.end(), has_no_tangent)) return true;
    add_callees(callee);
  }
  return false;
}

std::vector<int> target_indices(const Function& from, const DerivativeOptions& options) {
  std::vector<int> indices;
  for (std::size_t k = 0; k < from.results().size(); ++k) {
    const int index = static_cast<int>(k);
    const bool asked = options.targets.empty() ||
                       std::find(options.targets.begin(), options.targets.end(), index) != options.targets.end();
    if (asked && is_differentiable(from[from.results()[k]].type.element)) indices.push_back(index);
  }
  return indices;
}

Function begin_derivative(const Function& from, const DerivativeOptions& options) {
  Function to = new_function(options.name.empty() ? from.name + "_jvp" : options.name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  return to;
}

// g(args, adjoints) -> (results, gradients) differentiated with respect to the adjoints gives
// h(args, adjoints, tangents) -> (results, gradients, tangents of the targets), whatever the adjoints are.
std::optional<DerivedFunction> by_transposition(const Module& module, FunctionId function,
                                                const DerivativeOptions& options, Diagnostics& diagnostics) {
  const Function& f = module[function];
  DerivativeOptions first = options;
  first.targets = target_indices(f, options);
  first.unconnected = Unconnected::zero;
  first.groups.clear();
  first.unit_seed = false;
  first.name = f.name + "_adjoint";
  auto g = differentiate_reverse(module, function, first, diagnostics);
  if (!g) return std::nullopt;

  const Function& adjoint = g->module[g->function];
  DerivativeOptions second;
  second.unconnected = Unconnected::zero;
  second.requested = options.requested;
  second.name = f.name + "_transposed";
  const std::size_t arguments = f.arguments().size(), results = f.results().size();
  for (std::size_t i = arguments; i < adjoint.arguments().size(); ++i) second.wrt.push_back(adjoint.arguments()[i]);
  for (std::size_t i = results; i < adjoint.results().size(); ++i) second.targets.push_back(static_cast<int>(i));
  auto h = differentiate_reverse(g->module, g->function, second, diagnostics);
  if (!h) return std::nullopt;

  // The wanted function: h at adjoints of zeros, without the gradients.
  DerivedFunction derived{module, {}, std::vector<bool>(options.wrt.size(), true)};
  const Function transposed = with_callees(h->module, h->function, derived.module);
  Function to = begin_derivative(f, options);
  Builder builder(derived.module, to, diagnostics);
  Cloner clone(transposed, builder);
  std::vector<std::pair<ValueId, ValueId>> seeds;  // adjoint, and the result that it is one of
  std::size_t place = 0;
  for (ValueId argument : transposed.arguments()) {
    const std::size_t at = place++;
    if (at >= arguments && at < arguments + second.wrt.size()) {
      const auto target = static_cast<std::size_t>(first.targets[at - arguments]);
      seeds.emplace_back(argument, transposed.results()[target]);
      continue;
    }
    const bool is_tangent = at >= arguments;
    const std::string name = is_tangent ? f[options.wrt[at - arguments - second.wrt.size()]].name + "_dot"
                                        : transposed[argument].name;
    clone.set(argument, builder.argument(transposed[argument].type, name));
  }
  // Zeros of a sequence take the form of the result, which stands before all that reads its adjoint.
  const auto seed_what_is_there = [&] {
    builder.derived = true;
    for (const auto& [argument, result] : seeds) {
      if (clone.has(argument)) continue;
      if (transposed[argument].type.is_tensor())
        clone.set(argument, builder.full(transposed[argument].type, 0));
      else if (clone.has(result))
        clone.set(argument, zeros_like({&builder, clone(result)}).id);
    }
  };
  seed_what_is_there();
  for (OpId op : transposed[transposed.body].ops) {
    clone.op(op);
    seed_what_is_there();
  }
  std::vector<ValueId> wanted;
  for (std::size_t i = 0; i < transposed.results().size(); ++i)
    if (i < results || i >= adjoint.results().size()) wanted.push_back(clone(transposed.results()[i]));
  builder.set_results(wanted);
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(std::move(to));
  return derived;
}

}  // namespace

std::optional<Function> forward_function(Module& module, const Function& given, const DerivativeOptions& asked,
                                         const std::string& asked_for, Diagnostics& diagnostics) {
  DerivativeOptions options = asked;
  const Function from = differentiable_form(module, given, options, diagnostics);
  const Dependence calls(module, from);
  const Activity activity(from, options.wrt, options.stop, calls);
  Function to = begin_derivative(from, options);
  Builder builder(module, to, diagnostics);
  auto results = Tangents(from, builder, activity, options, asked_for).run(target_indices(from, options));
  if (!results) return std::nullopt;
  builder.set_results(*std::move(results));
  return to;
}

std::optional<DerivedFunction> differentiate_forward(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics) {
  const Function& from = module[function];
  const std::string& asked_for = options.asked_for.empty() ? from.name : options.asked_for;
  if (target_indices(from, options).empty()) {
    diagnostics.report(DiagnosticId::not_differentiable_result, options.requested, asked_for,
                       "integers and booleans have no derivative");
    return std::nullopt;
  }
  DerivedFunction derived{module, {}, std::vector<bool>(options.wrt.size(), true)};
  if (options.by_transposition || lacks_rule(derived.module, function, options))
    return by_transposition(module, function, options, diagnostics);

  auto made = forward_function(derived.module, from, options, asked_for, diagnostics);
  if (!made) return std::nullopt;
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(*std::move(made));
  return derived;
}

std::optional<Module> run_jvp_pass(const Module& module, const std::vector<std::string>& arguments,
                                   Diagnostics& diagnostics) {
  const auto request = derivative_request(module, arguments, "jvp", diagnostics);
  if (!request) return std::nullopt;
  auto derived = differentiate_forward(module, request->function, request->options, diagnostics);
  if (!derived) return std::nullopt;
  return std::move(derived->module);
}

}  // namespace ir
