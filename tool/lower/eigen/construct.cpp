// Matrices from sizes, numbers, lists and other matrices.
#include <algorithm>
#include <map>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {

using Role = EigenClass::Role;

// Of rows and columns, or of one number for a vector; of none where the class says both. In the order of memory.
std::optional<ir::Shape> Dense::shape_of(const EigenClass& known, const Arguments& sizes) {
  ir::Shape shape;
  for (std::int64_t extent : known.extents()) shape.push_back(std::max<std::int64_t>(extent, 0));
  if (sizes.empty()) return shape;
  std::vector<ir::Extent> given;
  for (const clang::Expr* size : sizes) {
    const auto n = extent(size, "each extent");
    if (!n) return std::nullopt;
    given.push_back(*n);
  }
  if (given.size() == 1 && shape.size() == 1) return ir::Shape{given[0]};
  if (given.size() != 2) return std::nullopt;
  if (shape.size() == 1) return ir::Shape{given[known.columns == 1 ? 0 : 1]};
  if (!known.row_major) std::swap(given[0], given[1]);
  return ir::Shape{given[0], given[1]};
}

std::optional<Dense::Matrix> Dense::full(const EigenClass& known, const ir::Shape& shape, const Cell& value) {
  if (value.state != Cell::State::ready) return Matrix{};
  return Matrix{broadcast(value.value, shape), known};
}

std::optional<Dense::Matrix> Dense::identity(const EigenClass& known, const ir::Shape& shape) {
  const CppType* scalar = types_.of(known.scalar);
  if (!scalar) return Matrix{};
  if (shape.size() == 1) return full(known, shape, number_cell(scalar->element, 1));
  const auto rows = shape[0].constant(), columns = shape[1].constant();
  if (rows && columns && *rows > 0 && *columns > 0 && *rows * *columns <= 16) {
    std::vector<ir::ValueId> all;
    for (std::int64_t i = 0; i < *rows * *columns; ++i) all.push_back(number(scalar->element, i / *columns == i % *columns ? 1 : 0));
    return Matrix{of_coefficients(std::move(all), {*rows, *columns}), known};
  }
  if (!builder_.facts().equal(shape[0], shape[1])) {
    const auto numbers = [&](std::size_t axis) {
      const ir::ValueId all = append(ir::Kind::Iota, {}, {{"n", ir::Shape{shape[axis]}}, {"to", ir::ElementType::i64}});
      return append(ir::Kind::ExpandDims, {all}, {{"axes", ir::Integers{static_cast<std::int64_t>(1 - axis)}}});
    };
    return Matrix{each(ir::Kind::Where, {each(ir::Kind::Equal, {numbers(0), numbers(1)}), number(scalar->element, 1), number(scalar->element, 0)}), known};
  }
  return Matrix{append(ir::Kind::Eye, {}, {{"n", ir::Shape{shape[0]}}, {"to", scalar->element}}), known};
}

// Zero(), Constant(n, x) and their like.
std::optional<Dense::Matrix> Dense::nullary(const clang::CallExpr* expr, const EigenClass& of, const std::string& name, const Arguments& arguments) {
  const auto result = eigen_class(expr->getType());
  const CppType* scalar_type = types_.of(of.scalar);
  if (!scalar_type) return std::nullopt;
  EigenClass known = of;
  known.role = Role::expression;
  const bool has_value = name == "Constant" || name == "LinSpaced";
  if (name == "Zero" || name == "Ones" || name == "Identity" || name == "Constant") {
    const auto shape = shape_of(known, {arguments.begin(), arguments.end() - (has_value ? 1 : 0)});
    if (!shape) return std::nullopt;
    if (name == "Identity") return identity(known, *shape);
    return full(known, *shape, has_value ? converted(scalar(arguments.back()), scalar_type) : number_cell(scalar_type->element, name == "Ones" ? 1 : 0));
  }
  static const std::map<std::string, std::int64_t> kUnits = {{"UnitX", 0}, {"UnitY", 1}, {"UnitZ", 2}, {"UnitW", 3}};
  const auto unit = kUnits.find(name);
  if (unit != kUnits.end() || name == "Unit") {
    const auto shape = shape_of(known, name == "Unit" && arguments.size() == 2 ? Arguments{arguments[0]} : Arguments{});
    const auto at = unit != kUnits.end() ? std::optional(whole(unit->second)) : arguments.empty() ? std::nullopt : std::optional(index_value(arguments.back()));
    if (!shape || !at || !at->valid() || shape->size() != 1) return std::nullopt;
    return Matrix{append(ir::Kind::SetElement, {forward(at_here().full({scalar_type->element, *shape, 0}, 0)), number(scalar_type->element, 1), *at}), known};
  }
  if (name == "LinSpaced" && (arguments.size() == 2 || arguments.size() == 3) && result && ir::is_float(scalar_type->element)) {
    const auto shape = shape_of(known, arguments.size() == 3 ? Arguments{arguments[0]} : Arguments{});
    const Cell low = converted(scalar(arguments[arguments.size() - 2]), scalar_type), high = converted(scalar(arguments.back()), scalar_type);
    if (!shape || shape->size() != 1 || low.state != Cell::State::ready || high.state != Cell::State::ready) return std::nullopt;
    return Matrix{append(op_named("linspace"), {low.value, high.value}, {{"n", *shape}}), known};
  }
  return std::nullopt;
}

// Coefficients in the order in which they are written, row by row.
std::optional<Dense::Matrix> Dense::of_scalars(const EigenClass& known, std::vector<Cell> scalars) {
  const CppType* scalar_type = types_.of(known.scalar);
  const auto n = static_cast<std::int64_t>(scalars.size());
  std::int64_t columns = known.columns, rows = known.rows;
  if (rows < 0 && columns > 0) rows = n / columns;
  if (columns < 0 && rows > 0) columns = n / rows;
  if (rows < 0 || columns < 0 || rows * columns != n || n == 0) return std::nullopt;
  std::vector<ir::ValueId> all;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t at = known.rank() == 1 || known.row_major ? i : (i % rows) * columns + i / rows;
    all.push_back(converted(scalars[static_cast<std::size_t>(at)], scalar_type).value);
  }
  const std::int64_t outer = known.row_major ? rows : columns;
  return Matrix{of_coefficients(std::move(all), known.rank() == 1 ? std::vector{n} : std::vector{outer, n / outer}), known};
}

// {{1, 2}, {3, 4}}, or {{1, 2, 3}} of a vector.
std::optional<Dense::Matrix> Dense::of_rows(const clang::Expr* list, const EigenClass& known) {
  std::vector<Cell> scalars;
  std::int64_t rows = 0;
  for (const clang::Expr* row : items(list)) {
    for (const clang::Expr* item : items(row)) scalars.push_back(scalar(item));
    ++rows;
  }
  EigenClass shaped = known;
  if (rows == 0 || scalars.empty()) return std::nullopt;
  if (known.rank() == 2) {
    shaped.rows = rows;
    shaped.columns = static_cast<std::int64_t>(scalars.size()) / rows;
  }
  auto made = of_scalars(shaped, std::move(scalars));
  if (made) made->like = known;
  return made;
}

Cell Dense::construct_eigen(const clang::CXXConstructExpr* expr, const CppType* type) {
  const EigenClass& known = *type->eigen;
  if (known.role == Role::solver) {
    if (auto made = construct_solver(expr, type)) return *std::move(made);
    return refuse(expr, Refusal::unsupported_expression, fmt::format("this constructor of Eigen::{}", known.name), "give the matrix where it is made");
  }
  if (type->is_lazy()) return load(*lazy_place(expr), expr);
  Arguments arguments;
  for (const clang::Expr* argument : expr->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) arguments.push_back(argument);
  const auto as_type = [&](const std::optional<Matrix>& made) -> std::optional<Cell> {
    if (!made) return std::nullopt;
    const ir::ValueId value = made->value.valid() ? conform(*made, known) : ir::ValueId{};
    return value.valid() ? read_as(*temporary(leaf_cell(type, value)), type, expr) : fresh(type, Cell::State::poison);
  };
  std::optional<Cell> made;
  const bool fixed = known.rows >= 0 && known.columns >= 0;
  const auto is_number = [](const clang::Expr* argument) { return argument->getType().getNonReferenceType()->isArithmeticType(); };
  const auto is_whole = [](const clang::Expr* argument) { return argument->getType().getNonReferenceType()->isIntegralOrEnumerationType(); };
  const bool numbers = std::all_of(arguments.begin(), arguments.end(), [&](const clang::Expr* one) { return is_number(one) || (types_.of(one->getType()) && types_.of(one->getType())->form == CppType::Form::scalar); });
  if (arguments.empty()) return uninitialised(type);
  if (arguments.size() == 1 && eigen_class(arguments[0]->getType())) {
    made = at_once([&] { return as_type(matrix(arguments[0])); });
  } else if (arguments.size() == 1 && is_initializer_list(arguments[0]->getType())) {
    made = as_type(of_rows(arguments[0], known));
  } else if (arguments.size() == 1 && (arguments[0]->getType()->isPointerType() || arguments[0]->getType()->isArrayType()) && fixed) {
    Part part;
    part.way = Part::Way::memory;
    for (std::int64_t extent : type->extents) part.extents.push_back(extent);
    const Cell pointer = arguments[0]->getType()->isArrayType() ? first_of(*place(arguments[0])) : scalar(arguments[0]);
    if (!is_usable(pointer, arguments[0])) return fresh(type, Cell::State::poison);
    made = read_memory(*view(*temporary(pointer), type, std::move(part))->projection, type);
  } else if (numbers) {
    const bool are_sizes = std::all_of(arguments.begin(), arguments.end(), is_whole) &&
                           ((arguments.size() == 1 && (known.rows != 1 || known.columns != 1)) ||
                            (arguments.size() == 2 && !(fixed && known.rank() == 1 && known.extents()[0] == 2)));
    if (are_sizes) {
      const auto shape = fixed ? shape_of(known, {}) : shape_of(known, arguments);
      if (!shape) return fresh(type, Cell::State::poison);
      return read_as(*temporary(unwritten(type, *shape)), type, expr);
    }
    std::vector<Cell> scalars;
    for (const clang::Expr* argument : arguments) scalars.push_back(scalar(argument));
    made = as_type(of_scalars(known, std::move(scalars)));
  }
  if (made && (failed_ || !is_poisoned(*made))) return *std::move(made);
  const auto* given = arguments.size() == 1 ? arguments[0]->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  if (given && is_of_eigen(*given) && !made) return construct_by_body(expr, type);  // from a rotation
  return refuse(expr, Refusal::unsupported_expression, fmt::format("this constructor of {}", type->name), "make it of its sizes, its coefficients or another matrix");
}

// `m << a, b, c;`: blocks one beside the other, row by row.
std::optional<Outcome> Dense::commas(const clang::CallExpr* expr) {
  Arguments parts;
  const clang::CallExpr* at = expr;
  while (true) {
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(at);
    if (!operation || operation->getNumArgs() != 2) return std::nullopt;
    parts.insert(parts.begin(), operation->getArg(1));
    if (operation->getOperator() == clang::OO_LessLess) {
      at = operation;
      break;
    }
    const auto* inner = llvm::dyn_cast<clang::CallExpr>(unwrapped(operation->getArg(0)));
    if (!inner) return std::nullopt;
    at = inner;
  }
  Cell* to = target(at->getArg(0));
  const CppType* type = resolved(*to).type;
  if (!type || !type->eigen) return Outcome{{}, to};
  EigenClass known = *type->eigen;
  const std::size_t before = reads_.size();
  const bool of_scalars_only = std::none_of(parts.begin(), parts.end(), [](const clang::Expr* part) { return eigen_class(part->getType()).has_value(); });
  const Cell now = load(*to, at->getArg(0));
  if (now.state != Cell::State::ready && now.state != Cell::State::empty) return Outcome{{}, to};
  const auto extents = axes_of(*to, known.rank());
  if (!extents) return Outcome{{}, to};
  // What is known of its size is what its class says, and what it was made with.
  std::vector<std::optional<std::int64_t>> sizes;
  for (ir::ValueId extent : *extents) sizes.push_back(known_integer(extent));
  if (known.rank() == 2) {
    if (const auto n = sizes[known.row_axis()]) known.rows = *n;
    if (const auto n = sizes[1 - known.row_axis()]) known.columns = *n;
  }
  std::optional<Matrix> made;
  if (of_scalars_only) {
    std::vector<Cell> scalars;
    for (const clang::Expr* part : parts) scalars.push_back(scalar(part));
    const EigenClass order = *type->eigen;
    made = of_scalars(known, std::move(scalars));
    if (made && known.rank() != order.rank()) made = Matrix{made->value.valid() ? conform(*made, order) : ir::ValueId{}, order};
    if (made) made->like = order;
  } else if (known.rank() == 1) {
    std::vector<ir::ValueId> pieces;
    for (const clang::Expr* part : parts) {
      if (eigen_class(part->getType())) {
        const auto x = matrix(part);
        if (!x) return Outcome{{}, to};
        pieces.push_back(conform(*x, known));
      } else {
        pieces.push_back(append(ir::Kind::ExpandDims, {converted(scalar(part), types_.scalar(type->element)).value}, {{"axes", ir::Integers{0}}}));
      }
    }
    for (ir::ValueId piece : pieces)
      if (!piece.valid()) return Outcome{{}, to};
    made = Matrix{pieces.size() == 1 ? pieces[0] : append(ir::Kind::Concat, pieces, {{"axis", std::int64_t{0}}}), known};
  } else {
    // Blocks of sizes that are known: put where they belong.
    if (known.rows < 0 || known.columns < 0) return std::nullopt;
    ir::ValueId all = now.value;
    std::int64_t row = 0, column = 0, height = 0;
    for (const clang::Expr* part : parts) {
      EigenClass plain;
      plain.row_major = known.row_major;
      ir::ValueId piece;
      if (eigen_class(part->getType())) {
        const auto x = matrix(part);
        piece = x ? conform(*x, plain) : piece;
      } else {
        piece = broadcast(converted(scalar(part), types_.scalar(type->element)).value, {1, 1});
      }
      if (!piece.valid()) return Outcome{{}, to};
      const ir::Shape shape = builder_.facts().resolve(builder_.type(piece)).extents;
      const auto n = shape[plain.row_axis()].constant(), m = shape[1 - plain.row_axis()].constant();
      if (!n || !m) return std::nullopt;
      if (column == known.columns) {
        row += height;
        column = 0;
        height = 0;
      }
      height = height == 0 ? *n : height;
      ir::Shape first{0, 0};
      first[plain.row_axis()] = row;
      first[1 - plain.row_axis()] = column;
      all = append(ir::Kind::SetSlice, {all, piece}, {{"begin", first}});
      if (!all.valid()) return Outcome{{}, to};
      column += *m;
    }
    if (row + height != known.rows || column != known.columns) return std::nullopt;
    made = Matrix{all, *type->eigen};
  }
  if (!made) return std::nullopt;
  // As many as there is room for.
  if (made->value.valid()) {
    ir::Shape shape;
    for (std::size_t axis = 0; axis < extents->size(); ++axis) shape.push_back(builder_.type(now.value).extents[axis]);
    made->value = forward(at_here().require_extents(use(made->value), shape, "what << fills"));
  }
  put(at, to, made, before);
  reads_.resize(before);
  return Outcome{{}, to};
}

// What changes an object without a value to compute: setZero(), resize(n), normalize().
std::optional<Outcome> Dense::setter(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  static const std::map<std::string, std::string> kFills = {{"setZero", "Zero"}, {"setOnes", "Ones"}, {"setConstant", "Constant"}, {"fill", "Constant"}, {"setIdentity", "Identity"}};
  const auto found = kFills.find(name);
  const bool resizes = name == "resize" || name == "conservativeResize";
  if (found == kFills.end() && !resizes && name != "normalize" && name != "swap" && name != "transposeInPlace" && name != "setLinSpaced") return std::nullopt;
  Cell* to = target(object);
  const CppType* type = resolved(*to).type;
  if (!type || !type->eigen) return Outcome{{}, to};
  const EigenClass known = *type->eigen;
  const std::size_t before = reads_.size();
  if (name == "swap" && arguments.size() == 1) {
    Cell* other = target(arguments[0]);
    const Cell x = load(*to, object), y = load(*other, arguments[0]);
    if (!y.type || !y.type->eigen || x.state != Cell::State::ready || y.state != Cell::State::ready) return Outcome{{}, to};
    put(expr, to, Matrix{y.value, *y.type->eigen}, reads_.size());
    put(expr, other, Matrix{x.value, known}, reads_.size());
    return Outcome{};
  }
  if (name == "resize" && !arguments.empty()) {
    const auto shape = shape_of(known, arguments);
    if (!shape) return std::nullopt;
    // Of the same size nothing changes.
    const Cell now = load(*to, object);
    if (now.state == Cell::State::ready) {
      bool same = true;
      const ir::Shape had = builder_.type(now.value).extents;
      for (std::size_t axis = 0; axis < had.size(); ++axis) same = same && builder_.facts().equal(had[axis], (*shape)[axis]);
      if (same) return Outcome{{}, to};
    }
    store(*to, read_as(*temporary(unwritten(type, *shape)), type, expr), expr);
    return Outcome{{}, to};
  }
  if (resizes) return std::nullopt;
  if (name == "setLinSpaced") return std::nullopt;
  if (found != kFills.end()) {
    const bool has_value = found->second == "Constant";
    const std::size_t sizes = arguments.size() - (has_value && !arguments.empty() ? 1 : 0);
    ir::Shape shape;
    if (sizes > 0) {
      const auto given = shape_of(known, {arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(sizes)});
      if (!given) return std::nullopt;
      shape = *given;
    } else {
      Cell& at = resolved(*to);
      const Cell now = load(at, object);
      if (!now.value.valid()) return Outcome{{}, to};
      shape = builder_.type(now.value).extents;
    }
    std::optional<Matrix> made;
    if (found->second == "Identity")
      made = identity(known, shape);
    else
      made = full(known, shape, has_value ? converted(scalar(arguments.back()), types_.scalar(type->element)) : number_cell(type->element, found->second == "Ones" ? 1 : 0));
    if (!made) return std::nullopt;
    reads_.resize(before);
    put(expr, to, made, before);
    return Outcome{{}, to};
  }
  const Cell now = load(*to, object);
  if (now.state != Cell::State::ready) return Outcome{{}, to};
  if (name == "transposeInPlace") {
    if (known.rank() == 1) return std::nullopt;
    put(expr, to, Matrix{append(ir::Kind::Transpose, {now.value}, {{"perm", ir::Integers{1, 0}}}), known}, before);
    return Outcome{{}, to};
  }
  put(expr, to, Matrix{normalized(now.value), known}, before);
  return Outcome{};
}

// Divided by its length, where that is above 0.
ir::ValueId Dense::normalized(ir::ValueId x) {
  if (!x.valid()) return {};
  ir::Integers axes;
  for (std::int64_t axis = 0; axis < builder_.type(x).rank(); ++axis) axes.push_back(axis);
  const ir::Attributes all{{"axes", axes}, {"keepdims", false}};
  const ir::ElementType element = builder_.type(x).element;
  const auto small = reduced_small("squaredNorm", x);
  const ir::ValueId squares = small ? *small : append(ir::Kind::Sum, {append(ir::Kind::Square, {x})}, all), zero = number(element, 0), one = number(element, 1);
  const ir::ValueId has_length = append(ir::Kind::Greater, {squares, zero});
  const ir::ValueId norm = append(ir::Kind::Sqrt, {append(ir::Kind::Where, {has_length, squares, one})});
  return each(ir::Kind::Divide, {x, norm});
}

}  // namespace tool
