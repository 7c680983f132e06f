// The types of control ops. A block has extent symbols of its own; what they are outside follows from what is passed:
//
//  1. A parameter that stays the same in all trips (all parameters of an arm) binds each of its plain symbols that
//     isn't known outside to the extent passed, and `%name` to the integer passed where that is an expression.
//  2. With those, every parameter's extents must be the extents passed, and the results of the block in terms of what
//     is outside must be what the op's results are.
//  3. The symbols that change from trip to trip - carried integers, the trip's number, the extents of scanned elements
//     and of varying values - stay unknown outside, so that nothing which they stand in can be a result by (2).
//  4. Results in `varying` have the extents in `shapes`. A plain symbol there that is not known yet is free: on that
//     axis operand, parameter and results may differ, and the parameter's extent is a symbol of its own.
#include "ir/ops/control.h"

#include <set>

namespace ir::ops {
namespace {

std::nullopt_t mismatch(const TypeRule& r, const std::string& text) {
  return r.fail(DiagnosticId::type_mismatch, r.op_name, text);
}

bool same_form(const TypeRule& r, const Type& a, const Type& b, const std::string& what) {
  if (a.element == b.element && a.sequence_depth == b.sequence_depth && a.rank() == b.rank()) return true;
  mismatch(r, fmt::format("{} has type {}, not {}", what, b.text(), a.text()));
  return false;
}

bool same_type(const TypeRule& r, const Type& a, const Type& b, const std::string& what) {
  return same_form(r, a, b, what) && (!a.is_tensor() || r.same_shape(a, b));
}

bool is_predicate(const Type& type) { return type == scalar(ElementType::boolean); }

// The extents of the results in `varying`; an extent is free where it is a symbol that nothing around binds.
class Varying {
 public:
  // False, with a diagnostic, where the attributes don't fit results of these types (extents aside).
  bool read(const TypeRule& r, const Types& results) {
    rule_ = &r;
    const Integers varying = r.attributes.get_or<Integers>("varying", {});
    const Shape shapes = r.attributes.get_or<Shape>("shapes", {});
    std::size_t next = 0;
    std::set<std::string> free_symbols;
    for (std::size_t k = 0; k < varying.size(); ++k) {
      const bool ascending = k == 0 || varying[k - 1] < varying[k];
      if (!ascending || varying[k] < 0 || at(varying[k]) >= results.size() || !results[at(varying[k])].is_tensor())
        return fail("varying", "numbers results that are tensors, in order");
      Shape& shape = shapes_[at(varying[k])];
      for (int axis = 0; axis < results[at(varying[k])].rank(); ++axis) {
        if (next == shapes.size()) return fail("shapes", "has an extent for each axis of the results in `varying`");
        shape.push_back(shapes[next++]);
        if (free(shape.back()) && !free_symbols.insert(*shape.back().as_symbol()).second)
          return fail("shapes", "names each extent that is not known by a symbol of its own");
      }
    }
    return next == shapes.size() || fail("shapes", "has an extent for each axis of the results in `varying`");
  }

  const Shape* of(std::size_t result) const {
    auto found = shapes_.find(result);
    return found == shapes_.end() ? nullptr : &found->second;
  }
  bool free(const Extent& extent) const {
    const auto symbol = extent.as_symbol();
    return symbol && !rule_->scope.has(rule_->block, *symbol);
  }
  // The type of a result which would be `type`: with its extents in `shapes`, or as it is.
  Type result(std::size_t i, Type type) const {
    if (const Shape* shape = of(i)) type.extents = *shape;
    return type;
  }
  // Whether a value has the extents of result i on the axes that are not free; `type` where it doesn't vary.
  bool fits(std::size_t i, const Type& type, const Type& value, const std::string& what) const {
    const Shape* shape = of(i);
    if (!shape) return same_type(*rule_, type, value, what);
    if (!same_form(*rule_, type, value, what)) return false;
    for (std::size_t axis = 0; axis < shape->size(); ++axis)
      if (!free((*shape)[axis]) && !rule_->same((*shape)[axis], value.extents[axis], fmt::format("axis {}", axis)))
        return false;
    return true;
  }

 private:
  bool fail(std::string_view attribute, std::string_view text) const {
    rule_->fail(DiagnosticId::attribute_value, rule_->op_name, attribute, text);
    return false;
  }

  const TypeRule* rule_ = nullptr;
  std::map<std::size_t, Shape> shapes_;
};

// A block of the op, and what its symbols are outside.
class Inside {
 public:
  Inside(const TypeRule& r, BlockId block, std::string_view which)
      : r_(r), parameters_(r.function[block].parameters), results_(r.function[block].results), which_(which) {}

  bool takes(std::size_t count) const {
    if (parameters_.size() == count) return true;
    mismatch(r_, fmt::format("the {} block takes {} values, but {} are passed", which_, parameters_.size(), count));
    return false;
  }
  // 1. Parameter i is what operand k is, in all trips.
  void bind(std::size_t i, std::size_t k) {
    bind_extents(i, r_.type(k), nullptr, nullptr);
    const auto symbol = integer_symbol(r_.function, parameters_[i]);
    if (!symbol || r_.scope.has(r_.block, *symbol)) return;
    if (const auto value = extent_of(r_.function, r_.operands[k])) outside_.emplace(*symbol, *value);
  }
  // Parameter i is carried, beginning with operand k: the same, but for free axes and for integers.
  void bind_carried(std::size_t i, std::size_t k, const Varying& varying, std::size_t result) {
    bind_extents(i, r_.type(k), &varying, varying.of(result));
  }
  // 2. Whether parameter i takes a value of that type, with free extents under names of their own.
  bool fits(std::size_t i, const Type& type, const Varying* varying = nullptr, std::size_t result = 0) {
    const std::string what = fmt::format("parameter {} of the {} block", i, which_);
    const Type parameter = outside(r_.function[parameters_[i]].type);
    const Shape* shape = varying ? varying->of(result) : nullptr;
    if (!shape) return same_type(r_, type, parameter, what);
    if (!same_form(r_, type, parameter, what)) return false;
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
      const Extent& extent = parameter.extents[axis];
      if (!varying->free((*shape)[axis])) {
        if (!r_.same((*shape)[axis], extent, fmt::format("axis {}", axis))) return false;
      } else if (!local(extent) || !own_.insert(*extent.as_symbol()).second) {
        mismatch(r_, fmt::format("{} varies on axis {}, whose extent is a symbol of its own, not {}", what, axis,
                                 extent.text()));
        return false;
      }
    }
    return true;
  }

  const Type& type(std::size_t i) const { return r_.function[parameters_[i]].type; }
  // The types of the results in terms of what is outside, as far as they are known there.
  Types results() const {
    Types types;
    for (ValueId result : results_) types.push_back(outside(r_.function[result].type));
    return types;
  }

 private:
  bool local(const Extent& extent) const {
    const auto symbol = extent.as_symbol();
    return symbol && !r_.scope.has(r_.block, *symbol);
  }
  void bind_extents(std::size_t i, const Type& passed, const Varying* varying, const Shape* shape) {
    const Type& parameter = type(i);
    for (std::size_t axis = 0; parameter.is_tensor() && axis < parameter.extents.size(); ++axis) {
      if (axis >= passed.extents.size() || !local(parameter.extents[axis])) continue;
      if (shape && varying->free((*shape)[axis])) continue;
      outside_.emplace(*parameter.extents[axis].as_symbol(), shape ? (*shape)[axis] : passed.extents[axis]);
    }
  }
  Type outside(Type type) const {
    for (Extent& extent : type.extents) extent = extent.substitute(outside_);
    return type;
  }

  const TypeRule& r_;
  const std::vector<ValueId>& parameters_;
  const std::vector<ValueId>& results_;
  std::string_view which_;
  std::map<std::string, Extent> outside_;
  std::set<std::string> own_;
};

// Whether the extents of what is no sequence are known where the op stands.
bool known_outside(const TypeRule& r, const Types& types, const Varying& varying) {
  for (std::size_t i = 0; i < types.size(); ++i)
    for (const Extent& extent : types[i].extents)
      if (types[i].is_tensor() && !varying.of(i) && !r.scope.knows(r.block, extent)) {
        mismatch(r, fmt::format("the extent {} of result {} is not known outside and has no name in `varying`",
                                extent.text(), i));
        return false;
      }
  return true;
}

// The operands of a loop in the order of a block's parameters: `before` that are the loop's own, carried ones,
// `scanned` elements, invariants.
struct Loop {
  std::size_t before, carried, scanned;
};

bool enter_loop(const TypeRule& r, Inside& block, const Loop& loop, const Varying& varying) {
  if (!block.takes(r.count())) return false;
  const std::size_t first_invariant = loop.before + loop.carried + loop.scanned;
  for (std::size_t i = loop.before; i < loop.before + loop.carried; ++i)
    block.bind_carried(i, i, varying, i - loop.before);
  for (std::size_t i = first_invariant; i < r.count(); ++i) block.bind(i, i);
  for (std::size_t i = 0; i < r.count(); ++i) {
    Type passed = r.type(i);
    const bool carried = i >= loop.before && i < loop.before + loop.carried;
    if (i >= loop.before + loop.carried && i < first_invariant) {
      // Each element has extents of its own, which the block's parameter names.
      if (passed.sequence_depth == 0) return mismatch(r, fmt::format("operand {} is not a sequence", i)), false;
      --passed.sequence_depth;
      if (!same_form(r, passed, block.type(i), fmt::format("parameter {} of the body block", i))) return false;
    } else if (!block.fits(i, passed, carried ? &varying : nullptr, i - loop.before)) {
      return false;
    }
  }
  return true;
}

// The carried results of a body against the carried operands; what follows is stacked into sequences.
std::optional<Types> leave_loop(const TypeRule& r, const Inside& body, const Loop& loop, const Varying& varying,
                                bool counts) {
  const Types results = body.results();
  if (results.size() < loop.carried)
    return mismatch(r, fmt::format("the body gives {} values for {} carried ones", results.size(), loop.carried));
  Types types;
  for (std::size_t i = 0; i < loop.carried; ++i) {
    const Type& begin = r.type(loop.before + i);
    if (!varying.fits(i, begin, begin, fmt::format("operand {}", loop.before + i)) ||
        !varying.fits(i, begin, results[i], fmt::format("carried value {} of the body", i)))
      return std::nullopt;
    types.push_back(varying.result(i, begin));
  }
  if (counts) types.push_back(scalar(ElementType::i64));
  for (std::size_t i = loop.carried; i < results.size(); ++i) types.push_back(sequence_of(results[i]));
  return types;
}

Types carried_types(const TypeRule& r, const Loop& loop) {
  Types types;
  for (std::size_t i = loop.before; i < loop.before + loop.carried; ++i) types.push_back(r.type(i));
  return types;
}

}  // namespace

std::optional<Types> If::type(const TypeRule& r) {
  if (r.blocks.size() != 2 || r.count() == 0 || !is_predicate(r.type(0)))
    return mismatch(r, "it takes a bool and two blocks");
  std::vector<Types> arms;
  for (std::size_t arm = 0; arm < 2; ++arm) {
    Inside block(r, r.blocks[arm], arm == 0 ? "then" : "else");
    if (!block.takes(r.count() - 1)) return std::nullopt;
    for (std::size_t i = 1; i < r.count(); ++i) block.bind(i - 1, i);
    for (std::size_t i = 1; i < r.count(); ++i)
      if (!block.fits(i - 1, r.type(i))) return std::nullopt;
    arms.push_back(block.results());
  }
  if (arms[0].size() != arms[1].size()) return mismatch(r, "the two blocks give different numbers of results");
  Varying varying;
  if (!varying.read(r, arms[0]) || !known_outside(r, arms[0], varying)) return std::nullopt;
  Types types;
  for (std::size_t i = 0; i < arms[0].size(); ++i) {
    for (std::size_t arm = 0; arm < 2; ++arm)
      if (!varying.fits(i, arms[0][i], arms[arm][i], fmt::format("result {} of the {} block", i, arm == 0 ? "then" : "else")))
        return std::nullopt;
    types.push_back(varying.result(i, arms[0][i]));
  }
  return types;
}

std::optional<Types> While::type(const TypeRule& r) {
  const Loop loop{0, at(r.attributes.get<std::int64_t>("carried")), 0};
  if (r.blocks.size() != 2 || loop.carried > r.count()) return mismatch(r, "it takes two blocks and its carried values");
  Varying varying;
  Inside condition(r, r.blocks[0], "condition"), body(r, r.blocks[1], "body");
  if (!varying.read(r, carried_types(r, loop)) || !enter_loop(r, condition, loop, varying) ||
      !enter_loop(r, body, loop, varying))
    return std::nullopt;
  const Types goes_on = condition.results();
  if (goes_on.size() != 1 || !is_predicate(goes_on[0])) return mismatch(r, "the condition gives one bool");
  return leave_loop(r, body, loop, varying, true);
}

std::optional<Types> Scan::type(const TypeRule& r) {
  const Loop loop{1, at(r.attributes.get<std::int64_t>("carried")), at(r.attributes.get<std::int64_t>("scanned"))};
  if (r.blocks.size() != 1 || 1 + loop.carried + loop.scanned > r.count() || !(r.type(0) == scalar(ElementType::i64)))
    return mismatch(r, "it takes a number of trips (i64), carried values, sequences and one block");
  Varying varying;
  Inside body(r, r.blocks[0], "body");
  if (!varying.read(r, carried_types(r, loop)) || !enter_loop(r, body, loop, varying)) return std::nullopt;
  return leave_loop(r, body, loop, varying, false);
}

std::optional<Types> Call::type(const TypeRule& r) {
  if (!r.callee.valid() || r.callee.at() >= r.module.functions.size()) return mismatch(r, "it names a function");
  const Function& callee = r.module[r.callee];
  if (callee.arguments().size() != r.count())
    return mismatch(r, fmt::format("@{} takes {} arguments, not {}", callee.name, callee.arguments().size(), r.count()));
  // The callee's symbols are the caller's extents, or integers, at the places that bind them.
  std::map<std::string, Extent> bound;
  for (std::size_t i = 0; i < r.count(); ++i) {
    const Shape& extents = callee[callee.arguments()[i]].type.extents;
    for (std::size_t axis = 0; axis < extents.size() && axis < r.type(i).extents.size(); ++axis)
      if (auto symbol = extents[axis].as_symbol()) bound.emplace(*symbol, r.type(i).extents[axis]);
    const auto symbol = integer_symbol(callee, callee.arguments()[i]);
    if (!symbol || !is_integer(r.type(i).element)) continue;
    if (const auto extent = extent_of(r.function, r.operands[i])) bound.emplace(*symbol, *extent);
  }
  auto in_caller = [&](Type type) {
    for (Extent& extent : type.extents) extent = extent.substitute(bound);
    return type;
  };
  for (std::size_t i = 0; i < r.count(); ++i)
    if (!same_type(r, in_caller(callee[callee.arguments()[i]].type), r.type(i), fmt::format("argument {}", i)))
      return std::nullopt;
  const auto known = [&](const Extent& extent) {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    return std::all_of(symbols.begin(), symbols.end(), [&](const auto& symbol) { return bound.contains(symbol); });
  };
  // What the caller can't express the callee checks when it is entered.
  for (const Requirement& required : callee.requirements)
    if (known(required.left) && known(required.right) &&
        !r.same(required.left.substitute(bound), required.right.substitute(bound), "what the callee requires"))
      return std::nullopt;
  Types results;
  for (ValueId result : callee.results()) results.push_back(callee[result].type);
  Varying varying;
  if (!varying.read(r, results)) return std::nullopt;
  Types types;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Shape* shape = varying.of(i);
    for (std::size_t axis = 0; axis < results[i].extents.size() && results[i].is_tensor(); ++axis) {
      if (shape && varying.free((*shape)[axis])) continue;
      if (!known(results[i].extents[axis]))
        return mismatch(r, fmt::format("the extent {} of a result of @{} is not known here",
                                       results[i].extents[axis].text(), callee.name));
      if (shape && !r.same((*shape)[axis], results[i].extents[axis].substitute(bound), fmt::format("axis {}", axis)))
        return std::nullopt;
    }
    types.push_back(varying.result(i, in_caller(results[i])));
  }
  return types;
}

}  // namespace ir::ops
