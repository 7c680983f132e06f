// Reverse mode: f(args) -> (results) becomes g(args, adjoints) -> (results, gradients).
//
//  1. Mark what is active: reachable from the inputs through differentiable types (activity.h).
//  2. From the targets backwards, keep the ops with an active result that some target needs: the between-set.
//  3. Count for each of them the uses of its results by ops of the set: the contributions that it still awaits.
//  4. Seed the targets. Ops that await nothing are ready.
//  5. Take the last ready op; sum the contributions of its results; where there are none it is skipped, otherwise its
//     rule gives the adjoints of its active operands, whose types are checked and which are handed on.
//  6. An op without a rule is an error only when an adjoint reaches it.
//  7. An input without contributions is not connected, and the policy decides.
//
// In: a verified module. Out: the same with one function more, in the same language and differentiable again.
// After the pending-count traversal of graph gradients as TensorFlow's tf.gradients describes it.
#include <algorithm>
#include <numeric>
#include <queue>

#include "ir/op.h"
#include "ir/passes/activity.h"
#include "ir/passes/derivative.h"

namespace ir {
namespace {

struct Context {
  Builder& builder;
  Diagnostics& diagnostics;
  const DerivativeOptions& options;
  const std::string& function_name;
};

// The adjoints of one block, whose ops have been cloned into the builder. It is recursive: the adjoint of an `if`
// has blocks made by further instances.
class BlockAdjoint {
 public:
  BlockAdjoint(const Context& context, const Function& from, BlockId block, const Cloner& primal,
               const std::vector<ValueId>& sources, const std::vector<ValueId>& stopped)
      : context_(context), from_(from), block_(block), primal_(primal),
        activity_(from, block, sources, stopped), contributions_(from.values.size()) {}

  // 4. Adds what arrives at a value of the old block from outside.
  void seed(ValueId old, Expr adjoint) { contribute(old, adjoint); }
  // 2-6. False, with diagnostics, where a live op has no derivative.
  bool run(const std::vector<ValueId>& targets);
  // The sum of what arrived at a value; not valid where nothing did.
  Expr adjoint(ValueId old);
  bool active(ValueId old) const { return activity_.active(old); }

 private:
  void find_between(const std::vector<ValueId>& targets);
  bool differentiate(const Op& op);
  bool differentiate_if(const Op& op);
  bool hand_on(const Op& op, std::size_t i, Expr adjoint);
  void contribute(ValueId old, Expr adjoint);
  bool refuse(const Op& op, const char* why);
  Expr value(ValueId old) const { return {&context_.builder, primal_(old)}; }

  const Context& context_;
  const Function& from_;
  BlockId block_;
  const Cloner& primal_;
  Activity activity_;
  std::vector<bool> between_;  // by position in the block
  std::vector<int> pending_;   // likewise
  std::vector<std::vector<Expr>> contributions_;
};

void BlockAdjoint::contribute(ValueId old, Expr adjoint) {
  if (!adjoint.valid()) return;
  std::vector<Expr>& list = contributions_[old.at()];
  if (context_.options.aggregation == Aggregation::accumulate_n && !list.empty())
    list[0] = list[0] + adjoint;
  else
    list.push_back(adjoint);
}

Expr BlockAdjoint::adjoint(ValueId old) {
  std::vector<Expr>& list = contributions_[old.at()];
  if (list.empty()) return {};
  if (context_.options.aggregation == Aggregation::tree) {
    while (list.size() > 1) {
      std::vector<Expr> halves;
      for (std::size_t i = 0; i < list.size(); i += 2)
        halves.push_back(i + 1 < list.size() ? list[i] + list[i + 1] : list[i]);
      list = std::move(halves);
    }
  }
  for (std::size_t i = 1; i < list.size(); ++i) list[0] = list[0] + list[i];
  list.resize(1);
  Value& sum = context_.builder.function()[list[0].id];
  const std::string& name = from_[old].name;
  if (sum.name.empty() && !name.empty()) sum.name = name + "_bar";
  return list[0];
}

void BlockAdjoint::find_between(const std::vector<ValueId>& targets) {
  const auto& ops = from_[block_].ops;
  between_.assign(ops.size(), false);
  pending_.assign(ops.size(), 0);
  std::vector<bool> needed(from_.values.size());
  for (ValueId target : targets) needed[target.at()] = true;
  std::vector<int> uses(from_.values.size());
  for (std::size_t p = ops.size(); p-- > 0;) {
    const Op& op = from_[ops[p]];
    bool flows = false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) flows = flows || activity_.flows(op, i);
    for (ValueId result : op.results)
      between_[p] = between_[p] || (flows && needed[result.at()] && activity_.passes_back(result));
    if (!between_[p]) continue;
    for (ValueId result : op.results) pending_[p] += uses[result.at()];
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      if (!activity_.flows(op, i)) continue;
      needed[op.operands[i].at()] = true;
      ++uses[op.operands[i].at()];
    }
  }
}

bool BlockAdjoint::run(const std::vector<ValueId>& targets) {
  find_between(targets);
  const auto& ops = from_[block_].ops;
  std::vector<int> position(from_.ops.size(), -1);
  std::priority_queue<std::size_t> ready;
  for (std::size_t p = 0; p < ops.size(); ++p) {
    position[ops[p].at()] = static_cast<int>(p);
    if (between_[p] && pending_[p] == 0) ready.push(p);
  }
  bool ok = true;
  while (!ready.empty()) {
    const Op& op = from_[ops[ready.top()]];
    ready.pop();
    const bool live = std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) {
      return activity_.passes_back(result) && !contributions_[result.at()].empty();
    });
    if (live) ok = differentiate(op) && ok;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const OpId producer = from_[op.operands[i]].op;
      if (!activity_.flows(op, i) || !producer.valid()) continue;
      const auto p = static_cast<std::size_t>(position[producer.at()]);
      if (between_[p] && --pending_[p] == 0) ready.push(p);
    }
  }
  return ok;
}

bool BlockAdjoint::refuse(const Op& op, const char* why) {
  Diagnostic* problem = nullptr;
  if (const Attribute* text = op.attributes.find("why"))
    problem = &context_.diagnostics.report(DiagnosticId::prevented, op.loc, std::get<std::string>(*text));
  else
    problem = &context_.diagnostics.report(DiagnosticId::no_derivative, op.loc, definition(op.kind).info.name, why);
  problem->notes.push_back(
      {context_.options.requested, fmt::format("in the gradient of '{}' requested here", context_.function_name)});
  return false;
}

bool BlockAdjoint::hand_on(const Op& op, std::size_t i, Expr adjoint) {
  if (!adjoint.valid()) return true;
  const Type& expected = value(op.operands[i]).type();
  if (!context_.builder.facts().equal(adjoint.type(), expected)) {
    context_.diagnostics.report(DiagnosticId::rule_result, op.loc, definition(op.kind).info.name, i,
                                adjoint.type().text(), expected.text());
    return false;
  }
  contribute(op.operands[i], adjoint);
  return true;
}

bool BlockAdjoint::differentiate(const Op& op) {
  context_.builder.loc = op.loc;
  context_.builder.derived = true;
  if (op.kind == Kind::If) return differentiate_if(op);
  const Derivative& derivative = definition(op.kind).derivative;
  if (const auto* none = std::get_if<NoGradient>(&derivative)) return refuse(op, none->why);

  std::vector<Expr> x;
  for (ValueId operand : op.operands) x.push_back(value(operand));
  const Rule rule{x, value(op.results[0]), adjoint(op.results[0]), {}, op.attributes};
  bool ok = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!activity_.flows(op, i)) continue;
    const int index = static_cast<int>(i);
    Expr x_bar;
    if (const auto* pointwise = std::get_if<Pointwise>(&derivative))
      x_bar = rule.bar * pointwise->partials[i](rule);
    else if (const auto* linear = std::get_if<Linear>(&derivative))
      x_bar = linear->transpose(rule, index);
    else if (const auto* bilinear = std::get_if<Bilinear>(&derivative))
      x_bar = bilinear->transpose(rule, index);
    else
      x_bar = std::get<General>(derivative).vjp(rule, index);
    ok = hand_on(op, i, x_bar) && ok;
  }
  return ok;
}

// The adjoint of an `if` is an `if` on the same predicate. Its arms take the operands and the adjoints that arrived,
// run the forward arm and then its adjoint; an operand connected in one arm only gets zeros from the other.
bool BlockAdjoint::differentiate_if(const Op& op) {
  Builder& builder = context_.builder;
  std::vector<ValueId> operands = primal_(op.operands);
  std::vector<std::size_t> seeded, wanted;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    if (const Expr bar = adjoint(op.results[k]); bar.valid() && activity_.active(op.results[k])) {
      seeded.push_back(k);
      operands.push_back(bar.id);
    }
  }
  for (std::size_t i = 1; i < op.operands.size(); ++i)
    if (activity_.active(op.operands[i])) wanted.push_back(i);

  std::vector<BlockId> blocks;
  std::vector<std::vector<Expr>> adjoints;
  bool ok = true;
  for (BlockId arm : op.blocks) {
    std::vector<Type> types;
    for (std::size_t i = 1; i < operands.size(); ++i) types.push_back(builder.type(operands[i]));
    const BlockId block = builder.block(types);
    const std::vector<ValueId> parameters = builder.function()[block].parameters;
    const BlockId outside = builder.insert_into(block);
    Cloner inner(from_, builder);
    for (std::size_t i = 0; i < from_[arm].parameters.size(); ++i) inner.set(from_[arm].parameters[i], parameters[i]);
    for (OpId inside : from_[arm].ops) inner.op(inside);

    std::vector<ValueId> sources, targets;
    for (std::size_t i : wanted) sources.push_back(from_[arm].parameters[i - 1]);
    for (std::size_t k : seeded) targets.push_back(from_[arm].results[k]);
    BlockAdjoint adjoint_of_arm(context_, from_, arm, inner, sources, {});
    for (std::size_t s = 0; s < seeded.size(); ++s)
      adjoint_of_arm.seed(targets[s], {&builder, parameters[from_[arm].parameters.size() + s]});
    ok = adjoint_of_arm.run(targets) && ok;
    adjoints.emplace_back();
    for (ValueId source : sources) adjoints.back().push_back(adjoint_of_arm.adjoint(source));
    builder.insert_into(outside);
    blocks.push_back(block);
  }
  if (!ok) return false;

  std::vector<std::size_t> connected;
  for (std::size_t w = 0; w < wanted.size(); ++w)
    if (adjoints[0][w].valid() || adjoints[1][w].valid()) connected.push_back(w);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const BlockId outside = builder.insert_into(blocks[b]);
    std::vector<ValueId> results;
    for (std::size_t w : connected)
      results.push_back(adjoints[b][w].valid() ? adjoints[b][w].id
                                               : zeros_like({&builder, builder.function()[blocks[b]].parameters[wanted[w] - 1]}).id);
    builder.set_results(results);
    builder.insert_into(outside);
  }
  builder.loc = op.loc;
  builder.derived = true;
  const std::vector<ValueId> results = builder.append_all(Kind::If, operands, {}, blocks);
  for (std::size_t c = 0; c < connected.size(); ++c)
    ok = hand_on(op, wanted[connected[c]], {&builder, results[c]}) && ok;
  return ok;
}

// 7. The gradients of the inputs by policy, and which of them exist.
bool collect(const Context& context, const Function& from, const Cloner& primal, BlockAdjoint& adjoints,
             std::vector<ValueId>& results, std::vector<bool>& connected) {
  const DerivativeOptions& options = context.options;
  const auto group = [&](std::size_t i) { return i < options.groups.size() ? options.groups[i] : -1 - static_cast<int>(i); };
  std::vector<Expr> gradients;
  std::vector<int> connected_groups, reported;
  for (std::size_t i = 0; i < options.wrt.size(); ++i) {
    gradients.push_back(adjoints.adjoint(options.wrt[i]));
    if (gradients.back().valid()) connected_groups.push_back(group(i));
  }
  const auto has = [](const std::vector<int>& list, int g) { return std::find(list.begin(), list.end(), g) != list.end(); };
  for (std::size_t i = 0; i < options.wrt.size(); ++i) {
    Expr gradient = gradients[i];
    const int g = group(i);
    if (!gradient.valid() && (options.unconnected == Unconnected::zero || has(connected_groups, g)))
      gradient = zeros_like({&context.builder, primal(options.wrt[i])});
    connected.push_back(gradient.valid());
    if (gradient.valid()) {
      results.push_back(gradient.id);
    } else if (options.unconnected == Unconnected::error && !has(reported, g)) {
      reported.push_back(g);
      const bool named = g >= 0 && static_cast<std::size_t>(g) < options.group_names.size();
      context.diagnostics.report(DiagnosticId::unconnected, options.requested, context.function_name,
                                 named ? options.group_names[static_cast<std::size_t>(g)] : from[options.wrt[i]].name);
    }
  }
  return reported.empty();
}

}  // namespace

std::optional<DerivedFunction> differentiate_reverse(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics) {
  DerivedFunction derived{module, {}, {}};
  const Function& from = module[function];
  Function to = new_function(options.name.empty() ? from.name + "_vjp" : options.name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  Builder builder(derived.module, to, diagnostics);
  Cloner primal(from, builder);
  for (ValueId argument : from.arguments())
    primal.set(argument, builder.argument(from[argument].type, from[argument].name));
  for (OpId op : from[from.body].ops) primal.op(op);

  std::vector<int> indices = options.targets;
  if (indices.empty()) {
    indices.resize(from.results().size());
    std::iota(indices.begin(), indices.end(), 0);
  }
  const Context context{builder, diagnostics, options, from.name};
  BlockAdjoint adjoints(context, from, from.body, primal, options.wrt, options.stop);
  std::vector<ValueId> targets;
  builder.loc = options.requested;
  builder.derived = true;
  for (int k : indices) {
    const ValueId target = from.results()[static_cast<std::size_t>(k)];
    const Value& value = from[target];
    if (!is_differentiable(value.type.element)) continue;
    const std::string name = (value.name.empty() ? fmt::format("result{}", k) : value.name) + "_bar";
    const Type type = value.type;
    const ValueId seed = options.unit_seed ? builder.full(type, 1) : builder.argument(type, name);
    targets.push_back(target);
    adjoints.seed(target, {&builder, seed});
  }
  if (targets.empty()) {
    diagnostics.report(DiagnosticId::not_differentiable_result, options.requested, from.name,
                       "integers and booleans have no derivative");
    return std::nullopt;
  }
  if (!adjoints.run(targets)) return std::nullopt;

  std::vector<ValueId> results = primal(from.results());
  if (!collect(context, from, primal, adjoints, results, derived.connected)) return std::nullopt;
  builder.set_results(results);
  derived.function = {static_cast<std::int32_t>(derived.module.functions.size())};
  derived.module.functions.push_back(std::move(to));
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
