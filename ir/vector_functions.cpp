#include "ir/vector_functions.h"

#include <algorithm>
#include <array>

namespace ir {
namespace {

constexpr std::array kNames = {
#define GRADC_VECTOR_FUNCTION(name) std::string_view(#name),
#include "ir/vector_functions.def"
#undef GRADC_VECTOR_FUNCTION
};

constexpr std::array<std::string_view, 2> kSpaces = {"std::", "gradc::scalar::"};

}  // namespace

std::string vector_function(std::string_view word) {
  for (std::string_view space : kSpaces)
    if (word.starts_with(space))
      if (const std::string_view name = word.substr(space.size()); std::find(kNames.begin(), kNames.end(), name) != kNames.end())
        return "gradc::vector_math::" + std::string(name);
  return {};
}

bool calls_vector_function(std::string_view expression) {
  for (std::string_view space : kSpaces)
    for (std::size_t at = expression.find(space); at != std::string_view::npos; at = expression.find(space, at + 1))
      if (!vector_function(expression.substr(at, expression.find('(', at) - at)).empty()) return true;
  return false;
}

}  // namespace ir
