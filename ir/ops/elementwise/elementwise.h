// Unary elementwise ops: y_i = f(x_i). Each is its scalar expression and its derivative; both modes follow.
// At kinks the derivative is the subgradient that the paragraph names; at true singularities it is what IEEE
// arithmetic gives.
#pragma once

#include <cmath>

#include "ir/kind.h"
#include "ir/ops/elementwise/complex_math.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// y = -x        dy/dx = -1
struct Negative : RingOp {
  static constexpr OpInfo info{.name = "negative", .cpp = "gradc::operator-(x); gradc::negative(x); std::operator-(x:complex)",
                               .scalar = GRADC_SCALAR(-x),
                               .integer = {"gradc::scalar::negate(x)", [](std::int64_t x, std::int64_t, std::int64_t) {
                                             return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x));
                                           }},
                               .complex = GRADC_COMPLEX(-x)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::negative(x[0]); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return -r.bar; }};
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>> x) {
    return x[0] ? not_wrapped(v, Extent(0) - *x[0]) : std::nullopt;
  }
};

// y = |x|       dy/dx = sign(x), 0 at 0
struct Abs : NumberOp {
  static constexpr OpInfo info{.name = "abs", .cpp = "gradc::abs(x:real); std::abs(x:real); std::fabs(x)",
                               .scalar = GRADC_SCALAR(std::abs(x)),
                               .integer = {"gradc::scalar::absolute(x)", [](std::int64_t x, std::int64_t, std::int64_t) {
                                             return x < 0 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)) : x;
                                           }}};
  static Range range(const OpView&, std::span<const Range> x) { return Range::magnitude(x[0]); }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Sign, {r.x[0]}); }}};
};

// y = -1, 0 or 1; NaN stays NaN        dy/dx = 0, also at 0
struct Sign : NumberOp {
  static constexpr OpInfo info{.name = "sign", .cpp = "gradc::sign(x)",
                               .scalar = GRADC_SCALAR(x > 0 ? T(1) : x < 0 ? T(-1) : x),
                               .integer = GRADC_INTEGER((x > 0) - (x < 0))};
  static constexpr Derivative derivative = Pointwise{{nullptr}};
};

// y = x²        dy/dx = 2x
struct Square : RingOp, NotNegative {
  static constexpr OpInfo info{.name = "square", .cpp = "gradc::square(x)",
                               .scalar = GRADC_SCALAR(x * x),
                               .integer = {"gradc::scalar::multiply(x, x)", [](std::int64_t x, std::int64_t, std::int64_t) {
                                             return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) *
                                                                              static_cast<std::uint64_t>(x));
                                           }},
                               .complex = {"gradc::scalar::multiply(x, x)", [](Number x, Number, Number) { return x * x; }}};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 2.0 * r.x[0]; }}};
};

// y = 1/x       dy/dx = -y²
struct Reciprocal : FieldOp {
  static constexpr OpInfo info{.name = "reciprocal", .cpp = "gradc::reciprocal(x)", .domain = {0.5, 2},
                               .scalar = GRADC_SCALAR(1 / x),
                               .complex = {"gradc::scalar::divide(T(1), x)", [](Number x, Number, Number) { return 1.0 / x; }}};
  static constexpr Singular singular{.mirrored = true};
  static Range range(const OpView&, std::span<const Range> x) { return Range::inverse(x[0]); }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return -(r.y * r.y); }}};
};

// y = √x        dy/dx = 1/(2y), +∞ at 0
struct Sqrt : FieldOp {
  static constexpr OpInfo info{.name = "sqrt", .cpp = "gradc::sqrt(x); std::sqrt(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(std::sqrt(x)),
                               .complex = GRADC_COMPLEX(std::sqrt(x))};
  static constexpr Singular singular{};
  static Range range(const OpView&, std::span<const Range> x) { return Range::both(x[0].low > 0 ? Range::positive() : Range::not_negative(), Range{0, std::max(x[0].high, 1.0)}); }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 0.5 / r.y; }}};
};

// y = 1/√x      dy/dx = -y³/2, -∞ at 0
struct Rsqrt : FieldOp {
  static constexpr OpInfo info{.name = "rsqrt", .cpp = "gradc::rsqrt(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(1 / std::sqrt(x)),
                               .complex = {"gradc::scalar::divide(T(1), std::sqrt(x))", [](Number x, Number, Number) { return 1.0 / std::sqrt(x); }}};
  static constexpr Singular singular{};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return -0.5 * (r.y * r.y * r.y); }}};
};

// y = eˣ        dy/dx = y
struct Exp : FieldOp, Positive {
  static constexpr OpInfo info{.name = "exp", .cpp = "gradc::exp(x); std::exp(x)",
                               .scalar = GRADC_SCALAR(std::exp(x)),
                               .complex = GRADC_COMPLEX(std::exp(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return r.y; }}};
};

// y = eˣ - 1    dy/dx = y + 1
struct Expm1 : FieldOp {
  static constexpr OpInfo info{.name = "expm1", .cpp = "gradc::expm1(x); std::expm1(x)",
                               .scalar = GRADC_SCALAR(std::expm1(x)),
                               .complex = {"gradc::scalar::expm1(x)", [](Number x, Number, Number) { return complex_expm1(x); }}};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 + r.y; }}};
};

// y = ln x      dy/dx = 1/x, also where x < 0 and y is NaN
struct Log : FieldOp {
  static constexpr OpInfo info{.name = "log", .cpp = "gradc::log(x); std::log(x)", .domain = {0.2, 4},
                               .scalar = GRADC_SCALAR(std::log(x)),
                               .complex = GRADC_COMPLEX(std::log(x))};
  static constexpr Singular singular{.mirrored = true};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / r.x[0]; }}};
};

// y = ln(1 + x)         dy/dx = 1/(1 + x)
struct Log1p : FieldOp {
  static constexpr OpInfo info{.name = "log1p", .cpp = "gradc::log1p(x); std::log1p(x)", .domain = {-0.6, 3},
                               .scalar = GRADC_SCALAR(std::log1p(x)),
                               .complex = {"gradc::scalar::log1p(x)", [](Number x, Number, Number) { return complex_log1p(x); }}};
  static constexpr Singular singular{.low = kAboveMinusOne};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / (1.0 + r.x[0]); }}};
};

// y = sin x     dy/dx = cos x
struct Sin : FieldOp, WithinOne {
  static constexpr OpInfo info{.name = "sin", .cpp = "gradc::sin(x); std::sin(x)",
                               .scalar = GRADC_SCALAR(std::sin(x)),
                               .complex = GRADC_COMPLEX(std::sin(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Cos, {r.x[0]}); }}};
};

// y = cos x     dy/dx = -sin x
struct Cos : FieldOp, WithinOne {
  static constexpr OpInfo info{.name = "cos", .cpp = "gradc::cos(x); std::cos(x)",
                               .scalar = GRADC_SCALAR(std::cos(x)),
                               .complex = GRADC_COMPLEX(std::cos(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return -apply(Kind::Sin, {r.x[0]}); }}};
};

// y = tanh x    dy/dx = (1 - y)(1 + y), which does not cancel as 1 - y² does
struct Tanh : FieldOp, WithinOne {
  static constexpr OpInfo info{.name = "tanh", .cpp = "gradc::tanh(x); std::tanh(x)",
                               .scalar = GRADC_SCALAR(std::tanh(x)),
                               .complex = GRADC_COMPLEX(std::tanh(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return one_minus_square(r.y); }}};
};

// y = 1/(1 + e⁻ˣ), by the branch that can't overflow        dy/dx = y(1 - y)
struct Sigmoid : FieldOp {
  static constexpr OpInfo info{
      .name = "sigmoid", .cpp = "gradc::sigmoid(x)",
      .scalar = {"gradc::scalar::sigmoid(x)",
                 [](double x, double, double) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }},
      .part = {"std::exp(-std::abs(x))", "gradc::scalar::sigmoid(x, y)"},
      .complex = {"gradc::scalar::sigmoid(x)", [](Number x, Number, Number) { return complex_sigmoid(x); }}};
  static Range range(const OpView&, std::span<const Range> x) { return Range{x[0].low >= 0 ? 0.5 : 0, x[0].high <= 0 ? 0.5 : 1}; }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return r.y * (1.0 - r.y); }}};
};

// y = ln(1 + eˣ) = max(x, 0) + ln(1 + e^-|x|)        dy/dx = 1/(1 + e⁻ˣ)
struct Softplus : FloatOp, NotNegative {
  static constexpr OpInfo info{
      .name = "softplus", .cpp = "gradc::softplus(x)",
      .scalar = GRADC_SCALAR((x > 0 ? x : T(0)) + std::log1p(std::exp(-std::abs(x)))),
      .part = {"std::exp(-std::abs(x))", "(x > 0 ? x : T(0)) + std::log1p(y)"}};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return apply(Kind::Sigmoid, {r.x[0]}); }}};
};

// y = max(x, 0); NaN stays NaN        dy/dx = 1 where y > 0, else 0, also at 0. Selected, not multiplied.
struct Relu : NumberOp {
  static constexpr OpInfo info{.name = "relu", .cpp = "gradc::relu(x)",
                               .scalar = GRADC_SCALAR(x <= 0 ? T(0) : x),
                               .integer = GRADC_INTEGER(x > 0 ? x : 0)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::greater(x[0], Range::of(0)); }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return where(greater(r.y, 0), r.bar, zeros_like(r.bar)); },
              [](const Rule& r) { return where(greater(r.y, 0), r.dots[0], zeros_like(r.dots[0])); }};
};

}  // namespace ir::ops
