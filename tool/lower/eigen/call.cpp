// Which operation of Eigen a call is, by its name and by what it is called on.
#include <clang/AST/DeclTemplate.h>

#include <set>
#include <utility>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {



// The value of an expression; nothing where it is none of Eigen's.
std::optional<Dense::Matrix> Dense::matrix(const clang::Expr* expr) {
  const Outcome given = outcome(expr);
  Cell* at = given.place ? &resolved(*given.place) : temporary(given.value);
  const Cell x = load(*at, expr);
  if (!x.type) return Matrix{};
  if (!x.type->eigen) return std::nullopt;
  if (x.state != Cell::State::ready) return Matrix{};
  if (given.place) reads_.push_back({at});
  return Matrix{x.value, *x.type->eigen};
}

Cell Dense::scalar(const clang::Expr* expr) {
  const Outcome given = outcome(expr);
  return load(given.place ? resolved(*given.place) : *temporary(given.value), expr);
}

Outcome Dense::made(const clang::Expr* expr, const std::optional<Matrix>& value) {
  const CppType* type = types_.of(expr->getType());
  if (!type || !type->eigen) return {refuse_type(expr->getExprLoc(), "the result", expr->getType()), nullptr};
  const ir::ValueId result = value && value->value.valid() ? conform(*value, *type->eigen) : ir::ValueId{};
  return {result.valid() ? leaf_cell(type, result) : fresh(type, Cell::State::poison), nullptr};
}

Outcome Dense::made_scalar(const clang::Expr* expr, ir::ValueId value) {
  const CppType* type = types_.of(expr->getType());
  if (!type) return {refuse_type(expr->getExprLoc(), "the result", expr->getType()), nullptr};
  if (!value.valid()) return {fresh(type, Cell::State::poison), nullptr};
  return {converted(leaf_cell(types_.scalar(builder_.type(value).element), value), type), nullptr};
}

Outcome Dense::unknown(const clang::Expr* expr, const clang::FunctionDecl* function) {
  return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(), "write it with the operations of Eigen that the guide names (docs/guide/eigen.md)"), nullptr};
}

namespace {

// `*p` for the object of `p->f()`, which C++ names as one of a base class; null within the classes of Eigen themselves.
const clang::Expr* pointed_to(const clang::Expr* pointer, const clang::ASTContext& context) {
  pointer = pointer->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) break;
    pointer = cast->getSubExpr()->IgnoreParens();
  }
  if (llvm::isa<clang::CXXThisExpr>(pointer)) return nullptr;
  return clang::UnaryOperator::Create(context, const_cast<clang::Expr*>(pointer), clang::UO_Deref, pointer->getType()->getPointeeType(), clang::VK_LValue,
                                      clang::OK_Ordinary, pointer->getExprLoc(), false, clang::FPOptionsOverride());
}

}  // namespace

// What has no value has been refused.
std::optional<Outcome> Dense::call_eigen(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  std::optional<Outcome> done = call_known(expr, function);
  if (!done || failed_ || expr->getType()->isVoidType()) return done;
  Cell& made = done->place ? resolved(*done->place) : done->value;
  const bool has_none = !made.type || (!made.projection && is_poisoned(made));
  return has_none ? unknown(expr, function) : std::move(done);
}

std::optional<Outcome> Dense::call_known(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const Arguments given = given_arguments(expr);
  const CallOf made_of(*this, "Eigen::" + name);
  if (!method) {
    const bool of_matrix = std::any_of(given.begin(), given.end(), [](const clang::Expr* one) { return eigen_class(one->getType()).has_value(); });
    if (!of_matrix) return std::nullopt;
    if (auto done = call_free(expr, name, given)) return done;
    return unknown(expr, function);
  }
  const std::string of = method->getParent()->getName().str();
  if (method->isStatic()) {
    const auto known = eigen_class(*method->getParent());
    if (!known) return std::nullopt;
    if (auto value = nullary(expr, *known, name, given)) return made(expr, value);
    return unknown(expr, function);
  }
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr);
  const clang::Expr* object = operation ? expr->getArg(0) : member ? member->getImplicitObjectArgument() : nullptr;
  if (object && object->getType()->isPointerType()) object = pointed_to(object, context());
  if (!object) return std::nullopt;
  // With the defaults, which say the sizes of blocks.
  Arguments arguments;
  for (unsigned i = operation ? 1 : 0; i < expr->getNumArgs(); ++i) arguments.push_back(expr->getArg(i));
  if (of == "CommaInitializer") {
    const auto* filled = name == "finished" ? llvm::dyn_cast<clang::CallExpr>(unwrapped(object)) : expr;
    if (filled && (name == "operator," || name == "finished"))
      if (auto done = commas(filled)) return done;
    return unknown(expr, function);
  }
  if (of == "NoAlias") {
    const auto* call_of = llvm::dyn_cast<clang::CXXMemberCallExpr>(unwrapped(object));
    if (call_of)
      if (auto done = assignment(expr, name, call_of->getImplicitObjectArgument(), arguments)) return done;
    return unknown(expr, function);
  }
  if (of == "VectorwiseOp") {
    if (auto done = by_lines(expr, name, object, arguments)) return done;
    return unknown(expr, function);
  }
  if (!eigen_class(object->getType())) return std::nullopt;
  // From a rotation, a permutation: by its body.
  if (name == "operator=" && arguments.size() == 1 && arguments[0]->getType()->isRecordType() && !eigen_class(arguments[0]->getType())) return std::nullopt;
  if (auto done = call_object(expr, name, object, arguments)) return done;
  return unknown(expr, function);
}

std::optional<Outcome> Dense::call_object(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  const auto given = [&] {
    Arguments list;
    for (const clang::Expr* argument : arguments)
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) list.push_back(argument);
    return list;
  }();
  const EigenClass of = *eigen_class(object->getType());
  if (of.role == EigenClass::Role::solver) return solver(expr, name, object, given);
  const auto with_object = [&](const Arguments& others) {
    Arguments all{object};
    all.insert(all.end(), others.begin(), others.end());
    return all;
  };
  const auto value_of = [&](const std::optional<Matrix>& value) { return value ? std::optional(made(expr, value)) : std::nullopt; };
  if (name == "operator<<") return commas(expr);
  if (auto done = coefficient(expr, name, object, given)) return done;
  if (auto done = size(expr, name, object)) return Outcome{*std::move(done), nullptr};
  if (auto done = assignment(expr, name, object, given)) return done;
  if (auto done = setter(expr, name, object, given)) return done;
  if (name == "triangularView" || name == "selfadjointView") return value_of(triangular(expr, name, object));
  if (name == "solve" && given.size() == 1) return value_of(triangular_solved(expr, object, given[0]));
  if (name == "toDenseMatrix" || name == "toDenseVector" || (name == "eval" && of.sort != EigenClass::Sort::dense)) return value_of(matrix(object));
  if (name == "asDiagonal") {
    const auto x = matrix(object);
    if (!x || !x->value.valid()) return Outcome{};
    EigenClass diagonal = x->like;
    diagonal.sort = EigenClass::Sort::diagonal;
    return made(expr, Matrix{x->value, diagonal});
  }
  if (name == "inverse" && of.is_array) return value_of(unary(name, object));
  if (auto done = decomposition(expr, name, object, given)) return done;
  if (auto done = part(expr, name, object, arguments)) return done;
  if (auto done = reduction(expr, name, object, given)) return done;
  if (llvm::isa<clang::CXXConversionDecl>(expr->getDirectCallee())) return reduction(expr, "value", object, {});
  if (name == "normalized") {
    const auto x = at_once([&] { return matrix(object); });
    return made(expr, x ? Matrix{normalized(x->value), x->like} : Matrix{});
  }
  if (name == "homogeneous" || name == "hnormalized") {
    const auto x = matrix(object);
    if (!x || x->like.rank() != 1) return std::nullopt;
    if (!x->value.valid()) return Outcome{};
    const ir::ElementType element_type = builder_.type(x->value).element;
    const ir::Extent n = builder_.type(x->value).extents[0];
    EigenClass line = x->like;
    (line.rows == 1 ? line.columns : line.rows) = -1;
    if (name == "homogeneous") {
      const ir::ValueId one = append(ir::Kind::ExpandDims, {number(element_type, 1)}, {{"axes", ir::Integers{0}}});
      return made(expr, Matrix{append(ir::Kind::Concat, {x->value, one}, {{"axis", std::int64_t{0}}}), line});
    }
    const ir::ValueId head = append(ir::Kind::Slice, {x->value}, {{"begin", ir::Shape{0}}, {"shape", ir::Shape{n - 1}}});
    return made(expr, Matrix{each(ir::Kind::Divide, {head, element_value(x->value, {begin_of(n - 1).value})}), line});
  }
  if (name == "cross" && given.size() == 1) return value_of(cross(expr, object, given[0]));
  if (name == "select") return value_of(select(expr, object, given));
  if (name == "replicate") return value_of(from_any([&] { return replicate(expr, object, given); }));
  if (name == "unaryExpr" && given.size() == 1) return value_of(by_function(expr, {object}, given[0]));
  if (name == "binaryExpr" && given.size() == 2) return value_of(by_function(expr, {object, given[0]}, given[1]));
  if (name == "cast" && given.empty()) {
    const CppType* type = types_.of(expr->getType());
    const auto x = matrix(object);
    if (!type || !x || !x->value.valid()) return Outcome{};
    return made(expr, Matrix{converted(leaf_cell(types_.tensor(builder_.type(x->value).element, x->like.rank()), x->value), types_.tensor(type->element, x->like.rank())).value, x->like});
  }
  const bool is_product = name == "operator*" && given.size() == 1 && eigen_class(given[0]->getType()) && !of.is_array;
  if (is_product || (name == "lazyProduct" && given.size() == 1)) {
    const bool lazy = std::exchange(lazy_product_, lazy_product_ || name == "lazyProduct");
    auto value = value_of(product_of(expr, object, given[0]));
    lazy_product_ = lazy;
    return value;
  }
  if (given.size() == 1) return value_of(binary(expr, name, with_object(given)));
  if (!given.empty()) return std::nullopt;
  if (!of.is_array && !kind_of_each(name, false) && name != "conjugate" && name != "operator+") return std::nullopt;
  return value_of(unary(name, object));
}

std::optional<Outcome> Dense::call_free(const clang::CallExpr* expr, const std::string& name, const Arguments& arguments) {
  const auto value_of = [&](const std::optional<Matrix>& value) { return value ? std::optional(made(expr, value)) : std::nullopt; };
  if (arguments.size() == 1) return value_of(unary(name, arguments[0]));
  if (arguments.size() != 2) return std::nullopt;
  const auto left = eigen_class(arguments[0]->getType()), right = eigen_class(arguments[1]->getType());
  if (name == "operator*" && left && right && !left->is_array) return value_of(product_of(expr, arguments[0], arguments[1]));
  return value_of(binary(expr, name, arguments));
}

// x(i), a(i, j), x.y(), and pointers to coefficients.
std::optional<Outcome> Dense::coefficient(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  static const std::map<std::string, std::int64_t> kNamed = {{"x", 0}, {"y", 1}, {"z", 2}, {"w", 3}};
  const auto named = kNamed.find(name);
  const bool by_index = name == "operator()" || name == "operator[]" || name == "coeff" || name == "coeffRef";
  const bool pointer = name == "data" || name == "begin" || name == "end";
  if (!by_index && !pointer && (named == kNamed.end() || !arguments.empty())) return std::nullopt;
  const Outcome given = outcome(object);
  Cell* at = given.place ? &resolved(*given.place) : temporary(given.value);
  if (!at->type || !at->type->eigen) return Outcome{};
  const EigenClass& known = *at->type->eigen;
  // Nothing is written to a triangle.
  const bool is_read = !expr->isLValue() || expr->getType().isConstQualified() || name == "coeff" || known.is_of_const;
  if (known.sort == EigenClass::Sort::diagonal || (known.sort == EigenClass::Sort::triangular && (pointer || !is_read))) return std::nullopt;
  if (pointer) {
    if (at->projection && at->projection->part) {
      if (at->projection->part->way == Part::Way::memory && name == "data") return Outcome{*at->projection->options[0], nullptr};
      return std::nullopt;
    }
    if (name != "data" && known.rank() != 1) return std::nullopt;
    const Cell first = first_of(*at);
    return Outcome{name == "end" ? moved(first, ir::Kind::Add, size_of(*at).value_or(ir::ValueId{}), expr) : first, nullptr};
  }
  std::vector<ir::ValueId> indices;
  if (named != kNamed.end()) indices.push_back(whole(named->second));
  for (const clang::Expr* argument : arguments) {
    if (!argument->getType().getNonReferenceType()->isIntegralOrEnumerationType()) return std::nullopt;
    indices.push_back(index_value(argument));
  }
  if (indices.size() == 1 && known.rank() == 1) return Outcome{{}, tensor_element(*at, indices)};
  if (indices.size() == 1) return Outcome{{}, element_at(*at, indices[0])};
  if (indices.size() != 2) return std::nullopt;
  if (known.rank() == 1) return Outcome{{}, tensor_element(*at, {indices[known.columns == 1 ? 0 : 1]})};
  if (!known.row_major) std::swap(indices[0], indices[1]);
  return Outcome{{}, tensor_element(*at, indices)};
}

std::optional<Cell> Dense::size(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object) {
  if (name != "rows" && name != "cols" && name != "size" && name != "innerSize" && name != "outerSize") return std::nullopt;
  const CppType* type = types_.of(expr->getType());
  const std::size_t before = reads_.size();
  const auto x = matrix(object);
  reads_.resize(before);
  if (!type || !x || !x->value.valid()) return Cell{};
  const EigenClass& known = x->like;
  const ir::Shape shape = builder_.type(x->value).extents;
  ir::Extent n = ir::product(shape);
  const bool rows = name == "rows" || (name == "innerSize" && !known.row_major) || (name == "outerSize" && known.row_major);
  if (known.sort == EigenClass::Sort::diagonal)
    n = name == "size" ? shape[0] * shape[0] : shape[0];
  else if (name != "size" && shape.size() == 2)
    n = shape[rows ? known.row_axis() : 1 - known.row_axis()];
  else if (name != "size")
    n = (known.rows == 1) == rows ? ir::Extent(1) : shape[0];
  return converted(leaf_cell(types_.scalar(ir::ElementType::i64), begin_of(n).value), type);
}

}  // namespace tool
