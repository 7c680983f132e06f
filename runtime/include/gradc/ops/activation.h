/// \file
/// Activation functions, on tensors and scalars of real floating types. Parameters broadcast. docs/ops.md states the derivatives
/// at kinks.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar_math.h>

namespace gradc {

/// min(max(x, 0), 6); NaN stays NaN.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto relu6(const X& x) {
  GRADC_TAKES_REAL("relu6", X)
  return detail::elementwise<void>("relu6", [](auto v) { return v <= decltype(v){0} ? decltype(v){0} : v >= decltype(v){6} ? decltype(v){6} : v; }, x);
}

/// log(1 + e^(beta x)) / beta.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto softplus(const A& x, const B& beta) {
  GRADC_TAKES_REAL("softplus", A, B)
  return detail::elementwise<void>("softplus", GRADC_FUNCTION(softplus, [](auto u, auto v) { return scalar::softplus(u * v) / v; }), x, beta);
}

/// x where x > 0, else slope x.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto leaky_relu(const A& x, const B& slope) {
  GRADC_TAKES_REAL("leaky_relu", A, B)
  return detail::elementwise<void>("leaky_relu", [](auto u, auto v) { return u > decltype(u){0} ? u : v * u; }, x, slope);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto leaky_relu(const X& x) {
  return leaky_relu(x, 0.01);
}

/// leaky_relu with a learned slope, which broadcasts (He et al., Delving deep into rectifiers, 2015).
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto prelu(const A& x, const B& slope) {
  GRADC_TAKES_REAL("prelu", A, B)
  return detail::elementwise<void>("prelu", [](auto u, auto v) { return u > decltype(u){0} ? u : v * u; }, x, slope);
}

/// x where x > 0, else alpha (e^x - 1) (Clevert, Unterthiner and Hochreiter, Exponential linear units, 2015).
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto elu(const A& x, const B& alpha) {
  GRADC_TAKES_REAL("elu", A, B)
  return detail::elementwise<void>("elu", GRADC_FUNCTION(elu, [](auto u, auto v) { return u > decltype(u){0} ? u : v * std::expm1(u); }), x, alpha);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto elu(const X& x) {
  return elu(x, 1);
}

/// x where x > 0, else alpha (e^(x/alpha) - 1) (Barron, Continuously differentiable exponential linear units, 2017).
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto celu(const A& x, const B& alpha) {
  GRADC_TAKES_REAL("celu", A, B)
  return detail::elementwise<void>("celu", GRADC_FUNCTION(celu, [](auto u, auto v) { return u > decltype(u){0} ? u : v * std::expm1(u / v); }), x, alpha);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto celu(const X& x) {
  return celu(x, 1);
}

/// Scaled elu that preserves mean 0 and variance 1 (Klambauer et al., Self-normalizing neural networks, 2017).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto selu(const X& x) {
  GRADC_TAKES_REAL("selu", X)
  return detail::elementwise<void>("selu", GRADC_FUNCTION(selu, [](auto v) { return scalar::selu(v); }), x);
}

/// x times the standard normal distribution function of x (Hendrycks and Gimpel, Gaussian error linear units, 2016).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto gelu(const X& x) {
  GRADC_TAKES_REAL("gelu", X)
  return detail::elementwise<void>("gelu", GRADC_FUNCTION(gelu, [](auto v) { return scalar::gelu(v); }), x);
}

/// gelu by a hyperbolic tangent: x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto gelu_tanh(const X& x) {
  GRADC_TAKES_REAL("gelu_tanh", X)
  return detail::elementwise<void>("gelu_tanh", GRADC_FUNCTION(gelu_tanh, [](auto v) { return scalar::gelu_tanh(v); }), x);
}

/// x sigmoid(1.702 x).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto quick_gelu(const X& x) {
  GRADC_TAKES_REAL("quick_gelu", X)
  return detail::elementwise<void>("quick_gelu", GRADC_FUNCTION(quick_gelu, [](auto v) { return v / (1 + std::exp(static_cast<decltype(v)>(-1.702) * v)); }), x);
}

/// x sigmoid(x), also called swish (Ramachandran, Zoph and Le, Searching for activation functions, 2017).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto silu(const X& x) {
  GRADC_TAKES_REAL("silu", X)
  return detail::elementwise<void>("silu", GRADC_FUNCTION(silu, [](auto v) { return scalar::silu(v); }), x);
}

/// silu(a) b (Shazeer, GLU variants improve transformer, 2020).
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto swiglu(const A& a, const B& b) {
  GRADC_TAKES_REAL("swiglu", A, B)
  return detail::elementwise<void>("swiglu", GRADC_FUNCTION(swiglu, [](auto u, auto v) { return scalar::silu(u) * v; }), a, b);
}

/// x tanh(softplus(x)) (Misra, Mish, 2019).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto mish(const X& x) {
  GRADC_TAKES_REAL("mish", X)
  return detail::elementwise<void>("mish", GRADC_FUNCTION(mish, [](auto v) { return scalar::mish(v); }), x);
}

/// x clamped to [low, high]; NaN stays NaN.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto hard_tanh(const A& x, const B& low, const C& high) {
  GRADC_TAKES_REAL("hard_tanh", A, B, C)
  return detail::elementwise<void>("hard_tanh", [](auto u, auto v, auto w) { return u <= v ? v : u >= w ? w : u; }, x, low, high);
}
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto hard_tanh(const A& x, const B& low) {
  return hard_tanh(x, low, 1);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto hard_tanh(const X& x) {
  return hard_tanh(x, -1, 1);
}

/// min(max(x/6 + 1/2, 0), 1).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto hard_sigmoid(const X& x) {
  GRADC_TAKES_REAL("hard_sigmoid", X)
  return detail::elementwise<void>("hard_sigmoid", [](auto v) { return scalar::hard_sigmoid(v); }, x);
}

/// min(max(slope x + offset, 0), 1); ONNX has a slope of 0.2.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto hard_sigmoid(const A& x, const B& slope, const C& offset) {
  GRADC_TAKES_REAL("hard_sigmoid", A, B, C)
  return detail::elementwise<void>("hard_sigmoid",
                                  [](auto u, auto v, auto w) {
                                    using Real = decltype(u);
                                    return v * u + w <= Real{0} ? Real{0} : v * u + w >= Real{1} ? Real{1} : v * u + w;
                                  },
                                  x, slope, offset);
}

/// x hard_sigmoid(x) (Howard et al., Searching for MobileNetV3, 2019).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto hard_swish(const X& x) {
  GRADC_TAKES_REAL("hard_swish", X)
  return detail::elementwise<void>("hard_swish", [](auto v) { return scalar::hard_swish(v); }, x);
}

/// x where |x| > bound, else 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto hard_shrink(const A& x, const B& bound) {
  GRADC_TAKES_REAL("hard_shrink", A, B)
  return detail::elementwise<void>("hard_shrink", [](auto u, auto v) { return std::fabs(u) <= v ? decltype(u){0} : u; }, x, bound);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto hard_shrink(const X& x) {
  return hard_shrink(x, 0.5);
}

/// sign(x) max(|x| - bound, 0).
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto soft_shrink(const A& x, const B& bound) {
  GRADC_TAKES_REAL("soft_shrink", A, B)
  return detail::elementwise<void>("soft_shrink", [](auto u, auto v) { return u > v ? u - v : u < -v ? u + v : u - u; }, x, bound);
}
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto soft_shrink(const X& x) {
  return soft_shrink(x, 0.5);
}

/// x where x > bound, else value; NaN stays NaN.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto threshold(const A& x, const B& bound, const C& value) {
  GRADC_TAKES_REAL("threshold", A, B, C)
  return detail::elementwise<void>("threshold", [](auto u, auto v, auto w) { return u <= v ? w : u; }, x, bound, value);
}

/// log(1 / (1 + e^-x)) without overflow.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log_sigmoid(const X& x) {
  GRADC_TAKES_REAL("log_sigmoid", X)
  return detail::elementwise<void>("log_sigmoid", GRADC_FUNCTION(log_sigmoid, [](auto v) { return -scalar::softplus(-v); }), x);
}

/// log(x / (1 - x)); infinite at 0 and 1.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto logit(const X& x) {
  GRADC_TAKES_REAL("logit", X)
  return detail::elementwise<void>("logit", GRADC_FUNCTION(logit, [](auto v) { return scalar::logit(v); }), x);
}

namespace detail {
/// v, but from eps to 1 - eps.
template <class T>
T within(T v, double eps) {
  const T low = static_cast<T>(eps), high = static_cast<T>(1 - eps);
  return v < low ? low : v > high ? high : v;
}
}  // namespace detail

/// logit of x clamped to [eps, 1 - eps].
/// \throws DomainError unless eps is from 0 to 1/2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto logit(const X& x, double eps) {
  require_domain(eps >= 0 && eps <= 0.5, "logit: eps is a number from 0 to 1/2");
  GRADC_TAKES_REAL("logit", X)
  return detail::elementwise<void>("logit",
                                  detail::function<false>([=](auto v) { return scalar::logit(detail::within(v, eps)); },
                                                          [=](auto v) { return element_math::logit(detail::within(v, eps)); }),
                                  x);
}

/// x / (1 + |x|).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto softsign(const X& x) {
  GRADC_TAKES_REAL("softsign", X)
  return detail::elementwise<void>("softsign", [](auto v) { return v / (1 + std::fabs(v)); }, x);
}

/// (x + sqrt(x^2 + 4)) / 2 (Barron, Squareplus, 2021).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto squareplus(const X& x) {
  GRADC_TAKES_REAL("squareplus", X)
  return detail::elementwise<void>("squareplus", [](auto v) { return scalar::squareplus(v); }, x);
}

}  // namespace gradc
