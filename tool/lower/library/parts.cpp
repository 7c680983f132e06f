// Calls that give several values of one kind as an array: parts of a tensor, grids of vectors, keys.
#include <utility>

#include "ir/kind.h"
#include "tool/lower/library/library.h"

namespace tool {

std::optional<Cell> Library::several(const clang::CallExpr* expr, const std::string& name) {
  const bool cuts = name == "gradc::split_at", splits = cuts || name == "gradc::split", unstacks = name == "gradc::unstack",
             grids = name == "gradc::meshgrid";
  const CppType* type = types_.of(expr->getType());
  if ((!splits && !unstacks && !grids) || !type || type->form != CppType::Form::array) return std::nullopt;
  const auto given = given_arguments(expr);
  if (grids) return array_of(type, grids_of(read_all(given), type->item));
  Cell x = value(given[0]);
  if (is_poisoned(x)) return fresh(type, Cell::State::poison);
  std::vector<Cell> items;
  if (!x.is_leaf()) {  // a key
    const std::vector<CalleeForm>& forms = *callees_.find("gradc::fold_in");
    for (std::int64_t i = 0; i < type->count; ++i) {
      const Cell number = number_cell(ir::ElementType::u64, static_cast<double>(i));
      items.push_back(members_by_forms(forms.front(), forms, {resolved(x.members[0]), resolved(x.members[1]), number}, {}, type->item));
    }
    return array_of(type, std::move(items));
  }
  const std::size_t axis_at = splits ? 2 : 1;
  const auto along = given.size() > axis_at ? axis(given[axis_at], x.type->rank, name) : std::optional<std::int64_t>(0);
  auto sizes = splits ? extents(given[1], fmt::format("{} {}", cuts ? "each index of" : "each extent of the parts of", name))
                            : std::optional(ir::Shape(static_cast<std::size_t>(type->count), ir::Extent(1)));
  if (!along || !sizes) return fresh(type, Cell::State::poison);
  const CallOf made_of(*this, name);
  const ir::Shape shape = type_of(x).extents;
  if (cuts) {  // the extents between the indices
    ir::Extent before = 0;
    sizes->push_back(builder_.facts().resolve(shape[static_cast<std::size_t>(*along)]));
    for (ir::Extent& size : *sizes) size = size - std::exchange(before, size);
  }
  ir::Shape whole = shape;
  ir::Extent& sum = whole[static_cast<std::size_t>(*along)] = 0;
  for (const ir::Extent& size : *sizes) sum = sum + size;
  const ir::ValueId checked = forward(at_here().require_extents(use(x.value), whole, name.substr(7)));
  ir::Extent begin = 0;
  for (const ir::Extent& size : *sizes) {
    ir::Shape from(shape.size()), to = shape, part = shape;
    from[static_cast<std::size_t>(*along)] = begin;
    part[static_cast<std::size_t>(*along)] = size;
    begin = begin + size;
    to[static_cast<std::size_t>(*along)] = begin;
    auto block = cuts ? checked_block("split_at", shape, from, to, ir::Shape(shape.size(), ir::Extent(1))) : ir::Attributes{{"begin", from}};
    if (!block) return fresh(type, Cell::State::poison);
    block->set("shape", part);
    ir::ValueId item = append(ir::Kind::Slice, {checked}, *block);
    if (unstacks && item.valid()) item = append(ir::Kind::Squeeze, {item}, {{"axes", ir::Integers{*along}}});
    items.push_back(leaf_cell(type->item, item));
  }
  return array_of(type, std::move(items));
}

std::vector<Cell> Library::grids_of(const std::vector<Cell>& vectors, const CppType* type) {
  ir::Shape shape;
  for (const Cell& vector : vectors) {
    if (!vector.is_leaf() || vector.state != Cell::State::ready) return {vectors.size(), fresh(type, Cell::State::poison)};
    shape.push_back(type_of(vector).extents[0]);
  }
  std::vector<Cell> grids;
  for (std::size_t axis = 0; axis < vectors.size(); ++axis) {
    ir::Integers others;
    for (std::size_t other = 0; other < vectors.size(); ++other)
      if (other != axis) others.push_back(static_cast<std::int64_t>(other));
    ir::ValueId lying = vectors[axis].value;
    if (!others.empty()) lying = append(ir::Kind::ExpandDims, {lying}, {{"axes", others}});
    grids.push_back(leaf_cell(type, broadcast(lying, shape)));
  }
  return grids;
}

}  // namespace tool
