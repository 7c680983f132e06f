// Decompositions and what they solve. A decomposition is what it was made of; the ops of the IR decompose where they are used, once
// for all that use the same matrix.
#include <set>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {

using Role = EigenClass::Role;
using Sort = EigenClass::Sort;

namespace {

const std::set<std::string> kSymmetric = {"LLT", "LDLT", "SelfAdjointEigenSolver"};
const std::set<std::string> kSquare = {"PartialPivLU", "FullPivLU"};
const std::set<std::string> kLeastSquares = {"HouseholderQR", "ColPivHouseholderQR", "FullPivHouseholderQR", "CompleteOrthogonalDecomposition", "SVDBase"};

const std::set<std::string> kMakers = {"llt", "ldlt", "lu", "partialPivLu", "fullPivLu", "householderQr", "colPivHouseholderQr", "fullPivHouseholderQr",
                                       "completeOrthogonalDecomposition", "jacobiSvd", "bdcSvd"};

}  // namespace

// The matrix with its axes as rows and columns.
ir::ValueId Dense::in_rows(const Matrix& a) {
  EigenClass rows;
  rows.row_major = true;
  return conform(a, rows);
}

// Eigen reads the lower triangle of a symmetric matrix: that and its mirror image.
ir::ValueId Dense::lower_mirrored(const Matrix& a) {
  const ir::ValueId x = in_rows(a);
  if (!x.valid()) return x;
  const ir::ValueId low = append(op_named("tril"), {x}, {{"offset", std::int64_t{0}}}), strict = append(op_named("tril"), {x}, {{"offset", std::int64_t{-1}}});
  return each(ir::Kind::Add, {low, append(ir::Kind::Transpose, {strict}, {{"perm", ir::Integers{1, 0}}})});
}

std::optional<Cell> Dense::construct_solver(const clang::CXXConstructExpr* expr, const CppType* type) {
  if (expr->getNumArgs() == 0) return uninitialised(type);
  if (!eigen_class(expr->getArg(0)->getType())) return std::nullopt;
  const auto a = at_once([&] { return matrix(expr->getArg(0)); });
  if (!a || !a->value.valid()) return fresh(type, Cell::State::poison);
  return leaf_cell(type, conform(*a, *type->eigen));
}

// x with a x = b by the decomposition of that name.
std::optional<Dense::Matrix> Dense::solved(const clang::CallExpr* expr, const Matrix& a, const std::string& by, const clang::Expr* right) {
  const auto result = eigen_class(expr->getType());
  const auto b = at_once([&] { return matrix(right); });
  if (!result || !b || !b->value.valid() || !a.value.valid()) return Matrix{};
  if (ir::is_complex(builder_.type(a.value).element)) return std::nullopt;
  const bool vector = b->like.rank() == 1 && b->like.columns == 1;
  const ir::ValueId side = vector ? b->value : in_rows(*b);
  EigenClass order;
  order.row_major = true;
  if (vector) order.columns = 1;
  const ir::Shape shape = builder_.type(a.value).extents;
  const bool square = kSymmetric.contains(by) || kSquare.contains(by) || (kLeastSquares.contains(by) && builder_.facts().equal(shape[0], shape[1]));
  ir::ValueId x;
  if (by == "LLT")
    x = append(op_named("cholesky_solve"), {append(op_named("cholesky"), {lower_mirrored(a)}), side});
  else if (square)
    x = append(op_named("solve"), {by == "LDLT" ? lower_mirrored(a) : in_rows(a), side}, {{"transpose", false}});
  else if (kLeastSquares.contains(by))
    x = append(op_named("lstsq"), {in_rows(a), side});
  else
    return std::nullopt;
  return Matrix{conform({x, order}, *result), *result};
}

// a.llt() and its like, and numbers of a square matrix.
std::optional<Outcome> Dense::decomposition(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  if (kMakers.contains(name)) {
    const CppType* type = types_.of(expr->getType());
    const auto a = at_once([&] { return matrix(object); });
    if (!type || !type->eigen || !a || !a->value.valid()) return Outcome{};
    return Outcome{leaf_cell(type, conform(*a, *type->eigen)), nullptr};
  }
  if (!arguments.empty() || (name != "inverse" && name != "determinant" && name != "eigenvalues")) return std::nullopt;
  // A small inverse is put where it is assigned, one coefficient after the other.
  const EigenClass of = *eigen_class(object->getType());
  const bool small = name == "inverse" && of.rows >= 2 && of.rows <= 4;
  const auto compute = [&]() -> std::optional<Outcome> {
    const auto a = matrix(object);
    if (!a || !a->value.valid()) return Outcome{};
    if (name == "eigenvalues" && a->like.name != "SelfAdjointView") return std::nullopt;
    if (a->like.sort == Sort::diagonal) {
      if (name == "inverse") return made(expr, Matrix{append(ir::Kind::Reciprocal, {a->value}), a->like});
      return made_scalar(expr, append(op_named("prod"), {a->value}, {{"axes", ir::Integers{0}}, {"keepdims", false}}));
    }
    const ir::ValueId x = in_rows(*a);
    if (!x.valid()) return Outcome{};
    EigenClass order;
    order.row_major = true;
    if (name == "inverse") return made(expr, Matrix{append(op_named("inv"), {x}), order});
    return made_scalar(expr, append(op_named("det"), {x}));
  };
  return small ? from_any(compute) : at_once(compute);
}

// What is asked of a decomposition.
std::optional<Outcome> Dense::solver(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  if (name == "compute" && arguments.size() >= 1 && eigen_class(arguments[0]->getType())) {
    Cell* to = target(object);
    const auto a = at_once([&] { return matrix(arguments[0]); });
    const CppType* type = resolved(*to).type;
    if (!type || !type->eigen || !a || !a->value.valid()) return Outcome{{}, to};
    write(resolved(*to), leaf_cell(type, conform(*a, *type->eigen)));
    return Outcome{{}, to};
  }
  const auto a = matrix(object);
  if (!a || !a->value.valid()) return Outcome{};
  const std::string by = a->like.name;
  EigenClass order;
  order.row_major = true;
  if (name == "solve" && arguments.size() == 1) {
    const auto x = solved(expr, *a, by, arguments[0]);
    return x ? std::optional(made(expr, x)) : std::nullopt;
  }
  if (!arguments.empty()) return std::nullopt;
  if (by == "LLT" && (name == "matrixL" || name == "matrixU")) {
    const ir::ValueId low = append(op_named("cholesky"), {lower_mirrored(*a)});
    order.row_major = name == "matrixL";
    return made(expr, Matrix{low, order});
  }
  const ir::ValueId x = kSymmetric.contains(by) ? lower_mirrored(*a) : in_rows(*a);
  if (!x.valid()) return Outcome{};
  if (name == "determinant") return made_scalar(expr, append(op_named("det"), {x}));
  if (name == "inverse" && kSquare.contains(by)) return made(expr, Matrix{append(op_named("inv"), {x}), order});
  if (name == "reconstructedMatrix") return made(expr, Matrix{x, order});
  EigenClass column;
  column.columns = 1;
  if (name == "eigenvalues" && by == "SelfAdjointEigenSolver") return made(expr, Matrix{append(op_named("eigvalsh"), {x}), column});
  if (name == "singularValues") return made(expr, Matrix{append(op_named("svdvals"), {x}), column});
  if (name == "logAbsDeterminant") return made_scalar(expr, append(op_named("logabsdet"), {x}));
  return std::nullopt;
}

// The triangle of a view, which its template argument says: Lower is 1, Upper 2, UnitDiag 4, ZeroDiag 8, SelfAdjoint 16.
std::optional<Dense::Matrix> Dense::triangular(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object) {
  const clang::TemplateArgumentList* given = expr->getDirectCallee()->getTemplateSpecializationArgs();
  const auto result = eigen_class(expr->getType());
  if (!given || given->size() == 0 || !result) return std::nullopt;
  const std::int64_t mode = given->get(0).getAsIntegral().getSExtValue();
  const auto a = name == "selfadjointView" ? from_any([&] { return matrix(object); }) : matrix(object);
  if (!a || !a->value.valid()) return Matrix{};
  EigenClass order;
  order.row_major = true;
  const ir::ValueId x = in_rows(*a);
  if (!x.valid()) return Matrix{};
  const bool upper = (mode & 2) != 0;
  const std::int64_t beyond = (mode & (4 | 8)) != 0 ? 1 : 0;
  const auto triangle = [&](std::int64_t off) { return append(upper ? op_named("triu") : op_named("tril"), {x}, {{"offset", upper ? off : -off}}); };
  ir::ValueId all = triangle(beyond);
  if (name == "selfadjointView")
    all = each(ir::Kind::Add, {all, append(ir::Kind::Transpose, {triangle(1)}, {{"perm", ir::Integers{1, 0}}})});
  else if ((mode & 4) != 0 && all.valid())
    all = each(ir::Kind::Add, {all, append(ir::Kind::Eye, {}, {{"n", ir::Shape{builder_.type(all).extents[0]}}, {"to", builder_.type(all).element}})});
  return Matrix{conform({all, order}, *result), *result};
}

std::optional<Dense::Matrix> Dense::triangular_solved(const clang::CallExpr* expr, const clang::Expr* object, const clang::Expr* right) {
  const auto* record = object->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto result = eigen_class(expr->getType());
  // TriangularView<MatrixType, Mode>, behind its base classes.
  const auto* special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!special || special->getTemplateArgs().size() < 2 || !result) return std::nullopt;
  const clang::TemplateArgument& last = special->getTemplateArgs()[1];
  if (last.getKind() != clang::TemplateArgument::Integral) return std::nullopt;
  const std::int64_t mode = last.getAsIntegral().getSExtValue();
  return at_once([&]() -> std::optional<Matrix> {
    const auto a = matrix(object), b = matrix(right);
    if (!a || !b || !a->value.valid() || !b->value.valid()) return Matrix{};
    const bool vector = b->like.rank() == 1 && b->like.columns == 1;
    EigenClass order;
    order.row_major = true;
    if (vector) order.columns = 1;
    const ir::ValueId x = append(op_named("triangular_solve"), {in_rows(*a), vector ? b->value : in_rows(*b)},
                                 {{"right", false}, {"transpose", false}, {"unit_diagonal", (mode & 4) != 0}, {"upper", (mode & 2) != 0}});
    return Matrix{x.valid() ? conform({x, order}, *result) : x, *result};
  });
}

}  // namespace tool
