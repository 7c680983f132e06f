// What holds the values of many items, of which the user's function takes or gives one: numbers and tensors of numbers lie along a
// further first axis, structures in a std::vector.
#pragma once

#include <optional>
#include <string>

#include "codegen/interface/value.h"

namespace codegen {

// A result keeps the vectors that it is: they may have sizes of their own.
enum class ItemUse : std::uint8_t { argument, result };

CppValue value_of_items(const CppValue& one, ItemUse use);
// Why there is no such value; empty where there is.
std::string why_no_items(const CppValue& one);

// Numbers that are one tensor for all items: an item has `axes` of arrays, each of whose elements is a leaf.
struct ItemNumbers {
  ir::Shape axes;
  const CppValue* leaf;

  ir::Shape extents() const;
};
std::optional<ItemNumbers> numbers_of(const CppValue& one);
bool is_array_of_items(const CppValue& value);
// What C++ has as std::vector<T>, and the IR as a sequence or, as a list, as a tensor.
bool is_vector_of_numbers(const CppValue& one);
bool is_listed_vector(const CppValue& one);

}  // namespace codegen
