#include "ir/scope.h"

#include <algorithm>
#include <functional>

#include "ir/op.h"

namespace ir {
namespace {

bool is_named_integer(const Value& value) {
  return value.type.is_scalar() && is_integer(value.type.element) && !value.name.empty();
}

// The symbols that stand alone in the attribute by which an op names extents of its results.
std::set<std::string> may_bind(const Op& op) {
  std::set<std::string> symbols;
  const std::string_view name = definition(op.kind).info.binds;
  const Attribute* attribute = name.empty() ? nullptr : op.attributes.find(name);
  if (const auto* shape = attribute ? std::get_if<Shape>(attribute) : nullptr)
    for (const Extent& extent : *shape)
      if (auto symbol = extent.as_symbol()) symbols.insert(*symbol);
  return symbols;
}

}  // namespace

std::optional<std::string> integer_symbol(const Function& function, ValueId parameter) {
  const Value& value = function[parameter];
  if (!value.block.valid() || !is_named_integer(value)) return std::nullopt;
  for (BlockId block = value.block; block.valid(); block = function[block].around)
    for (ValueId other : function[block].parameters) {
      if (other == parameter) break;
      if (is_named_integer(function[other]) && function[other].name == value.name) return std::nullopt;
    }
  return "%" + value.name;
}

std::set<std::string> argument_symbols(const Function& function) {
  std::set<std::string> symbols;
  for (ValueId argument : function.arguments()) {
    const Type& type = function[argument].type;
    for (const Extent& extent : type.extents)
      if (const auto symbol = extent.as_symbol(); symbol && type.is_tensor()) symbols.insert(*symbol);
    if (const auto symbol = integer_symbol(function, argument)) symbols.insert(*symbol);
  }
  return symbols;
}

bool has_only(const Extent& extent, const std::set<std::string>& symbols) {
  std::set<std::string> named;
  extent.collect_symbols(named);
  return std::includes(symbols.begin(), symbols.end(), named.begin(), named.end());
}

std::set<std::string> symbols_named(const Function& function, const Op& op) {
  std::set<std::string> symbols;
  for (const auto& [name, attribute] : op.attributes)
    if (const Shape* shape = std::get_if<Shape>(&attribute))
      for (const Extent& extent : *shape) extent.collect_symbols(symbols);
  for (ValueId result : op.results)
    if (const Type& type = function[result].type; type.is_tensor())
      for (const Extent& extent : type.extents) extent.collect_symbols(symbols);
  return symbols;
}

void collect_symbols(const Function& function, BlockId block, std::set<std::string>& symbols) {
  for (ValueId parameter : function[block].parameters)
    if (const Type& type = function[parameter].type; type.is_tensor())
      for (const Extent& extent : type.extents) extent.collect_symbols(symbols);
  for (OpId id : function[block].ops) {
    symbols.merge(symbols_named(function, function[id]));
    for (BlockId inner : function[id].blocks) collect_symbols(function, inner, symbols);
  }
}

void Scope::enter(BlockId block) {
  for (ValueId parameter : function_[block].parameters) {
    const Type& type = function_[parameter].type;
    for (const Extent& extent : type.extents)
      if (auto symbol = extent.as_symbol(); symbol && type.is_tensor() && !has(block, *symbol)) bind(block, *symbol);
    if (const auto symbol = integer_symbol(function_, parameter)) bind(block, *symbol);
  }
}

void Scope::append(BlockId block, const Op& op) {
  for (const std::string& symbol : may_bind(op))
    if (!has(block, symbol)) bind(block, symbol);
}

void Scope::walk(BlockId block) {
  enter(block);
  for (OpId id : function_[block].ops) {
    for (BlockId inner : function_[id].blocks) walk(inner);
    append(block, function_[id]);
  }
}

bool Scope::has(BlockId block, const std::string& symbol) const {
  for (; block.valid(); block = function_[block].around)
    if (auto found = bound_.find(block); found != bound_.end() && found->second.contains(symbol)) return true;
  return false;
}

bool Scope::knows(BlockId block, const Extent& extent) const {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::all_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) { return has(block, symbol); });
}

std::set<std::string> bound_by(const Function& function, OpId op, BlockId block) {
  Scope scope(function);
  const std::function<void(BlockId, OpId)> enter = [&](BlockId inner, OpId last) {
    if (const BlockId around = function[inner].around; around.valid()) {
      const auto& ops = function[around].ops;
      enter(around, *std::find_if(ops.begin(), ops.end(), [&](OpId id) {
        const auto& blocks = function[id].blocks;
        return std::find(blocks.begin(), blocks.end(), inner) != blocks.end();
      }));
    }
    scope.enter(inner);
    for (OpId id : function[inner].ops) {
      if (id == last) return;
      scope.append(inner, function[id]);
    }
  };
  enter(block, op);
  std::set<std::string> bound = may_bind(function[op]);
  std::erase_if(bound, [&](const std::string& symbol) { return scope.has(block, symbol); });
  return bound;
}

}  // namespace ir
