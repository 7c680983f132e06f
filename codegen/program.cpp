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

CppValue indexed_slices(const CppValue& tensor) {
  using Form = CppValue::Form;
  const std::string element = cpp_element(tensor.leaf.element);
  const int rank = tensor.leaf.rank();
  const CppValue size{Form::scalar, "std::int64_t", ir::scalar(ir::ElementType::i64), {}};
  CppValue extents{Form::array, "gradc::Shape", {}, {}};
  for (int axis = 0; axis < rank; ++axis) extents.members.push_back({fmt::to_string(axis), size});
  const auto pieces = [](const std::string& type, const ir::Type& leaf) {
    return CppValue{Form::vector, type, {}, {{"[]", {Form::tensor, type, leaf, {}}}}};
  };
  return {Form::structure,
          fmt::format("gradc::IndexedSlices<{}, {}>", element, rank),
          {},
          {{"dense_shape", extents},
           {"indices", pieces("gradc::Tensor<std::int64_t, 1>", {ir::ElementType::i64, {0}, 0})},
           {"values", pieces(fmt::format("gradc::Tensor<{}, {}>", element, rank), tensor.leaf)}}};
}

ir::Type Leaf::type() const {
  ir::Type type = value->leaf;
  type.sequence_depth = static_cast<int>(elements.size());
  return type;
}

}  // namespace codegen
