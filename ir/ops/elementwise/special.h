// Special functions. Generated code calls gradc::special::..., which is compiled into the runtime; the functions named
// here evaluate them for tests alone, in slow and obvious ways that owe nothing to the runtime's (special.cpp). An
// `order`, which scalars see as y, is a whole number.
#pragma once

#include <cmath>
#include <numbers>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

namespace slow {
double erfcx(double x);
double erfinv(double y);
double log_ndtr(double x);
double digamma(double x);
double polygamma(double n, double x);
double expint(double x);
double zeta(double s, double q);
double i0e(double x);
double i1e(double x);
double sinc(double k, double x);
double gammainc(double a, double x);
double gammainc_slope(double a, double x, double order);
double gammaincinv(double a, double p);
}  // namespace slow

#define GRADC_SPECIAL(text_, ...)                                                             \
  ::ir::Scalar {                                                                              \
    "gradc::special::" text_,                                                                 \
        [](double x, [[maybe_unused]] double y, [[maybe_unused]] double z) -> double { return __VA_ARGS__; } \
  }

// y = e^(x²) erfc x        dy/dx = 2xy - 2/√π, which cancels for great x: there it is the series -(1 - 3w/2 + ...)w/√π
// in w = 1/x². In f64 for all types.
struct Erfcx : FloatOp {
  static constexpr OpInfo info{.name = "erfcx", .cpp = "gradc::erfcx(x)",
                               .scalar = GRADC_SPECIAL("erfcx(x)", slow::erfcx(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr x = astype(r.x[0], ElementType::f64), far = greater(x, 50);
    const Expr near = 2.0 * x * apply(Kind::Erfcx, {x}) - 2 * std::numbers::inv_sqrtpi;
    const Expr root = 1.0 / where(far, x, like(x, 50)), w = root * root;
    const Expr series = (1.5 + (13.125 * w - 3.75) * w) * w - 1.0;
    return astype(where(far, std::numbers::inv_sqrtpi * w * series, near), r.x[0].type().element);
  }}};
};

// y with erf y = x        dy/dx = (√π/2) e^(y²), ∞ at ±1
struct Erfinv : FloatOp {
  static constexpr OpInfo info{.name = "erfinv", .cpp = "gradc::erfinv(x)", .domain = {-0.9, 0.9},
                               .scalar = GRADC_SPECIAL("erfinv(x)", slow::erfinv(x))};
  static constexpr Singular singular{.low = kAboveMinusOne, .high = kBelowOne, .safe = 0};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return (0.5 / std::numbers::inv_sqrtpi) * apply(Kind::Exp, {r.y * r.y});
  }}};
};

// y = ln Φ(x)        dy/dx = φ(x)/Φ(x) = √(2/π)/erfcx(-x/√2), in which nothing cancels or runs over
struct LogNdtr : FloatOp {
  static constexpr OpInfo info{.name = "log_ndtr", .cpp = "gradc::log_ndtr(x)",
                               .scalar = GRADC_SPECIAL("log_ndtr(x)", slow::log_ndtr(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr below = apply(Kind::Erfcx, {(-1 / std::numbers::sqrt2) * r.x[0]});
    return (std::numbers::sqrt2 * std::numbers::inv_sqrtpi) / below;
  }}};
};

// y with Φ(y) = x        dy/dx = √(2π) e^(y²/2), ∞ at 0 and 1
struct Ndtri : FloatOp {
  static constexpr OpInfo info{.name = "ndtri", .cpp = "gradc::ndtri(x)", .domain = {0.05, 0.95},
                               .scalar = GRADC_SPECIAL("ndtri(x)", std::numbers::sqrt2 * slow::erfinv(2 * x - 1))};
  static constexpr Singular singular{.high = kBelowOne, .safe = 0.5};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return (std::numbers::sqrt2 / std::numbers::inv_sqrtpi) * apply(Kind::Exp, {0.5 * r.y * r.y});
  }}};
};

// y = the derivative of digamma of that order, 0 for digamma itself        dy/dx = that of the next order
//   At the poles 0, -1, -2, ... it is infinite where both sides agree, else NaN; digamma at 0 is of the sign of -x.
struct Polygamma : FloatOp {
  static constexpr OpInfo info{.name = "polygamma", .cpp = "gradc::polygamma(order, x)", .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("polygamma(y, x)", slow::polygamma(y, x)),
                               .attributes = "order: count"};
  static constexpr Singular singular{};
  static Expr next(Expr x, std::int64_t order) { return apply(Kind::Polygamma, {x}, {{"order", order}}); }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) { return next(r.x[0], r.attributes.get<std::int64_t>("order") + 1); }}};
};
// y = d/dx ln|Γ(x)|        dy/dx = its next derivative
struct Digamma : FloatOp {
  static constexpr OpInfo info{.name = "digamma", .cpp = "gradc::digamma(x)", .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("digamma(x)", slow::digamma(x))};
  static constexpr Singular singular{};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return Polygamma::next(r.x[0], 1); }}};
};
// y = ln|Γ(x)|, ∞ at 0, -1, -2, ...        dy/dx = digamma x
struct Lgamma : FloatOp {
  static constexpr OpInfo info{.name = "lgamma", .cpp = "gradc::lgamma(x); std::lgamma(x)", .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("lgamma(x)", std::lgamma(x))};
  static constexpr Singular singular{};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Digamma, {r.x[0]}); }}};
};

// y = Γ(x), NaN at -1, -2, ...        dy/dx = y ψ(x)
struct Tgamma : FloatOp {
  static constexpr OpInfo info{.name = "tgamma", .cpp = "gradc::tgamma(x); std::tgamma(x)", .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("tgamma(x)", std::tgamma(x))};
  static constexpr Singular singular{};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return r.y * apply(Kind::Digamma, {r.x[0]}); }}};
};

// y = Ei(x), -∞ at 0        dy/dx = eˣ/x
struct Expint : FloatOp {
  static constexpr OpInfo info{.name = "expint", .cpp = "gradc::expint(x); std::expint(x)", .domain = {0.3, 3},
                               .scalar = GRADC_SPECIAL("expint(x)", slow::expint(x))};
  static constexpr Singular singular{.mirrored = true};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Exp, {r.x[0]}) / r.x[0]; }}};
};

// z = Σ (y + k)^(-x) over k = 0, 1, ...        ∂z/∂y = -x ζ(x + 1, y); there is none for x here
struct Zeta : FloatOp {
  static constexpr OpInfo info{.name = "zeta", .cpp = "gradc::zeta(x, y)", .arity = 2, .domain = {1.5, 4},
                               .scalar = GRADC_SPECIAL("zeta(x, y)", slow::zeta(x, y))};
  static constexpr Derivative derivative =
      Pointwise{{nullptr, [](const Rule& r) { return -r.x[0] * apply(Kind::Zeta, {1.0 + r.x[0], r.x[1]}); }},
                {"the derivative of the Hurwitz zeta function in its first argument is not implemented; stop it with "
                 "gradc::stop_gradient"}};
};

inline Expr sign(Expr x) { return apply(Kind::Sign, {x}); }
// y = e^-|x| I₀(x)        dy/dx = e^-|x| I₁(x) - sign(x) y, 0 at 0
struct I0e : FloatOp {
  static constexpr OpInfo info{.name = "i0e", .cpp = "gradc::i0e(x)",
                               .scalar = GRADC_SPECIAL("i0e(x)", slow::i0e(x))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return apply(Kind::I1e, {r.x[0]}) - sign(r.x[0]) * r.y; }}};
};
// y = e^-|x| I₁(x)        dy/dx = e^-|x| I₀(x) - y (sign(x) + 1/x), 1/2 at 0
struct I1e : FloatOp {
  static constexpr OpInfo info{.name = "i1e", .cpp = "gradc::i1e(x)",
                               .scalar = GRADC_SPECIAL("i1e(x)", slow::i1e(x))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const Expr x = r.x[0], none = equal(x, 0);
    const Expr slope = apply(Kind::I0e, {x}) - r.y * (sign(x) + 1.0 / where(none, like(x, 1), x));
    return where(none, like(x, 0.5), slope);
  }}};
};

// y = the derivative of sin πx/(πx) of that order; 1 at 0 for order 0        dy/dx = that of the next order
struct Sinc : FloatOp {
  static constexpr OpInfo info{.name = "sinc", .cpp = "gradc::sinc(x, order=0)",
                               .scalar = GRADC_SPECIAL("sinc(y, x)", slow::sinc(y, x)), .attributes = "order: count"};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    return apply(Kind::Sinc, {r.x[0]}, {{"order", r.attributes.get<std::int64_t>("order") + 1}});
  }}};
};

// z = ln B(x, y) = ln Γ(x) + ln Γ(y) - ln Γ(x + y)        dz = (ψ(x) - ψ(x + y)) dx + (ψ(y) - ψ(x + y)) dy
struct Betaln : FloatOp {
  static constexpr OpInfo info{.name = "betaln", .cpp = "gradc::betaln(x, y)", .arity = 2, .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("betaln(x, y)", std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y))};
  static Expr slope(const Rule& r, std::size_t i) {
    return apply(Kind::Digamma, {r.x[i]}) - apply(Kind::Digamma, {r.x[0] + r.x[1]});
  }
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return slope(r, 0); }, [](const Rule& r) { return slope(r, 1); }}};
};

// z = B(x, y) = Γ(x) Γ(y)/Γ(x + y)        dz = z (ψ(x) - ψ(x + y)) dx + z (ψ(y) - ψ(x + y)) dy
struct Beta : FloatOp {
  static constexpr OpInfo info{.name = "beta", .cpp = "gradc::beta(x, y); std::beta(x, y)", .arity = 2, .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("beta(x, y)", std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return r.y * Betaln::slope(r, 0); }, [](const Rule& r) { return r.y * Betaln::slope(r, 1); }}};
};

// 1 at x = 0, where what is made of it is 0.
inline Expr positive_or_one(Expr x) { return where(equal(x, 0), like(x, 1), x); }
inline Expr zero_where_zero(Expr x, Expr y) { return where(equal(x, 0), zeros_like(y), y); }

// The density f(y) = y^(x - 1) e^-y/Γ(x) of the gamma distribution of shape x.
inline Expr gamma_density(Expr x, Expr y) {
  return apply(Kind::Exp, {apply(Kind::Xlogy, {x - 1.0, y}) - y - apply(Kind::Lgamma, {x})});
}

// w = (∂/∂x)ᵏ P(x, y)/f(y) for the k of `order`, 1 to 8, P being the incomplete gamma function and f the density; 0 at y = 0
//   With L = ln y - ψ(x) and pₖ = (∂/∂x)ᵏ f/f: ∂w/∂x = w' - L w, w' being that of the next order; ∂w/∂y = pₖ - w ((x - 1)/y - 1)
struct GammaincSlope : FloatOp {
  static constexpr OpInfo info{.name = "gammainc_slope", .arity = 2, .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("gammainc_slope(x, y, z)", slow::gammainc_slope(x, y, z)),
                               .attributes = "order: count"};
  static constexpr std::int64_t kOrders = 8;
  static std::optional<Type> type(const TypeRule& r) {
    if (const auto order = r.attributes.get<std::int64_t>("order"); order < 1 || order > kOrders)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "order",
                    "is not from 1 to 8: so many derivatives has the incomplete gamma function in its first argument");
    return FloatOp::type(r);
  }
  static Expr of(Expr x, Expr y, std::int64_t order) { return apply(Kind::GammaincSlope, {x, y}, {{"order", order}}); }
  static Expr log_slope(Expr x, Expr y) { return apply(Kind::Log, {y}) - apply(Kind::Digamma, {x}); }
  // p₀ = 1, p of k + 1 = Σ (k over i) L⁽ⁱ⁾ p of k - i, L⁽ⁱ⁾ being -ψ⁽ⁱ⁾(x) for i > 0
  static Expr density_slope(Expr x, Expr y, std::int64_t order) {
    std::vector<Expr> slopes{log_slope(x, y)}, p{like(x, 1)};
    for (std::int64_t i = 1; i < order; ++i) slopes.push_back(-Polygamma::next(x, i));
    for (std::int64_t k = 0; k < order; ++k) {
      Expr next = slopes[0] * p[at(k)];
      double chosen = 1;
      for (std::int64_t i = 1; i <= k; ++i) {
        chosen = chosen * static_cast<double>(k - i + 1) / static_cast<double>(i);
        next = next + chosen * slopes[at(i)] * p[at(k - i)];
      }
      p.push_back(next);
    }
    return p.back();
  }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) {
         const Expr y = positive_or_one(r.x[1]), next = of(r.x[0], r.x[1], r.attributes.get<std::int64_t>("order") + 1);
         return zero_where_zero(r.x[1], next - log_slope(r.x[0], y) * r.y);
       },
       [](const Rule& r) {
         const Expr y = positive_or_one(r.x[1]);
         return zero_where_zero(r.x[1], density_slope(r.x[0], y, r.attributes.get<std::int64_t>("order")) - r.y * ((r.x[0] - 1.0) / y - 1.0));
       }}};
};

// z = P(x, y), the lower incomplete gamma function over Γ(x)        ∂z/∂x = f g, 0 at y = 0, and ∂z/∂y = f for the density f =
// e^(-y + (x - 1) ln y - ln Γ(x)) and g the gammainc_slope
struct Gammainc : FloatOp {
  static constexpr OpInfo info{.name = "gammainc", .cpp = "gradc::gammainc(x, y)", .arity = 2, .domain = {0.4, 4},
                               .scalar = GRADC_SPECIAL("gammainc(x, y)", slow::gammainc(x, y))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) {
                   const Expr f = gamma_density(r.x[0], positive_or_one(r.x[1]));
                   return zero_where_zero(r.x[1], f * GammaincSlope::of(r.x[0], r.x[1], 1));
                 },
                 [](const Rule& r) { return gamma_density(r.x[0], r.x[1]); }}};
};

// z with P(x, z) = y        ∂z/∂x = -g, g being the gammainc_slope at z, and ∂z/∂y = 1/f for the density f at z
struct Gammaincinv : FloatOp {
  static constexpr OpInfo info{.name = "gammaincinv", .cpp = "gradc::gammaincinv(x, y)", .arity = 2, .domain = {0.1, 0.9},
                               .scalar = GRADC_SPECIAL("gammaincinv(x, y)", slow::gammaincinv(x, y))};
  static constexpr Derivative derivative =
      Pointwise{{[](const Rule& r) { return -GammaincSlope::of(r.x[0], r.y, 1); },
                 [](const Rule& r) { return 1.0 / gamma_density(r.x[0], r.y); }}};
};

#undef GRADC_SPECIAL

}  // namespace ir::ops
