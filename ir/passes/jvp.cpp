// Forward mode: f(args) -> (results) becomes g(args, tangents) -> (results, tangents of the results).
//
// By rule: each op is copied and followed by its tangent, as its kind of derivative says. By transposition: the VJP
// is linear in its seeds; differentiating it in reverse with respect to them gives the JVP (J. Townsend, "A new
// trick for calculating Jacobian vector products", 2017), and dead code is left for dce.
//
// In: a verified module. Out: the same with one function more, differentiable again.
#include <algorithm>

#include "ir/op.h"
#include "ir/passes/activity.h"
#include "ir/passes/derivative.h"

namespace ir {
namespace {

Expr add(Expr a, Expr b) { return !a.valid() ? b : !b.valid() ? a : a + b; }

// The tangent of an op's result from those of its operands (absent ones not valid).
Expr tangent(const Op& op, const Rule& rule) {
  const Derivative& derivative = definition(op.kind).derivative;
  const std::size_t count = rule.x.size();
  if (const auto* pointwise = std::get_if<Pointwise>(&derivative)) {
    Expr total;
    for (std::size_t i = 0; i < count; ++i)
      if (rule.dots[i].valid() && pointwise->partials[i])
        total = add(total, pointwise->partials[i](rule) * rule.dots[i]);
    return total;
  }
  if (const auto* linear = std::get_if<Linear>(&derivative)) {
    std::vector<Expr> operands(rule.x.begin(), rule.x.end());
    for (std::size_t i = 0; i < count; ++i)
      if (linear->operands == ~0u || (linear->operands >> i & 1u) != 0)
        operands[i] = rule.dots[i].valid() ? rule.dots[i] : zeros_like(rule.x[i]);
    return rule.again(op.kind, operands);
  }
  if (std::holds_alternative<Bilinear>(derivative)) {
    Expr total;
    for (std::size_t i = 0; i < count; ++i) {
      if (!rule.dots[i].valid()) continue;
      std::vector<Expr> operands(rule.x.begin(), rule.x.end());
      operands[i] = rule.dots[i];
      total = add(total, rule.again(op.kind, operands));
    }
    return total;
  }
  return std::get<General>(derivative).jvp(rule);
}

// Whether a live op has no rule for its tangent.
bool lacks_rule(const Function& function, const Activity& activity) {
  return std::any_of(function[function.body].ops.begin(), function[function.body].ops.end(), [&](OpId id) {
    const Op& op = function[id];
    const auto* general = std::get_if<General>(&definition(op.kind).derivative);
    return general && !general->jvp && activity.active(op.results[0]);
  });
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

class ForwardMode {
 public:
  ForwardMode(const Function& from, Builder& builder, const Activity& activity, const DerivativeOptions& options,
              Diagnostics& diagnostics)
      : from_(from), builder_(builder), activity_(activity), options_(options), diagnostics_(diagnostics),
        primal_(from, builder), dots_(from.values.size()) {}

  std::vector<ValueId> run() {
    for (ValueId argument : from_.arguments())
      primal_.set(argument, builder_.argument(from_[argument].type, from_[argument].name));
    std::vector<Expr> seeds;
    for (ValueId wrt : options_.wrt)
      seeds.push_back({&builder_, builder_.argument(from_[wrt].type, from_[wrt].name + "_dot")});
    // A tangent that enters at a value replaces none that arrives there: they add.
    for (std::size_t i = 0; i < seeds.size(); ++i)
      if (!from_[options_.wrt[i]].op.valid()) enter(options_.wrt[i], seeds[i]);
    for (OpId id : from_[from_.body].ops) {
      primal_.op(id);
      step(from_[id]);
      for (std::size_t i = 0; i < seeds.size(); ++i)
        if (from_[options_.wrt[i]].op == id) enter(options_.wrt[i], seeds[i]);
    }
    std::vector<ValueId> results = primal_(from_.results());
    for (int k : target_indices(from_, options_)) {
      const ValueId target = from_.results()[static_cast<std::size_t>(k)];
      const Expr dot = dots_[target.at()];
      results.push_back(dot.valid() ? dot.id : zeros_like({&builder_, primal_(target)}).id);
    }
    return results;
  }
  bool ok() const { return ok_; }

 private:
  void enter(ValueId value, Expr dot) { dots_[value.at()] = add(dots_[value.at()], dot); }

  void step(const Op& op) {
    bool live = false;
    std::vector<Expr> x, dots;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      x.push_back({&builder_, primal_(op.operands[i])});
      dots.push_back(activity_.flows(op, i) ? dots_[op.operands[i].at()] : Expr{});
      live = live || dots.back().valid();
    }
    const bool active = std::any_of(op.results.begin(), op.results.end(),
                                    [&](ValueId result) { return activity_.active(result); });
    if (!live || !active) return;
    builder_.loc = op.loc;
    builder_.derived = true;
    if (const auto* none = std::get_if<NoGradient>(&definition(op.kind).derivative)) {
      refuse(op, none->why);
      return;
    }
    const Rule rule{x, {&builder_, primal_(op.results[0])}, {}, dots, op.attributes};
    const Expr dot = tangent(op, rule);
    if (!dot.valid() || std::find(options_.stop.begin(), options_.stop.end(), op.results[0]) != options_.stop.end())
      return;
    if (!builder_.facts().equal(dot.type(), rule.y.type())) {
      diagnostics_.report(DiagnosticId::rule_result, op.loc, definition(op.kind).info.name, 0, dot.type().text(),
                          rule.y.type().text());
      ok_ = false;
      return;
    }
    Value& value = builder_.function()[dot.id];
    if (value.name.empty() && !from_[op.results[0]].name.empty()) value.name = from_[op.results[0]].name + "_dot";
    dots_[op.results[0].at()] = dot;
  }

  void refuse(const Op& op, const char* why) {
    const Attribute* text = op.attributes.find("why");
    Diagnostic& problem =
        text ? diagnostics_.report(DiagnosticId::prevented, op.loc, std::get<std::string>(*text))
             : diagnostics_.report(DiagnosticId::no_derivative, op.loc, definition(op.kind).info.name, why);
    problem.notes.push_back(
        {options_.requested, fmt::format("in the derivative of '{}' requested here", from_.name)});
    ok_ = false;
  }

  const Function& from_;
  Builder& builder_;
  const Activity& activity_;
  const DerivativeOptions& options_;
  Diagnostics& diagnostics_;
  Cloner primal_;
  std::vector<Expr> dots_;
  bool ok_ = true;
};

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
  const Function& transposed = h->module[h->function];
  DerivedFunction derived{module, {}, std::vector<bool>(options.wrt.size(), true)};
  Function to = begin_derivative(f, options);
  Builder builder(derived.module, to, diagnostics);
  Cloner clone(transposed, builder);
  std::vector<std::pair<ValueId, Type>> seeds;
  std::size_t place = 0;
  for (ValueId argument : transposed.arguments()) {
    const Type& type = transposed[argument].type;
    const std::size_t at = place++;
    if (at >= arguments && at < arguments + second.wrt.size()) {
      seeds.emplace_back(argument, type);
      continue;
    }
    const bool is_tangent = at >= arguments;
    const std::string name = is_tangent ? f[options.wrt[at - arguments - second.wrt.size()]].name + "_dot"
                                        : transposed[argument].name;
    clone.set(argument, builder.argument(type, name));
  }
  builder.derived = true;
  for (const auto& [argument, type] : seeds) clone.set(argument, builder.full(type, 0));
  for (OpId op : transposed[transposed.body].ops) clone.op(op);
  std::vector<ValueId> wanted;
  for (std::size_t i = 0; i < transposed.results().size(); ++i)
    if (i < results || i >= adjoint.results().size()) wanted.push_back(clone(transposed.results()[i]));
  builder.set_results(wanted);
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(std::move(to));
  return derived;
}

}  // namespace

std::optional<DerivedFunction> differentiate_forward(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics) {
  const Function& from = module[function];
  const Activity activity(from, from.body, options.wrt, options.stop);
  if (target_indices(from, options).empty()) {
    diagnostics.report(DiagnosticId::not_differentiable_result, options.requested, from.name,
                       "integers and booleans have no derivative");
    return std::nullopt;
  }
  if (options.by_transposition || lacks_rule(from, activity))
    return by_transposition(module, function, options, diagnostics);

  DerivedFunction derived{module, {}, std::vector<bool>(options.wrt.size(), true)};
  Function to = begin_derivative(from, options);
  Builder builder(derived.module, to, diagnostics);
  ForwardMode mode(from, builder, activity, options, diagnostics);
  std::vector<ValueId> results = mode.run();
  if (!mode.ok()) return std::nullopt;
  builder.set_results(std::move(results));
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(std::move(to));
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
