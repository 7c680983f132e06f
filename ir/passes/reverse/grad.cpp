// Reverse mode: f(args) -> (results) becomes g(args, adjoints) -> (results, gradients).
//
//  1. Copy the function, with what has no derivative of its own expanded (expand.h).
//  2. Mark what is active: reachable from the inputs through differentiable types (activity.h).
//  3. Seed the targets, and append the adjoints of the ops, the last first (block_adjoint.h). Ops with blocks give
//     further results where the adjoint reads what was computed inside (residuals.h): nothing is computed again.
//  4. An input without contributions is not connected, and the policy decides; but one that is stopped inside a loop has
//     zeros.
//
// In: a verified module. Out: the same with one function more (and the adjoints of functions that it calls), in the
// same language and differentiable again.
#include <algorithm>
#include <numeric>
#include <set>

#include "ir/kind.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/memory/remat.h"
#include "ir/passes/memory/segments.h"
#include "ir/passes/reverse/block_adjoint.h"
#include "ir/passes/reverse/kept.h"
#include "ir/passes/simplify/expand.h"

namespace ir {
namespace {

// Whether a target is reached from the input through stops inside loops.
bool stops_in_loops(const Function& from, ValueId input, const std::vector<ValueId>& stopped,
                    const std::vector<ValueId>& targets, const Dependence& calls) {
  const Activity activity(from, {input}, stopped, calls, Activity::Stops::are_zero_in_loops);
  return std::any_of(targets.begin(), targets.end(), [&](ValueId target) { return activity.active(target); });
}

// 4. The gradients of the inputs by policy, and which of them exist.
bool collect(const Reverse& reverse, const DerivativeOptions& options, const Function& from, const Cloner& primal,
             const std::vector<ValueId>& targets, BlockAdjoint& adjoints, std::vector<ValueId>& results,
             std::vector<bool>& connected) {
  const auto group = [&](std::size_t i) { return i < options.groups.size() ? options.groups[i] : -1 - static_cast<int>(i); };
  std::vector<Expr> gradients;
  std::vector<int> connected_groups, reported;
  for (std::size_t i = 0; i < options.wrt.size(); ++i) {
    gradients.push_back(adjoints.adjoint(primal(options.wrt[i])));
    if (!gradients.back().valid() && stops_in_loops(from, options.wrt[i], options.stop, targets, reverse.calls))
      gradients.back() = zeros_like({&reverse.forward, primal(options.wrt[i])});
    if (gradients.back().valid()) connected_groups.push_back(group(i));
  }
  const auto has = [](const std::vector<int>& list, int g) { return std::find(list.begin(), list.end(), g) != list.end(); };
  for (std::size_t i = 0; i < options.wrt.size(); ++i) {
    Expr gradient = gradients[i];
    const int g = group(i);
    if (!gradient.valid() && (options.unconnected == Unconnected::zero || has(connected_groups, g)))
      gradient = zeros_like({&reverse.forward, primal(options.wrt[i])});
    connected.push_back(gradient.valid());
    if (gradient.valid()) {
      results.push_back(gradient.id);
    } else if (options.unconnected == Unconnected::error && !has(reported, g)) {
      reported.push_back(g);
      const bool named = g >= 0 && static_cast<std::size_t>(g) < options.group_names.size();
      reverse.forward.diagnostics().report(DiagnosticId::unconnected, options.requested, reverse.function_name,
                                 named ? options.group_names[static_cast<std::size_t>(g)] : from[options.wrt[i]].name);
    }
  }
  return reported.empty();
}

// Whether what checkpoint(...) asks for can be had.
bool is_possible(const Keep& keep, const Function& from, const DerivativeOptions& options, const std::string& asked_for,
                 Diagnostics& diagnostics) {
  const Checkpoint& checkpoint = options.checkpoint;
  std::set<std::string> labels;
  bool marked = false;
  for (const Op& op : from.ops) {
    marked = marked || op.kind == Kind::Checkpoint;
    if (op.kind == Kind::Label) labels.insert(op.attributes.get<std::string>("label"));
  }
  bool ok = true;
  for (const std::string& name : checkpoint.names) {
    if (checkpoint.strategy != Checkpoint::Strategy::names || labels.contains(name)) continue;
    const std::string has = labels.empty() ? "it has no labels" : fmt::format("its labels are {}", fmt::join(labels, ", "));
    diagnostics.report(DiagnosticId::unknown_checkpoint, options.requested, asked_for, name, has);
    ok = false;
  }
  const bool by_mark = checkpoint.strategy == Checkpoint::Strategy::marked;
  if (by_mark && !marked) {
    diagnostics.report(DiagnosticId::nothing_kept, options.requested, asked_for, "it marks no value by gradc::checkpoint(x)");
    ok = false;
  } else if (ok && options.targets.empty() && !keep.idle.empty() && keep.kept.empty() && (by_mark || checkpoint.strategy == Checkpoint::Strategy::names)) {
    diagnostics.report(DiagnosticId::nothing_kept, options.requested, asked_for, keep.idle[0].why);
    ok = false;
  }
  return ok;
}

// The adjoint of a result. Extents that are known only at run time are checked there.
ValueId seed_argument(Builder& builder, const Type& type, const std::string& name) {
  Type given = type;
  for (Extent& extent : given.extents) {
    const bool known = !type.is_tensor() || is_known_on_entry(builder.function(), extent);
    if (!known) extent = Extent::symbol(builder.fresh_symbol(name));
  }
  const ValueId seed = builder.argument(given, name);
  if (given.extents == type.extents) return seed;
  return builder.append(Kind::RequireExtents, {seed}, {{"shape", type.extents}}, name);
}

}  // namespace

bool is_known_on_entry(const Function& function, const Extent& extent) {
  std::set<std::string> symbols, known;
  extent.collect_symbols(symbols);
  for (ValueId argument : function.arguments()) {
    const Value& value = function[argument];
    if (value.type.is_scalar() && is_integer(value.type.element)) known.insert("%" + value.name);
    for (const Extent& of : value.type.extents)
      if (const auto symbol = of.as_symbol(); symbol && value.type.is_tensor()) known.insert(*symbol);
  }
  return std::includes(known.begin(), known.end(), symbols.begin(), symbols.end());
}

std::optional<ReverseFunction> reverse_function(Module& module, const Function& given, const DerivativeOptions& asked,
                                                const std::string& asked_for, Diagnostics& diagnostics,
                                                bool gradients_only) {
  DerivativeOptions options = asked;
  Function from = differentiable_form(module, given, options, diagnostics);
  const Checkpoint& checkpoint = options.checkpoint;
  const std::optional<std::int64_t> parts = checkpoint.segments > 1 ? std::optional(checkpoint.segments) : std::nullopt;
  if (checkpoint.strategy == Checkpoint::Strategy::memory || parts)
    from = in_segments(module, from, parts, {&options.wrt, &options.stop}, diagnostics);
  Function to = new_function(options.name.empty() ? from.name + "_vjp" : options.name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  Builder builder(module, to, diagnostics);
  Cloner primal(from, builder);
  for (ValueId argument : from.arguments())
    primal.set(argument, builder.argument(from[argument].type, from[argument].name));
  for (OpId op : from[from.body].ops) primal.op(op);
  const std::size_t forward = to[to.body].ops.size();

  std::vector<int> indices = options.targets;
  if (indices.empty()) {
    indices.resize(from.results().size());
    std::iota(indices.begin(), indices.end(), 0);
  }
  const auto result = [&](int k) { return from.results()[static_cast<std::size_t>(k)]; };
  std::erase_if(indices, [&](int k) { return !is_differentiable(from[result(k)].type.element); });
  if (indices.empty()) {
    diagnostics.report(DiagnosticId::not_differentiable_result, options.requested, asked_for,
                       "integers and booleans have no derivative");
    return std::nullopt;
  }
  std::vector<ValueId> targets;
  for (int k : indices) targets.push_back(result(k));

  const Dependence calls(module, to);
  const Activity activity(to, primal(options.wrt), primal(options.stop), calls);
  const Needed needed(to, activity, calls, primal(targets));
  std::vector<KeptNote> notes;
  const Reverse reverse{builder, calls, activity, needed, options, asked_for, options.explain ? &notes : nullptr};
  BlockAdjoint adjoints(reverse, to.body, nullptr);
  builder.loc = options.requested;
  builder.derived = true;
  for (int k : indices) {
    const Value& value = from[result(k)];
    if (options.unit_seed && is_complex(value.type.element)) {
      diagnostics.report(DiagnosticId::complex_result, options.requested, asked_for);
      return std::nullopt;
    }
    const std::string name = (value.name.empty() ? fmt::format("result{}", k) : value.name) + "_bar";
    const ValueId seed = options.unit_seed ? builder.full(value.type, 1) : seed_argument(builder, value.type, name);
    adjoints.seed(primal(result(k)), {&builder, seed});
  }
  if (!adjoints.run()) return std::nullopt;

  std::vector<ValueId> results;
  if (!gradients_only) results = primal(from.results());
  std::vector<bool> connected;
  if (!collect(reverse, options, from, primal, targets, adjoints, results, connected)) return std::nullopt;
  builder.set_results(results);
  ReverseFunction made{std::move(to), std::move(connected), primal(options.wrt), primal(options.stop), {}, std::move(notes)};
  if (options.checkpoint.strategy == Checkpoint::Strategy::none) {
    if (options.explain) explain_body(made.function, from.arguments().size(), forward, nullptr, made.notes);
    return made;
  }
  auto again = rematerialise(module, made.function, forward, gradients_only ? 0 : from.results().size(), options.checkpoint);
  if (!gradients_only && !is_possible(again.keep, from, options, asked_for, diagnostics)) return std::nullopt;
  if (options.explain) explain_body(made.function, from.arguments().size(), forward, &again, made.notes);
  made.function = std::move(again.function);
  for (std::vector<ValueId>* values : {&made.wrt, &made.stop})
    for (ValueId& value : *values) value = again.now[value.at()];
  made.keep = std::move(again.keep);
  return made;
}

std::optional<DerivedFunction> differentiate_reverse(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics) {
  DerivedFunction derived{module, {}, {}};
  const std::string& asked_for = options.asked_for.empty() ? module[function].name : options.asked_for;
  auto made = reverse_function(derived.module, module[function], options, asked_for, diagnostics);
  if (!made) return std::nullopt;
  derived.connected = std::move(made->connected);
  derived.wrt = std::move(made->wrt);
  derived.stop = std::move(made->stop);
  derived.keep = std::move(made->keep);
  derived.notes = std::move(made->notes);
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(std::move(made->function));
  return derived;
}

// `grad(f)` or `grad(f, x, y)`: with respect to all differentiable arguments or to those named.
std::optional<Module> run_grad_pass(const Module& module, const std::vector<std::string>& arguments,
                                    Diagnostics& diagnostics) {
  const auto request = derivative_request(module, arguments, "grad", diagnostics);
  if (!request) return std::nullopt;
  auto derived = differentiate_reverse(module, request->function, request->options, diagnostics);
  if (!derived) return std::nullopt;
  return std::move(derived->module);
}

std::optional<DerivativeRequest> derivative_request(const Module& module, const std::vector<std::string>& arguments,
                                                    std::string_view pass, Diagnostics& diagnostics) {
  DerivativeRequest request;
  request.function = arguments.empty() ? FunctionId{} : module.find(arguments[0]);
  if (!request.function.valid()) {
    diagnostics.report(DiagnosticId::ill_formed, {},
                       fmt::format("{}(...) names a function of the module{}", pass,
                                   arguments.empty() ? "" : fmt::format("; there is no @{}", arguments[0])));
    return std::nullopt;
  }
  request.options.unconnected = Unconnected::zero;
  const Function& function = module[request.function];
  for (ValueId argument : function.arguments()) {
    const bool named = std::find(arguments.begin() + 1, arguments.end(), function[argument].name) != arguments.end();
    if (arguments.size() == 1 ? is_differentiable(function[argument].type.element) : named)
      request.options.wrt.push_back(argument);
  }
  if (arguments.size() > 1 && request.options.wrt.size() + 1 != arguments.size()) {
    diagnostics.report(DiagnosticId::ill_formed, {},
                       fmt::format("{}({}, ...) names arguments that the function does not have", pass, arguments[0]));
    return std::nullopt;
  }
  return request;
}

}  // namespace ir
