// Real functions beyond <cmath>: of one operand, and of two and three that have one shape.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "ir/kind.h"
#include "ir/ops/elementwise/cmath.h"

namespace ir::ops {

// y = the nearest integer, halves to even; an integer itself        dy/dx = 0, also at the steps
struct Round : RoundingOp {
  static constexpr OpInfo info{.name = "round", .cpp = "gradc::round(x); std::nearbyint(x); std::rint(x)",
                               .scalar = GRADC_SCALAR(std::nearbyint(x)), .integer = GRADC_INTEGER(x)};
};

// y = x less its integer part, with the sign of x        dy/dx = 1, also at the steps
struct Frac : FloatOp {
  static constexpr OpInfo info{.name = "frac", .cpp = "gradc::frac(x)", .scalar = GRADC_SCALAR(x - std::trunc(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return like(r.y, 1); }}};
};

// y = ln(1 - e⁻ˣ) for x > 0, by the form that does not cancel        dy/dx = 1/(eˣ - 1), ∞ at 0
struct Log1mexp : FloatOp {
  static constexpr OpInfo info{.name = "log1mexp", .cpp = "gradc::log1mexp(x)", .domain = {0.2, 3},
                               .scalar = GRADC_SCALAR(x < T(0.693147180559945309417) ? std::log(-std::expm1(-x))
                                                                                     : std::log1p(-std::exp(-x)))};
  static constexpr Singular singular{};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / apply(Kind::Expm1, {r.x[0]}); }}};
};

// y = sin πx, exact at multiples of 1/2        dy/dx = π cos πx
struct Sinpi : FloatOp {
  static constexpr OpInfo info{
      .name = "sinpi", .cpp = "gradc::sinpi(x)",
      .scalar = GRADC_SCALAR(std::abs(std::remainder(x, T(2))) <= T(0.5)
                                 ? std::sin(T(3.14159265358979323846) * std::remainder(x, T(2)))
                                 : std::sin(T(3.14159265358979323846) *
                                            (std::copysign(T(1), std::remainder(x, T(2))) - std::remainder(x, T(2)))))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return std::numbers::pi * apply(Kind::Cospi, {r.x[0]}); }}};
};

// y = cos πx = sin π(1/2 - |x|), exact at multiples of 1/2        dy/dx = -π sin πx
struct Cospi : FloatOp {
  static constexpr OpInfo info{.name = "cospi", .cpp = "gradc::cospi(x)",
                               .scalar = GRADC_SCALAR(std::sin(T(3.14159265358979323846) *
                                                               (T(0.5) - std::abs(std::remainder(x, T(2))))))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return -std::numbers::pi * apply(Kind::Sinpi, {r.x[0]}); }}};
};

// y = x π/180
struct Deg2rad : FloatOp {
  static constexpr OpInfo info{.name = "deg2rad", .cpp = "gradc::deg2rad(x)",
                               .scalar = GRADC_SCALAR(x * T(0.017453292519943295769))};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return (std::numbers::pi / 180) * r.bar; }};
};

// y = x 180/π
struct Rad2deg : FloatOp {
  static constexpr OpInfo info{.name = "rad2deg", .cpp = "gradc::rad2deg(x)",
                               .scalar = GRADC_SCALAR(x * T(57.295779513082320877))};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return (180 / std::numbers::pi) * r.bar; }};
};

// y = Φ(x) = erfc(-x/√2)/2, the normal distribution function        dy/dx = e^(-x²/2)/√(2π)
struct Ndtr : FloatOp {
  static constexpr OpInfo info{.name = "ndtr", .cpp = "gradc::ndtr(x)",
                               .scalar = {"gradc::scalar::ndtr(x)",
                                          [](double x, double, double) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }}};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return (std::numbers::inv_sqrtpi / std::numbers::sqrt2) * apply(Kind::Exp, {-0.5 * (r.x[0] * r.x[0])});
  }}};
};

// y = -x ln x, 0 at 0 and -∞ below        dy/dx = -ln x - 1, ∞ at 0
struct Entr : FloatOp {
  static constexpr OpInfo info{
      .name = "entr", .cpp = "gradc::entr(x)", .domain = {0.1, 3},
      .scalar = GRADC_SCALAR(x > 0 ? -x * std::log(x) : x < 0 ? -std::numeric_limits<T>::infinity() : T(0) * x)};
  static constexpr Singular singular{};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return -apply(Kind::Log, {r.x[0]}) - 1.0; }}};
};

// z = x/y, 0 where y is 0        dz = dx/y - (z/y) dy, 0 where y is 0
struct DivNoNan : FieldOp {
  static constexpr OpInfo info{.name = "div_no_nan", .cpp = "gradc::div_no_nan(x, y)", .arity = 2, .domain = {0.5, 2},
                               .scalar = GRADC_SCALAR(y == 0 ? T(0) : x / y),
                               .complex = {"gradc::scalar::div_no_nan(x, y)", [](Number x, Number y, Number) { return y == 0.0 ? Number(0) : x / y; }}};
  static Expr over(const Rule& r, Expr a) {
    const Expr y = r.x[1], none = equal(y, 0);
    return where(none, zeros_like(y), a / where(none, like(y, 1), y));
  }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) { return over(r, like(r.y, 1)); }, [](const Rule& r) { return over(r, -r.y); }}};
};

// z = x - y ⌊x/y⌋, which has the sign of y; of integers, division by zero is a DomainError at run time
//   ∂z/∂x = 1, ∂z/∂y = -⌊x/y⌋, also at the steps
struct FloorModulo : NumberOp {
  static constexpr OpInfo info{
      .name = "floor_modulo", .cpp = "gradc::remainder(x, y)", .arity = 2, .domain = {1, 9},
      .scalar = GRADC_SCALAR(std::fmod(x, y) != 0 && (std::fmod(x, y) < 0) != (y < 0) ? std::fmod(x, y) + y
                                                                                      : std::fmod(x, y)),
      .integer = {"gradc::scalar::floor_modulo(x, y)",
                  [](std::int64_t x, std::int64_t y, std::int64_t) -> std::int64_t {
                    if (y == 0 || y == -1) return 0;
                    return x % y != 0 && (x < 0) != (y < 0) ? x % y + y : x % y;
                  }},
      .may_fail = true};
  static constexpr Singular singular{.operand = 1, .mirrored = true, .applies = &only_of_second};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return like(r.y, 1); },
                 [](const Rule& r) { return apply(Kind::RoundAway, {(r.y - r.x[0]) / r.x[1]}); }}};
};

// z = ⌊x/y⌋; of integers, division by zero is a DomainError at run time        dz = 0, also at the steps
struct FloorDivide : NumberOp {
  static constexpr OpInfo info{
      .name = "floor_divide", .cpp = "gradc::floor_divide(x, y)", .arity = 2, .domain = {1, 9},
      .scalar = GRADC_SCALAR(std::floor(x / y)),
      .integer = {"gradc::scalar::floor_divide(x, y)",
                  [](std::int64_t x, std::int64_t y, std::int64_t) -> std::int64_t {
                    if (y == 0) return 0;
                    if (y == -1) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x));
                    return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
                  }},
      .may_fail = true};
  static constexpr Derivative derivative = Pointwise{{nullptr, nullptr}};
};

// w = min(max(x, y), z); NaN stays NaN
//   dw = dx where y ≤ x ≤ z, also at the bounds; dy where x < y ≤ z; dz where x > z or y > z
struct Clip : InParts<Clip, NumberOp> {
  static constexpr OpInfo info{.name = "clip", .cpp = "gradc::clip(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(x > z || y > z ? z : x < y ? y : x),
                               .integer = GRADC_INTEGER(x > z || y > z ? z : x < y ? y : x)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::lesser(Range::greater(x[0], x[1]), x[2]); }
  static Expr part(const Rule& r, int i, Expr g) {
    const Expr zero = zeros_like(g);
    const Expr high = apply(Kind::LogicalOr, {r.x[0] > r.x[2], r.x[1] > r.x[2]}), low = r.x[0] < r.x[1];
    if (i == 2) return where(high, g, zero);
    if (i == 1) return where(high, zero, where(low, g, zero));
    return where(high, zero, where(apply(Kind::LessEqual, {r.x[1], r.x[0]}), g, zero));
  }
};

// x - y, and 0 where both are one infinity
inline Expr finite_difference(const Rule& r) {
  return where(equal(r.x[0], r.x[1]), zeros_like(r.y), r.x[0] - r.x[1]);
}
// The share that the first of the two operands of logaddexp has in it: σ(k(x - y)); none where both are -∞.
inline Expr share_of_exponentials(const Rule& r, double k) {
  const Expr share = apply(Kind::Sigmoid, {k * finite_difference(r)});
  const Expr most = apply(Kind::Maximum, {r.x[0], r.x[1]});
  return where(equal(most, -std::numeric_limits<double>::infinity()), zeros_like(share), share);
}

// z = ln(eˣ + eʸ)        dz = σ(x - y) dx + σ(y - x) dy; half each where both are ∞, 0 where both are -∞
struct Logaddexp : FloatOp {
  static constexpr OpInfo info{
      .name = "logaddexp", .cpp = "gradc::logaddexp(x, y)", .arity = 2,
      .scalar = GRADC_SCALAR(x == y ? x + T(0.693147180559945309417)
                                    : (x > y ? x : y >= x ? y : x + y) + std::log1p(std::exp(-std::abs(x - y))))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return share_of_exponentials(r, 1); },
                                                      [](const Rule& r) { return share_of_exponentials(r, -1); }}};
};

// z = log₂(2ˣ + 2ʸ), with the conventions of logaddexp
struct Logaddexp2 : FloatOp {
  static constexpr OpInfo info{
      .name = "logaddexp2", .cpp = "gradc::logaddexp2(x, y)", .arity = 2,
      .scalar = GRADC_SCALAR(x == y ? x + 1
                                    : (x > y ? x : y >= x ? y : x + y) +
                                          std::log1p(std::exp2(-std::abs(x - y))) * T(1.44269504088896340736))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return share_of_exponentials(r, std::numbers::ln2); },
                 [](const Rule& r) { return share_of_exponentials(r, -std::numbers::ln2); }}};
};

// z = ln|eˣ - eʸ|, -∞ where they are equal        ∂z/∂x = 1/(1 - eʸ⁻ˣ)        ∂z/∂y = -1/(eˣ⁻ʸ - 1)
struct Logsubexp : FloatOp {
  static constexpr OpInfo info{
      .name = "logsubexp", .cpp = "gradc::logsubexp(x, y)", .arity = 2,
      .scalar = {"gradc::scalar::logsubexp(x, y)",
                 [](double x, double y, double) {
                   const double most = x > y ? x : y, d = x > y ? x - y : y - x;
                   if (d == 0 || (x == y && x < 0)) return -std::numeric_limits<double>::infinity();
                   return most + (d < std::numbers::ln2 ? std::log(-std::expm1(-d)) : std::log1p(-std::exp(-d)));
                 }}};
  // Of x = y the first is ∞, as next to it on the side where x is greater: 0 - 0 is 0 and not -0, as -(0) would be.
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return 1.0 / (0.0 - apply(Kind::Expm1, {r.x[1] - r.x[0]})); },
                 [](const Rule& r) { return -1.0 / apply(Kind::Expm1, {r.x[0] - r.x[1]}); }}};
};

// The parts of x f(y) that has 0 where x is 0: f(y) for x, 0 where both it is -∞ and x is 0; and for y x f'(y), 0
// where x is 0, by `over`, which is y or 1 + y.
inline Expr at_nothing(const Rule& r, Expr over, Expr value) {
  return where(apply(Kind::LogicalAnd, {equal(r.x[0], 0), equal(over, 0)}), zeros_like(r.y), value);
}
inline Expr ratio_or_nothing(const Rule& r, Expr over) {
  const Expr none = equal(r.x[0], 0);
  return where(none, zeros_like(r.y), r.x[0] / where(none, like(over, 1), over));
}

// z = x ln y, 0 where x is 0 and y is no NaN        ∂z/∂x = ln y, 0 at (0, 0); ∂z/∂y = x/y, 0 where x is 0
struct Xlogy : FloatOp {
  static constexpr OpInfo info{.name = "xlogy", .cpp = "gradc::xlogy(x, y)", .arity = 2, .domain = {0.2, 3},
                               .scalar = GRADC_SCALAR(x == 0 && y == y ? T(0) : x * std::log(y))};
  static constexpr Singular singular{.operand = 1};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return at_nothing(r, r.x[1], apply(Kind::Log, {r.x[1]})); },
                 [](const Rule& r) { return ratio_or_nothing(r, r.x[1]); }}};
};

// z = x ln(1 + y), 0 where x is 0 and y is no NaN
//   ∂z/∂x = ln(1 + y), 0 at (0, -1); ∂z/∂y = x/(1 + y), 0 where x is 0
struct Xlog1py : FloatOp {
  static constexpr OpInfo info{.name = "xlog1py", .cpp = "gradc::xlog1py(x, y)", .arity = 2, .domain = {0.2, 3},
                               .scalar = GRADC_SCALAR(x == 0 && y == y ? T(0) : x * std::log1p(y))};
  static constexpr Singular singular{.operand = 1, .low = kAboveMinusOne};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return at_nothing(r, 1.0 + r.x[1], apply(Kind::Log1p, {r.x[1]})); },
                 [](const Rule& r) { return ratio_or_nothing(r, 1.0 + r.x[1]); }}};
};

// z = (x - y)²        dz = 2(x - y)(dx - dy)
struct SquaredDifference : FloatOp {
  static constexpr OpInfo info{.name = "squared_difference", .cpp = "gradc::squared_difference(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR((x - y) * (x - y))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 2.0 * (r.x[0] - r.x[1]); },
                                                      [](const Rule& r) { return 2.0 * (r.x[1] - r.x[0]); }}};
};

// w = x + z (y - x)        dw = (1 - z) dx + z dy + (y - x) dz
struct Lerp : FieldOp {
  static constexpr OpInfo info{.name = "lerp", .cpp = "gradc::lerp(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(x + z * (y - x)),
                               .complex = {"x + gradc::scalar::multiply(z, y - x)", [](Number x, Number y, Number z) { return x + z * (y - x); }}};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return 1.0 - r.x[2]; }, [](const Rule& r) { return r.x[2]; },
                 [](const Rule& r) { return r.x[1] - r.x[0]; }}};
};

// z = the number next to x on the way to y        ∂z/∂x = 1, ∂z/∂y = 0
struct Nextafter : FloatOp {
  static constexpr OpInfo info{.name = "nextafter", .cpp = "gradc::nextafter(x, y); std::nextafter(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(std::nextafter(x, y))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return like(r.y, 1); }, nullptr}};
};

}  // namespace ir::ops
