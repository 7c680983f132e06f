#include "codegen/analysis/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace codegen {
namespace {

bool is_integer(const ir::Type& type) { return type.is_scalar() && ir::is_integer(type.element); }

}  // namespace

std::vector<Bound> bound_symbols(const ir::Function& function, const std::function<bool(std::size_t)>& has_extents) {
  std::vector<Bound> all;
  std::set<std::string> seen, integers;
  const std::vector<ir::ValueId>& arguments = function.arguments();
  for (ir::ValueId argument : arguments)
    if (is_integer(function[argument].type)) integers.insert("%" + function[argument].name);
  const auto add = [&](const std::string& symbol, std::size_t argument, int axis) {
    if (seen.insert(symbol).second) all.push_back({symbol, argument, axis});
  };
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    const ir::Value& value = function[arguments[a]];
    // What an integer says is asked of it, so that the extent is compared with it.
    const bool says = value.type.is_tensor() && (!has_extents || has_extents(a));
    for (std::size_t axis = 0; says && axis < value.type.extents.size(); ++axis)
      if (auto symbol = value.type.extents[axis].as_symbol(); symbol && !integers.contains(*symbol))
        add(*symbol, a, static_cast<int>(axis));
    if (is_integer(value.type)) add("%" + value.name, a, -1);
  }
  return all;
}

std::optional<std::string> unbound_symbol(const ir::Function& function) {
  std::set<std::string> symbols;
  for (ir::ValueId argument : function.arguments())
    for (const ir::Extent& extent : function[argument].type.extents)
      if (function[argument].type.is_tensor()) extent.collect_symbols(symbols);
  for (const Bound& bound : bound_symbols(function)) symbols.erase(bound.symbol);
  return symbols.empty() ? std::nullopt : std::optional(*symbols.begin());
}

std::string entry_symbol(const ir::Function& function, ir::ValueId value) {
  return fmt::format("{}@{}", function[value].type.is_tensor() ? "%" : "", value.index);
}

bool is_entry_symbol(const std::string& symbol) { return symbol.starts_with('@') || symbol.starts_with("%@"); }

std::string symbol_of(const ir::Function& function, ir::ValueId integer, bool counter) {
  const ir::Value& value = function[integer];
  if (value.block == function.body && !value.op.valid()) return "%" + value.name;
  return fmt::format("{}#{}", counter ? "" : "%", integer.index);
}

std::optional<ir::ValueId> value_of_symbol(const std::string& symbol) {
  const std::size_t begin = symbol.starts_with("%#") ? 2 : symbol.starts_with('#') ? 1 : 0;
  ir::ValueId value;
  if (begin > 0) std::from_chars(symbol.data() + begin, symbol.data() + symbol.size(), value.index);
  return value.valid() ? std::optional(value) : std::nullopt;
}

bool is_of_arguments(const ir::Function& function, const ir::Extent& extent) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  std::erase_if(symbols, is_entry_symbol);
  for (ir::ValueId argument : function.arguments()) {
    if (symbols.empty()) return true;
    if (function[argument].type.is_tensor())
      for (const ir::Extent& e : function[argument].type.extents)
        if (auto symbol = e.as_symbol()) symbols.erase(*symbol);
    if (is_integer(function[argument].type)) symbols.erase("%" + function[argument].name);
  }
  return symbols.empty();
}

bool is_number_of_trips(const std::string& symbol) { return symbol.starts_with('%') || is_entry_symbol(symbol); }

bool counts_trips(const ir::Extent& bytes) {
  std::set<std::string> symbols;
  bytes.collect_symbols(symbols);
  return std::any_of(symbols.begin(), symbols.end(), is_number_of_trips);
}

}  // namespace codegen
