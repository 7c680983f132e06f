// Comparison, logic, selection and conversion. What is compared has no derivative through the comparison.
#pragma once

#include <cmath>

#include "ir/ops/elementwise/complex_math.h"
#include "ir/ops/rules.h"

namespace ir::ops {

template <unsigned kClasses>
struct CompareOp {
  static constexpr Derivative derivative = NoGradient{"a comparison gives true or false"};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = one_type(r, kClasses);
    if (type) type->element = ElementType::boolean;
    return type;
  }
};
using OrderOp = CompareOp<kFloat | kInteger>;
using EqualityOp = CompareOp<kEvery>;
using LogicOp = CompareOp<kBoolean>;
using PredicateOp = CompareOp<kFloat | kComplex>;

// z = x == y; NaN equals nothing
struct Equal : EqualityOp {
  static constexpr OpInfo info{.name = "equal", .cpp = "gradc::operator==(x, y); gradc::equal(x, y); "
                                                       "std::operator==(x:complex, y); std::operator==(x, y:complex)", .arity = 2,
                               .scalar = GRADC_SCALAR(x == y), .integer = GRADC_INTEGER(x == y),
                               .complex = {"x == y", [](Number x, Number y, Number) { return truth(x == y); }}};
};
// z = x != y
struct NotEqual : EqualityOp {
  static constexpr OpInfo info{.name = "not_equal", .cpp = "gradc::operator!=(x, y); gradc::not_equal(x, y); "
                                                           "std::operator!=(x:complex, y); std::operator!=(x, y:complex)", .arity = 2,
                               .scalar = GRADC_SCALAR(x != y), .integer = GRADC_INTEGER(x != y),
                               .complex = {"x != y", [](Number x, Number y, Number) { return truth(x != y); }}};
};
// z = x < y
struct Less : OrderOp {
  static constexpr OpInfo info{.name = "less", .cpp = "gradc::operator<(x, y); gradc::less(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(x < y), .integer = GRADC_INTEGER(x < y)};
};
// z = x <= y
struct LessEqual : OrderOp {
  static constexpr OpInfo info{.name = "less_equal", .cpp = "gradc::operator<=(x, y); gradc::less_equal(x, y)",
                               .arity = 2, .scalar = GRADC_SCALAR(x <= y), .integer = GRADC_INTEGER(x <= y)};
};
// z = x > y
struct Greater : OrderOp {
  static constexpr OpInfo info{.name = "greater", .cpp = "gradc::operator>(x, y); gradc::greater(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(x > y), .integer = GRADC_INTEGER(x > y)};
};
// z = x >= y
struct GreaterEqual : OrderOp {
  static constexpr OpInfo info{.name = "greater_equal",
                               .cpp = "gradc::operator>=(x, y); gradc::greater_equal(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(x >= y), .integer = GRADC_INTEGER(x >= y)};
};
// z = x and y, both evaluated
struct LogicalAnd : LogicOp {
  static constexpr OpInfo info{.name = "logical_and", .cpp = "gradc::logical_and(x, y)", .arity = 2,
                               .integer = GRADC_INTEGER(x && y)};
};
// z = x or y, both evaluated
struct LogicalOr : LogicOp {
  static constexpr OpInfo info{.name = "logical_or", .cpp = "gradc::logical_or(x, y)", .arity = 2,
                               .integer = GRADC_INTEGER(x || y)};
};
// z = either x or y, not both
struct LogicalXor : LogicOp {
  static constexpr OpInfo info{.name = "logical_xor", .cpp = "gradc::logical_xor(x, y)", .arity = 2,
                               .integer = GRADC_INTEGER(x != y)};
};
// y = not x
struct LogicalNot : LogicOp {
  static constexpr OpInfo info{.name = "logical_not", .cpp = "gradc::logical_not(x)", .integer = GRADC_INTEGER(!x)};
};

// y = whether x is NaN
struct Isnan : PredicateOp {
  static constexpr OpInfo info{.name = "isnan", .cpp = "gradc::isnan(x); std::isnan(x)",
                               .scalar = GRADC_SCALAR(std::isnan(x)),
                               .complex = {"gradc::scalar::isnan(x)", [](Number x, Number, Number) { return truth(std::isnan(x.real()) || std::isnan(x.imag())); }}};
};
// y = whether x is ∞ or -∞
struct Isinf : PredicateOp {
  static constexpr OpInfo info{.name = "isinf", .cpp = "gradc::isinf(x); std::isinf(x)",
                               .scalar = GRADC_SCALAR(std::isinf(x)),
                               .complex = {"gradc::scalar::isinf(x)", [](Number x, Number, Number) { return truth(std::isinf(x.real()) || std::isinf(x.imag())); }}};
};
// y = whether x is neither NaN nor infinite
struct Isfinite : PredicateOp {
  static constexpr OpInfo info{.name = "isfinite", .cpp = "gradc::isfinite(x); std::isfinite(x)",
                               .scalar = GRADC_SCALAR(std::isfinite(x)),
                               .complex = {"gradc::scalar::isfinite(x)", [](Number x, Number, Number) { return truth(std::isfinite(x.real()) && std::isfinite(x.imag())); }}};
};
// y = whether x has the sign bit, as -0 has
struct Signbit : CompareOp<kFloat> {
  static constexpr OpInfo info{.name = "signbit", .cpp = "gradc::signbit(x); std::signbit(x)",
                               .scalar = GRADC_SCALAR(std::signbit(x))};
};

// w = x ? y : z per element        dw = x ? dy : dz: selected, never multiplied by the condition
struct Where {
  static constexpr OpInfo info{.name = "where", .cpp = "gradc::where(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(x ? y : z), .integer = GRADC_INTEGER(x ? y : z),
                               .complex = {"x ? y : z", [](Number x, Number y, Number z) { return x != 0.0 ? y : z; }}};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        const Expr zero = zeros_like(r.bar);
        return i == 1 ? where(r.x[0], r.bar, zero) : where(r.x[0], zero, r.bar);
      },
      0b110};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kBoolean)) return std::nullopt;
    auto type = one_type(r, kEvery, 1);
    if (!type || !r.same_shape(r.type(0), *type)) return std::nullopt;
    return type;
  }
};

// y = x converted to another element type; floats to integers toward zero, to bool as x != 0; complex numbers only to
// complex ones (and to bool by not_equal)        dx = dy converted back, its real part where x is real; a path through integers or bool ends
struct Astype {
  static constexpr OpInfo info{.name = "astype", .cpp = "gradc::astype<to>(x)", .scalar = GRADC_SCALAR(x),
                               .integer = GRADC_INTEGER(x),
                               .complex = GRADC_COMPLEX(x), .attributes = "to: element"};
  static Range range(const OpView& v, std::span<const Range> x) { return v.operand(0).element == ElementType::boolean ? Range{0, 1} : is_integer(v.result().element) && !is_integer(v.operand(0).element) ? Range{} : x[0]; }
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) {
    const ElementType element = r.x[0].type().element;
    return astype(is_complex(element) ? r.bar : real(r.bar), element);
  }};
  static std::optional<Type> type(const TypeRule& r) {
    const auto to = r.attributes.get<ElementType>("to");
    if (!check_element(r, r.type(0), is_complex(to) ? kEvery : kEvery & ~kComplex)) return std::nullopt;
    Type type = r.type(0);
    type.element = to;
    return type;
  }
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>> x) {
    // Narrowing could change the value, so that only widening keeps the expression.
    if (bytes(v.operand(0).element) > bytes(v.result().element) || !is_integer(v.operand(0).element))
      return std::nullopt;
    return x[0] && !is_unsigned(v.operand(0).element) ? not_wrapped(v, *x[0]) : x[0];
  }
};

}  // namespace ir::ops
