// Inlining: a call becomes the body of the function that it calls; `inline(small)`: where that is a few ops.
//
//  1. Order the functions so that callees come first. A cycle is refused: its bodies would have no end.
//  2. In each function, in place of a call, copy the body of the callee (by then without calls of its own).
//  Its
//     arguments are the operands, and its extent symbols are the caller's extents: `x.0` is the extent of the
//     operand,
//     `%n` the expression that the operand is. Symbols that the body binds itself get new names where taken.
//     `inline(unruled)` takes those that have no rule of their own, leaves calls in cycles as they are, and takes no more
//     than makes the module twice as large (call_cost.h).
//  3. A call whose callee needs `%n` of an operand that is no expression over extents, or whose results have extents
//     that only the callee knows, stays a call; so does one of a function without a body,
//     and of one with a rule of its own: only `small` asks for those, when rules have had their say.
//
// In: a module that verifies. Out: the same functions, computing the same values; locations and derived marks
// of copied ops are those of the callee. Functions that nobody calls any more stay.
#include "ir/passes/calls/inline.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/passes/calls/call_cost.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

using Symbols = std::set<std::string>;

void collect(const Shape& shape, Symbols& symbols) {
  for (const Extent& extent : shape) extent.collect_symbols(symbols);
}

// Every symbol that stands anywhere in a function.
Symbols symbols_of(const Function& function) {
  Symbols symbols;
  for (const Value& value : function.values) collect(value.type.extents, symbols);
  for (const Op& op : function.ops)
    for (const auto& [name, attribute] : op.attributes)
      if (const Shape* shape = std::get_if<Shape>(&attribute)) collect(*shape, symbols);
  for (const Requirement& requirement : function.requirements)
    collect({requirement.left, requirement.right}, symbols);
  return symbols;
}

// A few ops, of which none calls or loops, and nothing to check when they are entered.
bool is_small(const Function& function) {
  constexpr std::size_t kMostOps = 16;
  return function.ops.size() <= kMostOps && function.requirements.empty() &&
         std::all_of(function.ops.begin(), function.ops.end(),
                     [](const Op& op) { return op.blocks.empty() && !op.callee.valid(); });
}

// Which calls become bodies: those without a rule, those that are not recursive either, those of a few ops.
enum class Which : std::uint8_t { all, unruled, small };

class Inliner : public Rewriter {
 public:
  Inliner(Module& module, const Function& from, Diagnostics& diagnostics, Which which, std::vector<CallChoice> choices)
      : Rewriter(module, from, diagnostics), which_(which), choices_(std::move(choices)), taken_(symbols_of(from)) {
    for (const Value& value : from.values)
      if (value.block.valid()) taken_.insert("%" + value.name);
  }

 private:
  using Bindings = std::map<std::string, Extent>;

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!op.callee.valid() || op.attributes.find("varying")) return copy(id);
    const Function& callee = builder_.module()[op.callee];
    if (callee.foreign || (which_ == Which::small ? !is_small(callee) : callee.has_rule())) return copy(id);
    if (which_ == Which::unruled && (choices_[op.callee.at()].stays || choices_[op.callee.at()].recursive)) return copy(id);
    auto bindings = bind(callee, now(op.operands));
    if (!bindings) return copy(id);
    Cloner cloner(callee, builder_);
    cloner.symbols = *std::move(bindings);
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      cloner.set(callee.arguments()[i], now(op.operands[i]));
    for (OpId inner : callee[callee.body].ops) cloner.op(inner);
    for (std::size_t i = 0; i < op.results.size(); ++i) {
      const ValueId result = cloner(callee.results()[i]);
      // The caller's name says more than the callee's, but an operand keeps its own.
      if (to_[result].op.valid() && !from_[op.results[i]].name.empty()) to_[result].name.clear();
      replace(op.results[i], result);
    }
  }

  std::optional<Bindings> bind(const Function& callee, const std::vector<ValueId>& operands) {
    const Symbols used = symbols_of(callee);
    Bindings bindings;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Value& argument = callee[callee.arguments()[i]];
      const Shape& extents = argument.type.extents;
      for (std::size_t axis = 0; axis < extents.size() && argument.type.is_tensor(); ++axis)
        if (auto symbol = extents[axis].as_symbol())
          bindings.emplace(*symbol, to_[operands[i]].type.extents[axis]);
      const std::string value = "%" + argument.name;
      if (!argument.type.is_scalar() || !is_integer(argument.type.element) || !used.contains(value)) continue;
      const auto extent = builder_.extent_of(operands[i]);
      if (!extent) return std::nullopt;
      bindings.emplace(value, *extent);
    }
    for (const std::string& symbol : used)
      if (!bindings.contains(symbol)) bindings.emplace(symbol, Extent::symbol(fresh(symbol)));
    return bindings;
  }

  std::string fresh(const std::string& symbol) {
    std::string name = symbol;
    for (int i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", symbol, i);
    return name;
  }

  const Which which_;
  const std::vector<CallChoice> choices_;
  Symbols taken_;
};

// By numbers of ops.
std::vector<CallChoice> call_choices(const Module& module) {
  constexpr CallCost kCost{2, 300, true};
  std::vector<Callable> functions(module.functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    functions[i].size = static_cast<double>(module.functions[i].ops.size());
    for (const Op& op : module.functions[i].ops)
      if (op.callee.valid()) ++functions[i].calls[op.callee.at()];
  }
  return choose(functions, kCost);
}

// Callees first; null, with a diagnostic, where there is a cycle.
class CallOrder {
 public:
  // `cycles`: there may be some.
  CallOrder(const Module& module, Diagnostics& diagnostics, bool cycles)
      : module_(module), diagnostics_(diagnostics), cycles_(cycles) {}

  std::optional<std::vector<std::size_t>> run() {
    state_.assign(module_.functions.size(), State::unseen);
    for (std::size_t i = 0; i < module_.functions.size(); ++i)
      if (!visit(i)) return std::nullopt;
    return std::move(order_);
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };

  bool visit(std::size_t i) {
    if (state_[i] == State::done) return true;
    state_[i] = State::open;
    for (const Op& op : module_.functions[i].ops) {
      if (!op.callee.valid()) continue;
      if (state_[op.callee.at()] == State::open) {
        if (cycles_) continue;
        diagnostics_.report(DiagnosticId::recursive_inline, op.loc, module_[op.callee].name);
        return false;
      }
      if (!visit(op.callee.at())) return false;
    }
    state_[i] = State::done;
    order_.push_back(i);
    return true;
  }

  const Module& module_;
  Diagnostics& diagnostics_;
  const bool cycles_;
  std::vector<State> state_;
  std::vector<std::size_t> order_;
};

}  // namespace

Function with_bodies(Module& module, const Function& function, Diagnostics& diagnostics) {
  return Inliner(module, function, diagnostics, Which::all, {}).run();
}

std::optional<Module> run_inline_pass(const Module& module, const PassArguments& arguments,
                                      Diagnostics& diagnostics) {
  const Which which = arguments == PassArguments{"small"}     ? Which::small
                      : arguments == PassArguments{"unruled"} ? Which::unruled
                                                              : Which::all;
  if (which == Which::all && !takes_no_arguments("inline", arguments, diagnostics)) return std::nullopt;
  const auto order = CallOrder(module, diagnostics, which != Which::all).run();
  if (!order) return std::nullopt;
  const std::vector<CallChoice> choices = call_choices(module);
  Module out = module;
  for (std::size_t i : *order) out.functions[i] = Inliner(out, module.functions[i], diagnostics, which, choices).run();
  return out;
}

}  // namespace ir
