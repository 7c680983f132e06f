// Places in matrices: blocks, diagonals, transposes and maps, read and written where they are, and what is assigned to them.
// Eigen computes a sum or a transpose one by one where it is assigned, so that it may read what was written before; a product or a
// reduction it computes first. What would read so is refused.
#include <algorithm>
#include <set>
#include <utility>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {

using Role = EigenClass::Role;

namespace {

// Without what Clang wraps around the use of an object, and without casts between a class and its bases.
const clang::Expr* bare(const clang::Expr* expr) {
  while (true) {
    const clang::Expr* inner = expr->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner))
      inner = cast->getSubExpr();
    else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* full = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expr) return expr;
    expr = inner;
  }
}

}  // namespace

Part::Begin Dense::begin_of(const ir::Extent& extent) {
  const ir::Extent known = builder_.facts().resolve(extent);
  return {known.constant() ? whole(*known.constant()) : forward(at_here().extent_value(known)), known};
}

std::optional<Part::Begin> Dense::begin(const clang::Expr* expr) {
  const ir::ValueId value = index_value(expr);
  if (!value.valid()) return std::nullopt;
  if (const auto known = known_integer(value)) return Part::Begin{value, ir::Extent(*known)};
  return Part::Begin{value, known_extent(value)};
}

Cell* Dense::view(Cell& object, const CppType* type, Part part) {
  Projection place{nullptr, {}, {&resolved(object)}, {}, false, std::make_shared<const Part>(std::move(part))};
  return projected(type, std::move(place));
}

// The block that a member function of that name is; of the result's class what its template arguments said.
std::optional<Part> Dense::block(const std::string& name, const Matrix& x, const EigenClass& result, const Arguments& arguments) {
  const EigenClass& of = x.like;
  const ir::Shape shape = builder_.type(x.value).extents;
  const auto all = [&](bool rows) {
    if (of.rank() == 1) return (of.rows == 1) == rows ? ir::Extent(1) : shape[0];
    return shape[rows ? of.row_axis() : 1 - of.row_axis()];
  };
  const Part::Begin zero = begin_of(0);
  Row rows{zero, all(true)}, columns{zero, all(false)};
  bool good = true;
  const auto count = [&](std::int64_t known, std::size_t argument) -> ir::Extent {
    if (known >= 0) return known;
    const auto given = argument < arguments.size() ? extent(arguments[argument], "how many there are") : std::nullopt;
    good = good && given.has_value();
    return given.value_or(ir::Extent(0));
  };
  const auto first = [&](std::size_t argument) {
    const auto given = argument < arguments.size() ? begin(arguments[argument]) : std::nullopt;
    good = good && given.has_value();
    return given.value_or(zero);
  };
  const bool along_rows = of.columns == 1;  // a column's segments are of rows
  Row& line = along_rows ? rows : columns;
  const std::int64_t line_count = along_rows ? result.rows : result.columns;
  const auto last = [&](Row& side, const ir::Extent& n) { side = {begin_of(side.second - n), n}; };
  if (name == "head") {
    line.second = count(line_count, 0);
  } else if (name == "tail") {
    last(line, count(line_count, 0));
  } else if (name == "segment") {
    line = {first(0), count(line_count, 1)};
  } else if (name == "row") {
    rows = {first(0), 1};
  } else if (name == "col") {
    columns = {first(0), 1};
  } else if (name == "topRows") {
    rows.second = count(result.rows, 0);
  } else if (name == "bottomRows") {
    last(rows, count(result.rows, 0));
  } else if (name == "middleRows") {
    rows = {first(0), count(result.rows, 1)};
  } else if (name == "leftCols") {
    columns.second = count(result.columns, 0);
  } else if (name == "rightCols") {
    last(columns, count(result.columns, 0));
  } else if (name == "middleCols") {
    columns = {first(0), count(result.columns, 1)};
  } else if (name == "block") {
    rows = {first(0), count(result.rows, 2)};
    columns = {first(1), count(result.columns, 3)};
  } else if (name.ends_with("Corner")) {
    const ir::Extent n = count(result.rows, 0), m = count(result.columns, 1);
    if (name.starts_with("bottom")) last(rows, n); else rows.second = n;
    if (name.ends_with("RightCorner")) last(columns, m); else columns.second = m;
  } else {
    return std::nullopt;
  }
  Part part;
  part.way = Part::Way::block;
  if (!good) return part;
  if (of.rank() == 1) {
    part.begin = {line.first};
    part.extents = {line.second};
    return part;
  }
  const std::size_t row = of.row_axis();
  part.begin.resize(2);
  part.extents.resize(2);
  part.begin[row] = rows.first;
  part.begin[1 - row] = columns.first;
  part.extents[row] = rows.second;
  part.extents[1 - row] = columns.second;
  if (result.rank() == 1) part.axes = {static_cast<std::int64_t>(result.rows == 1 ? row : 1 - row)};
  return part;
}

// Nothing where the name is none of a part.
std::optional<Outcome> Dense::part(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  static const std::set<std::string> kBlocks = {"head", "tail", "segment", "row", "col", "topRows", "bottomRows", "middleRows", "leftCols", "rightCols", "middleCols",
                                                "block", "topLeftCorner", "topRightCorner", "bottomLeftCorner", "bottomRightCorner"};
  static const std::set<std::string> kAll = {"transpose", "adjoint", "array", "matrix", "derived", "const_cast_derived", "noalias", "eval", "nestedExpression", "real", "conjugate"};
  const bool is_block = kBlocks.contains(name);
  if (!is_block && !(kAll.contains(name) && arguments.empty()) && name != "reverse" && name != "diagonal") return std::nullopt;
  const CppType* type = types_.of(expr->getType());
  const auto object_class = eigen_class(object->getType());
  const bool lazy = std::exchange(lazy_product_, lazy_product_ || (name == "diagonal" && object_class && object_class->name == "Product"));
  const std::size_t before = reads_.size();
  const Outcome given = outcome(object);
  lazy_product_ = lazy;
  const auto elsewhere = [&] {  // of an expression other coefficients than those that are assigned
    const bool is_made = object_class && object_class->role == Role::expression;
    for (std::size_t i = before; i < reads_.size() && is_made; ++i) reads_[i].any = true;
  };
  Cell* from = given.place ? &resolved(*given.place) : temporary(given.value);
  if (!from->type || !from->type->eigen) return Outcome{};
  const EigenClass of = *from->type->eigen;
  const bool complex = ir::is_complex(from->type->element);
  if (complex && (name == "adjoint" || name == "real" || name == "conjugate")) return std::nullopt;
  const bool is_same = name == "noalias" || name == "derived" || name == "const_cast_derived" || name == "nestedExpression" || name == "array" || name == "matrix";
  if (is_same && of.sort == EigenClass::Sort::dense) return Outcome{{}, from};
  if (!type || !type->eigen) return std::nullopt;
  if (name == "eval" && object_class && object_class->role == Role::owner) return Outcome{{}, from};  // of a matrix no copy
  if (name == "eval") return at_once([&]() -> std::optional<Outcome> { return made(expr, matrix(object)); });
  if (of.sort != EigenClass::Sort::dense && !is_block && name != "diagonal") {
    if (of.sort == EigenClass::Sort::diagonal || name != "transpose") return std::nullopt;
    return Outcome{{}, view(*from, type, {})};
  }
  if (of.rank() > 1) elsewhere();
  if (kAll.contains(name)) return Outcome{{}, view(*from, type, {})};
  elsewhere();
  Part taken;
  if (name == "reverse") {
    taken.way = Part::Way::reverse;
    for (std::int64_t axis = 0; axis < of.rank(); ++axis) taken.axes.push_back(axis);
  } else if (name == "diagonal") {
    if (of.sort == EigenClass::Sort::diagonal) return Outcome{{}, view(*from, type, {})};
    if (!arguments.empty() || of.rank() == 1) return std::nullopt;
    taken.way = Part::Way::diagonal;
  } else {
    const Cell x = load(*from, object);
    if (!x.value.valid()) return Outcome{};
    auto found = block(name, {x.value, of}, *type->eigen, arguments);
    if (!found) return std::nullopt;
    if (found->begin.empty()) return Outcome{};
    taken = std::move(*found);
  }
  return Outcome{{}, view(*from, type, std::move(taken))};
}

ir::ValueId Dense::starts_of(const Part& part) {
  std::vector<ir::ValueId> starts;
  for (const Part::Begin& begin : part.begin) starts.push_back(append(ir::Kind::ExpandDims, {begin.value}, {{"axes", ir::Integers{0}}}));
  return starts.size() == 1 ? starts[0] : append(ir::Kind::Concat, starts, {{"axis", std::int64_t{0}}});
}

namespace {

std::optional<ir::Shape> known_begin(const Part& part) {
  ir::Shape begin;
  for (const Part::Begin& one : part.begin) {
    if (!one.extent) return std::nullopt;
    begin.push_back(*one.extent);
  }
  return begin;
}

ir::Shape end_of(const ir::Shape& begin, const ir::Shape& extents) {
  ir::Shape end = begin;
  for (std::size_t axis = 0; axis < end.size(); ++axis) end[axis] = end[axis] + extents[axis];
  return end;
}

}  // namespace

Cell Dense::read_part(const Projection& place, const CppType* type) {
  const Part& part = *place.part;
  if (part.way == Part::Way::memory) return read_memory(place, type);
  const Cell whole_object = load(resolved(*place.options[0]), nullptr);
  if (!whole_object.is_leaf() || whole_object.state != Cell::State::ready) return fresh(type, Cell::State::poison);
  const ir::ValueId x = whole_object.value;
  const ir::Shape shape = builder_.type(x).extents;
  if (const auto small = small_extents(x); small && part.way != Part::Way::all)
    if (const auto places = small_places(part, *small)) {
      const std::vector<ir::ValueId> all = coefficients(x);
      std::vector<ir::ValueId> taken;
      for (std::size_t place_of : *places) taken.push_back(all[place_of]);
      std::vector<std::int64_t> extents;
      for (std::size_t axis = 0; axis < part.extents.size(); ++axis)
        if (std::find(part.axes.begin(), part.axes.end(), static_cast<std::int64_t>(axis)) == part.axes.end()) extents.push_back(*part.extents[axis].constant());
      if (part.way == Part::Way::diagonal) extents = {(*small)[0]};
      if (part.way == Part::Way::reverse) extents = *small;
      return leaf_cell(type, of_coefficients(std::move(taken), extents));
    }
  switch (part.way) {
    case Part::Way::diagonal:
      return leaf_cell(type, append(op_named("diagonal"), {x}, {{"offset", std::int64_t{0}}, {"axis1", std::int64_t{0}}, {"axis2", std::int64_t{1}}}));
    case Part::Way::reverse:
      return leaf_cell(type, append(op_named("flip"), {x}, {{"axes", part.axes}}));
    case Part::Way::all:
      return leaf_cell(type, x);
    case Part::Way::as_matrix:
      return leaf_cell(type, conform({x, *whole_object.type->eigen}, *type->eigen));
    default:
      break;
  }
  ir::ValueId taken;
  if (const auto first = known_begin(part)) {
    auto block = checked_block("a block", shape, *first, end_of(*first, part.extents), ir::Shape(shape.size(), ir::Extent(1)));
    if (!block) return fresh(type, Cell::State::poison);
    block->set("shape", part.extents);
    taken = append(ir::Kind::Slice, {x}, *block);
  } else {
    taken = append(ir::Kind::DynamicSlice, {x, starts_of(part)}, {{"shape", part.extents}});
  }
  if (taken.valid() && !part.axes.empty()) taken = append(ir::Kind::Squeeze, {taken}, {{"axes", part.axes}});
  return leaf_cell(type, taken);
}

void Dense::write_part(const Projection& place, const CppType* type, const Cell& from) {
  const Part& part = *place.part;
  Cell& object = resolved(*place.options[0]);
  if (from.state != Cell::State::ready) return poison(object);
  if (part.way == Part::Way::memory) return write_memory(place, from);
  if (part.way == Part::Way::all) return write(object, leaf_cell(object.type, from.value));
  if (part.way == Part::Way::as_matrix) return write(object, leaf_cell(object.type, conform({from.value, *type->eigen}, *object.type->eigen)));
  if (part.way == Part::Way::reverse) return write(object, leaf_cell(object.type, append(op_named("flip"), {from.value}, {{"axes", part.axes}})));
  const Cell whole_object = load(object, nullptr);
  if (!whole_object.is_leaf() || whole_object.state != Cell::State::ready) return poison(object);
  const ir::ValueId x = whole_object.value;
  const ir::Shape shape = builder_.type(x).extents;
  ir::ValueId now, u = from.value;
  const auto small = small_extents(x), part_extents = small_extents(u);
  const auto places = small && part_extents ? small_places(part, *small) : std::nullopt;
  std::size_t given = 1;
  for (std::size_t axis = 0; part_extents && axis < part_extents->size(); ++axis) given *= static_cast<std::size_t>((*part_extents)[axis]);
  if (places && places->size() == given) {
    std::vector<ir::ValueId> all = coefficients(x);
    const std::vector<ir::ValueId> put_there = coefficients(u);
    for (std::size_t i = 0; i < places->size(); ++i) all[(*places)[i]] = put_there[i];
    now = of_coefficients(std::move(all), *small);
  } else if (part.way == Part::Way::diagonal) {
    u = forward(at_here().require_extents(use(u), {shape[0]}, type->name));
    const ir::ValueId all = u.valid() ? append(op_named("diag"), {u}, {{"offset", std::int64_t{0}}}) : u;
    const ir::ValueId eye = append(ir::Kind::Eye, {}, {{"n", ir::Shape{shape[0]}}, {"to", ir::ElementType::f32}});
    now = each(ir::Kind::Where, {each(ir::Kind::NotEqual, {eye, number(ir::ElementType::f32, 0)}), all, x});
  } else {
    if (!part.axes.empty()) u = append(ir::Kind::ExpandDims, {u}, {{"axes", part.axes}});
    if (u.valid()) u = forward(at_here().require_extents(use(u), part.extents, type->name));
    const auto first = known_begin(part);
    const auto block = first ? checked_block("a block", shape, *first, end_of(*first, part.extents), ir::Shape(shape.size(), ir::Extent(1))) : std::nullopt;
    if (u.valid() && first && block) now = append(ir::Kind::SetSlice, {x, u}, *block);
    if (u.valid() && !first) now = append(op_named("dynamic_update_slice"), {x, u, starts_of(part)});
  }
  if (!now.valid()) return poison(object);
  const std::string name = function_[x].name;
  write(object, leaf_cell(whole_object.type, now));
  if (function_[now].op.valid() && function_[now].name.empty()) function_[now].name = name;
}

// The coefficient of the object that one of a part is.
Cell* Dense::element_of_part(Cell& cell, const std::vector<ir::ValueId>& indices) {
  const Projection& place = *cell.projection;
  const Part& part = *place.part;
  Cell& object = resolved(*place.options[0]);
  if (part.way == Part::Way::memory) {
    ir::ValueId offset = indices[0];
    for (std::size_t axis = 1; axis < indices.size(); ++axis)
      offset = whole_arithmetic(ir::Kind::Add, whole_arithmetic(ir::Kind::Multiply, offset, begin_of(part.extents[axis]).value), indices[axis]);
    return pointee(object, offset, nullptr);
  }
  if (part.way == Part::Way::all) return tensor_element(object, indices);
  if (part.way == Part::Way::diagonal) return tensor_element(object, {indices[0], indices[0]});
  if (part.way == Part::Way::as_matrix) {
    const std::size_t rows = cell.type->eigen->row_axis();
    return tensor_element(object, {indices[object.type->eigen->columns == 1 ? rows : 1 - rows]});
  }
  std::vector<ir::ValueId> there;
  if (part.way == Part::Way::reverse) {
    const auto extents = axes_of(object, object.type->rank);
    if (!extents) return temporary({});
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
      there.push_back(whole_arithmetic(ir::Kind::Subtract, whole_arithmetic(ir::Kind::Subtract, (*extents)[axis], whole(1)), indices[axis]));
    return tensor_element(object, there);
  }
  std::size_t next = 0;
  for (std::size_t axis = 0; axis < part.begin.size(); ++axis) {
    const bool is_gone = std::find(part.axes.begin(), part.axes.end(), static_cast<std::int64_t>(axis)) != part.axes.end();
    there.push_back(is_gone ? part.begin[axis].value : whole_arithmetic(ir::Kind::Add, part.begin[axis].value, indices[next++]));
  }
  return tensor_element(object, there);
}

// --- maps of memory

Cell Dense::read_memory(const Projection& place, const CppType* type) {
  const ir::Extent count = ir::product(place.part->extents);
  const Cell pointer = *place.options[0];
  const CppType* number = types_.scalar(type->element);
  ir::ValueId all;
  if (const auto known = count.constant(); known && *known <= 64) {
    std::vector<ir::ValueId> items;
    for (std::int64_t i = 0; i < *known; ++i) {
      const Cell one = converted(load(*pointee(pointer, whole(i), nullptr), nullptr), number);
      if (one.state != Cell::State::ready) return fresh(type, Cell::State::poison);
      items.push_back(append(ir::Kind::ExpandDims, {one.value}, {{"axes", ir::Integers{0}}}));
    }
    all = items.size() == 1 ? items[0] : append(ir::Kind::Concat, items, {{"axis", std::int64_t{0}}});
  } else {
    Cell* made = temporary(leaf_cell(types_.tensor(type->element, 1), forward(at_here().full({type->element, {count}, 0}, 0))));
    repeat(begin_of(count).value, [&](ir::ValueId i) { write(*tensor_element(*made, {i}), load(*pointee(pointer, i, nullptr), nullptr)); }, {made});
    if (made->state == Cell::State::ready) all = made->value;
  }
  if (all.valid() && type->rank == 2) all = append(ir::Kind::Reshape, {all}, {{"shape", place.part->extents}});
  return leaf_cell(type, all);
}

void Dense::write_memory(const Projection& place, const Cell& from) {
  const ir::Shape shape = place.part->extents;
  const ir::Extent count = ir::product(shape);
  const Cell pointer = *place.options[0];
  const ir::ValueId all = forward(at_here().require_extents(use(from.value), shape, "what a Map is of"));
  if (!all.valid() || !pointer.target) return;
  Cell* values = temporary(leaf_cell(types_.tensor(from.type->element, static_cast<int>(shape.size())), all));
  const auto one = [&](ir::ValueId i) { write(*pointee(pointer, i, nullptr), read(*element_at(*values, i))); };
  if (const auto known = count.constant(); known && *known <= 64)
    for (std::int64_t i = 0; i < *known; ++i) one(whole(i));
  else
    repeat(begin_of(count).value, one, {pointer.target});
}

namespace {

// Whether the coefficients of a vector don't lie one behind the other.
bool lies_apart(const Cell& vector) {
  for (const Cell* cell = &resolved(vector); cell->projection && cell->projection->part; cell = &resolved(*cell->projection->options[0])) {
    const Part& part = *cell->projection->part;
    const bool of_column = part.way == Part::Way::block && part.begin.size() == 2 && part.axes == ir::Integers{1};
    if (of_column || part.way == Part::Way::diagonal || part.way == Part::Way::reverse) return true;
  }
  return false;
}

}  // namespace

// A Map of a pointer and sizes; a Ref of an object. Null after a report.
Cell* Dense::map(const clang::CXXConstructExpr* expr, const CppType* type) {
  Arguments arguments;
  for (const clang::Expr* argument : expr->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) arguments.push_back(argument);
  if (arguments.empty()) return nullptr;
  const EigenClass& known = *type->eigen;
  if (known.name == "Ref") {
    const auto of = eigen_class(arguments[0]->getType());
    Cell* object = of ? object_given(arguments[0]) : nullptr;
    const CppType* has = object ? resolved(*object).type : nullptr;
    if (!has || !has->eigen) return object;
    // Of coefficients that don't lie as the type says it holds a copy.
    const bool is_vector = has->eigen->rank() == 1;
    if (is_vector ? lies_apart(*object) : known.rank() == 1 || has->eigen->row_major != known.row_major)
      return temporary(leaf_cell(type, conform({load(*object, arguments[0]).value, *has->eigen}, known)));
    if (!is_vector || known.rank() == 1) return object;
    Part part;
    part.way = Part::Way::as_matrix;
    return view(*object, type, std::move(part));
  }
  if (known.name == "Block" && (arguments.size() == 2 || arguments.size() == 3 || arguments.size() == 5)) {
    Cell* object = object_given(arguments[0]);
    const Cell all = load(*object, arguments[0]);
    if (!all.type || !all.type->eigen || !all.value.valid()) return temporary({});
    auto part = block(arguments.size() > 2 ? "block" : known.rows == 1 && known.columns == all.type->eigen->columns ? "row" : "col", {all.value, *all.type->eigen}, known,
                      {arguments.begin() + 1, arguments.end()});
    return part && !part->begin.empty() ? view(*object, type, std::move(*part)) : temporary({});
  }
  if (known.name != "Map" || !arguments[0]->getType()->isPointerType()) return nullptr;
  // The memory lies apart where it says so.
  const auto* record = expr->getType()->getAsCXXRecordDecl();
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  const auto* stride = special && special->getTemplateArgs().size() > 2 ? special->getTemplateArgs()[2].getAsType()->getAsCXXRecordDecl() : nullptr;
  const auto* strides = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(stride);
  if (!strides || strides->getName() != "Stride") return nullptr;
  for (const clang::TemplateArgument& one : strides->getTemplateArgs().asArray())
    if (one.getAsIntegral() != 0) return nullptr;
  const Cell pointer = value(arguments[0]);
  const auto shape = shape_of(known, {arguments.begin() + 1, arguments.end()});
  if (!shape || !is_usable(pointer, arguments[0])) return temporary(fresh(type, Cell::State::poison));
  Part part;
  part.way = Part::Way::memory;
  part.extents = *shape;
  return view(*temporary(pointer), type, std::move(part));
}

// Where an expression of a class of views is; the value of one that isn't a place.
Cell* Dense::lazy_place(const clang::Expr* expr) {
  const clang::Expr* inner = bare(expr);
  if (const auto* call_of = llvm::dyn_cast<clang::CallExpr>(inner)) {
    Outcome got = call(call_of);
    return got.place ? got.place : temporary(std::move(got.value));
  }
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
  if (!construct) return inner->isGLValue() ? place(inner) : temporary(refuse(expr, Refusal::unsupported_expression, "this expression of Eigen", "name the object itself"));
  if (construct->getConstructor()->isCopyOrMoveConstructor()) return object_given(construct->getArg(0));
  const CppType* type = types_.of(construct->getType());
  Cell* made = type && type->is_lazy() ? map(construct, type) : nullptr;
  return made ? made : temporary(refuse(expr, Refusal::unsupported_expression, fmt::format("this constructor of Eigen::{}", type && type->eigen ? type->eigen->name : "Matrix"), "map memory without strides, or name the object itself"));
}

// --- assignments

Cell* Dense::target(const clang::Expr* expr) {
  const auto known = eigen_class(expr->getType());
  const Outcome given = outcome(expr);
  const bool is_object = known && known->role != Role::expression && known->sort == EigenClass::Sort::dense;
  if (given.place && (is_object || !known || known->role == Role::solver)) return &resolved(*given.place);
  return temporary(refuse(expr, Refusal::unsupported_expression, fmt::format("writing to {}", known ? "an Eigen::" + known->name : "this"), "write to a block of the object itself"));
}

namespace {

// The object that a place is a part of, and the way there, the outermost first.
const Cell* root_of(const Cell* cell, std::vector<const Part*>& way) {
  cell = &resolved(*cell);
  while (cell->projection && cell->projection->part && cell->projection->part->way != Part::Way::memory) {
    way.insert(way.begin(), cell->projection->part.get());
    cell = &resolved(*cell->projection->options[0]);
  }
  if (cell->projection && cell->projection->part) return cell->projection->options[0]->target;
  return cell;
}

bool is_same(const Part::Begin& a, const Part::Begin& b) { return a.value == b.value || (a.extent && b.extent && *a.extent == *b.extent); }

std::optional<std::int64_t> constant_of(const Part::Begin& begin) { return begin.extent ? begin.extent->constant() : std::nullopt; }

// Whether two ways lead to the same coefficients, one by one, or to none that are the same.
bool agree(const std::vector<const Part*>& a, const std::vector<const Part*>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Part &x = *a[i], &y = *b[i];
    if (x.way != y.way || x.axes != y.axes || x.begin.size() != y.begin.size() || (x.way == Part::Way::block && x.extents != y.extents)) return false;
    for (std::size_t axis = 0; axis < x.begin.size(); ++axis) {
      if (is_same(x.begin[axis], y.begin[axis])) continue;
      const auto p = constant_of(x.begin[axis]), q = constant_of(y.begin[axis]), n = x.extents[axis].constant();
      if (p && q && n && (*p + *n <= *q || *q + *n <= *p)) return true;
      if (n != 1 || i + 1 < a.size()) return false;  // of whole lines, which are the same or apart
    }
  }
  return true;
}

}  // namespace

// Whether the value that was just computed reads coefficients of what it is assigned to one by one, at other places.
bool Dense::reads_what_it_writes(const Cell& to, std::size_t first, const clang::Expr* expr) {
  std::vector<const Part*> there;
  const Cell* root = root_of(&to, there);
  for (std::size_t i = first; i < reads_.size(); ++i) {
    std::vector<const Part*> here;
    if (!root || root_of(reads_[i].place, here) != root || (!reads_[i].any && agree(there, here))) continue;
    refuse(expr, Refusal::unsupported_expression, "an assignment that reads what it writes (Eigen assigns one coefficient after the other)", "add .eval() to what is assigned");
    return true;
  }
  return false;
}

bool Dense::is_read_since(const Cell& object, std::size_t first) const {
  std::vector<const Part*> way;
  const Cell* root = root_of(&object, way);
  return std::any_of(reads_.begin() + static_cast<std::ptrdiff_t>(first), reads_.end(), [&](const Read& read) { return root_of(read.place, way) == root; });
}

// `first`: the reads before that one are not of what is assigned.
void Dense::put(const clang::Expr* expr, Cell* to, const std::optional<Matrix>& from, std::size_t first) {
  Cell& at = resolved(*to);
  if (!at.type || !at.type->eigen || !from || !from->value.valid()) return poison(at);
  if (reads_what_it_writes(at, first, expr)) return poison(at);
  ir::ValueId value = conform(*from, *at.type->eigen);
  if (!value.valid()) return poison(at);
  store(at, read_as(*temporary(leaf_cell(at.type, value)), at.type, expr), expr);
}

std::optional<Outcome> Dense::assignment(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  static const std::set<std::string> kNames = {"operator=", "operator+=", "operator-=", "operator*=", "operator/="};
  if (!kNames.contains(name) || arguments.size() != 1) return std::nullopt;
  const clang::Expr* right = arguments[0];
  const bool of_matrix = eigen_class(right->getType()).has_value();
  const bool is_product = name == "operator*=" && of_matrix && !eigen_class(object->getType()).value_or(EigenClass{}).is_array;
  const std::size_t before = reads_.size();
  std::optional<Matrix> x;
  Cell number_given;
  if (of_matrix)
    x = is_computed_first(bare(right)->getType()) ? at_once([&] { return matrix(right); }) : matrix(right);
  else if (is_initializer_list(right->getType()))
    return std::nullopt;
  else
    number_given = scalar(right);
  Cell* to = target(object);
  const CppType* type = resolved(*to).type;
  if (!type || !type->eigen || (of_matrix && (!x || !x->value.valid()))) {
    reads_.resize(before);
    poison(resolved(*to));
    return Outcome{{}, to};
  }
  if (name == "operator=") {
    if (!of_matrix) return std::nullopt;
    put(expr, to, x, before);
  } else {
    const Cell now = load(*to, object);
    if (now.state != Cell::State::ready) return Outcome{{}, to};
    const Matrix old{now.value, *now.type->eigen};
    ir::ValueId value;
    if (is_product) {
      reads_.resize(before);
      const auto all = product(old, *x, old.like);
      value = all ? all->value : ir::ValueId{};
    } else {
      const ir::ValueId other = of_matrix ? conform(*x, old.like) : converted(number_given, types_.scalar(type->element)).value;
      const bool whole_quotient = name == "operator/=" && !ir::is_differentiable(type->element);
      if (other.valid()) value = whole_quotient ? each(ir::Kind::Quotient, {old.value, other}) : binary_of(name.substr(0, name.size() - 1), old.value, other);
    }
    put(expr, to, Matrix{value, old.like}, before);
  }
  reads_.resize(before);
  return Outcome{{}, to};
}

}  // namespace tool
