// Coefficient by coefficient, and products. A product of matrices is one op whatever the order of their memory: of what is in
// columns the transposed product is taken, of what isn't its operand is read transposed.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {

using Sort = EigenClass::Sort;

namespace {

EigenClass sized(std::int64_t rows, std::int64_t columns) {
  EigenClass known;
  known.rows = rows;
  known.columns = columns;
  return known;
}

}  // namespace

ir::Kind op_named(std::string_view name) {
  const std::optional<ir::Kind> kind = ir::find_op(name);
  GRADC_CHECK(kind.has_value());
  return *kind;
}

std::optional<ir::Kind> kind_of_each(const std::string& name, bool is_array) {
  static const std::map<std::string, ir::Kind> kBoth = {
      {"operator-", ir::Kind::Negative}, {"cwiseAbs", ir::Kind::Abs}, {"cwiseAbs2", ir::Kind::Square}, {"cwiseSqrt", ir::Kind::Sqrt}, {"cwiseInverse", ir::Kind::Reciprocal},
      {"cwiseSign", ir::Kind::Sign}, {"operator!", ir::Kind::LogicalNot}};
  // Those that the IR calls as Eigen does, and others.
  static const std::set<std::string> kSame = {"abs",   "square", "sqrt",  "rsqrt", "exp",  "expm1", "log",  "log1p", "log10", "log2", "sin",    "cos",
                                              "tan",   "asin",   "acos",  "atan",  "sinh", "cosh",  "tanh", "asinh", "acosh", "atanh", "floor", "ceil",
                                              "sign",  "erf",    "erfc",  "lgamma", "digamma", "isnan", "isinf", "isfinite"};
  static const std::map<std::string, std::string> kArray = {{"abs2", "square"}, {"inverse", "reciprocal"}, {"round", "round_away"}, {"rint", "round"},
                                                            {"logistic", "sigmoid"}, {"isNaN", "isnan"}, {"isInf", "isinf"}, {"isFinite", "isfinite"}};
  if (const auto found = kBoth.find(name); found != kBoth.end()) return found->second;
  if (is_array && kSame.contains(name)) return op_named(name);
  const auto found = kArray.find(name);
  return is_array && found != kArray.end() ? std::optional(op_named(found->second)) : std::nullopt;
}

ir::ValueId Dense::number(ir::ElementType element, double value) { return number_cell(element, value).value; }

ir::ValueId Dense::dense_diagonal(const Matrix& x) { return append(op_named("diag"), {x.value}, {{"offset", std::int64_t{0}}}); }

// The value in the order of another class, with the axes that its class has. A vector is a matrix of one row or column.
ir::ValueId Dense::conform(const Matrix& x, const EigenClass& to) {
  if (!x.value.valid()) return {};
  if (x.like.sort == Sort::diagonal && to.sort != Sort::diagonal) {
    EigenClass square = x.like;
    square.sort = Sort::dense;
    if (square.rank() == 1) return x.value;  // of 1 by 1
    return conform({dense_diagonal(x), square}, to);
  }
  if (x.like.rank() == 1 && to.rank() == 1) return x.value;
  const auto small = small_extents(x.value);
  if (x.like.rank() == 2 && to.rank() == 2) {
    if (x.like.row_major == to.row_major) return x.value;
    if (!small) return append(ir::Kind::Transpose, {x.value}, {{"perm", ir::Integers{1, 0}}});
    const std::vector<ir::ValueId> all = coefficients(x.value);
    std::vector<ir::ValueId> turned;
    for (std::int64_t i = 0; i < (*small)[1]; ++i)
      for (std::int64_t j = 0; j < (*small)[0]; ++j) turned.push_back(all[static_cast<std::size_t>(j * (*small)[1] + i)]);
    return of_coefficients(std::move(turned), {(*small)[1], (*small)[0]});
  }
  if (x.like.rank() == 1) {  // a column has one element on the axis of columns
    const std::size_t column_axis = 1 - to.row_axis();
    const std::size_t ones = x.like.columns == 1 ? column_axis : to.row_axis();
    if (small) return of_coefficients(coefficients(x.value), ones == 0 ? std::vector<std::int64_t>{1, (*small)[0]} : std::vector<std::int64_t>{(*small)[0], 1});
    return append(ir::Kind::ExpandDims, {x.value}, {{"axes", ir::Integers{static_cast<std::int64_t>(ones)}}});
  }
  const std::size_t column_axis = 1 - x.like.row_axis();
  const std::size_t ones = to.columns == 1 ? column_axis : x.like.row_axis();
  const ir::ValueId one = x.value;
  ir::Shape shape = builder_.type(one).extents;
  if (small && (*small)[ones] == 1) return of_coefficients(coefficients(one), {(*small)[1 - ones]});
  shape[ones] = 1;
  const ir::ValueId checked = forward(at_here().require_extents(use(one), shape, to.owner(codegen::cpp_element(builder_.type(one).element))));
  return checked.valid() ? append(ir::Kind::Squeeze, {checked}, {{"axes", ir::Integers{static_cast<std::int64_t>(ones)}}}) : ir::ValueId{};
}

// An op on values of one order; numbers are for each coefficient.
ir::ValueId Dense::each(ir::Kind kind, std::vector<ir::ValueId> values) {
  for (ir::ValueId value : values)
    if (!value.valid()) return {};
  if (const auto small = each_small(kind, values)) return *small;
  const auto shape = at_here().common_shape(values, ir::definition(kind).info.name);
  report_problems_of_ir();
  if (!shape) return {};
  for (ir::ValueId& value : values) value = broadcast(value, *shape);
  return append(kind, std::move(values));
}

// Operands in the order of the result; numbers with its element type.
std::optional<Dense::Matrix> Dense::each_of(const clang::CallExpr* expr, ir::Kind kind, const Arguments& operands) {
  const auto result = eigen_class(expr->getType());
  if (!result) return std::nullopt;
  const CppType* like = nullptr;
  for (const clang::Expr* operand : operands)
    if (eigen_class(operand->getType())) like = types_.of(operand->getType());
  std::vector<ir::ValueId> values;
  for (const clang::Expr* operand : operands) {
    if (!eigen_class(operand->getType())) {
      values.push_back(converted(scalar(operand), types_.scalar(like->element)).value);
      continue;
    }
    const auto x = matrix(operand);
    values.push_back(x ? conform(*x, *result) : ir::ValueId{});
  }
  return Matrix{each(kind, std::move(values)), *result};
}

std::optional<Dense::Matrix> Dense::unary(const std::string& name, const clang::Expr* operand) {
  const auto x = matrix(operand);
  if (!x) return Matrix{};
  if (name == "cube") return Matrix{each(ir::Kind::Multiply, {each(ir::Kind::Square, {x->value}), x->value}), x->like};
  if (ir::is_complex(builder_.type(x->value).element)) {
    if (name == "conjugate") return Matrix{append(ir::Kind::Conj, {x->value}), x->like};
    if (name == "abs2" || name == "cwiseAbs2") return Matrix{each(ir::Kind::Square, {append(op_named("complex_abs"), {x->value})}), x->like};
  }
  if (name == "conjugate" || name == "operator+") return x;
  const auto kind = kind_of_each(name, true);
  return kind ? std::optional(Matrix{each(*kind, {x->value}), x->like}) : std::nullopt;
}

// As std::min and std::max choose: the first where neither is less.
ir::ValueId Dense::binary_of(const std::string& name, ir::ValueId x, ir::ValueId y) {
  const bool least = name == "min" || name == "cwiseMin";
  if (least || name == "max" || name == "cwiseMax") return each(ir::Kind::Where, {each(ir::Kind::Less, least ? std::vector{y, x} : std::vector{x, y}), y, x});
  static const std::map<std::string, ir::Kind> kKinds = {
      {"operator+", ir::Kind::Add}, {"operator-", ir::Kind::Subtract}, {"operator*", ir::Kind::Multiply}, {"operator/", ir::Kind::Divide},
      {"cwiseProduct", ir::Kind::Multiply}, {"cwiseQuotient", ir::Kind::Divide}, {"pow", ir::Kind::Pow}, {"atan2", op_named("atan2")},
      {"operator<", ir::Kind::Less}, {"operator<=", ir::Kind::LessEqual}, {"operator>", ir::Kind::Greater}, {"operator>=", ir::Kind::GreaterEqual},
      {"operator==", ir::Kind::Equal}, {"operator!=", ir::Kind::NotEqual}, {"cwiseEqual", ir::Kind::Equal}, {"cwiseNotEqual", ir::Kind::NotEqual},
      {"operator&&", ir::Kind::LogicalAnd}, {"operator||", ir::Kind::LogicalOr}};
  const auto found = kKinds.find(name);
  return found == kKinds.end() ? ir::ValueId{} : each(found->second, {x, y});
}

std::optional<Dense::Matrix> Dense::binary(const clang::CallExpr* expr, const std::string& name, const Arguments& operands) {
  const auto result = eigen_class(expr->getType());
  if (!result || operands.size() != 2) return std::nullopt;
  const CppType* like = nullptr;
  for (const clang::Expr* operand : operands)
    if (!like && eigen_class(operand->getType())) like = types_.of(operand->getType());
  if (!like) return std::nullopt;
  const bool whole = !ir::is_differentiable(like->element);
  if (whole && (name == "operator/" || name == "cwiseQuotient")) return each_of(expr, ir::Kind::Quotient, operands);
  ir::ValueId values[2];
  for (std::size_t i = 0; i < 2; ++i) {
    if (!eigen_class(operands[i]->getType())) {
      values[i] = converted(scalar(operands[i]), types_.scalar(like->element)).value;
    } else if (const auto x = matrix(operands[i])) {
      values[i] = conform(*x, *result);
    }
    if (!values[i].valid()) return Matrix{};
  }
  return Matrix{binary_of(name, values[0], values[1]), *result};
}

std::optional<Dense::Matrix> Dense::product(const Matrix& a, const Matrix& b, const EigenClass& to) {
  if (!a.value.valid() || !b.value.valid()) return Matrix{};
  if (auto small = product_small(a, b, to)) return small;
  // Rows or columns by numbers of their own.
  if (a.like.sort == Sort::diagonal || b.like.sort == Sort::diagonal) {
    if (a.like.sort == b.like.sort) return Matrix{each(ir::Kind::Multiply, {a.value, b.value}), to};
    const bool left = a.like.sort == Sort::diagonal;
    EigenClass other = left ? b.like : a.like;
    other.sort = Sort::dense;
    const Matrix& diagonal = left ? a : b;
    const ir::ValueId x = (left ? b : a).value;
    if (other.rank() == 1) return Matrix{conform({each(ir::Kind::Multiply, {x, diagonal.value}), other}, to), to};
    const std::size_t along = left ? other.row_axis() : 1 - other.row_axis();
    const ir::ValueId lines = append(ir::Kind::ExpandDims, {diagonal.value}, {{"axes", ir::Integers{static_cast<std::int64_t>(1 - along)}}});
    return Matrix{conform({each(ir::Kind::Multiply, {x, lines}), other}, to), to};
  }
  const bool a_row = a.like.rows == 1, b_column = b.like.columns == 1;
  const bool a_vector = a.like.rank() == 1, b_vector = b.like.rank() == 1;
  if (a_vector && b_vector) {
    if (a_row && b_column) {
      const ir::ValueId sum = append(ir::Kind::Sum, {each(ir::Kind::Multiply, {a.value, b.value})}, {{"axes", ir::Integers{0}}, {"keepdims", true}});
      return Matrix{conform({sum, sized(1, 1)}, to), to};
    }
    EigenClass outer;
    outer.row_major = to.row_major;
    const std::size_t rows = outer.row_axis();  // the left is along it
    const ir::ValueId x = append(ir::Kind::ExpandDims, {a.value}, {{"axes", ir::Integers{static_cast<std::int64_t>(1 - rows)}}});
    const ir::ValueId y = append(ir::Kind::ExpandDims, {b.value}, {{"axes", ir::Integers{static_cast<std::int64_t>(rows)}}});
    if (!a_row && b.like.rows == 1) return Matrix{conform({each(ir::Kind::Multiply, {x, y}), outer}, to), to};
    return Matrix{each(ir::Kind::Multiply, {a.value, b.value}), to};  // one of them is a number
  }
  const auto type = [&](const Matrix& x) { return types_.tensor(builder_.type(x.value).element, x.like.rank()); };
  const auto times = [&](const Matrix& x, bool transpose_x, const Matrix& y, bool transpose_y, int rank) {
    return matmul({leaf_cell(type(x), x.value), leaf_cell(type(y), y.value)}, {{"transpose_a", transpose_x}, {"transpose_b", transpose_y}},
                  types_.tensor(builder_.type(x.value).element, rank))
        .value;
  };
  if (b_vector && b_column) return Matrix{conform({times(a, !a.like.row_major, b, false, 1), sized(a.like.rows, 1)}, to), to};
  if (a_vector && a_row) return Matrix{conform({times(a, false, b, !b.like.row_major, 1), sized(1, b.like.columns)}, to), to};
  EigenClass rows, columns;
  rows.row_major = true;
  const EigenClass& order = to.row_major ? rows : columns;
  const Matrix x = a_vector ? Matrix{conform(a, order), order} : a, y = b_vector ? Matrix{conform(b, order), order} : b;
  if (!x.value.valid() || !y.value.valid()) return Matrix{};
  const ir::ValueId all = to.row_major ? times(x, !x.like.row_major, y, !y.like.row_major, 2) : times(y, y.like.row_major, x, x.like.row_major, 2);
  return Matrix{conform({all, order}, to), to};
}

// What is multiplied is computed first, and read at once; but what has one term a coefficient is not, where it is small.
std::optional<Dense::Matrix> Dense::product_of(const clang::CallExpr* expr, const clang::Expr* left, const clang::Expr* right) {
  const auto result = eigen_class(expr->getType());
  if (!result) return std::nullopt;
  const auto compute = [&]() -> std::optional<Matrix> {
    const auto a = matrix(left), b = matrix(right);
    return a && b ? product(*a, *b, *result) : Matrix{};
  };
  const EigenClass a = *eigen_class(left->getType()), b = *eigen_class(right->getType());
  const bool has_one_term = a.sort == Sort::diagonal || b.sort == Sort::diagonal || (a.columns == 1 && b.rows == 1);
  if (std::exchange(lazy_product_, false)) return from_any(compute);
  return has_one_term ? compute() : at_once(compute);
}

std::optional<Dense::Matrix> Dense::cross(const clang::CallExpr* expr, const clang::Expr* left, const clang::Expr* right) {
  const auto result = eigen_class(expr->getType());
  if (!result || result->extents() != std::vector<std::int64_t>{3}) return std::nullopt;
  return at_once([&]() -> std::optional<Matrix> {
    const auto a = matrix(left), b = matrix(right);
    if (!a || !b || !a->value.valid() || !b->value.valid()) return Matrix{};
    const CppType* number = types_.scalar(builder_.type(a->value).element);
    std::vector<Cell> all;
    for (std::int64_t i = 0; i < 3; ++i) {
      const auto at = [&](const Matrix& x, std::int64_t k) { return element_value(x.value, {whole(k % 3)}); };
      const ir::ValueId first = append(ir::Kind::Multiply, {at(*a, i + 1), at(*b, i + 2)});
      all.push_back(leaf_cell(number, append(ir::Kind::Subtract, {first, append(ir::Kind::Multiply, {at(*a, i + 2), at(*b, i + 1)})})));
    }
    return of_scalars(*result, std::move(all));
  });
}

std::optional<Dense::Matrix> Dense::select(const clang::CallExpr* expr, const clang::Expr* condition, const Arguments& arguments) {
  const auto result = eigen_class(expr->getType());
  if (!result || arguments.size() != 2) return std::nullopt;
  const CppType* like = types_.of(expr->getType());
  const auto c = matrix(condition);
  if (!c || !like) return Matrix{};
  std::vector<ir::ValueId> values{conform(*c, *result)};
  for (const clang::Expr* argument : arguments) {
    if (eigen_class(argument->getType())) {
      const auto x = matrix(argument);
      values.push_back(x ? conform(*x, *result) : ir::ValueId{});
    } else {
      values.push_back(converted(scalar(argument), types_.scalar(like->element)).value);
    }
  }
  return Matrix{each(ir::Kind::Where, std::move(values)), *result};
}

std::optional<Dense::Matrix> Dense::replicate(const clang::CallExpr* expr, const clang::Expr* object, const Arguments& arguments) {
  const auto result = eigen_class(expr->getType());
  const auto x = matrix(object);
  if (!result || !x || !x->value.valid()) return Matrix{};
  std::vector<std::int64_t> times;
  if (const clang::TemplateArgumentList* given = expr->getDirectCallee()->getTemplateSpecializationArgs(); given && arguments.empty())
    for (const clang::TemplateArgument& one : given->asArray()) times.push_back(one.getAsIntegral().getSExtValue());
  ir::Shape reps;
  for (std::size_t i = 0; i < 2; ++i) {
    if (times.size() == 2) {
      reps.push_back(times[i]);
    } else {
      if (arguments.size() != 2) return std::nullopt;
      const auto n = extent(arguments[i], "how often it is repeated");
      if (!n) return Matrix{};
      reps.push_back(*n);
    }
  }
  EigenClass plain;
  plain.row_major = result->row_major;
  if (!plain.row_major) std::swap(reps[0], reps[1]);
  const ir::ValueId two = conform(*x, plain);
  return two.valid() ? Matrix{conform({append(op_named("tile"), {two}, {{"reps", reps}}), plain}, *result), *result} : Matrix{};
}

namespace {

// The function that a lambda or an object with operator() is for so many numbers.
const clang::CXXMethodDecl* call_operator(const clang::CXXRecordDecl& record, unsigned parameters) {
  if (record.isLambda() && !record.isGenericLambda()) return record.getLambdaCallOperator();
  const clang::CXXMethodDecl* found = nullptr;
  const auto look = [&](const clang::FunctionDecl* one) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(one);
    if (method && method->getOverloadedOperator() == clang::OO_Call && method->getNumParams() == parameters && method->hasBody()) found = method;
  };
  for (const clang::Decl* decl : record.decls()) {
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(decl)) look(method);
    if (const auto* of_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl))
      for (const clang::FunctionDecl* one : of_template->specializations()) look(one);
  }
  return found;
}

}  // namespace

// A function of the user's on each coefficient, in a loop.
std::optional<Dense::Matrix> Dense::by_function(const clang::CallExpr* expr, const Arguments& operands, const clang::Expr* given) {
  const auto result = eigen_class(expr->getType());
  const CppType* type = types_.of(expr->getType());
  if (!result || !type) return std::nullopt;
  Cell* function = object_given(given);
  const auto* record = resolved(*function).type ? resolved(*function).type->record : nullptr;
  const clang::CXXMethodDecl* method = record ? call_operator(*record, static_cast<unsigned>(operands.size())) : nullptr;
  if (!method) return std::nullopt;
  // The loop carries what is made here alone.
  const Written written = written_in({method->getBody()});
  for (const clang::LambdaCapture& capture : record->captures())
    if (capture.capturesVariable() && capture.getCaptureKind() == clang::LCK_ByRef && written.variables.contains(capture.getCapturedVar())) return std::nullopt;
  std::vector<Cell*> values;
  for (const clang::Expr* operand : operands) {
    const auto x = matrix(operand);
    const ir::ValueId value = x ? conform(*x, *result) : ir::ValueId{};
    if (!value.valid()) return Matrix{};
    values.push_back(temporary(leaf_cell(types_.tensor(builder_.type(value).element, result->rank()), value)));
  }
  const ir::Shape shape = builder_.type(values[0]->value).extents;
  const CppType* tensor = types_.tensor(type->element, result->rank());
  Cell* made = temporary(leaf_cell(tensor, forward(at_here().full({type->element, shape, 0}, 0))));
  const auto one = [&](ir::ValueId i) {
    std::vector<const clang::Expr*> arguments;
    for (std::size_t k = 0; k < values.size(); ++k) {
      Cell* element = element_at(*values[k], i);
      auto* opaque = new (context()) clang::OpaqueValueExpr(expr->getExprLoc(), method->getParamDecl(static_cast<unsigned>(k))->getType().getNonReferenceType(), clang::VK_LValue);
      given_[opaque] = temporary(read(*element));
      arguments.push_back(opaque);
    }
    Outcome got = call_body(expr, method, function, arguments);
    write(*element_at(*made, i), converted(got.place ? load(*got.place, expr) : got.value, types_.scalar(type->element)));
  };
  const ir::Extent count = ir::product(shape);
  if (const auto known = count.constant(); known && *known <= 16)
    for (std::int64_t i = 0; i < *known; ++i) one(whole(i));
  else
    repeat(forward(at_here().extent_value(count)), one, {made});
  return Matrix{made->value, *result};
}

}  // namespace tool
