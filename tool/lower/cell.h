// What a C++ object holds while its function is lowered: a tree with an IR value at each leaf. Variables are
// cells that assignment changes, so that mutation becomes SSA by itself; an rvalue is a cell that nobody else
// refers to.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ir/check.h"
#include "ir/id.h"
#include "tool/lower/cpp_type.h"

namespace tool {

struct Cell;
struct Part;

// Where an object is that is part of another one at indices known at run time (`y(i, j)`, `v[i].x`, `*(p + i)`),
// or one of several. Indices are values, so that they stay what they were when the place was formed.
struct Projection {
  struct Step {
    bool sequence = false;             // an element of a sequence, at one index; else of a tensor
    std::vector<ir::ValueId> indices;  // i64
    Cell* container = nullptr;         // the object that has the element
  };
  Cell* base = nullptr;         // holds all: what the steps, the outermost first, take from each leaf below
  std::vector<Step> steps;
  std::vector<Cell*> options;   // of a choice, which has no base: by `selector`, an index; or a bool that is true
  ir::ValueId selector;         //   for the first of two. Steps are made in the selected one.
  bool guarded = false;         // only the one that is chosen may be read or written
  std::shared_ptr<const Part> part = {};  // of the one option, or of what that points to
};

// A part of a matrix of Eigen, which can be written: a block, its diagonal, all of it in another order.
struct Part {
  enum class Way : std::uint8_t { block, diagonal, reverse, all, as_matrix, memory };  // as_matrix: a vector with both axes
  struct Begin {
    ir::ValueId value;  // i64
    std::optional<ir::Extent> extent;
  };
  Way way = Way::all;
  std::vector<Begin> begin;      // of a block, on each axis of the object
  ir::Shape extents;             // of a block, on each axis of the object; of memory, all of the part
  ir::Integers axes;             // of a block, those that the part hasn't; of a reverse, those that are reversed
};

struct Cell {
  enum class State : std::uint8_t {
    ready,
    empty,   // declared without a value
    poison,  // the result of something that was refused: silent from here on
  };
  const CppType* type = nullptr;  // null only in poison of unknown type
  State state = State::poison;    // of a leaf
  ir::ValueId value;              // of a leaf that is ready
  std::vector<Cell> members;      // of a composite; of a shape its extents
  Cell* alias = nullptr;          // of a view, or of a member that is a reference: the object it stands for
  std::shared_ptr<const Projection> projection;  // of a place in another object: it holds nothing itself
  // Of a pointer, beside its member, the offset: the object pointed into, null for a null pointer; and the axes that
  // the offset counts through, 0 for a pointer to the object itself, below 0 for one that was never set, or whose memory was given
  // back. Both are the same wherever a pointer is read.
  Cell* target = nullptr;
  int depth = 0;

  bool is_leaf() const { return type && type->is_leaf(); }
};

inline constexpr int kGivenBack = -2;
// Of a pointer that the trips of a loop gave one object or another: after the loop nobody may read it before it is set again.
inline constexpr int kLeftByLoop = -3;

// A cell of that type whose leaves are all in that state. What a member refers to is no part of it: closures that refer to
// closures would be as large as there are ways through them.
inline Cell fresh(const CppType* type, Cell::State state) {
  Cell cell{type, state, {}, {}, nullptr, nullptr, nullptr, 0};
  if (type && !type->is_leaf())
    for (const CppType::Member& member : type->members)
      cell.members.push_back(member.reference ? Cell{member.type, state, {}, {}, nullptr, nullptr, nullptr, 0} : fresh(member.type, state));
  if (type && type->form == CppType::Form::pointer && state == Cell::State::empty) cell.depth = -1;
  return cell;
}

inline Cell leaf_cell(const CppType* type, ir::ValueId value) {
  return {type, value.valid() ? Cell::State::ready : Cell::State::poison, value, {}, nullptr, nullptr, nullptr, 0};
}

// The object that a chain of views and references ends at.
inline Cell& resolved(Cell& cell) {
  Cell* at = &cell;
  while (at->alias) at = at->alias;
  return *at;
}
inline const Cell& resolved(const Cell& cell) { return cell.alias ? resolved(*cell.alias) : cell; }

// Whether a pointer, view or reference was never set.
inline bool is_unset(const Cell& cell) {
  if (cell.type && cell.type->form == CppType::Form::pointer) return cell.depth < 0;
  return !cell.alias && cell.state == Cell::State::empty;
}

inline bool is_left_by_loop(const Cell& cell) { return cell.type && cell.type->form == CppType::Form::pointer && cell.depth == kLeftByLoop; }

inline bool is_refused_pointer(const Cell& cell) {
  return cell.type && cell.type->form == CppType::Form::pointer && !cell.members.empty() && cell.members[0].state == Cell::State::poison;
}

template <class F>
void each_leaf(Cell& cell, F f) {
  Cell& at = resolved(cell);
  if (!at.type || at.is_leaf()) return f(at);
  for (Cell& member : at.members) each_leaf(member, f);
}

// The cell and all that it holds.
inline void collect_cells(const Cell& cell, std::set<const Cell*>& found) {
  found.insert(&cell);
  for (const Cell& member : cell.members) collect_cells(member, found);
}

inline bool is_poisoned(Cell& cell) {
  bool poisoned = false;
  each_leaf(cell, [&](const Cell& leaf) { poisoned |= leaf.state == Cell::State::poison; });
  return poisoned;
}

inline void poison(Cell& cell) {
  if (const auto projection = resolved(cell).projection) {
    if (projection->base) poison(*projection->base);
    for (Cell* option : projection->options) poison(*option);
    return;
  }
  each_leaf(cell, [](Cell& leaf) { leaf.state = Cell::State::poison; });
}

// Puts the values of one object into another of the same type, which is no projection (Values::write knows
// those); members stay where they are, so that references to them stay good.
inline void assign(Cell& to, const Cell& from) {
  GRADC_CHECK(!to.projection && !from.projection);
  if (from.type && from.alias && !from.is_leaf()) {  // what a reference leads to is no part of it
    to.state = from.state;
    to.alias = from.alias;
    return;
  }
  if (!from.type || (!to.is_leaf() && to.type && to.type->form != CppType::Form::shape &&
                     to.members.size() != from.members.size()))
    return poison(to);
  to.state = from.state;
  to.value = from.value;
  to.alias = from.alias;
  to.target = from.target;
  to.depth = from.depth;
  if (to.members.size() != from.members.size()) to.members = from.members;
  for (std::size_t i = 0; i < from.members.size(); ++i) assign(to.members[i], from.members[i]);
}

}  // namespace tool
