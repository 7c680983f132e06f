#include "ir/passes/calls/called.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/builder.h"
#include "ir/check.h"
#include "ir/kind.h"
#include "ir/passes/analysis/influence.h"
#include "ir/passes/simplify/tidy.h"

namespace ir {
namespace {

std::string numbers(const std::vector<int>& list) {
  std::string text;
  for (int i : list) text += fmt::format("_{}", i);
  return text;
}

std::vector<Type> types_of(const Function& function, const std::vector<ValueId>& values, const std::vector<int>& which) {
  std::vector<Type> types;
  for (int i : which) types.push_back(function[values[static_cast<std::size_t>(i)]].type);
  return types;
}

DerivativeOptions options_for(const Function& callee, const CallPattern& pattern, const DerivativeOptions& options,
                              const std::string& name) {
  DerivativeOptions inner;
  for (int i : pattern.arguments) inner.wrt.push_back(callee.arguments()[static_cast<std::size_t>(i)]);
  inner.targets = pattern.results;
  inner.unconnected = Unconnected::zero;
  inner.aggregation = options.aggregation;
  inner.checkpoint = options.checkpoint.inside();
  // A budget is that of the whole.
  if (inner.checkpoint.strategy == Checkpoint::Strategy::budget) inner.checkpoint.strategy = Checkpoint::Strategy::memory;
  inner.calls_keep = options.calls_keep;
  inner.recursion = options.recursion;
  inner.requested = options.requested;
  inner.name = name;
  return inner;
}

// What tells adjoints that keep something else apart.
std::string kept(const Checkpoint& checkpoint) {
  if (checkpoint.strategy == Checkpoint::Strategy::none) return {};
  return fmt::format(".keep{}{}{}", static_cast<int>(checkpoint.strategy), checkpoint.names.empty() ? "" : "_",
                     fmt::join(checkpoint.names, "_"));
}

std::vector<Type> types_of(const Function& function, const std::vector<ValueId>& values, const std::vector<Type>& further) {
  std::vector<Type> types;
  for (ValueId value : values) types.push_back(function[value].type);
  types.insert(types.end(), further.begin(), further.end());
  return types;
}

std::string pattern_name(const CallPattern& pattern) {
  return numbers(pattern.arguments) + "_of" + numbers(pattern.results);
}

// Both functions, for calls of them until their bodies are there: all that may be kept is.
CalledParts announce_parts(Module& module, const Function& callee, const CallPattern& pattern, bool recursive) {
  const std::string of = pattern_name(pattern);
  const std::size_t arguments = callee.arguments().size(), results = callee.results().size();
  std::vector<Type> further = types_of(callee, callee.results(), pattern.results);
  further.insert(further.begin(), sequence_of_any());
  const CalledParts made{
      announce(module, callee, module.free_name(fmt::format("{}.forward{}", callee.name, of)),
               types_of(callee, callee.arguments(), std::vector<Type>{}),
               types_of(callee, callee.results(), std::vector<Type>{sequence_of_any()})),
      announce(module, callee, module.free_name(fmt::format("{}.backward{}", callee.name, of)),
               types_of(callee, callee.arguments(), further), types_of(callee, callee.arguments(), pattern.arguments))};
  if (recursive) {
    std::vector<CallSource>& sources = module[made.backward].sources.emplace();
    for (std::size_t i = 0; i < arguments; ++i) sources.push_back({CallSource::From::argument, i, 0});
    sources.push_back({CallSource::From::result, results, 0});
  }
  return made;
}

// The bodies of both. Whether what calls of them take has changed; null where there is no derivative.
std::optional<bool> make_parts(Module& module, const Recursion::Member& member, const DerivativeOptions& options,
                               const std::string& asked_for) {
  const Function callee = module[member.callee];  // a copy: the module grows
  const DerivativeOptions inner =
      options_for(callee, member.pattern, options, fmt::format("{}.adjoint{}", callee.name, pattern_name(member.pattern)));
  Diagnostics why_not;
  const auto adjoint = reverse_function(module, callee, inner, asked_for, why_not);
  if (!adjoint) return std::nullopt;
  const Function tidy = simplified(module, without_repeats(module, adjoint->function, why_not), why_not);
  CallParts parts = split_call(module, tidy, static_cast<int>(member.pattern.results.size()),
                               static_cast<int>(callee.results().size()), why_not);
  GRADC_CHECK(why_not.empty());
  Function &forward = module[member.made.forward], &backward = module[member.made.backward];
  const bool changed = forward.results().size() != parts.forward.results().size() || backward.sources != parts.backward.sources;
  parts.forward.name = forward.name;
  parts.backward.name = backward.name;
  forward = std::move(parts.forward);
  backward = std::move(parts.backward);
  return changed;
}

}  // namespace

bool reaches(const Module& module, FunctionId from, FunctionId to) {
  std::set<FunctionId> seen;
  std::vector<FunctionId> open{from};
  while (!open.empty()) {
    const Function& caller = module[open.back()];
    open.pop_back();
    for (const Op& op : caller.ops) {
      if (op.callee == to) return true;
      if (op.callee.valid() && seen.insert(op.callee).second) open.push_back(op.callee);
    }
  }
  return false;
}

FunctionId announce(Module& module, const Function& callee, const std::string& name, const std::vector<Type>& arguments,
                    const std::vector<Type>& results, const std::string& last) {
  Function declared = new_function(name);
  declared.requirements = callee.requirements;
  Diagnostics none;
  Builder builder(module, declared, none);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    builder.argument(arguments[i], i < callee.arguments().size() ? callee[callee.arguments()[i]].name : last);
  std::vector<ValueId> given;
  for (const Type& type : results) {
    // Never evaluated: any value of the type.
    const ValueId value{static_cast<std::int32_t>(declared.values.size())};
    declared.values.push_back({type, {}, {}, {}, 0});
    given.push_back(value);
  }
  builder.set_results(given);
  module.functions.push_back(std::move(declared));
  return {static_cast<std::int32_t>(module.functions.size()) - 1};
}

Function with_callees(const Module& from, FunctionId function, Module& module) {
  std::map<FunctionId, FunctionId> now;
  std::vector<FunctionId> order{function};
  const std::size_t known = module.functions.size();
  const auto add = [&](FunctionId id) {
    if (!id.valid() || now.contains(id)) return;
    if (const FunctionId same = module.find(from[id].name); same.valid()) {
      now.emplace(id, same);
      return;
    }
    now.emplace(id, FunctionId{static_cast<std::int32_t>(module.functions.size())});
    order.push_back(id);
    module.functions.push_back(from[id]);
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Function& caller = from[order[i]];
    for (const Op& op : caller.ops) add(op.callee);
    for (FunctionId rule : {caller.vjp, caller.jvp}) add(rule);
  }
  // Both tables of locations may have grown since.
  const auto place = [&](LocId& loc) {
    if (!loc.valid() || (loc.at() < module.locations.size() && module.locations[loc.at()] == from.locations[loc.at()])) return;
    loc = module.locate(from.locations[loc.at()]);
  };
  const auto renumber = [&](Function& caller) {
    const auto update = [&](FunctionId& id) {
      if (const auto found = now.find(id); found != now.end()) id = found->second;
    };
    for (Op& op : caller.ops) update(op.callee), place(op.loc);
    for (Requirement& requirement : caller.requirements) place(requirement.loc);
    for (Function::ExtentOrigin& origin : caller.extent_origins) place(origin.loc);
    for (FunctionId* rule : {&caller.vjp, &caller.jvp}) update(*rule);
  };
  for (std::size_t i = known; i < module.functions.size(); ++i) renumber(module.functions[i]);
  Function wanted = from[function];
  renumber(wanted);
  return wanted;
}

FunctionId called_adjoint(Module& module, FunctionId id, const CallPattern& pattern, const DerivativeOptions& options,
                          const std::string& asked_for, Diagnostics& diagnostics) {
  const Function callee = module[id];  // a copy: the module grows
  const std::string name = fmt::format("{}.adjoint{}_of{}{}", callee.name, numbers(pattern.arguments),
                                       numbers(pattern.results), kept(options.checkpoint));
  if (const FunctionId made = module.find(name); made.valid()) return made;
  const FunctionId adjoint = announce(
      module, callee, name, types_of(callee, callee.arguments(), types_of(callee, callee.results(), pattern.results)),
      types_of(callee, callee.arguments(), pattern.arguments));
  DerivativeOptions inner = options_for(callee, pattern, options, name);
  inner.calls_keep = false;
  auto made = reverse_function(module, callee, inner, asked_for, diagnostics, true);
  if (!made) return {};
  module[adjoint] = std::move(made->function);
  return adjoint;
}

// Of functions that call themselves or one another, what the adjoints take is what they take of the calls inside: that starts
// with all arguments, and all are made again until it stays the same.
std::optional<CalledParts> called_parts(Module& module, FunctionId id, const CallPattern& pattern,
                                        const DerivativeOptions& options, const std::string& asked_for) {
  const Function callee = module[id];
  const std::string of = pattern_name(pattern);
  const FunctionId forward = module.find(fmt::format("{}.forward{}", callee.name, of)),
                   backward = module.find(fmt::format("{}.backward{}", callee.name, of));
  if (backward.valid() && module[backward].sources) return CalledParts{forward, backward};
  const bool recursive = reaches(module, id, id);
  // One that the open recursion calls, and that does not call it, is complete by itself.
  if (recursive && options.recursion && reaches(module, id, options.recursion->members[0].callee)) {
    const CalledParts made = announce_parts(module, callee, pattern, true);
    options.recursion->members.push_back({id, pattern, made});
    return made;
  }

  Recursion recursion{{{id, pattern, announce_parts(module, callee, pattern, recursive)}}};
  DerivativeOptions inner = options;
  if (recursive) inner.recursion = &recursion;
  constexpr std::size_t kRounds = 4;
  for (std::size_t round = 0; round < kRounds * recursion.members.size(); ++round) {
    bool settled = true, ok = true;
    for (std::size_t i = 0; ok && i < recursion.members.size(); ++i) {
      const Recursion::Member member = recursion.members[i];  // a copy: there may be more
      const std::optional<bool> changed = make_parts(module, member, inner, asked_for);
      ok = changed.has_value();
      settled = settled && ok && !*changed;
    }
    if (!ok) break;
    if (settled || !recursive) return recursion.members[0].made;
  }
  for (const Recursion::Member& member : recursion.members)  // nothing calls them
    for (FunctionId part : {member.made.forward, member.made.backward}) module[part] = new_function(module[part].name);
  return std::nullopt;
}

FunctionId called_tangent(Module& module, FunctionId id, const CallPattern& pattern, const DerivativeOptions& options,
                          const std::string& asked_for, Diagnostics& diagnostics) {
  const Function callee = module[id];
  const std::string name =
      fmt::format("{}.tangent{}_of{}", callee.name, numbers(pattern.arguments), numbers(pattern.results));
  if (const FunctionId made = module.find(name); made.valid()) return made;
  const FunctionId tangent = announce(
      module, callee, name, types_of(callee, callee.arguments(), types_of(callee, callee.arguments(), pattern.arguments)),
      types_of(callee, callee.results(), types_of(callee, callee.results(), pattern.results)));
  auto made = forward_function(module, callee, options_for(callee, pattern, options, name), asked_for, diagnostics);
  if (!made) return {};
  module[tangent] = *std::move(made);
  return tangent;
}

// A rule t -> u that is linear has a transposed one, which is its adjoint at any t.
std::vector<Expr> derivatives_by_rule(Builder& builder, Mode mode, const RuledCall& call, const DerivativeOptions& options,
                                      const std::string& asked_for) {
  Module& module = builder.module();
  const Function callee = module[call.callee];
  const bool reverse = mode == Mode::reverse;
  const std::vector<std::size_t> arguments = differentiable(callee, callee.arguments());
  const std::vector<std::size_t> results = differentiable(callee, callee.results());
  std::vector<Expr> operands = call.x;
  operands.insert(operands.end(), call.y.begin(), call.y.end());
  const auto add_seeds = [&](bool given) {  // of the mode that is asked for, or zeros for the other
    const bool of_results = given == reverse;
    for (std::size_t i : of_results ? results : arguments)
      operands.push_back(given && call.seeds[i].valid() ? call.seeds[i] : zeros_like(of_results ? call.y[i] : call.x[i]));
  };
  Diagnostics why_not;
  const auto report = [&](DiagnosticId id, auto... text) {
    Diagnostic& problem = builder.diagnostics().report(id, builder.loc, text...);
    for (const Diagnostic& why : why_not.list()) problem.notes.push_back({why.loc, why.text});
    problem.notes.push_back({options.requested, fmt::format("in the derivative of '{}' requested here", asked_for)});
    return std::vector<Expr>{};
  };
  if (!callee.has_rule()) return report(DiagnosticId::no_rule, callee.name);

  FunctionId function = reverse ? callee.vjp : callee.jvp;
  if (!function.valid()) {
    const FunctionId other = reverse ? callee.jvp : callee.vjp;
    CallPattern pattern;
    const std::size_t first = operands.size(), seeds = reverse ? arguments.size() : results.size();
    for (std::size_t i = 0; i < seeds; ++i) pattern.arguments.push_back(static_cast<int>(first + i));
    for (std::size_t k = 0; k < module[other].results().size(); ++k) pattern.results.push_back(static_cast<int>(k));
    function = called_adjoint(module, other, pattern, options, asked_for, why_not);
    const std::string_view has = reverse ? "GRADC_CUSTOM_JVP" : "GRADC_CUSTOM_VJP", lacks = reverse ? "GRADC_CUSTOM_VJP" : "GRADC_CUSTOM_JVP";
    const std::string_view in = reverse ? "tangents" : "adjoints";
    if (!function.valid()) return report(DiagnosticId::rule_not_transposed, has, callee.name, "can't be transposed", lacks);
    if (Influence(module, module[function], first, first + seeds).on_results())
      return report(DiagnosticId::rule_not_transposed, has, callee.name, fmt::format("is not linear in the {}", in), lacks);
    add_seeds(false);
  }
  add_seeds(true);
  std::vector<ValueId> ids;
  for (Expr operand : operands) ids.push_back(operand.id);
  std::vector<Expr> given;
  for (ValueId id : builder.append_all(Kind::Call, ids, {}, {}, function)) given.push_back({&builder, id});
  return given;
}

}  // namespace ir
