// Splits a VJP into its forward and its backward function.
//
//  1. Forward are the ops that the results are made of and those of the primal; backward are the others, which
//     differentiation made, or which depend on an adjoint or on another backward op.
//  2. Numbers, extents, views of memory, and tensors that are made of numbers alone (places, random numbers of a key)
//     are made again in the backward function rather than kept. An op with blocks is in one of the two functions as a
//     whole: nothing that the forward function runs is run again. A part of a residual is taken out of it again.
//  3. Residuals are what backward ops or gradients read of the rest: results of forward ops and arguments, tensors and
//     sequences; and the results that are sequences, whose sizes those of their adjoints must be.
//  4. An extent that the backward function needs and no residual or adjoint shows is a residual of its own.
//
// In: g(args, adjoints) -> (results, gradients). Out: forward(args) -> (results, residuals) and
// backward(residuals, adjoints) -> (gradients), which together compute g.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/calls/called.h"
#include "ir/scope.h"

namespace ir {
namespace {

class Splitter {
 public:
  Splitter(const Function& g, int adjoint_count, int result_count)
      : g_(g), first_adjoint_(g.arguments().size() - static_cast<std::size_t>(adjoint_count)),
        result_count_(static_cast<std::size_t>(result_count)), backward_(g.ops.size()), needed_(g.values.size()) {
    find_made_of_numbers();
    std::vector<bool> depends(g.values.size()), primal(g.values.size());
    for (std::size_t i = first_adjoint_; i < g.arguments().size(); ++i) depends[g.arguments()[i].at()] = true;
    for (std::size_t i = 0; i < result_count_; ++i) primal[g.results()[i].at()] = true;
    const auto& ops = g[g.body].ops;
    const auto any = [](const std::vector<ValueId>& values, const std::vector<bool>& marks) {
      return std::any_of(values.begin(), values.end(), [&](ValueId value) { return marks[value.at()]; });
    };
    Scope scope(g);
    scope.enter(g.body);
    for (OpId id : ops) {
      const Op& op = g[id];
      const bool from_adjoint = any(op.operands, depends);
      for (ValueId result : op.results) {
        depends[result.at()] = from_adjoint;
        // The forward function returns what only it knows: an extent.
        if (!from_adjoint && is_news(scope, result)) primal[result.at()] = true;
      }
      scope.append(g.body, op);
    }
    for (auto id = ops.rbegin(); id != ops.rend(); ++id)
      if (any(g[*id].results, primal))
        for (ValueId operand : g[*id].operands) primal[operand.at()] = true;
    std::vector<bool> late(g.values.size());  // what backward ops give
    for (OpId id : ops) {
      const Op& op = g[id];
      backward_[id.at()] = !any(op.results, primal) && (op.derived || any(op.results, depends) || any(op.operands, late));
      for (ValueId result : op.results) late[result.at()] = backward_[id.at()];
    }
    for (std::size_t i = 0; i < result_count_; ++i) GRADC_CHECK(!depends[g.results()[i].at()]);
    // The adjoint of a sequence must have the sizes of the sequence.
    for (std::size_t i = 0; i < result_count_; ++i)
      if (const Type& type = g[g.results()[i]].type; !type.is_tensor() && is_differentiable(type.element))
        keep(g.results()[i]);
    for (std::size_t i = result_count_; i < g.results().size(); ++i) need(g.results()[i]);
    drop_parts();
    std::sort(residuals_.begin(), residuals_.end());
  }

  Function forward(Module& module, Diagnostics& diagnostics);
  Function backward(Module& module, Diagnostics& diagnostics);
  CallParts call_parts(Module& module, Diagnostics& diagnostics);

 private:
  bool made_again(OpId id) const {
    const Trait trait = definition(g_[id].kind).info.trait;
    return of_numbers_[g_[id].results[0].at()] || backward_[id.at()] || parts_.contains(id) || trait == Trait::constant ||
           trait == Trait::integer || trait == Trait::alias || trait == Trait::broadcast;
  }
  void keep(ValueId value) {
    if (!needed_[value.at()]) residuals_.push_back(value);
    needed_[value.at()] = true;
  }
  // Marks a value that the backward function reads, and what it takes to have it there.
  void need(ValueId first) {
    std::vector<ValueId> open{first};
    while (!open.empty()) {
      const ValueId value = open.back();
      open.pop_back();
      const OpId op = g_[value].op;
      if (op.valid() ? !made_again(op) : static_cast<std::size_t>(g_[value].index) < first_adjoint_) {
        keep(value);
      } else if (!needed_[value.at()]) {
        needed_[value.at()] = true;
        if (op.valid()) open.insert(open.end(), g_[op].operands.begin(), g_[op].operands.end());
      }
    }
  }
  // What is a part of another residual is none.
  void drop_parts() {
    const std::set<ValueId> kept(residuals_.begin(), residuals_.end());
    std::erase_if(residuals_, [&](ValueId value) {
      const OpId op = g_[value].op;
      return op.valid() && g_[op].kind == Kind::Slice && kept.contains(g_[op].operands[0]) && parts_.insert(op).second;
    });
  }
  // Marks the tensors that kernels make of numbers alone, and what is made of those element by element.
  void find_made_of_numbers() {
    of_numbers_.resize(g_.values.size());
    std::vector<bool> constant(g_.values.size());
    for (OpId id : g_[g_.body].ops) {
      const Op& op = g_[id];
      const Trait trait = definition(op.kind).info.trait;
      const auto every = [&](bool from_tensors) {
        return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId x) {
          return g_[x].type.is_scalar() || (from_tensors && of_numbers_[x.at()]);
        });
      };
      const bool moves = trait == Trait::elementwise || trait == Trait::broadcast || trait == Trait::alias;
      const bool keeps = trait == Trait::alias || trait == Trait::broadcast || op.kind == Kind::Concat;
      const bool known = trait == Trait::constant || (keeps && std::all_of(op.operands.begin(), op.operands.end(),
                                                                           [&](ValueId x) { return constant[x.at()]; }));
      for (ValueId result : op.results) constant[result.at()] = known;
      const bool made = known || (trait == Trait::kernel ? every(false) : moves && every(true));
      for (ValueId result : op.results) of_numbers_[result.at()] = made && !g_[result].type.is_scalar();
    }
  }
  bool op_needed(const Op& op) const {
    return std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return needed_[result.at()]; });
  }
  // Whether the value has an extent that nothing before it knows.
  bool is_news(const Scope& scope, ValueId value) const {
    const Shape& extents = g_[value].type.extents;
    return std::any_of(extents.begin(), extents.end(), [&](const Extent& extent) {
      const auto symbol = extent.as_symbol();
      return symbol && !scope.has(g_.body, *symbol);
    });
  }
  // `packed`: values that only show what is known without them.
  void find_extents(const std::set<ValueId>& packed = {});
  // The symbols that an op has, in its blocks too.
  void use(const Op& op, std::set<std::string>& used) const;
  // What the forward function gives, up to the results of the primal.
  std::vector<ValueId> begin_forward(Function& to, Builder& builder, Cloner& clone) const;
  std::map<std::string, Extent> begin_backward(Function& to) const;
  // The type and name of a residual in the backward function.
  std::pair<Type, std::string> residual(const Function& to, Builder& builder, const Cloner& clone, ValueId old) const;
  // The gradients.
  std::vector<ValueId> finish_backward(Cloner& clone) const;
  std::string extent_name(const std::string& symbol) const;
  std::optional<CallSource> place_of_symbol(const std::string& symbol) const;

  const Function& g_;
  std::size_t first_adjoint_, result_count_;
  std::vector<bool> backward_, needed_, of_numbers_;
  std::vector<ValueId> residuals_;
  std::set<OpId> parts_;
  std::vector<std::pair<std::string, std::string>> extents_;  // symbol, name of the residual that holds it
};

void Splitter::use(const Op& op, std::set<std::string>& used) const {
  const auto collect = [&](const Shape& shape) {
    for (const Extent& extent : shape) extent.collect_symbols(used);
  };
  for (ValueId result : op.results) collect(g_[result].type.extents);
  for (const auto& [name, attribute] : op.attributes)
    if (const Shape* shape = std::get_if<Shape>(&attribute)) collect(*shape);
  for (BlockId block : op.blocks) {
    for (ValueId parameter : g_[block].parameters) collect(g_[parameter].type.extents);
    for (OpId inner : g_[block].ops) use(g_[inner], used);
  }
}

// The symbols of the types and attributes of backward ops, and of what is required, that nothing passed to
// them shows.
void Splitter::find_extents(const std::set<ValueId>& packed) {
  std::set<std::string> used, shown, given;
  const auto collect = [&](const Shape& shape) {
    for (const Extent& extent : shape) extent.collect_symbols(used);
  };
  // Packed values are read in the function: what its arguments and gradients have must be known before.
  const auto give = [&](ValueId value) {
    for (const Extent& extent : g_[value].type.extents) extent.collect_symbols(given);
  };
  if (!packed.empty()) {
    for (std::size_t i = result_count_; i < g_.results().size(); ++i) give(g_.results()[i]);
    for (std::size_t i = first_adjoint_; i < g_.arguments().size(); ++i) give(g_.arguments()[i]);
    for (ValueId residual : residuals_)
      if (!packed.contains(residual)) give(residual);
  }
  used = given;
  const auto show = [&](ValueId value) {
    const Shape& extents = g_[value].type.extents;
    collect(extents);
    const bool plain = std::all_of(extents.begin(), extents.end(), [](const Extent& extent) {
      return extent.as_symbol().has_value() || extent.constant().has_value();
    });
    if (!packed.contains(value) || plain)
      for (const Extent& extent : extents)
        if (auto symbol = extent.as_symbol(); symbol && !(packed.contains(value) && given.contains(*symbol))) shown.insert(*symbol);
    if (g_[value].type.is_scalar() && !g_[value].op.valid()) shown.insert("%" + g_[value].name);
  };
  for (ValueId residual : residuals_) show(residual);
  for (std::size_t i = first_adjoint_; i < g_.arguments().size(); ++i) show(g_.arguments()[i]);
  Scope scope(g_);
  scope.enter(g_.body);
  for (OpId id : g_[g_.body].ops) {
    const Op& op = g_[id];
    const bool here = made_again(id) && op_needed(op);
    if (here) use(op, used);
    // What a backward op is the first to know.
    for (ValueId result : op.results)
      for (const Extent& extent : g_[result].type.extents)
        if (auto symbol = extent.as_symbol(); here && symbol && !scope.has(g_.body, *symbol)) shown.insert(*symbol);
    scope.append(g_.body, op);
  }
  // What the ops of the backward function are well-typed by.
  for (const Requirement& requirement : g_.requirements) collect({requirement.left, requirement.right});
  // What only blocks know isn't known here.
  for (const std::string& symbol : used)
    if (!shown.contains(symbol) && scope.has(g_.body, symbol)) extents_.emplace_back(symbol, extent_name(symbol));
}

std::string Splitter::extent_name(const std::string& symbol) const {
  std::string name = "extent_" + symbol;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '.' || c == '%'; }, '_');
  return name;
}

std::vector<ValueId> Splitter::begin_forward(Function& to, Builder& builder, Cloner& clone) const {
  for (const auto& origin : g_.extent_origins)
    if (static_cast<std::size_t>(origin.argument) < first_adjoint_) to.extent_origins.push_back(origin);
  for (std::size_t i = 0; i < first_adjoint_; ++i) {
    const Value& argument = g_[g_.arguments()[i]];
    clone.set(g_.arguments()[i], builder.argument(argument.type, argument.name));
  }
  for (OpId id : g_[g_.body].ops)
    if (!backward_[id.at()]) clone.op(id);
  std::vector<ValueId> results;
  for (std::size_t i = 0; i < result_count_; ++i) results.push_back(clone(g_.results()[i]));
  return results;
}

Function Splitter::forward(Module& module, Diagnostics& diagnostics) {
  Function to = new_function(g_.name + "_forward");
  to.requirements = g_.requirements;  // a builder knows what they say
  Builder builder(module, to, diagnostics);
  Cloner clone(g_, builder);
  std::vector<ValueId> results = begin_forward(to, builder, clone);
  find_extents();
  for (ValueId residual : residuals_) results.push_back(clone(residual));
  for (const auto& [symbol, name] : extents_) {
    results.push_back(builder.extent_value(Extent::symbol(symbol)));
    to[results.back()].name = name;
  }
  builder.set_results(results);
  return to;
}

// What is required, by what the symbols are there: they are given.
std::map<std::string, Extent> Splitter::begin_backward(Function& to) const {
  std::map<std::string, Extent> passed;
  for (const auto& [symbol, name] : extents_) passed.emplace(symbol, Extent::symbol("%" + name));
  for (const Requirement& requirement : g_.requirements)
    to.requirements.push_back(
        {requirement.left.substitute(passed), requirement.right.substitute(passed), requirement.loc});
  return passed;
}

std::pair<Type, std::string> Splitter::residual(const Function& to, Builder& builder, const Cloner& clone, ValueId old) const {
  Type type = g_[old].type;
  for (Extent& extent : type.extents) extent = extent.substitute(clone.symbols);
  std::string name = g_[old].name;
  if (name.empty()) name = fmt::format("kept{}", to.arguments().size());
  // An integer argument is an extent by its name, which must not be that of an integer in a block.
  if (g_[old].op.valid() && type.is_scalar() && is_integer(type.element)) name = builder.fresh_name(name);
  // Extents are made of the name that an integer argument has.
  const bool binds = !g_[old].op.valid() && integer_symbol(g_, old);
  for (ValueId other : to.arguments())
    if (to[other].name == name && !binds) name += fmt::format("_{}", to.arguments().size());
  return {std::move(type), std::move(name)};
}

std::vector<ValueId> Splitter::finish_backward(Cloner& clone) const {
  for (OpId id : g_[g_.body].ops)
    if (made_again(id) && op_needed(g_[id]) && !clone.has(g_[id].results[0])) clone.op(id);
  std::vector<ValueId> results;
  for (std::size_t i = result_count_; i < g_.results().size(); ++i) results.push_back(clone(g_.results()[i]));
  return results;
}

Function Splitter::backward(Module& module, Diagnostics& diagnostics) {
  Function to = new_function(g_.name + "_backward");
  const auto passed = begin_backward(to);
  Builder builder(module, to, diagnostics);
  Cloner clone(g_, builder);
  clone.symbols = passed;
  auto argument = [&](ValueId old) {
    const auto [type, name] = residual(to, builder, clone, old);
    clone.set(old, builder.argument(type, name));
  };
  for (ValueId residual : residuals_) argument(residual);
  for (const auto& [symbol, name] : extents_) builder.argument(scalar(ElementType::i64), name);
  for (std::size_t i = first_adjoint_; i < g_.arguments().size(); ++i) argument(g_.arguments()[i]);
  builder.set_results(finish_backward(clone));
  return to;
}

// --- a call --------------------------------------------------------------------------------------------------

// Where the caller has the extent: as that of an argument.
std::optional<CallSource> Splitter::place_of_symbol(const std::string& symbol) const {
  for (std::size_t i = 0; i < first_adjoint_; ++i) {
    const Shape& extents = g_[g_.arguments()[i]].type.extents;
    for (std::size_t axis = 0; axis < extents.size() && g_[g_.arguments()[i]].type.is_tensor(); ++axis)
      if (extents[axis].as_symbol() == symbol) return CallSource{CallSource::From::extent, i, axis};
  }
  return std::nullopt;
}

// Arguments and results the caller has; the rest is put into one sequence. Extents are those of arguments, or further
// results.
CallParts Splitter::call_parts(Module& module, Diagnostics& diagnostics) {
  using From = CallSource::From;
  CallParts parts;
  std::vector<CallSource> sources;
  std::vector<std::pair<ValueId, CallSource>> had;
  std::vector<ValueId> packed;
  for (ValueId residual : residuals_) {
    const auto result = std::find(g_.results().begin(), g_.results().begin() + static_cast<std::ptrdiff_t>(result_count_), residual);
    const auto k = static_cast<std::size_t>(result - g_.results().begin());
    if (!g_[residual].op.valid())
      had.push_back({residual, {From::argument, static_cast<std::size_t>(g_[residual].index), 0}});
    else if (k < result_count_)
      had.push_back({residual, {From::result, k, 0}});
    else
      packed.push_back(residual);
  }
  // Those that show extents of their own come before those whose extents are made of these.
  std::stable_partition(packed.begin(), packed.end(), [&](ValueId value) {
    const Shape& extents = g_[value].type.extents;
    return std::all_of(extents.begin(), extents.end(), [](const Extent& extent) { return extent.as_symbol().has_value(); });
  });
  find_extents({packed.begin(), packed.end()});
  // An integer argument is there by itself.
  for (std::size_t i = 0; i < first_adjoint_; ++i) {
    const ValueId argument = g_.arguments()[i];
    const auto named = std::find_if(extents_.begin(), extents_.end(), [&](const auto& extent) { return extent.first == "%" + g_[argument].name; });
    if (named == extents_.end() || !integer_symbol(g_, argument)) continue;
    extents_.erase(named);
    had.push_back({argument, {From::argument, i, 0}});
  }

  Function& forward = parts.forward = new_function(g_.name);
  {
    forward.requirements = g_.requirements;
    Builder builder(module, forward, diagnostics);
    Cloner clone(g_, builder);
    std::vector<ValueId> results = begin_forward(forward, builder, clone);
    if (!packed.empty()) {
      const ValueId kept = builder.append(Kind::SequencePack, clone(packed));
      forward[kept].name = "kept";
      sources.push_back({From::result, results.size(), 0});
      results.push_back(kept);
    }
    for (const auto& [symbol, name] : extents_) {
      const auto place = place_of_symbol(symbol);
      sources.push_back(place ? *place : CallSource{From::result, results.size(), 0});
      if (place) continue;
      results.push_back(builder.extent_value(Extent::symbol(symbol)));
      forward[results.back()].name = name;
    }
    builder.set_results(results);
  }

  Function& backward = parts.backward = new_function(g_.name);
  const auto passed = begin_backward(backward);
  Builder builder(module, backward, diagnostics);
  Cloner clone(g_, builder);
  clone.symbols = passed;
  const ValueId kept = packed.empty() ? ValueId{} : builder.argument(sequence_of_any(), "kept");
  for (const auto& [symbol, name] : extents_) builder.argument(scalar(ElementType::i64), name);
  const auto argument = [&](ValueId old) {
    const auto [type, name] = residual(backward, builder, clone, old);
    clone.set(old, builder.argument(type, name));
  };
  for (const auto& [value, source] : had) {
    argument(value);
    sources.push_back(source);
  }
  for (std::size_t i = first_adjoint_; i < g_.arguments().size(); ++i) argument(g_.arguments()[i]);
  for (std::size_t i = 0; i < packed.size(); ++i) {
    Type type = g_[packed[i]].type;
    for (Extent& extent : type.extents) extent = extent.substitute(clone.symbols);
    const ValueId place = builder.constant_integer(ElementType::i64, static_cast<std::int64_t>(i));
    const ValueId value = builder.append(Kind::SequenceAt, {kept, place},
                                         {{"depth", static_cast<std::int64_t>(type.sequence_depth)},
                                          {"element", type.element},
                                          {"rank", static_cast<std::int64_t>(type.rank())},
                                          {"shape", type.is_tensor() ? type.extents : Shape{}}});
    backward[value].name = g_[packed[i]].name;
    clone.set(packed[i], value);
  }
  builder.set_results(finish_backward(clone));
  backward.sources = std::move(sources);
  return parts;
}

}  // namespace

SplitFunctions split_vjp(Module module, FunctionId function, int adjoint_count, int result_count) {
  SplitFunctions split{std::move(module), {}, {}};
  Splitter splitter(split.module[function], adjoint_count, result_count);
  Diagnostics diagnostics;
  Function forward = splitter.forward(split.module, diagnostics);
  Function backward = splitter.backward(split.module, diagnostics);
  GRADC_CHECK(diagnostics.empty());
  split.forward = {static_cast<std::int32_t>(split.module.functions.size())};
  split.module.functions.push_back(std::move(forward));
  split.backward = {static_cast<std::int32_t>(split.module.functions.size())};
  split.module.functions.push_back(std::move(backward));
  return split;
}

CallParts split_call(Module& module, const Function& adjoint, int seed_count, int result_count, Diagnostics& diagnostics) {
  return Splitter(adjoint, seed_count, result_count).call_parts(module, diagnostics);
}

}  // namespace ir
