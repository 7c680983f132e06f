#include "codegen/program.h"

#include <fmt/format.h>

#include "codegen/backend.h"

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

// `path` are the vectors that the value lies in, outermost first; the last is the way to it.
void collect(const CppValue& value, const std::vector<std::string>& path, std::vector<Leaf>& out) {
  if (value.is_leaf()) out.push_back({path[0], &value, {path.begin() + 1, path.end()}});
  for (const auto& [name, inner] : value.members) {
    std::vector<std::string> inside = path;
    if (value.form == CppValue::Form::vector)
      inside.push_back("$");
    else
      inside.back() = member(value, path.back(), name);
    collect(inner, inside, out);
  }
}

}  // namespace

std::vector<Leaf> leaves(const CppValue& value, const std::string& expression) {
  std::vector<Leaf> out;
  collect(value, {expression}, out);
  return out;
}

ir::Type Leaf::type() const {
  ir::Type type = value->leaf;
  type.sequence_depth = static_cast<int>(elements.size());
  return type;
}

CppValue block_value(ir::ElementType element, int rank) {
  const std::string number = cpp_element(element);
  const ir::Type type{element, ir::Shape(static_cast<std::size_t>(rank)), 0};
  if (rank == 0) return {CppValue::Form::scalar, number, type, {}};
  return {CppValue::Form::tensor, fmt::format("gradc::Tensor<{}, {}>", number, rank), type, {}};
}

}  // namespace codegen
