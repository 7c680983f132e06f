#include "ir/ops/control.h"

#include <set>

namespace ir::ops {
namespace {

std::optional<Types> mismatch(const TypeRule& r, const std::string& text) {
  r.fail(DiagnosticId::type_mismatch, r.op_name, text);
  return std::nullopt;
}

bool same_type(const TypeRule& r, const Type& a, const Type& b, const std::string& what) {
  if (a.element != b.element || a.sequence_depth != b.sequence_depth || a.rank() != b.rank()) {
    mismatch(r, fmt::format("{} has type {}, not {}", what, b.text(), a.text()));
    return false;
  }
  return !a.is_tensor() || r.same_shape(a, b);
}

// The parameters of a block against what is passed to them.
bool takes(const TypeRule& r, BlockId block, const Types& passed, std::string_view which) {
  const auto& parameters = r.function[block].parameters;
  if (parameters.size() != passed.size()) {
    mismatch(r, fmt::format("the {} block takes {} values, but {} are passed", which, parameters.size(), passed.size()));
    return false;
  }
  for (std::size_t i = 0; i < passed.size(); ++i)
    if (!same_type(r, passed[i], r.function[parameters[i]].type, fmt::format("parameter {} of the {} block", i, which)))
      return false;
  return true;
}

Types result_types(const TypeRule& r, BlockId block) {
  Types types;
  for (ValueId value : r.function[block].results) types.push_back(r.function[value].type);
  return types;
}

Types operand_types(const TypeRule& r, std::size_t first, std::size_t last) {
  Types types;
  for (std::size_t i = first; i < last; ++i) types.push_back(r.type(i));
  return types;
}

bool is_predicate(const Type& type) { return type == scalar(ElementType::boolean); }

// The carried results of a body against the carried operands; what follows is stacked into sequences.
bool carries(const TypeRule& r, const Types& carried, const Types& results, Types& out) {
  if (results.size() < carried.size()) {
    mismatch(r, fmt::format("the body gives {} values for {} carried ones", results.size(), carried.size()));
    return false;
  }
  for (std::size_t i = 0; i < carried.size(); ++i)
    if (!same_type(r, carried[i], results[i], fmt::format("carried value {} of the body", i))) return false;
  out = carried;
  return true;
}

}  // namespace

std::optional<Types> If::type(const TypeRule& r) {
  if (r.blocks.size() != 2 || r.count() == 0 || !is_predicate(r.type(0)))
    return mismatch(r, "it takes a bool and two blocks");
  const Types passed = operand_types(r, 1, r.count());
  if (!takes(r, r.blocks[0], passed, "then") || !takes(r, r.blocks[1], passed, "else")) return std::nullopt;
  const Types yes = result_types(r, r.blocks[0]), no = result_types(r, r.blocks[1]);
  if (yes.size() != no.size()) return mismatch(r, "the two blocks give different numbers of results");
  for (std::size_t i = 0; i < yes.size(); ++i)
    if (!same_type(r, yes[i], no[i], fmt::format("result {} of the else block", i))) return std::nullopt;
  return yes;
}

std::optional<Types> While::type(const TypeRule& r) {
  const auto carried = static_cast<std::size_t>(r.attributes.get<std::int64_t>("carried"));
  if (r.blocks.size() != 2 || carried > r.count()) return mismatch(r, "it takes two blocks and its carried values");
  const Types passed = operand_types(r, 0, r.count());
  if (!takes(r, r.blocks[0], passed, "condition") || !takes(r, r.blocks[1], passed, "body")) return std::nullopt;
  const Types condition = result_types(r, r.blocks[0]), body = result_types(r, r.blocks[1]);
  if (condition.size() != 1 || !is_predicate(condition[0])) return mismatch(r, "the condition gives one bool");
  Types types;
  if (!carries(r, operand_types(r, 0, carried), body, types)) return std::nullopt;
  types.push_back(scalar(ElementType::i64));
  for (std::size_t i = carried; i < body.size(); ++i) types.push_back(sequence_of(body[i]));
  return types;
}

std::optional<Types> Scan::type(const TypeRule& r) {
  const auto carried = static_cast<std::size_t>(r.attributes.get<std::int64_t>("carried"));
  const auto scanned = static_cast<std::size_t>(r.attributes.get<std::int64_t>("scanned"));
  if (r.blocks.size() != 1 || 1 + carried + scanned > r.count() || !(r.type(0) == scalar(ElementType::i64)))
    return mismatch(r, "it takes a number of trips (i64), carried values, sequences and one block");
  const auto& parameters = r.function[r.blocks[0]].parameters;
  if (parameters.size() != r.count()) return mismatch(r, "its block takes as many values as the op");
  Types passed = operand_types(r, 0, r.count());
  for (std::size_t i = 1 + carried; i < 1 + carried + scanned; ++i) {
    if (passed[i].sequence_depth == 0) return mismatch(r, fmt::format("operand {} is not a sequence", i));
    // Each element has extents of its own, which the block's parameter names.
    --passed[i].sequence_depth;
    if (passed[i].is_tensor()) passed[i].extents = r.function[parameters[i]].type.extents;
  }
  if (!takes(r, r.blocks[0], passed, "body")) return std::nullopt;
  const Types body = result_types(r, r.blocks[0]);
  Types types;
  if (!carries(r, operand_types(r, 1, 1 + carried), body, types)) return std::nullopt;
  for (std::size_t i = carried; i < body.size(); ++i) types.push_back(sequence_of(body[i]));
  return types;
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
    const Value& argument = callee[callee.arguments()[i]];
    if (!argument.type.is_scalar() || !is_integer(argument.type.element) || !is_integer(r.type(i).element)) continue;
    if (const auto extent = extent_of(r.function, r.operands[i])) bound.emplace("%" + argument.name, *extent);
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
  Types types;
  for (ValueId result : callee.results()) {
    const Type& type = callee[result].type;
    for (const Extent& extent : type.extents)
      if (type.is_tensor() && !known(extent))
        return mismatch(r, fmt::format("the extent {} of a result of @{} is not known here", extent.text(), callee.name));
    types.push_back(in_caller(type));
  }
  return types;
}

}  // namespace ir::ops
