#include "ir/function.h"

#include <algorithm>

namespace ir {

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
  auto found = std::find(locations.rbegin(), locations.rend(), location);
  if (found != locations.rend()) return {static_cast<std::int32_t>(locations.rend() - found - 1)};
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
