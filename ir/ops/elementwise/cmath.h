// Further functions of <cmath>: y_i = f(x_i), each its scalar expression and its derivative.
#pragma once

#include <cmath>
#include <numbers>

#include "ir/kind.h"
#include "ir/ops/elementwise/binary.h"

namespace ir::ops {

// y = tan x             dy/dx = 1 + y²
struct Tan : FieldOp {
  static constexpr OpInfo info{.name = "tan", .cpp = "gradc::tan(x); std::tan(x)", .domain = {-1.2, 1.2},
                               .scalar = GRADC_SCALAR(std::tan(x)),
                               .complex = GRADC_COMPLEX(std::tan(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 + r.y * r.y; }}};
};

// y = arcsin x          dy/dx = 1/√((1 - x)(1 + x)), ∞ at ±1
struct Asin : FieldOp {
  static constexpr OpInfo info{.name = "asin", .cpp = "gradc::asin(x); std::asin(x)", .domain = {-0.8, 0.8},
                               .scalar = GRADC_SCALAR(std::asin(x)),
                               .complex = GRADC_COMPLEX(std::asin(x))};
  static constexpr Singular singular{.low = kAboveMinusOne, .high = kBelowOne, .safe = 0};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return 1.0 / apply(Kind::Sqrt, {one_minus_square(r.x[0])}); }}};
};

// y = arccos x          dy/dx = -1/√((1 - x)(1 + x)), -∞ at ±1
struct Acos : FieldOp {
  static constexpr OpInfo info{.name = "acos", .cpp = "gradc::acos(x); std::acos(x)", .domain = {-0.8, 0.8},
                               .scalar = GRADC_SCALAR(std::acos(x)),
                               .complex = GRADC_COMPLEX(std::acos(x))};
  static constexpr Singular singular{.low = kAboveMinusOne, .high = kBelowOne, .safe = 0};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return -1.0 / apply(Kind::Sqrt, {one_minus_square(r.x[0])}); }}};
};

// y = arctan x          dy/dx = 1/(1 + x²)
struct Atan : FieldOp {
  static constexpr OpInfo info{.name = "atan", .cpp = "gradc::atan(x); std::atan(x)", .scalar = GRADC_SCALAR(std::atan(x)),
                               .complex = GRADC_COMPLEX(std::atan(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / (1.0 + r.x[0] * r.x[0]); }}};
};

// y = sinh x            dy/dx = cosh x
struct Sinh : FieldOp {
  static constexpr OpInfo info{.name = "sinh", .cpp = "gradc::sinh(x); std::sinh(x)", .scalar = GRADC_SCALAR(std::sinh(x)),
                               .complex = GRADC_COMPLEX(std::sinh(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Cosh, {r.x[0]}); }}};
};

// y = cosh x            dy/dx = sinh x
struct Cosh : FieldOp {
  static constexpr OpInfo info{.name = "cosh", .cpp = "gradc::cosh(x); std::cosh(x)", .scalar = GRADC_SCALAR(std::cosh(x)),
                               .complex = GRADC_COMPLEX(std::cosh(x))};
  static Range range(const OpView&, std::span<const Range>) { return {1, Range::kMost}; }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Sinh, {r.x[0]}); }}};
};

// y = arsinh x          dy/dx = 1/√(1 + x²), without overflow
struct Asinh : FieldOp {
  static constexpr OpInfo info{.name = "asinh", .cpp = "gradc::asinh(x); std::asinh(x)", .scalar = GRADC_SCALAR(std::asinh(x)),
                               .complex = GRADC_COMPLEX(std::asinh(x))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) {
        const Expr x = r.x[0];
        return 1.0 / (is_complex(x.type().element) ? apply(Kind::Sqrt, {1.0 + x * x}) : apply(Kind::Hypot, {like(x, 1), x}));
      }}};
};

// y = arcosh x          dy/dx = 1/(√(x - 1) √(x + 1)), ∞ at 1
struct Acosh : FieldOp {
  static constexpr OpInfo info{.name = "acosh", .cpp = "gradc::acosh(x); std::acosh(x)", .domain = {1.2, 4},
                               .scalar = GRADC_SCALAR(std::acosh(x)),
                               .complex = GRADC_COMPLEX(std::acosh(x))};
  static constexpr Singular singular{.low = kAboveOne, .safe = 2};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return 1.0 / (apply(Kind::Sqrt, {r.x[0] - 1.0}) * apply(Kind::Sqrt, {1.0 + r.x[0]}));
  }}};
};

// y = artanh x          dy/dx = 1/((1 - x)(1 + x)), ∞ at ±1
struct Atanh : FieldOp {
  static constexpr OpInfo info{.name = "atanh", .cpp = "gradc::atanh(x); std::atanh(x)", .domain = {-0.8, 0.8},
                               .scalar = GRADC_SCALAR(std::atanh(x)),
                               .complex = GRADC_COMPLEX(std::atanh(x))};
  static constexpr Singular singular{.low = kAboveMinusOne, .high = kBelowOne, .safe = 0};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / one_minus_square(r.x[0]); }}};
};

// y = ∛x                dy/dx = 1/(3y²), ∞ at 0
struct Cbrt : FloatOp {
  static constexpr OpInfo info{.name = "cbrt", .cpp = "gradc::cbrt(x); std::cbrt(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(std::cbrt(x))};
  static constexpr Singular singular{.mirrored = true};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / (3.0 * (r.y * r.y)); }}};
};

// y = 2ˣ                dy/dx = y ln 2
struct Exp2 : FloatOp, Positive {
  static constexpr OpInfo info{.name = "exp2", .cpp = "gradc::exp2(x); std::exp2(x)", .scalar = GRADC_SCALAR(std::exp2(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return std::numbers::ln2 * r.y; }}};
};

// y = log₂ x            dy/dx = 1/(x ln 2)
struct Log2 : FloatOp {
  static constexpr OpInfo info{.name = "log2", .cpp = "gradc::log2(x); std::log2(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(std::log2(x))};
  static constexpr Singular singular{.mirrored = true};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return 1.0 / (std::numbers::ln2 * r.x[0]); }}};
};

// y = log₁₀ x           dy/dx = 1/(x ln 10)
struct Log10 : FloatOp {
  static constexpr OpInfo info{.name = "log10", .cpp = "gradc::log10(x); std::log10(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(std::log10(x))};
  static constexpr Singular singular{.mirrored = true};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return 1.0 / (std::numbers::ln10 * r.x[0]); }}};
};

inline Expr gauss(Expr x) { return (2 * std::numbers::inv_sqrtpi) * apply(Kind::Exp, {-(x * x)}); }

// y = erf x             dy/dx = 2/√π e^(-x²)
struct Erf : FloatOp {
  static constexpr OpInfo info{.name = "erf", .cpp = "gradc::erf(x); std::erf(x)", .scalar = GRADC_SCALAR(std::erf(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return gauss(r.x[0]); }}};
};

// y = 1 - erf x         dy/dx = -2/√π e^(-x²)
struct Erfc : FloatOp {
  static constexpr OpInfo info{.name = "erfc", .cpp = "gradc::erfc(x); std::erfc(x)", .scalar = GRADC_SCALAR(std::erfc(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return -gauss(r.x[0]); }}};
};

// What rounds to whole numbers, which integers are.
struct RoundingOp : NumberOp {
  static constexpr Derivative derivative = Pointwise{{nullptr}};
  static std::optional<Extent> extent(const OpView&, std::span<const std::optional<Extent>> x) { return x[0]; }
};

// y = ⌊x⌋, an integer itself        dy/dx = 0, also at the steps
struct Floor : RoundingOp {
  static constexpr OpInfo info{.name = "floor", .cpp = "gradc::floor(x); std::floor(x)", .scalar = GRADC_SCALAR(std::floor(x)),
                               .integer = GRADC_INTEGER(x)};
};

// y = ⌈x⌉, an integer itself        dy/dx = 0, also at the steps
struct Ceil : RoundingOp {
  static constexpr OpInfo info{.name = "ceil", .cpp = "gradc::ceil(x); std::ceil(x)", .scalar = GRADC_SCALAR(std::ceil(x)),
                               .integer = GRADC_INTEGER(x)};
};

// y = x without its fraction        dy/dx = 0, also at the steps
struct Trunc : RoundingOp {
  static constexpr OpInfo info{.name = "trunc", .cpp = "gradc::trunc(x); std::trunc(x)", .scalar = GRADC_SCALAR(std::trunc(x)),
                               .integer = GRADC_INTEGER(x)};
};

// y = the nearest integer, halves away from zero        dy/dx = 0, also at the steps
struct RoundAway : FloatOp {
  static constexpr OpInfo info{.name = "round_away", .cpp = "std::round(x)", .scalar = GRADC_SCALAR(std::round(x))};
  static constexpr Derivative derivative = Pointwise{{nullptr}};
};

// z = √(x² + y²) without overflow        dz = (x dx + y dy)/z, 0 at the origin
struct Hypot : FloatOp, NotNegative {
  static constexpr OpInfo info{.name = "hypot", .cpp = "gradc::hypot(x, y); std::hypot(x, y)", .arity = 2, .domain = {0.3, 2},
                               .scalar = GRADC_SCALAR(std::hypot(x, y))};
  static Expr partial(const Rule& r, std::size_t i) {
    const Expr origin = equal(r.y, 0);
    return where(origin, zeros_like(r.y), r.x[i] / where(origin, like(r.y, 1), r.y));
  }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) { return partial(r, 0); }, [](const Rule& r) { return partial(r, 1); }}};
};

// z = the angle of the point (y, x), the first operand being the ordinate
//   ∂z/∂first = x/(x² + y²)        ∂z/∂second = -y/(x² + y²)        both 0 at the origin; scaled by the radius
struct Atan2 : FloatOp {
  static constexpr OpInfo info{.name = "atan2", .cpp = "gradc::atan2(x, y); std::atan2(x, y)", .arity = 2, .domain = {0.3, 2},
                               .scalar = GRADC_SCALAR(std::atan2(x, y))};
  static Expr partial(const Rule& r, std::size_t other) {
    const Expr radius = apply(Kind::Hypot, {r.x[0], r.x[1]});
    const Expr origin = equal(radius, 0);
    const Expr safe = where(origin, like(radius, 1), radius);
    return where(origin, zeros_like(radius), r.x[other] / safe / safe);
  }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) { return partial(r, 1); }, [](const Rule& r) { return -partial(r, 0); }}};
};

// z = x - n y, n = x/y truncated; of integers, division by zero is a DomainError at run time
//   ∂z/∂x = 1, ∂z/∂y = -n, also at the steps
struct Fmod : NumberOp {
  static constexpr OpInfo info{.name = "fmod", .cpp = "gradc::fmod(x, y); std::fmod(x, y)", .arity = 2, .domain = {1, 9},
                               .scalar = GRADC_SCALAR(std::fmod(x, y)), .integer = Modulo::info.integer, .may_fail = true};
  static constexpr Singular singular{.operand = 1, .mirrored = true, .applies = &only_of_second};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return like(r.y, 1); },
                 [](const Rule& r) { return apply(Kind::RoundAway, {(r.y - r.x[0]) / r.x[1]}); }}};
};

// z = x - n y, n = x/y rounded, halves to even        ∂z/∂x = 1, ∂z/∂y = -n, also at the steps
struct Remainder : FloatOp {
  static constexpr OpInfo info{.name = "remainder", .cpp = "std::remainder(x, y)", .arity = 2, .domain = {0.3, 2},
                               .scalar = GRADC_SCALAR(std::remainder(x, y))};
  static constexpr Singular singular{.operand = 1, .mirrored = true, .applies = &only_of_second};
  static constexpr Derivative derivative = Fmod::derivative;
};

// z = |x| with the sign of y        ∂z/∂x = 1 where x has that sign, else -1, and 0 at x = 0. ∂z/∂y = 0
struct Copysign : FloatOp {
  static constexpr OpInfo info{.name = "copysign", .cpp = "gradc::copysign(x, y); std::copysign(x, y)", .arity = 2, .domain = {0.3, 2},
                               .scalar = GRADC_SCALAR(std::copysign(x, y))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return apply(Kind::Sign, {r.x[0]}) * apply(Kind::Sign, {r.y}); }, nullptr}};
};

// u = x y + z, rounded once        du = y dx + x dy + dz
struct Fma : FieldOp {
  static constexpr OpInfo info{.name = "fma", .cpp = "gradc::fma(x, y, z); std::fma(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(std::fma(x, y, z)),
                               .complex = {"gradc::scalar::multiply(x, y) + z", [](Number x, Number y, Number z) { return x * y + z; }}};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return r.x[1]; }, [](const Rule& r) { return r.x[0]; },
                 [](const Rule& r) { return like(r.y, 1); }}};
};

}  // namespace ir::ops
