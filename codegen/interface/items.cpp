#include "codegen/interface/items.h"

#include <fmt/format.h>

#include <optional>

namespace codegen {
namespace {

using Form = CppValue::Form;

}  // namespace

ir::Shape ItemNumbers::extents() const {
  ir::Shape all = axes;
  all.insert(all.end(), leaf->leaf.extents.begin(), leaf->leaf.extents.end());
  return all;
}

bool is_array_of_items(const CppValue& value) {
  return value.form == Form::array || value.form == Form::numbers || (value.form == Form::list && !is_listed_vector(value));
}

bool is_listed_vector(const CppValue& one) { return one.form == Form::list && one.type.starts_with("std::vector"); }

bool is_vector_of_numbers(const CppValue& one) {
  return one.form == Form::vector && one.members[0].value.form == Form::scalar;
}

std::optional<ItemNumbers> numbers_of(const CppValue& one) {
  if (one.form == Form::array) {
    if (one.members.empty()) return std::nullopt;
    const CppValue& item = one.members[0].value;
    auto inner = item.form == Form::scalar || is_array_of_items(item) ? numbers_of(item) : std::nullopt;
    if (inner) inner->axes.insert(inner->axes.begin(), static_cast<std::int64_t>(one.members.size()));
    return inner;
  }
  if (!one.is_leaf()) return std::nullopt;
  return ItemNumbers{{}, &one};
}

namespace {

// A value in a vector: arrays of numbers are one leaf there.
CppValue inside_vector(const CppValue& one) {
  if (is_listed_vector(one)) {
    const CppValue number{Form::scalar, cpp_element(one.leaf.element), ir::scalar(one.leaf.element), {}};
    return {Form::vector, one.type, {}, {{"[]", number}}};
  }
  if (is_array_of_items(one)) {
    if (const auto numbers = numbers_of(one))
      return {Form::numbers, one.type, {numbers->leaf->leaf.element, numbers->extents(), 0}, {}};
  }
  CppValue now = one;
  if (now.form == Form::vector) return now;
  for (CppValue::Member& member : now.members) member.value = inside_vector(member.value);
  return now;
}

}  // namespace

CppValue value_of_items(const CppValue& one, ItemUse use) {
  const bool keeps = use == ItemUse::result && is_listed_vector(one);
  if (const auto numbers = keeps ? std::nullopt : numbers_of(one))
    return block_value(numbers->leaf->leaf.element, static_cast<int>(numbers->extents().size()) + 1);
  if (is_vector_of_numbers(one) && use == ItemUse::argument) return block_value(one.members[0].value.leaf.element, 2);
  return {Form::items, fmt::format("std::vector<{}>", one.type), {}, {{"[]", inside_vector(one)}}};
}

std::string why_no_items(const CppValue& one) {
  if (one.is_counted()) return "is a pointer to objects; take a std::vector";
  if (one.form == Form::pointer) return "is a pointer; take a gradc::View, which has a form with one axis more";
  const CppValue* number = &one;
  if (is_vector_of_numbers(one)) number = &one.members[0].value;
  if (const auto numbers = numbers_of(*number)) {
    const CppValue& leaf = *numbers->leaf;
    if (leaf.form == Form::scalar && !is_plain(leaf.type, leaf.leaf.element))
      return fmt::format("is of '{}', which no tensor holds; put it into a structure, or take an integer", leaf.type);
    if (static_cast<int>(numbers->extents().size()) >= ir::kMostAxes)
      return fmt::format("has {} axes, and a tensor has at most {}", numbers->extents().size(), ir::kMostAxes);
  }
  return {};
}

}  // namespace codegen
