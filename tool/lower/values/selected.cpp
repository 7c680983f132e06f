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
