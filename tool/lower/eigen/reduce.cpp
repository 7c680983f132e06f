// What makes one number of many: of all coefficients, or of each row or column.
#include <algorithm>
#include <map>

#include "ir/kind.h"
#include "tool/lower/eigen/dense.h"

namespace tool {


namespace {

ir::Integers all_axes(int rank) {
  ir::Integers axes;
  for (std::int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

}  // namespace

// Nothing where the name is no reduction.
std::optional<ir::ValueId> Dense::reduced(const clang::CallExpr* expr, const std::string& name, const Matrix& x, const ir::Integers& axes) {
  static const std::map<std::string, ir::Kind> kKinds = {{"sum", ir::Kind::Sum}, {"mean", ir::Kind::Mean}, {"prod", op_named("prod")}, {"minCoeff", ir::Kind::Min},
                                                     {"maxCoeff", ir::Kind::Max}, {"any", op_named("any")}, {"all", op_named("all")}, {"count", op_named("count_nonzero")}};
  const ir::Attributes attributes{{"axes", axes}, {"keepdims", false}};
  const bool complex = ir::is_complex(builder_.type(x.value).element);
  if (name == "squaredNorm") {
    const ir::ValueId one = complex ? append(op_named("complex_abs"), {x.value}) : x.value;
    return append(ir::Kind::Sum, {each(ir::Kind::Square, {one})}, attributes);
  }
  if (name == "norm" || name == "stableNorm" || name == "blueNorm")
    return append(op_named("euclidean_norm"), {complex ? append(op_named("complex_abs"), {x.value}) : x.value}, attributes);
  if (name == "lpNorm") {
    const clang::TemplateArgumentList* given = expr->getDirectCallee()->getTemplateSpecializationArgs();
    if (!given || given->size() == 0 || complex) return std::nullopt;
    const std::int64_t p = given->get(0).getAsIntegral().getSExtValue();
    if (p == 2) return append(op_named("euclidean_norm"), {x.value}, attributes);
    if (p == 1) return append(ir::Kind::Sum, {append(ir::Kind::Abs, {x.value})}, attributes);
    if (p < 0) return append(ir::Kind::Max, {append(ir::Kind::Abs, {x.value})}, attributes);
    ir::Attributes with_order = attributes;
    with_order.set("ord", static_cast<double>(p));
    return append(op_named("power_norm"), {x.value}, with_order);
  }
  const auto found = kKinds.find(name);
  if (found == kKinds.end() || (complex && (name == "minCoeff" || name == "maxCoeff"))) return std::nullopt;
  // Min and Max share a derivative among equals; Eigen takes the first.
  return append(found->second, {x.value}, attributes);
}

std::optional<Outcome> Dense::reduction(const clang::CallExpr* expr, const std::string& name, const clang::Expr* object, const Arguments& arguments) {
  static const std::map<std::string, int> kNames = {{"sum", 0}, {"mean", 0}, {"prod", 0}, {"minCoeff", 0}, {"maxCoeff", 0}, {"any", 0}, {"all", 0}, {"count", 0},
                                                    {"squaredNorm", 0}, {"norm", 0}, {"stableNorm", 0}, {"blueNorm", 0}, {"lpNorm", 0},
                                                    {"trace", 0}, {"dot", 1}, {"value", 0}, {"allFinite", 0}, {"hasNaN", 0}};
  const auto found = kNames.find(name);
  const bool extreme_at = name == "minCoeff" || name == "maxCoeff";
  if (found == kNames.end() || (arguments.size() != static_cast<std::size_t>(found->second) && !extreme_at)) return std::nullopt;
  return at_once([&]() -> std::optional<Outcome> {
    const auto x = matrix(object);
    if (!x || !x->value.valid()) return Outcome{};
    if (extreme_at && !arguments.empty()) return extreme(expr, *x, name == "minCoeff", arguments);
    const ir::Integers axes = all_axes(x->like.rank());
    if (name == "value") {
      ir::Integers ones = axes;
      const ir::Shape shape(axes.size(), ir::Extent(1));
      if (const auto small = small_extents(x->value); small && std::all_of(small->begin(), small->end(), [](std::int64_t n) { return n == 1; }))
        return made_scalar(expr, coefficients(x->value)[0]);
      const ir::ValueId one = forward(at_here().require_extents(use(x->value), shape, "a matrix of one coefficient"));
      return made_scalar(expr, one.valid() ? append(ir::Kind::Squeeze, {one}, {{"axes", ones}}) : one);
    }
    if (name == "allFinite" || name == "hasNaN") {
      const ir::Attributes all{{"axes", axes}, {"keepdims", false}};
      return made_scalar(expr, name == "hasNaN" ? append(op_named("any"), {append(op_named("isnan"), {x->value})}, all) : append(op_named("all"), {append(op_named("isfinite"), {x->value})}, all));
    }
    if (name == "trace") {
      if (x->like.sort == EigenClass::Sort::diagonal) return made_scalar(expr, append(ir::Kind::Sum, {x->value}, {{"axes", axes}, {"keepdims", false}}));
      return made_scalar(expr, x->like.rank() == 1 ? append(ir::Kind::Sum, {x->value}, {{"axes", axes}, {"keepdims", false}}) : append(op_named("trace"), {x->value}));
    }
    if (name == "dot") {
      const auto y = matrix(arguments[0]);
      if (!y || !y->value.valid()) return Outcome{};
      EigenClass plain;
      plain.rows = x->like.rank() == 1 || y->like.rank() == 1 ? 1 : -1;
      ir::ValueId left = conform(*x, plain);
      if (left.valid() && ir::is_complex(builder_.type(left).element)) left = append(ir::Kind::Conj, {left});
      const ir::ValueId products = each(ir::Kind::Multiply, {left, conform(*y, plain)});
      if (const auto small = products.valid() ? reduced_small("sum", products) : std::nullopt) return made_scalar(expr, *small);
      return made_scalar(expr, append(ir::Kind::Sum, {products}, {{"axes", all_axes(plain.rank())}, {"keepdims", false}}));
    }
    const auto small = reduced_small(name, x->value);
    const auto value = small ? small : reduced(expr, name, *x, axes);
    if (!value) return std::nullopt;
    return made_scalar(expr, *value);
  });
}

// The least or greatest coefficient, and where it is: the first.
std::optional<Outcome> Dense::extreme(const clang::CallExpr* expr, const Matrix& x, bool least, const Arguments& arguments) {
  if (x.like.rank() != 1 || arguments.size() != 1) return std::nullopt;
  const ir::ValueId at = append(least ? op_named("argmin") : op_named("argmax"), {x.value}, {{"axis", std::int64_t{0}}, {"keepdims", false}});
  if (!at.valid()) return Outcome{};
  Cell* index = pointee(arguments[0]);
  const CppType* type = resolved(*index).type;
  if (!type) return Outcome{};
  store(*index, converted(leaf_cell(types_.scalar(builder_.type(at).element), at), type), nullptr);
  return made_scalar(expr, element_value(x.value, {converted(leaf_cell(types_.scalar(builder_.type(at).element), at), types_.scalar(ir::ElementType::i64)).value}));
}

// What rowwise() or colwise() is called on; null where that isn't seen.
const clang::Expr* Dense::lines_of(const clang::Expr* lines, bool& columns) {
  lines = unwrapped(lines);
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(lines);
  const clang::FunctionDecl* function = call ? call->getDirectCallee() : nullptr;
  if (!function || !function->getIdentifier()) return nullptr;
  columns = function->getName() == "colwise";
  return columns || function->getName() == "rowwise" ? call->getImplicitObjectArgument() : nullptr;
}

std::optional<Outcome> Dense::by_lines(const clang::CallExpr* expr, const std::string& name, const clang::Expr* lines, const Arguments& arguments) {
  bool columns = false;
  const clang::Expr* object = lines_of(lines, columns);
  if (!object) return std::nullopt;
  EigenClass two;  // all of it, even of a vector
  const auto plain_of = [&](const Matrix& x) {
    two.row_major = x.like.rank() == 2 && x.like.row_major;
    return conform(x, two);
  };
  const auto result = eigen_class(expr->getType());
  // Of each column the axis of rows goes.
  const auto gone = [&] { return static_cast<std::int64_t>(columns ? two.row_axis() : 1 - two.row_axis()); };
  // A line that isn't cheap is computed first where it is read again and again.
  const auto spread = [&](const clang::Expr* line) -> ir::ValueId {
    const EigenClass of = *eigen_class(object->getType());
    const std::int64_t times = columns ? of.columns : of.rows;
    const auto of_line = eigen_class(line->getType());
    const bool first = of_line && of_line->role == EigenClass::Role::expression && (times < 0 || times > 3);
    const auto v = first ? at_once([&] { return matrix(line); }) : matrix(line);
    if (!v || !v->value.valid()) return {};
    EigenClass vector;
    vector.rows = 1;
    const ir::ValueId one = conform(*v, vector);
    return one.valid() ? append(ir::Kind::ExpandDims, {one}, {{"axes", ir::Integers{1 - gone()}}}) : one;
  };
  if (name == "operator=" || name == "operator+=" || name == "operator-=" || name == "operator*=" || name == "operator/=") {
    if (arguments.size() != 1) return std::nullopt;
    const EigenClass line = eigen_class(arguments[0]->getType()).value_or(EigenClass{});
    if (!line.is_vector()) return std::nullopt;
    const std::size_t before = reads_.size();
    Cell* to = target(object);
    const Cell whole_object = load(*to, object);
    if (!whole_object.type || !whole_object.type->eigen || whole_object.state != Cell::State::ready) return Outcome{{}, to};
    const Matrix x{whole_object.value, *whole_object.type->eigen};
    const ir::ValueId all = plain_of(x), repeated = spread(arguments[0]);
    ir::ValueId now;
    if (all.valid() && repeated.valid())
      now = name == "operator=" ? broadcast(repeated, ir::Shape(builder_.type(all).extents)) : binary_of(name.substr(0, name.size() - 1), all, repeated);
    put(expr, to, Matrix{now, two}, before);
    reads_.resize(before);
    return Outcome{{}, to};
  }
  if (!result) return std::nullopt;
  if ((name == "operator+" || name == "operator-" || name == "operator*" || name == "operator/") && arguments.size() == 1) {
    const auto x = matrix(object);
    const ir::ValueId all = x && x->value.valid() ? plain_of(*x) : ir::ValueId{};
    return made(expr, Matrix{all.valid() ? binary_of(name, all, spread(arguments[0])) : all, two});
  }
  return from_any([&]() -> std::optional<Outcome> {
    const auto x = matrix(object);
    if (!x || !x->value.valid()) return Outcome{};
    const ir::ValueId all = plain_of(*x);
    if (!all.valid()) return Outcome{};
    if (name == "normalized" && arguments.empty()) {
      const ir::ValueId norms = append(op_named("euclidean_norm"), {all}, {{"axes", ir::Integers{gone()}}, {"keepdims", true}});
      return made(expr, Matrix{each(ir::Kind::Divide, {all, norms}), two});
    }
    if (!arguments.empty()) return std::nullopt;
    const auto value = reduced(expr, name, {all, two}, {gone()});
    if (!value) return std::nullopt;
    EigenClass line;
    (columns ? line.rows : line.columns) = 1;
    return made(expr, Matrix{*value, line});
  });
}

}  // namespace tool
