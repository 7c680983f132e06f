#include "tool/derive/item_parts.h"

#include <utility>

namespace tool {
namespace {

using codegen::CppValue;
using codegen::ItemUse;
using Form = ir::ItemPart::Form;

class Parts {
 public:
  explicit Parts(ItemUse use) : use_(use) {}

  std::vector<ir::ItemPart> of(const CppValue& one) {
    if (codegen::is_listed_vector(one) && use_ == ItemUse::result) {
      add(Form::lines, 1, {});
    } else if (const auto numbers = codegen::numbers_of(one)) {
      add(Form::tensor, codegen::leaf_count(one), numbers->axes);
    } else if (codegen::is_vector_of_numbers(one) && use_ == ItemUse::argument) {
      add(Form::along, 1, {});
    } else {
      inside(one);
    }
    return std::move(parts_);
  }

 private:
  void inside(const CppValue& one) {
    if (codegen::is_listed_vector(one)) return add(Form::lines, 1, {});
    if (const auto numbers = codegen::is_array_of_items(one) ? codegen::numbers_of(one) : std::nullopt) return add(Form::tensor, codegen::leaf_count(one), numbers->axes);
    if (one.is_leaf()) return add(one.has_constant_extents() ? Form::tensor : Form::sequence, 1, {});
    if (one.form == CppValue::Form::vector) {
      for (std::size_t i = codegen::leaf_count(one); i > 0; --i) add(Form::sequence, 1, {});
      return;
    }
    for (const CppValue::Member& member : one.members) inside(member.value);
  }
  void add(Form form, std::size_t count, const ir::Shape& axes) {
    ir::ItemPart part;
    part.form = form;
    part.axes = axes;
    for (std::size_t i = 0; i < count; ++i) part.parts.push_back(next_++);
    parts_.push_back(std::move(part));
  }

  ItemUse use_;
  int next_ = 0;
  std::vector<ir::ItemPart> parts_;
};

}  // namespace

std::vector<ir::ItemPart> parts_of_items(const CppValue& one, ItemUse use) { return Parts(use).of(one); }

}  // namespace tool
