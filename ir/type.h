// The type of a value: element type, symbolic extents, and how many times it is nested in a sequence.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/extent.h"

namespace ir {

// `any` is of sequences alone: their values are of any types, as what a call keeps for its adjoint is.
enum class ElementType : std::uint8_t { f16, bf16, f32, f64, c64, c128, i8, i16, i32, i64, u8, u16, u32, u64, boolean, any };

std::string_view name(ElementType element);
std::optional<ElementType> element_type(std::string_view name);

bool is_float(ElementType element);      // f16, bf16, f32, f64
bool is_complex(ElementType element);    // c64, c128
bool is_integer(ElementType element);    // i8 ... u64; not boolean
bool is_unsigned(ElementType element);
int bytes(ElementType element);
// The type of the parts of a complex one; of another, itself.
ElementType real_of(ElementType element);
// What derivatives flow through: floating and complex, and what may hold such.
inline bool is_differentiable(ElementType element) {
  return is_float(element) || is_complex(element) || element == ElementType::any;
}

inline constexpr int kMostAxes = 8;  // of a tensor: gradc::kMaxRank

struct Type {
  ElementType element = ElementType::f32;
  Shape extents;           // of a tensor; in a sequence each element has extents of its own and only the rank counts
  int sequence_depth = 0;  // 0: a tensor; 1: a sequence of tensors; 2: a sequence of those; ...

  int rank() const { return static_cast<int>(extents.size()); }
  bool is_tensor() const { return sequence_depth == 0; }
  bool is_scalar() const { return is_tensor() && extents.empty(); }
  std::string text() const;

  friend bool operator==(const Type& a, const Type& b);
};

inline Type scalar(ElementType element) { return {element, {}, 0}; }
// The type of a sequence whose elements are of this type.
Type sequence_of(const Type& element);
// A sequence whose values are of any types: what reads one says of which.
inline Type sequence_of_any() { return {ElementType::any, {}, 1}; }

}  // namespace ir
