#include "ir/type.h"

#include <fmt/format.h>

#include <array>

namespace ir {
namespace {

struct Row {
  std::string_view name;
  int bytes;
};

constexpr std::array<Row, 16> kElements{{{"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"c64", 8},
                                         {"c128", 16}, {"i8", 1}, {"i16", 2}, {"i32", 4}, {"i64", 8},
                                         {"u8", 1}, {"u16", 2}, {"u32", 4}, {"u64", 8}, {"bool", 1},
                                         {"any", 16}}};

}  // namespace

std::string_view name(ElementType element) { return kElements[static_cast<std::size_t>(element)].name; }

std::optional<ElementType> element_type(std::string_view name) {
  for (std::size_t i = 0; i < kElements.size(); ++i)
    if (kElements[i].name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

bool is_float(ElementType element) { return element <= ElementType::f64; }
bool is_complex(ElementType element) { return element == ElementType::c64 || element == ElementType::c128; }
ElementType real_of(ElementType element) {
  return element == ElementType::c64 ? ElementType::f32 : element == ElementType::c128 ? ElementType::f64 : element;
}
bool is_integer(ElementType element) { return element >= ElementType::i8 && element <= ElementType::u64; }
bool is_unsigned(ElementType element) { return element >= ElementType::u8 && element <= ElementType::u64; }
int bytes(ElementType element) { return kElements[static_cast<std::size_t>(element)].bytes; }

std::string Type::text() const {
  std::string out{name(element)};
  if (sequence_depth > 0 && !extents.empty()) {
    out += "[?";
    for (int i = 1; i < rank(); ++i) out += ", ?";
    out += "]";
  } else if (!extents.empty()) {
    out += ir::text(extents);
  }
  for (int i = 0; i < sequence_depth; ++i) out = fmt::format("seq<{}>", out);
  return out;
}

bool operator==(const Type& a, const Type& b) {
  if (a.element != b.element || a.sequence_depth != b.sequence_depth || a.rank() != b.rank()) return false;
  return a.sequence_depth > 0 || a.extents == b.extents;
}

Type sequence_of(const Type& element) {
  return {element.element, Shape(element.extents.size()), element.sequence_depth + 1};
}

}  // namespace ir
