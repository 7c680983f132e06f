// One of several values, by a condition or an index that is known at run time.
#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/values/values.h"

namespace tool {

// The value by a bool or an index, leaf by leaf.
Cell Values::selected(ir::ValueId selector, const std::vector<Cell>& values) {
  Cell cell = values[0];
  if (!cell.type) return cell;
  if (cell.alias || cell.type->form == CppType::Form::pointer) return selected_reference(selector, values);
  if (!cell.is_leaf()) {
    for (std::size_t i = 0; i < cell.members.size(); ++i) {
      std::vector<Cell> parts;
      for (const Cell& value : values) {
        if (i >= value.members.size()) return {};
        parts.push_back(value.members[i]);
      }
      cell.members[i] = selected(selector, parts);
    }
    return cell;
  }
  bool alike = true;
  for (const Cell& value : values) {
    if (value.state != Cell::State::ready || !selector.valid()) return fresh(cell.type, Cell::State::poison);
    alike = alike && builder_.facts().equal(type_of(value), type_of(cell));
  }
  const bool is_bool = builder_.type(selector).element == ir::ElementType::boolean;
  if (is_bool && alike && type_of(cell).is_tensor())
    return leaf_cell(cell.type, append(ir::Kind::Where, {broadcast(selector, type_of(cell).extents), values[0].value,
                                                         values[1].value}));
  const ir::ValueId all = sequence_of(cell, values, is_bool);
  const ir::ValueId index =
      is_bool ? append(ir::Kind::Astype, {selector}, {{"to", ir::ElementType::i64}}) : selector;
  return leaf_cell(cell.type, append(ir::Kind::SequenceAt, {all, index}, {{"shape", common_shape(values)}}));
}

// A reference or pointer to that one of their objects which the index selects.
Cell Values::selected_reference(ir::ValueId selector, const std::vector<Cell>& values) {
  Cell cell = values[0];
  std::vector<Cell*> objects;
  bool is_same = true;
  for (const Cell& value : values) {
    if (is_refused_pointer(value) || !selector.valid()) return fresh(cell.type, Cell::State::poison);
    objects.push_back(value.alias ? &resolved(*value.alias) : value.target);
    const bool is_object = objects.back() && value.depth == cell.depth && cell.depth >= 0 && can_be_either(resolved(*objects.front()).type, resolved(*objects.back()).type);
    is_same = is_same && is_object && same_object(objects.front(), objects.back());
    if (is_object) continue;
    refuse(at_, {}, Refusal::object_depends);
    return fresh(cell.type, Cell::State::poison);
  }
  if (!is_same) {
    Projection one_of{nullptr, {}, {}, selector, false};
    for (Cell* object : objects) {
      one_of.options.push_back(&resolved(*object));
      one_of.guarded |= one_of.options.back()->projection != nullptr;
    }
    objects[0] = projected(resolved(*objects[0]).type, std::move(one_of));
  }
  (cell.alias ? cell.alias : cell.target) = objects[0];
  for (std::size_t i = 0; i < cell.members.size() && !cell.alias; ++i) {
    std::vector<Cell> offsets;
    for (const Cell& value : values) offsets.push_back(value.members[i]);
    cell.members[i] = selected(selector, offsets);
  }
  return cell;
}

// A value with pointers in it, where a condition holds, or else what was there. What was never set may be anything: nobody may
// read it before; a pointer then leads to the same object, and in a loop has the offset that another trip may have given it.
Cell Values::pointed_where(const Cell& condition, const Cell& to, const Cell& before) {
  Cell cell = to;
  if (before.is_leaf() && before.state == Cell::State::empty) return cell;
  const bool is_pointer = to.type && to.type->form == CppType::Form::pointer;
  if (to.is_leaf() || (is_pointer && (!is_unset(before) || is_left_by_loop(before) || !to.target))) return selected(condition.value, {to, before});
  for (std::size_t i = 0; i < cell.members.size(); ++i) {
    const Cell& member = before.members[i];
    const bool is_offset = is_pointer && member.state != Cell::State::ready;
    cell.members[i] = pointed_where(condition, to.members[i], is_offset ? leaf_cell(member.type, whole(0)) : member);
  }
  return cell;
}

// The extents that all have, and new symbols where they differ.
ir::Shape Values::common_shape(const std::vector<Cell>& values) {
  const ir::Type type = type_of(values[0]);
  ir::Shape shape;
  for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis) {
    bool same = true;
    for (const Cell& value : values)
      same = same && builder_.facts().equal(type_of(value).extents[axis], type.extents[axis]);
    shape.push_back(same ? builder_.facts().resolve(type.extents[axis]) : item_extent(values[0].value));
  }
  return shape;
}

// A sequence of the values, the last first where a bool is the index: true is 1.
ir::ValueId Values::sequence_of(const Cell& leaf, std::vector<Cell> values, bool reversed) {
  const ir::Type type = type_of(leaf);
  ir::ValueId all = empty_sequence(type.element, type.rank(), type.sequence_depth);
  if (reversed) std::reverse(values.begin(), values.end());
  for (const Cell& value : values) all = append(ir::Kind::SequencePush, {all, value.value});
  return all;
}

ir::ValueId Values::empty_sequence(ir::ElementType element, int rank, int depth) {
  return append(ir::Kind::SequenceEmpty, {},
                {{"depth", std::int64_t{depth}}, {"element", element}, {"rank", std::int64_t{rank}}});
}

}  // namespace tool
