// C++ types as code generation sees them.
#include "tool/lower/cpp_type.h"

namespace tool {
namespace {

using Form = CppType::Form;

codegen::CppValue::Form form_of(const CppType& type) {
  using To = codegen::CppValue::Form;
  switch (type.form) {
    case Form::scalar:
      return To::scalar;
    case Form::tensor:
      return To::tensor;
    case Form::view:
      return To::view;
    case Form::static_tensor:
      return To::static_tensor;
    case Form::eigen:
      return To::eigen;
    case Form::pair:
      return To::pair;
    case Form::tuple:
      return To::tuple;
    case Form::array:
      return To::array;
    case Form::vector:
      return To::vector;
    default:
      return To::structure;
  }
}

codegen::CppValue describe_from(const CppType& type, const std::vector<ir::Type>& leaf_types,
                                std::size_t& next, bool in_vector = false) {
  codegen::CppValue value;
  const bool numbers = type.packed && in_vector;
  value.form = numbers ? codegen::CppValue::Form::numbers : form_of(type);
  value.type = type.name;
  if (type.is_leaf() || numbers) {
    value.leaf = leaf_types[next++];
    value.leaf.sequence_depth = 0;  // the vectors that contain it say how deep it lies
    return value;
  }
  for (std::int64_t i = 0; type.packed && i < type.count; ++i)
    value.members.push_back({std::to_string(i), describe_from(*type.item, leaf_types, next)});
  if (type.packed) return value;
  in_vector |= type.form == Form::vector;
  for (const CppType::Member& member : type.members)
    value.members.push_back({member.name, describe_from(*member.type, leaf_types, next, in_vector)});
  return value;
}

}  // namespace

codegen::CppValue describe(const CppType& type, const std::vector<ir::Type>& leaf_types) {
  std::size_t next = 0;
  return describe_from(type, leaf_types, next);
}

}  // namespace tool
