// Objects that are part of others at indices known at run time: elements of tensors, items of arrays and vectors,
// members of those, and one of two objects. A place remembers the way to it from the object that holds it: reading
// takes the element, writing puts a new element into all that surrounds it.
#include <algorithm>
#include <functional>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;
using Step = Projection::Step;

}  // namespace

// --- forming places ---

Cell* Values::projected(const CppType* type, Projection projection) {
  Cell cell{type, Cell::State::poison, {}, {}, nullptr, nullptr, nullptr, 0};
  cell.projection = std::make_shared<const Projection>(std::move(projection));
  place_set_.insert(&places_.emplace_back(std::move(cell)));
  return &places_.back();
}

// A member of each object that the place may be; `take` gives that of an object that is no projection.
Cell* Values::part_of(Cell& at, std::size_t index, const CppType* type) {
  if (!at.projection && type && type->form == Form::view) return index < at.members.size() ? &at.members[index] : temporary({});
  if (!at.projection) return index < at.members.size() ? &resolved(at.members[index]) : temporary({});
  if (!at.projection->base && at.projection->steps.empty())
    return each_option(at, [&](Cell& option) { return part_of(option, index, type); });
  Projection part = *at.projection;
  if (part.base) part.base = &part.base->members[index];
  for (Cell*& option : part.options) option = &option->members[index];
  return projected(type, std::move(part));
}

Cell* Values::each_option(Cell& choice, const std::function<Cell*(Cell&)>& take) {
  if (!choice.projection->steps.empty()) return temporary(refuse(at_, {}, Refusal::object_depends));
  Projection taken{nullptr, {}, {}, choice.projection->selector, choice.projection->guarded};
  for (Cell* option : choice.projection->options) {
    taken.options.push_back(take(resolved(*option)));
    taken.guarded |= taken.options.back()->projection != nullptr;
  }
  const CppType* type = resolved(*taken.options.front()).type;
  return projected(type, std::move(taken));
}

// A place one step from a choice, `inside` being the tree of an option that the step takes from: the option that is
// chosen is asked for the element, and no other. Null where an option is no object of its own.
Cell* Values::step_into_chosen(Cell& choice, const std::function<Cell*(Cell&)>& inside, const CppType* type, Step step) {
  Projection place = *choice.projection;
  for (Cell*& option : place.options) {
    Cell& at = resolved(*option);
    if (at.projection) return nullptr;
    option = inside(at);
  }
  step.container = &choice;
  place.steps.push_back(std::move(step));
  return projected(type, std::move(place));
}

// The place one step from another; `leaves` is the tree of all items.
Cell* Values::step_into(Cell& container, Cell* leaves, const CppType* type, Step step) {
  Projection place{leaves, {}, {}, {}, false};
  if (container.projection) place.steps = container.projection->steps;
  step.container = &container;
  place.steps.push_back(std::move(step));
  return projected(type, std::move(place));
}

Cell* Values::tensor_element(Cell& tensor, const std::vector<ir::ValueId>& indices) {
  Cell& at = resolved(tensor);
  if (!at.type || !at.type->is_leaf()) return temporary({});
  for (ir::ValueId index : indices)
    if (!index.valid()) return temporary({});
  if (at.projection && at.projection->part) return element_of_part(at, indices);
  if (at.projection && !at.projection->base) {
    const auto same = [](Cell& option) { return &option; };
    if (Cell* chosen = step_into_chosen(at, same, types_.scalar(at.type->element), {false, indices, nullptr})) return chosen;
    return each_option(at, [&](Cell& option) { return tensor_element(option, indices); });
  }
  Cell* leaf = at.projection ? at.projection->base : &at;
  return step_into(at, leaf, types_.scalar(at.type->element), {false, indices, nullptr});
}

Cell* Values::element_at(Cell& container, ir::ValueId index) {
  Cell& at = resolved(container);
  if (!at.type || !index.valid()) return temporary({});
  if (at.type->is_tensor()) {
    if (at.type->rank == 1) return tensor_element(at, {index});
    const auto extents = axes_of(at, at.type->rank);
    return extents ? tensor_element(at, unflattened(index, *extents)) : temporary({});
  }
  if (at.type->form != Form::array && at.type->form != Form::vector) return temporary({});
  if (at.projection && !at.projection->base) {
    const auto items = [](Cell& option) { return &option.members[0]; };
    const auto& options = at.projection->options;
    const bool is_one_size = std::all_of(options.begin(), options.end(), [&](Cell* option) { return is_one_type(resolved(*option).type, at.type); });
    Cell* chosen = at.type->is_plural() && is_one_size ? step_into_chosen(at, items, at.type->item,
                                                           {at.type->form == Form::vector, {index}, nullptr})
                                        : nullptr;
    return chosen ? chosen : each_option(at, [&](Cell& option) { return element_at(option, index); });
  }
  if (at.type->is_plural()) {
    Cell* leaves = at.projection ? &at.projection->base->members[0] : &at.members[0];
    return step_into(at, leaves, at.type->item, {at.type->form == Form::vector, {index}, nullptr});
  }
  const auto known = known_integer(index);
  if (known && *known >= 0 && *known < at.type->count) return part_of(at, static_cast<std::size_t>(*known), at.type->item);
  Projection one_of{nullptr, {}, {}, index, false};
  for (std::size_t i = 0; i < at.type->members.size(); ++i) one_of.options.push_back(part_of(at, i, at.type->item));
  if (one_of.options.empty()) return temporary({});
  return projected(at.type->item, std::move(one_of));
}

Cell* Values::one_of(ir::ValueId condition, Cell* yes, Cell* no, bool guarded) {
  if (!condition.valid() || !resolved(*yes).type || !resolved(*no).type) return temporary({});
  if (!can_be_either(resolved(*yes).type, resolved(*no).type)) return temporary(refuse(at_, {}, Refusal::object_depends));
  return projected(resolved(*yes).type, {nullptr, {}, {&resolved(*yes), &resolved(*no)}, condition, guarded});
}

// --- what is known about them ---

std::optional<std::int64_t> Values::known_integer(ir::ValueId value) const {
  if (!value.valid()) return std::nullopt;
  const ir::OpId id = function_[value].op;
  if (!id.valid() || function_[id].kind != ir::Kind::Constant) return std::nullopt;
  const ir::Attribute* number = function_[id].attributes.find("value");
  if (const auto* whole = number ? std::get_if<std::int64_t>(number) : nullptr) return *whole;
  return std::nullopt;
}

ir::ValueId Values::whole(std::int64_t number) {
  return forward(at_here().constant_integer(ir::ElementType::i64, number));
}

// An index as an i64; not valid after a report.
ir::ValueId Values::index_value(const clang::Expr* expr) {
  if (const auto known = integer_of(expr)) return whole(*known);
  return as_index(value(expr));
}

ir::ValueId Values::as_index(const Cell& number) {
  if (!number.is_leaf() || number.state != Cell::State::ready) return {};
  if (const auto known = known_integer(number.value)) return whole(*known);
  // An index of a container is converted to a 64-bit unsigned integer, which changes nothing.
  if (const ir::OpId id = function_[number.value].op; id.valid() && function_[id].kind == ir::Kind::Astype) {
    const ir::ValueId from = function_[id].operands[0];
    const ir::ElementType element = builder_.type(from).element;
    if (number.type->element == ir::ElementType::u64 && ir::is_integer(element) && builder_.type(from).is_scalar())
      return as_index(leaf_cell(types_.scalar(element), from));
  }
  return converted(number, types_.scalar(ir::ElementType::i64)).value;
}

ir::ValueId Values::whole_arithmetic(ir::Kind kind, ir::ValueId x, ir::ValueId y) {
  const auto a = known_integer(x), b = known_integer(y);
  if (a && b && kind == ir::Kind::Add) return whole(*a + *b);
  if (a && b && kind == ir::Kind::Subtract) return whole(*a - *b);
  if (a && b && kind == ir::Kind::Multiply) return whole(*a * *b);
  if (b == 0 && (kind == ir::Kind::Add || kind == ir::Kind::Subtract)) return x;
  if (a == 0 && kind == ir::Kind::Add) return y;
  if (kind == ir::Kind::Multiply && (b == 1 || a == 0)) return x;
  if (kind == ir::Kind::Multiply && (a == 1 || b == 0)) return y;
  return append(kind, {x, y});
}

// The extents of the first axes of a tensor, or of arrays inside one another; nothing where they are not known.
std::optional<std::vector<ir::ValueId>> Values::axes_of(Cell& object, int count) {
  Cell& at = resolved(object);
  std::vector<ir::ValueId> extents;
  if (at.type && at.type->is_tensor()) {
    const Cell x = load(at, nullptr);
    if (x.state != Cell::State::ready) return std::nullopt;
    for (const ir::Extent& extent : ir::Shape(type_of(x).extents)) {
      const ir::Extent known = builder_.facts().resolve(extent);
      extents.push_back(known.constant() ? whole(*known.constant()) : forward(at_here().extent_value(known)));
    }
    return extents;
  }
  for (const CppType* type = at.type; count > 0; --count, type = type->item) {
    if (!type || type->form != Form::array) return std::nullopt;
    const auto size = type->is_counted() ? size_of(at) : whole(type->count);
    if (!size) return std::nullopt;
    extents.push_back(*size);
  }
  return extents;
}

std::optional<ir::ValueId> Values::size_of(Cell& container) {
  Cell& at = resolved(container);
  if (!at.type) return std::nullopt;
  if (at.type->form == Form::array && !at.type->is_counted()) return whole(at.type->count);
  if (at.type->is_tensor()) {
    const auto extents = axes_of(at, at.type->rank);
    if (!extents) return std::nullopt;
    ir::ValueId size = whole(1);
    for (ir::ValueId extent : *extents) size = whole_arithmetic(ir::Kind::Multiply, size, extent);
    return size;
  }
  if (at.type->form != Form::vector && !at.type->is_counted()) return std::nullopt;
  // All leaves have as many elements.
  const Cell all = load(at, nullptr);
  std::optional<ir::ValueId> size;
  Cell copy = all;
  each_leaf(copy, [&](const Cell& leaf) {
    if (size || leaf.state != Cell::State::ready) return;
    if (at.type->is_counted())
      size = forward(at_here().extent_value(builder_.facts().resolve(builder_.type(leaf.value).extents.at(0))));
    else
      size = append(ir::Kind::SequenceSize, {leaf.value});
  });
  return size && size->valid() ? size : std::nullopt;
}

// The index on each axis of the element at an offset in row-major order.
std::vector<ir::ValueId> Values::unflattened(ir::ValueId offset, const std::vector<ir::ValueId>& extents) {
  std::vector<ir::ValueId> indices(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if (axis == 0) {
      indices[0] = offset;
      break;
    }
    const auto at = known_integer(offset), extent = known_integer(extents[axis]);
    if (at && extent && *at >= 0 && *extent > 0) {
      indices[axis] = whole(*at % *extent);
      offset = whole(*at / *extent);
    } else {
      indices[axis] = append(ir::Kind::Modulo, {offset, extents[axis]});
      offset = append(ir::Kind::Quotient, {offset, extents[axis]});
    }
  }
  return indices;
}

// --- reading ---

// The extents of a value in a sequence: those that types say, and new symbols, which further use identifies with
// others.
ir::Shape Values::item_shape(const Cell& leaf, ir::ValueId sequence, const ir::Shape& axes) {
  ir::Shape shape = axes;
  for (int axis = 0; axis < leaf.type->rank; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    if (at < leaf.type->extents.size() && leaf.type->extents[at] >= 0) {
      shape.push_back(leaf.type->extents[at]);
      continue;
    }
    shape.push_back(item_extent(sequence));
  }
  return shape;
}

// A new symbol, named after a value.
ir::Extent Values::item_extent(ir::ValueId value) {
  const std::string name = function_[value].name;
  const std::string symbol = builder_.fresh_symbol(name.empty() ? "item" : name);
  builder_.facts().add_local_symbol(symbol, builder_.insertion(), true);
  return ir::Extent::symbol(symbol);
}

namespace {

// The axes that arrays put in front of those of a leaf, behind the sequence that the step at `first` takes from.
ir::Shape array_axes(const std::vector<Step>& steps, std::size_t first, const ir::Shape& inside) {
  ir::Shape axes;
  for (std::size_t i = first + 1; i < steps.size() && !steps[i].sequence; ++i)
    if (const CppType* type = steps[i].container->type; type->form == Form::array) axes.push_back(type->count);
  axes.insert(axes.end(), inside.begin(), inside.end());
  return axes;
}

// The indices of one step and of those after it that go on inside the same tensor; `next` is the step after them.
std::vector<ir::ValueId> joined(const std::vector<Step>& steps, std::size_t first, std::size_t& next) {
  std::vector<ir::ValueId> indices;
  for (next = first; next < steps.size() && !steps[next].sequence; ++next)
    indices.insert(indices.end(), steps[next].indices.begin(), steps[next].indices.end());
  return indices;
}

// The indices of the steps from `first` on, where they lead from a sequence to a number of a tensor or a sequence in it.
std::vector<ir::ValueId> path_to_number(const ir::Type& sequence, const std::vector<Step>& steps, std::size_t first) {
  std::vector<ir::ValueId> path;
  for (std::size_t i = first; i < steps.size(); ++i) path.insert(path.end(), steps[i].indices.begin(), steps[i].indices.end());
  const bool whole = path.size() == static_cast<std::size_t>(sequence.sequence_depth) + sequence.extents.size();
  return whole ? path : std::vector<ir::ValueId>{};
}

// Whether an op on x, v, i... puts v in that place, as far as the indices are known.
std::optional<bool> writes_at(const ir::Op& op, const std::vector<ir::ValueId>& indices,
                              const std::function<std::optional<std::int64_t>(ir::ValueId)>& known) {
  bool all = true, other = false;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto a = known(indices[i]), b = known(op.operands[i + 2]);
    all = all && (indices[i] == op.operands[i + 2] || (a && a == b));
    other = other || (a && b && *a != *b);
  }
  if (!all && !other) return std::nullopt;
  return all;
}

}  // namespace

ir::ValueId Values::sequence_item(const Cell& leaf, ir::ValueId sequence, ir::ValueId index, const ir::Shape& axes) {
  const ir::OpId id = function_[sequence].op;
  if (id.valid() && function_[id].kind == ir::Kind::SequenceSet && function_[id].operands[2] == index)
    return function_[id].operands[1];
  // A part that was read in this block is not read again.
  const auto same_index = [&](ir::ValueId a) { return a == index || (known_integer(a) && known_integer(a) == known_integer(index)); };
  for (const Taken& one : taken_)
    if (one.block == builder_.insertion() && one.sequence == sequence && same_index(one.index)) return one.item;
  ir::Shape shape;
  if (builder_.type(sequence).sequence_depth == 1) shape = item_shape(leaf, sequence, axes);
  const ir::ValueId item = append(ir::Kind::SequenceAt, {sequence, index}, {{"shape", shape}});
  if (taken_.size() >= 8) taken_.pop_front();
  taken_.push_back({builder_.insertion(), sequence, index, item});
  return item;
}

// One of the numbers that a small tensor was made of; not valid where the indices aren't known.
ir::ValueId Values::coefficient(const std::vector<ir::ValueId>& all, const ir::Shape& extents, const std::vector<ir::ValueId>& indices) const {
  std::int64_t at = 0;
  if (indices.size() != extents.size()) return {};
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    const auto index = known_integer(indices[axis]), extent = extents[axis].constant();
    if (!index || !extent || *index < 0 || *index >= *extent) return {};
    at = at * *extent + *index;
  }
  return all[static_cast<std::size_t>(at)];
}

// What a tensor is known to hold there, where an element of it was put there or it was made of elements; else the op.
ir::ValueId Values::element_value(ir::ValueId x, const std::vector<ir::ValueId>& indices) {
  if (indices.empty()) return x;
  const auto known = [&](ir::ValueId value) { return known_integer(value); };
  const auto element = [&] {
    std::vector<ir::ValueId> operands{x};
    operands.insert(operands.end(), indices.begin(), indices.end());
    return append(ir::Kind::Element, std::move(operands));
  };
  ir::ValueId from = x;
  while (function_[from].op.valid()) {
    const ir::Op& op = function_[function_[from].op];
    const ir::Shape& extents = builder_.type(from).extents;
    const auto first = known_integer(indices[0]);
    if (const auto made = coefficients_.find(from); made != coefficients_.end())
      if (const ir::ValueId one = coefficient(made->second, extents, indices); one.valid()) return one;
    if (op.kind == ir::Kind::SetElement && op.operands.size() == indices.size() + 2) {
      const std::optional<bool> there = writes_at(op, indices, known);
      if (!there) break;
      if (*there) return op.operands[1];
      from = op.operands[0];
    } else if (op.kind == ir::Kind::Concat && op.attributes.get<std::int64_t>("axis") == 0 && first && *first >= 0 &&
               *first < static_cast<std::int64_t>(op.operands.size()) &&
               std::all_of(op.operands.begin(), op.operands.end(), [&](ir::ValueId part) {
                 return builder_.type(part).extents[0] == ir::Extent(1);
               })) {
      const ir::ValueId part = op.operands[static_cast<std::size_t>(*first)];
      const ir::OpId made = function_[part].op;
      if (!made.valid() || function_[made].kind != ir::Kind::ExpandDims ||
          function_[made].attributes.get<ir::Integers>("axes") != ir::Integers{0})
        break;
      return element_value(function_[made].operands[0], {indices.begin() + 1, indices.end()});
    } else if (op.kind == ir::Kind::ExpandDims && first == 0 &&
               op.attributes.get<ir::Integers>("axes") == ir::Integers{0}) {
      return element_value(op.operands[0], {indices.begin() + 1, indices.end()});
    } else if (op.kind == ir::Kind::Broadcast && builder_.type(op.operands[0]).is_scalar() &&
               indices.size() == extents.size()) {
      for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto index = known_integer(indices[i]), extent = extents[i].constant();
        if (!index || !extent || *index < 0 || *index >= *extent) return element();
      }
      return op.operands[0];
    } else {
      break;
    }
  }
  return element();
}

// The number that was put in that place of what a sequence holds, where that is known; else not valid.
ir::ValueId Values::put_there(ir::ValueId sequence, const std::vector<ir::ValueId>& path) const {
  while (!path.empty() && function_[sequence].op.valid()) {
    const ir::Op& op = function_[function_[sequence].op];
    if (op.kind != ir::Kind::SequenceSetElement) break;
    const std::optional<bool> there = writes_at(op, path, [&](ir::ValueId value) { return known_integer(value); });
    if (!there) break;
    if (*there) return op.operands[1];
    sequence = op.operands[0];
  }
  return {};
}

ir::ValueId Values::read_leaf(const Cell& leaf, const std::vector<Step>& steps, const ir::Shape& axes) {
  ir::ValueId x = leaf.value;
  if (!steps.empty() && steps[0].sequence && x.valid())
    if (const ir::ValueId known = put_there(x, path_to_number(builder_.type(x), steps, 0)); known.valid()) return known;
  for (std::size_t i = 0, next = 0; i < steps.size() && x.valid(); i = next) {
    if (steps[i].sequence) {
      next = i + 1;
      x = sequence_item(leaf, x, steps[i].indices[0], array_axes(steps, i, axes));
    } else {
      x = element_value(x, joined(steps, i, next));
    }
  }
  return x;
}

Cell Values::read_tree(const Cell& base, const std::vector<Step>& steps, const CppType* type, ir::Shape axes) {
  Cell cell = fresh(type, base.state);
  if (type->is_leaf()) {
    if (base.state != Cell::State::ready) return cell;
    std::vector<ir::ValueId> indices;
    for (const Step& step : steps) indices.insert(indices.end(), step.indices.begin(), step.indices.end());
    if (is_unwritten(base.value, indices)) return fresh(type, Cell::State::empty);
    return leaf_cell(type, read_leaf(base, steps, axes));
  }
  if (type->packed) axes.push_back(type->count);
  for (std::size_t i = 0; i < cell.members.size(); ++i)
    cell.members[i] = read_tree(base.members[i], steps, type->members[i].type, axes);
  return cell;
}

Cell Values::read(Cell& from) {
  Cell& at = resolved(from);
  if (!at.projection) return at;
  const Projection& place = *at.projection;
  if (place.part) return read_part(place, at.type);
  if (place.base) return read_tree(*place.base, place.steps, at.type, {});
  const Cell whole_object = chosen(place);
  return place.steps.empty() ? whole_object : read_tree(whole_object, place.steps, at.type, {});
}

Cell Values::is_chosen(const Projection& choice, std::size_t i) {
  const CppType* boolean = types_.scalar(ir::ElementType::boolean);
  if (builder_.type(choice.selector).element == ir::ElementType::boolean) return leaf_cell(boolean, choice.selector);
  return leaf_cell(boolean, append(ir::Kind::Equal, {choice.selector, whole(static_cast<std::int64_t>(i))}));
}

// The value of the option that is chosen, without its steps.
Cell Values::chosen(const Projection& choice) {
  const std::function<Cell(std::size_t)> guarded = [&](std::size_t i) {
    Cell& option = *choice.options[i];
    if (i + 1 == choice.options.size()) return read(option);
    return choose(is_chosen(choice, i), resolved(option).type, [&] { return read(option); }, [&] { return guarded(i + 1); });
  };
  if (choice.guarded) return guarded(0);
  std::vector<Cell> values;
  for (Cell* option : choice.options) values.push_back(read(*option));
  return selected(choice.selector, values);
}

// --- writing ---

ir::ValueId Values::with_leaf(const Cell& leaf, ir::ValueId x, const std::vector<Step>& steps, std::size_t first,
                                ir::ValueId value, const ir::Shape& axes) {
  if (first == steps.size() || !x.valid()) return value;
  std::size_t next = first + 1;
  if (steps[first].sequence) {
    const ir::ValueId index = steps[first].indices[0];
    const std::vector<ir::ValueId> path = path_to_number(builder_.type(x), steps, first);
    if (path.size() > 1) {
      std::vector<ir::ValueId> operands{x, value};
      operands.insert(operands.end(), path.begin(), path.end());
      return append(ir::Kind::SequenceSetElement, std::move(operands));
    }
    if (next < steps.size())
      value = with_leaf(leaf, sequence_item(leaf, x, index, array_axes(steps, first, axes)), steps, next, value, axes);
    return append(ir::Kind::SequenceSet, {x, value, index});
  }
  const std::vector<ir::ValueId> indices = joined(steps, first, next);
  if (next < steps.size()) value = with_leaf(leaf, element_value(x, indices), steps, next, value, axes);
  if (indices.empty()) return value;
  std::vector<ir::ValueId> operands{x, value};
  operands.insert(operands.end(), indices.begin(), indices.end());
  return append(ir::Kind::SetElement, std::move(operands));
}

void Values::write_tree(Cell& base, const std::vector<Step>& steps, const Cell& from, ir::Shape axes) {
  if (!from.type || (!from.is_leaf() && from.members.size() != base.members.size())) return poison(base);
  if (!from.is_leaf()) {
    if (from.type->packed) axes.push_back(from.type->count);
    for (std::size_t i = 0; i < base.members.size(); ++i) write_tree(base.members[i], steps, from.members[i], axes);
    return;
  }
  if (from.state == Cell::State::empty) refuse(at_, {}, Refusal::uninitialised, "a part of the value that is copied here");
  if (base.type->form == Form::view) {  // not resolved any further: an argument of the function with the request
    const std::string& name = function_[base.value].name;
    refuse(at_, {}, Refusal::view_write, name, "return a new tensor instead");
  }
  if (from.state != Cell::State::ready || base.state != Cell::State::ready) {
    base.state = Cell::State::poison;
    return;
  }
  const std::string name = function_[base.value].name;
  base.value = with_leaf(base, base.value, steps, 0, from.value, axes);
  if (!base.value.valid()) {
    base.state = Cell::State::poison;
  } else if (ir::Value& now = function_[base.value]; now.op.valid() && now.name.empty()) {
    now.name = name;
  }
}

void Values::write(Cell& to, const Cell& from) {
  if (to.type && to.type->form == Form::closure && from.type != to.type) {
    refuse(at_, {}, Refusal::indirect_call);
    return poison(to);
  }
  if (!to.projection) return assign(to, from);
  const Projection& place = *to.projection;
  if (place.part) return write_part(place, to.type, from);
  if (place.base && constant_.contains(&resolved(*place.base)))
    return void(refuse(at_, {}, Refusal::pointer, "it writes to what a pointer to const leads to; take that pointer as one to non-const"));
  if (place.base) return write_tree(*place.base, place.steps, from, {});
  if (!from.type) return poison(to);
  if (place.steps.empty()) return choose_to_write(place, from);
  Cell* whole_object = temporary(chosen(place));
  write_tree(*whole_object, place.steps, from, {});
  choose_to_write(place, *whole_object);
}

// Puts a value into the option that is chosen.
void Values::choose_to_write(const Projection& place, const Cell& from) {
  const std::function<void(std::size_t)> guarded = [&](std::size_t i) {
    if (i + 1 == place.options.size()) return write(resolved(*place.options[i]), from);
    branch_on(is_chosen(place, i), [&] { write(resolved(*place.options[i]), from); }, [&] { guarded(i + 1); });
  };
  if (place.guarded) return guarded(0);
  if (builder_.type(place.selector).element == ir::ElementType::boolean) {
    // One after the other: they may be the same object.
    write(resolved(*place.options[0]), selected(place.selector, {from, read(*place.options[0])}));
    write(resolved(*place.options[1]), selected(place.selector, {read(*place.options[1]), from}));
    return;
  }
  std::vector<Cell> values;
  for (Cell* option : place.options) values.push_back(read(*option));
  if (holds_pointers(*from.type))
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = pointed_where(is_chosen(place, i), from, values[i]);
  else
    replace_one(values, from, place.selector);
  for (std::size_t i = 0; i < values.size(); ++i) write(resolved(*place.options[i]), values[i]);
}

// Puts a value in the place of that one which the index selects, leaf by leaf.
void Values::replace_one(std::vector<Cell>& values, const Cell& by, ir::ValueId index) {
  for (const Cell& value : values)
    if (value.members.size() != by.members.size() || (by.is_leaf() && value.state != Cell::State::ready) ||
        (by.is_leaf() && by.state != Cell::State::ready)) {
      for (Cell& all : values) tool::poison(all);
      return;
    }
  if (by.is_leaf()) {
    const ir::ValueId all = append(ir::Kind::SequenceSet, {sequence_of(by, values, false), by.value, index});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ir::Shape shape = common_shape({values[i], by});
      values[i] = leaf_cell(by.type, append(ir::Kind::SequenceAt, {all, whole(static_cast<std::int64_t>(i))}, {{"shape", shape}}));
    }
    return;
  }
  for (std::size_t i = 0; i < by.members.size(); ++i) {
    std::vector<Cell> parts;
    for (const Cell& value : values) parts.push_back(value.members[i]);
    replace_one(parts, by.members[i], index);
    for (std::size_t k = 0; k < values.size(); ++k) values[k].members[i] = std::move(parts[k]);
  }
}

}  // namespace tool
