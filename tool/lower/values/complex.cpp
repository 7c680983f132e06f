// Complex numbers made and taken apart.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {

Cell Values::part(const Cell& x, ir::Kind which) {
  return leaf_cell(types_.scalar(ir::real_of(x.type->element)), append(which, {x.value}));
}

Cell Values::complex_of(const Cell& re, const Cell& im, const CppType* type) {
  const CppType* real = types_.scalar(ir::real_of(type->element));
  const Cell x = converted(re, real), y = converted(im, real);
  if (x.state != Cell::State::ready || y.state != Cell::State::ready) return fresh(type, Cell::State::poison);
  return leaf_cell(type, append(ir::Kind::Complex, {x.value, y.value}));
}

// std::complex<T>(), (re), (re, im), (of another precision).
Cell Values::construct_complex(const clang::CXXConstructExpr* expr, const CppType* type) {
  const bool pair = expr->getNumArgs() == 2 && !llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(1));
  if (expr->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(0))) return zero(type);
  const Cell first = value(expr->getArg(0));
  if (!pair) return converted(first, type);
  return complex_of(first, value(expr->getArg(1)), type);
}

// Real operands as complex numbers of the same precision, which C++ made of them by the op.
ir::ValueId Values::widened(const Cell& x, ir::ElementType element) {
  const bool widens = x.value.valid() && ir::is_complex(element) && builder_.type(x.value).element == ir::real_of(element);
  return widens ? append(ir::Kind::Astype, {x.value}, {{"to", element}}) : x.value;
}

}  // namespace tool
