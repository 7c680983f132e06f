#include "ir/function.h"

#include <functional>

namespace ir {
namespace {

std::size_t hash_of(const Location& location) {
  const std::hash<std::string_view> text;
  std::size_t hash = text(location.file);
  for (const std::size_t part : {static_cast<std::size_t>(location.line), static_cast<std::size_t>(location.column), text(location.text),
                                 text(location.called)})
    hash = hash * 0x9E3779B97F4A7C15u + part;
  return hash;
}

}  // namespace

ValueId Function::find(std::string_view value_name) const {
  for (const NamedValue& one : named)
    if (one.name == value_name) return one.value;
  for (ValueId argument : arguments())
    if ((*this)[argument].name == value_name) return argument;
  return {};
}

FunctionId Module::find(std::string_view name) const {
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return {static_cast<std::int32_t>(i)};
  return {};
}

std::string Module::free_name(const std::string& base) const {
  std::string name = base;
  for (int i = 2; find(name).valid(); ++i) name = base + "_" + std::to_string(i);
  return name;
}

LocId Module::locate(const Location& location) {
  for (; numbered_ < locations.size(); ++numbered_) numbers_.emplace(hash_of(locations[numbered_]), numbered_);
  const auto [first, last] = numbers_.equal_range(hash_of(location));
  for (auto known = first; known != last; ++known)
    if (known->second < locations.size() && locations[known->second] == location) return {static_cast<std::int32_t>(known->second)};
  locations.push_back(location);
  return {static_cast<std::int32_t>(locations.size() - 1)};
}

std::vector<std::size_t> differentiable(const Function& function, const std::vector<ValueId>& values) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_differentiable(function[values[i]].type.element)) numbers.push_back(i);
  return numbers;
}

}  // namespace ir
