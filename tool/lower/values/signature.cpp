// Values by their leaves as signatures have them.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {

// The leaves as signatures have them: each item of an array on its own, but one in a vector as a whole.
std::vector<Cell> Values::signature_leaves(Cell value, bool in_vector) {
  std::vector<Cell> leaves;
  Cell* at = temporary(resolved(value));
  if (!at->type || at->is_leaf()) return {*at};
  const bool apart = at->type->packed && !in_vector && !at->type->is_counted();
  in_vector |= at->type->form == CppType::Form::vector || at->type->is_counted();
  const std::size_t count = apart ? static_cast<std::size_t>(at->type->count) : at->members.size();
  for (std::size_t i = 0; i < count; ++i)
    for (Cell& leaf : signature_leaves(apart ? read(*element(*at, i)) : at->members[i], in_vector))
      leaves.push_back(std::move(leaf));
  return leaves;
}

// `axes` of arrays are around it, below `depth` vectors.
Cell Values::value_tree(const CppType* type, const std::string& name, const MakeLeaf& make, int depth, ir::Shape axes) {
  Cell cell = fresh(type, Cell::State::ready);
  if (type->packed && depth == 0 && axes.empty()) {  // its items come one by one
    std::vector<Cell> items;
    for (std::int64_t i = 0; i < type->count; ++i)
      items.push_back(value_tree(type->item, fmt::format("{}.{}", name, i), make, depth));
    cell = array_of(type, std::move(items));
    name_values(cell, name);
    return cell;
  }
  if (!type->is_leaf()) {
    if (type->packed) axes.push_back(type->count);
    for (std::size_t i = 0; i < cell.members.size(); ++i)
      cell.members[i] =
          type->is_plural()
              ? value_tree(type->item, name, make, depth + !type->packed, axes)
              : value_tree(type->members[i].type, name + "." + type->members[i].name, make, depth, axes);
    return cell;
  }
  ir::Type leaf{type->element, depth > 0 ? ir::Shape(static_cast<std::size_t>(type->rank) + axes.size()) : axes, depth};
  for (int axis = 0; axis < type->rank && depth == 0; ++axis) {
    const bool known = !type->extents.empty() && type->extents[static_cast<std::size_t>(axis)] >= 0;
    leaf.extents.push_back(known ? ir::Extent(type->extents[static_cast<std::size_t>(axis)])
                                 : ir::Extent::symbol(fmt::format("{}.{}", name, axis)));
  }
  cell.value = make(leaf, name);
  return cell;
}

Cell Values::argument(const CppType* type, const std::string& name, std::vector<ir::ValueId>& leaves) {
  return value_tree(type, name, [&](const ir::Type& leaf, const std::string& path) {
    leaves.push_back(builder_.argument(leaf, path));
    return leaves.back();
  });
}

}  // namespace tool
