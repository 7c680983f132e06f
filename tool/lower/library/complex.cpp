// std::complex: numbers that are built of two, their members, and functions of the standard library that are no ops.
#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/library/library.h"

namespace tool {
namespace {

bool is_complex(const Cell& x) {
  return x.type && x.type->is_leaf() && ir::is_complex(x.type->element) && x.state == Cell::State::ready;
}

std::optional<ir::Kind> assigning(const std::string& name) {
  if (name == "operator+=") return ir::Kind::Add;
  if (name == "operator-=") return ir::Kind::Subtract;
  if (name == "operator*=") return ir::Kind::Multiply;
  if (name == "operator/=") return ir::Kind::Divide;
  return std::nullopt;
}

}  // namespace

// z.real(), z.real(x), z += x and their like.
Outcome Library::call_complex(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  const std::string name = method->getNameAsString();
  Cell& at = resolved(object);
  const CppType* type = at.type;
  const Cell before = load(at, expr);
  if (!is_complex(before)) return {fresh(type, Cell::State::poison), nullptr};
  if (const auto kind = assigning(name)) {
    const Cell right = converted(value(expr->getArg(1)), types_.scalar(type->element));
    if (right.state != Cell::State::ready) return {{}, &object};
    store(at, leaf_cell(type, append(*kind, {before.value, right.value})), expr);
    return {{}, &object};
  }
  if (name == "real" || name == "imag") {
    const Cell re = part(before, ir::Kind::Real), im = part(before, ir::Kind::Imag);
    if (expr->getNumArgs() == 0) return {name == "real" ? re : im, nullptr};
    const Cell given = value(expr->getArg(0));
    store(at, name == "real" ? complex_of(given, im, type) : complex_of(re, given, type), expr);
    return {};
  }
  return {refuse(expr, Refusal::library_function, method->getQualifiedNameAsString(), "use an op of gradc"), nullptr};
}

// +z, std::norm and the literals 1.0i and 1.0if.
std::optional<Cell> Library::complex_function(const clang::CallExpr* expr, const std::string& name) {
  const CppType* type = types_.of(expr->getType());
  if (!type || !type->is_leaf() || expr->getNumArgs() != 1) return std::nullopt;
  const clang::Expr* argument = expr->getArg(0);
  if (ir::is_complex(type->element) && name.starts_with("operator\"\"")) {
    const auto number = constant_of(argument);
    if (!number || !(number->isFloat() || number->isInt())) return std::nullopt;
    llvm::APFloat real(0.0);
    bool inexact = false;
    if (number->isFloat()) real = number->getFloat();
    else real = llvm::APFloat(number->getInt().roundToDouble());
    real.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    const ir::ElementType part_type = ir::real_of(type->element);
    return complex_of(number_cell(part_type, 0), number_cell(part_type, real.convertToDouble()), type);
  }
  const CppType* given = types_.of(argument->getType());
  if (!given || !given->is_leaf() || !ir::is_complex(given->element)) return std::nullopt;
  if (name == "operator+") return value(argument);
  if (name != "norm") return std::nullopt;
  const Cell z = value(argument);
  if (!is_complex(z)) return fresh(type, Cell::State::poison);
  const ir::ValueId re = part(z, ir::Kind::Real).value, im = part(z, ir::Kind::Imag).value;
  return leaf_cell(type, append(ir::Kind::Add, {append(ir::Kind::Square, {re}), append(ir::Kind::Square, {im})}));
}

bool Library::takes_complex(const clang::CallExpr* expr) {
  return std::any_of(expr->arg_begin(), expr->arg_end(), [&](const clang::Expr* argument) {
    const CppType* type = types_.of(argument->getType());
    return type && type->is_leaf() && ir::is_complex(type->element);
  });
}

// gradc::astype<bool> of complex numbers: whether they are other than 0.
std::optional<Cell> Library::is_nonzero(const clang::CallExpr* expr, const std::string& name) {
  const CppType* type = types_.of(expr->getType());
  const bool asks = name == "gradc::astype" && type && type->is_leaf() && type->element == ir::ElementType::boolean;
  if (!asks || !takes_complex(expr)) return std::nullopt;
  const Cell x = value(expr->getArg(0));
  if (!is_complex(x)) return fresh(type, Cell::State::poison);
  const ir::ValueId none = zero(types_.scalar(x.type->element)).value;
  return leaf_cell(type, append(ir::Kind::NotEqual, {x.value, broadcast(none, type_of(x).extents)}));
}

}  // namespace tool
