// Activations of neural networks: y_i = f(x_i), some with parameters that broadcast. At kinks the derivative is what
// the paragraph names.
#pragma once

#include <cmath>
#include <numbers>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

inline Expr sigmoid_of(Expr x) { return apply(Kind::Sigmoid, {x}); }
inline Expr positive(Expr x) { return greater(x, 0); }
// 0 where x > 0, which no exponential overflows at.
inline Expr nonpositive_part(Expr x) { return where(positive(x), zeros_like(x), x); }

// y = min(max(x, 0), 6); NaN stays NaN        dy/dx = 1 where 0 < y < 6, else 0, also at 0 and 6
struct Relu6 : InParts<Relu6> {
  static constexpr OpInfo info{.name = "relu6", .cpp = "gradc::relu6(x)", .domain = {-3, 9},
                               .scalar = GRADC_SCALAR(x <= 0 ? T(0) : x >= 6 ? T(6) : x)};
  static Expr part(const Rule& r, int, Expr g) {
    return where(apply(Kind::LogicalAnd, {positive(r.y), less(r.y, 6)}), g, zeros_like(g));
  }
};

// z = x where x > 0, else y x        dz = dx where x > 0, else y dx + x dy, also at 0
struct LeakyRelu : FloatOp {
  static constexpr OpInfo info{.name = "leaky_relu", .cpp = "gradc::leaky_relu(x, y=0.01); gradc::prelu(x, y)",
                               .arity = 2, .scalar = GRADC_SCALAR(x > 0 ? x : y * x)};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return where(positive(r.x[0]), like(r.y, 1), r.x[1]); },
                 [](const Rule& r) { return nonpositive_part(r.x[0]); }}};
};

// z = x where x > 0, else y (eˣ - 1)        ∂z/∂x = 1 where x > 0, else y eˣ, also at 0; ∂z/∂y = 0, else eˣ - 1
struct Elu : FloatOp {
  static constexpr OpInfo info{.name = "elu", .cpp = "gradc::elu(x, y=1)", .arity = 2,
                               .scalar = GRADC_SCALAR(x > 0 ? x : y * std::expm1(x))};
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) {
         return where(positive(r.x[0]), like(r.y, 1), r.x[1] * apply(Kind::Exp, {nonpositive_part(r.x[0])}));
       },
       [](const Rule& r) { return apply(Kind::Expm1, {nonpositive_part(r.x[0])}); }}};
};

// z = x where x > 0, else y (e^(x/y) - 1)        ∂z/∂x = 1 where x > 0, else e^(x/y), which is 1 at 0
//                                                ∂z/∂y = 0 where x > 0, else e^(x/y) (1 - x/y) - 1
struct Celu : FloatOp {
  static constexpr OpInfo info{.name = "celu", .cpp = "gradc::celu(x, y=1)", .arity = 2, .domain = {0.5, 2},
                               .scalar = GRADC_SCALAR(x > 0 ? x : y * std::expm1(x / y))};
  static Expr ratio(const Rule& r) { return nonpositive_part(r.x[0]) / r.x[1]; }
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return apply(Kind::Exp, {ratio(r)}); },
                 [](const Rule& r) {
                   const Expr u = ratio(r);
                   return apply(Kind::Expm1, {u}) - u * apply(Kind::Exp, {u});
                 }}};
};

// y = λ x where x > 0, else λ α (eˣ - 1)        dy/dx = λ where y > 0, else y + λ α, also at 0
//   Klambauer et al., "Self-normalizing neural networks", 2017: α = 1.6732632423543772, λ = 1.0507009873554805
struct Selu : FloatOp {
  static constexpr OpInfo info{
      .name = "selu", .cpp = "gradc::selu(x)",
      .scalar = GRADC_SCALAR(x > 0 ? T(1.0507009873554805) * x : T(1.7580993408473766) * std::expm1(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return where(positive(r.y), like(r.y, 1.0507009873554805), 1.7580993408473766 + r.y);
  }}};
};

// φ(x) = e^(-x²/2)/√(2π) and its integral Φ(x) = erfc(-x/√2)/2
inline Expr normal_density(Expr x) {
  return (std::numbers::inv_sqrtpi / std::numbers::sqrt2) * apply(Kind::Exp, {-0.5 * (x * x)});
}
inline Expr normal_distribution(Expr x) { return 0.5 * apply(Kind::Erfc, {(-1 / std::numbers::sqrt2) * x}); }

// y = x Φ(x), Φ the normal distribution function        dy/dx = Φ(x) + x φ(x)
struct Gelu : FloatOp {
  static constexpr OpInfo info{.name = "gelu", .cpp = "gradc::gelu(x)",
                               .scalar = {"gradc::scalar::gelu(x)",
                                          [](double x, double, double) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }}};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return normal_distribution(r.x[0]) + r.x[0] * normal_density(r.x[0]); }}};
};

// y = x (1 + tanh u)/2, u = √(2/π) (x + 0.044715 x³)
//   dy/dx = (1 + t)/2 + x (1 - t²)/2 √(2/π) (1 + 0.134145 x²), t = tanh u
struct GeluTanh : FloatOp {
  static constexpr OpInfo info{
      .name = "gelu_tanh", .cpp = "gradc::gelu_tanh(x)",
      .scalar = GRADC_SCALAR(T(0.5) * x *
                             (1 + std::tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x))))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const double scale = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
    const Expr x = r.x[0], square = x * x;
    const Expr t = apply(Kind::Tanh, {scale * (x * (1.0 + 0.044715 * square))});
    return 0.5 * (1.0 + t) + (0.5 * scale) * (x * one_minus_square(t) * (1.0 + 0.134145 * square));
  }}};
};

// y = x s, s = σ(k x)        dy/dx = s (1 + k x σ(-k x))
inline Expr sigmoid_product(Expr x, double k) {
  const Expr u = k * x;
  return sigmoid_of(u) * (1.0 + u * sigmoid_of(-u));
}

// y = x σ(1.702 x)
struct QuickGelu : FloatOp {
  static constexpr OpInfo info{.name = "quick_gelu", .cpp = "gradc::quick_gelu(x)",
                               .scalar = GRADC_SCALAR(x / (1 + std::exp(T(-1.702) * x)))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return sigmoid_product(r.x[0], 1.702); }}};
};

inline double silu_value(double x, double, double) { return x / (1 + std::exp(-x)); }

// y = x σ(x)
struct Silu : FloatOp {
  static constexpr OpInfo info{.name = "silu", .cpp = "gradc::silu(x)", .scalar = {"gradc::scalar::silu(x)", &silu_value}};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return sigmoid_product(r.x[0], 1); }}};
};

// z = y x σ(x)      dz = y d(x σ(x)) + x σ(x) dy
struct Swiglu : FloatOp {
  static constexpr OpInfo info{.name = "swiglu", .cpp = "gradc::swiglu(x, y)", .arity = 2,
                               .scalar = {"gradc::scalar::silu(x) * y", [](double x, double y, double) { return silu_value(x, 0, 0) * y; }}};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return r.x[1] * sigmoid_product(r.x[0], 1); },
                 [](const Rule& r) { return apply(Kind::Silu, {r.x[0]}); }}};
};

inline double mish_value(double x, double, double) { return x * std::tanh(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))); }

// y = x tanh(ln(1 + eˣ))        dy/dx = t + x σ(x) (1 - t)(1 + t), t = tanh(ln(1 + eˣ))
struct Mish : FloatOp {
  static constexpr OpInfo info{.name = "mish", .cpp = "gradc::mish(x)", .scalar = {"gradc::scalar::mish(x)", &mish_value}};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr t = apply(Kind::Tanh, {apply(Kind::Softplus, {r.x[0]})});
    return t + r.x[0] * sigmoid_of(r.x[0]) * one_minus_square(t);
  }}};
};

// w = x between the bounds y and z, else the bound next to it; NaN stays NaN
//   dw = dx where y < x < z, dy where x ≤ y, dz where x ≥ z
struct HardTanh : InParts<HardTanh> {
  static constexpr OpInfo info{.name = "hard_tanh", .cpp = "gradc::hard_tanh(x, y=-1, z=1)", .arity = 3,
                               .scalar = GRADC_SCALAR(x <= y ? y : x >= z ? z : x)};
  static Expr part(const Rule& r, int i, Expr g) {
    const Expr zero = zeros_like(g);
    const Expr above = r.x[0] > r.x[1], below = r.x[0] < r.x[2];
    if (i == 0) return where(above, where(below, g, zero), zero);
    return i == 1 ? where(above, zero, g) : where(above, where(below, zero, g), zero);
  }
};

// y = min(max(x/6 + 1/2, 0), 1)        dy/dx = 1/6 where 0 < y < 1, else 0, also at -3 and 3
struct HardSigmoid : FloatOp {
  static constexpr OpInfo info{
      .name = "hard_sigmoid", .cpp = "gradc::hard_sigmoid(x)", .domain = {-4, 4},
      .scalar = GRADC_SCALAR(x <= -3 ? T(0) : x >= 3 ? T(1) : x / 6 + T(0.5))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr zero = zeros_like(r.y);
    return where(positive(r.y), where(less(r.y, 1), like(r.y, 1.0 / 6), zero), zero);
  }}};
};

// w = min(max(y x + z, 0), 1), NaN stays NaN        dw = y dx + x dy + dz where 0 < w < 1, else 0
struct HardSigmoidOf : InParts<HardSigmoidOf> {
  static constexpr OpInfo info{.name = "hard_sigmoid_of", .cpp = "gradc::hard_sigmoid(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(y * x + z <= 0 ? T(0) : y * x + z >= 1 ? T(1) : y * x + z)};
  static Expr part(const Rule& r, int i, Expr g) {
    const Expr inside = apply(Kind::LogicalAnd, {positive(r.y), less(r.y, 1)});
    return where(inside, i == 2 ? g : r.x[i == 0 ? 1 : 0] * g, zeros_like(g));
  }
};

// y = x min(max(x/6 + 1/2, 0), 1)        dy/dx = 0 where x ≤ -3, 1 where x ≥ 3, else x/3 + 1/2
struct HardSwish : FloatOp {
  static constexpr OpInfo info{
      .name = "hard_swish", .cpp = "gradc::hard_swish(x)", .domain = {-4, 4},
      .scalar = GRADC_SCALAR(x <= -3 ? T(0) : x >= 3 ? x : x * (x / 6 + T(0.5)))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr x = r.x[0], inside = (1.0 / 3) * x + like(x, 0.5);
    return where(greater(x, -3), where(less(x, 3), inside, like(x, 1)), zeros_like(x));
  }}};
};

// z = x where |x| > y, else 0        dz = dx where |x| > y, else 0, also at ±y
struct HardShrink : InParts<HardShrink> {
  static constexpr OpInfo info{.name = "hard_shrink", .cpp = "gradc::hard_shrink(x, y=0.5)", .arity = 2,
                               .scalar = GRADC_SCALAR(std::abs(x) <= y ? T(0) : x)};
  static Expr part(const Rule& r, int i, Expr g) {
    return i == 1 ? zeros_like(g) : where(apply(Kind::Abs, {r.x[0]}) > r.x[1], g, zeros_like(g));
  }
};

// z = sign(x) max(|x| - y, 0)        dz = dx - dy where x > y, dx + dy where x < -y, else 0, also at ±y
struct SoftShrink : InParts<SoftShrink> {
  static constexpr OpInfo info{.name = "soft_shrink", .cpp = "gradc::soft_shrink(x, y=0.5)", .arity = 2,
                               .scalar = GRADC_SCALAR(x > y ? x - y : x < -y ? x + y : x - x)};
  static Expr part(const Rule& r, int i, Expr g) {
    return where(r.x[0] > r.x[1], i == 0 ? g : -g, where(r.x[0] < -r.x[1], g, zeros_like(g)));
  }
};

// w = x where x > y, else z; NaN stays NaN        dw = dx where x > y, else dz, also at x = y; no part comes of dy
struct Threshold : InParts<Threshold> {
  static constexpr OpInfo info{.name = "threshold", .cpp = "gradc::threshold(x, y, z)", .arity = 3,
                               .scalar = GRADC_SCALAR(x <= y ? z : x)};
  static Expr part(const Rule& r, int i, Expr g) {
    const Expr zero = zeros_like(g);
    return i == 1 ? zero : i == 0 ? where(r.x[0] > r.x[1], g, zero) : where(r.x[0] > r.x[1], zero, g);
  }
};

// z = ln(1 + e^(y x))/y        ∂z/∂x = σ(y x)        ∂z/∂y = (x σ(y x) - z)/y
struct SoftplusBeta : FloatOp {
  static constexpr OpInfo info{.name = "softplus_beta", .cpp = "gradc::softplus(x, y)", .arity = 2, .domain = {0.3, 2},
                               .scalar = {"gradc::scalar::softplus(x * y) / y", [](double x, double y, double) {
                                            const double t = x * y;
                                            return ((t > 0 ? t : t < 0 ? 0 : t) + std::log1p(std::exp(-std::abs(t)))) / y;
                                          }}};
  static Expr share(const Rule& r) { return apply(Kind::Sigmoid, {r.x[0] * r.x[1]}); }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) { return share(r); }, [](const Rule& r) { return (r.x[0] * share(r) - r.y) / r.x[1]; }}};
};

// y = -ln(1 + e⁻ˣ) = min(x, 0) - ln(1 + e^-|x|)        dy/dx = σ(-x)
struct LogSigmoid : FloatOp {
  static constexpr OpInfo info{.name = "log_sigmoid", .cpp = "gradc::log_sigmoid(x)",
                               .scalar = GRADC_SCALAR((x < 0 ? x : x > 0 ? T(0) : x) - std::log1p(std::exp(-std::abs(x))))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return sigmoid_of(-r.x[0]); }}};
};

// y = ln(x/(1 - x))        dy/dx = 1/(x (1 - x)), ∞ at 0 and 1
struct Logit : FloatOp {
  static constexpr OpInfo info{.name = "logit", .cpp = "gradc::logit(x)", .domain = {0.1, 0.9},
                               .scalar = {"gradc::scalar::logit(x)",
                                          [](double x, double, double) { return std::log(x / (1 - x)); }}};
  static constexpr Singular singular{.high = kBelowOne, .safe = 0.5};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return 1.0 / (r.x[0] * (1.0 - r.x[0])); }}};
};

// y = ln(c/(1 - c)) of c = x between eps and 1 - eps, else the bound next to it        x̄ = ȳ/(c (1 - c)), 0 beyond the bounds
struct LogitClipped : FloatOp {
  static constexpr OpInfo info{.name = "logit_clipped", .cpp = "gradc::logit(x, eps)", .trait = Trait::composite,
                               .domain = {0.05, 0.95}, .attributes = "eps: real"};
  static std::optional<Type> type(const TypeRule& r) {
    if (const double eps = r.attributes.get<double>("eps"); !(eps >= 0 && eps <= 0.5))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "eps", "is not from 0 to 1/2");
    return FloatOp::type(r);
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const double eps = r.attributes.get<double>("eps");
    return apply(Kind::Logit, {apply(Kind::Clip, {x, like(x, eps), like(x, 1 - eps)})});
  }
};

// y = x/(1 + |x|)        dy/dx = 1/(1 + |x|)²
struct Softsign : FloatOp {
  static constexpr OpInfo info{.name = "softsign", .cpp = "gradc::softsign(x)",
                               .scalar = GRADC_SCALAR(x / (1 + std::abs(x)))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr scale = 1.0 / (1.0 + apply(Kind::Abs, {r.x[0]}));
    return scale * scale;
  }}};
};

// y = (x + √(x² + 4))/2, for x < 0 without cancellation        dy/dx = (1 + x/√(x² + 4))/2
struct Squareplus : FloatOp {
  static constexpr OpInfo info{
      .name = "squareplus", .cpp = "gradc::squareplus(x)",
      .scalar = GRADC_SCALAR(x < 0 ? 2 / (std::hypot(x, T(2)) - x) : T(0.5) * (x + std::hypot(x, T(2))))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return 0.5 * (1.0 + r.x[0] / apply(Kind::Hypot, {r.x[0], like(r.x[0], 2)}));
  }}};
};

}  // namespace ir::ops
