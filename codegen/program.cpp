#include "codegen/program.h"

#include <fmt/format.h>

namespace codegen {
namespace {

// The expression of a member, given that of the value that it belongs to.
std::string member(const CppValue& value, const std::string& expression, const std::string& name) {
  switch (value.form) {
    case CppValue::Form::tuple:
      return fmt::format("std::get<{}>({})", name, expression);
    case CppValue::Form::array:
      return fmt::format("{}[{}]", expression, name);
    default:
      return fmt::format("{}.{}", expression, name);
  }
}

void collect(const CppValue& value, const std::string& expression, std::vector<Leaf>& out) {
  if (value.is_leaf()) out.push_back({expression, &value});
  for (const auto& [name, inner] : value.members) collect(inner, member(value, expression, name), out);
}

}  // namespace

std::vector<Leaf> leaves(const CppValue& value, const std::string& expression) {
  std::vector<Leaf> out;
  collect(value, expression, out);
  return out;
}

}  // namespace codegen
