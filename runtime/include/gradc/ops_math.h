// Real functions, rounding, predicates and arithmetic beyond the operators, each on tensors and on scalars.
//
// Operands broadcast as NumPy's do, at run time, and throw ShapeError where their shapes do not fit; they have one
// element type, which scalars take. half and bfloat16 are computed in float and rounded once. Stable forms as in the op
// catalogue, sections 3 and 4.
#pragma once

#include <gradc/operand.h>
#include <gradc/scalar_math.h>

namespace gradc {

/// Tangent of x in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto tan(const X& x) {
  return detail::field_elementwise("tan", [](auto v) { return scalar::Math<decltype(v)>::tan(v); }, x);
}

/// Inverse sine in radians; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto asin(const X& x) {
  return detail::field_elementwise("asin", [](auto v) { return scalar::Math<decltype(v)>::asin(v); }, x);
}

/// Inverse cosine in radians; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto acos(const X& x) {
  return detail::field_elementwise("acos", [](auto v) { return scalar::Math<decltype(v)>::acos(v); }, x);
}

/// Inverse tangent in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto atan(const X& x) {
  return detail::field_elementwise("atan", [](auto v) { return scalar::Math<decltype(v)>::atan(v); }, x);
}

/// Hyperbolic sine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto sinh(const X& x) {
  return detail::field_elementwise("sinh", [](auto v) { return scalar::Math<decltype(v)>::sinh(v); }, x);
}

/// Hyperbolic cosine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cosh(const X& x) {
  return detail::field_elementwise("cosh", [](auto v) { return scalar::Math<decltype(v)>::cosh(v); }, x);
}

/// Inverse hyperbolic sine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto asinh(const X& x) {
  return detail::field_elementwise("asinh", [](auto v) { return scalar::Math<decltype(v)>::asinh(v); }, x);
}

/// Inverse hyperbolic cosine; NaN below 1.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto acosh(const X& x) {
  return detail::field_elementwise("acosh", [](auto v) { return scalar::Math<decltype(v)>::acosh(v); }, x);
}

/// Inverse hyperbolic tangent; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto atanh(const X& x) {
  return detail::field_elementwise("atanh", [](auto v) { return scalar::Math<decltype(v)>::atanh(v); }, x);
}

/// sin(pi x), exact at multiples of 1/2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto sinpi(const X& x) {
  return detail::real_elementwise("sinpi", [](auto v) { return scalar::sinpi(v); }, x);
}

/// cos(pi x), exact at multiples of 1/2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cospi(const X& x) {
  return detail::real_elementwise("cospi", [](auto v) { return scalar::cospi(v); }, x);
}

/// x degrees in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto deg2rad(const X& x) {
  return detail::real_elementwise("deg2rad", [](auto v) { return v * static_cast<decltype(v)>(0.017453292519943295769); }, x);
}

/// x radians in degrees.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto rad2deg(const X& x) {
  return detail::real_elementwise("rad2deg", [](auto v) { return v * static_cast<decltype(v)>(57.295779513082320877); }, x);
}

/// Cube root.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cbrt(const X& x) {
  return detail::real_elementwise("cbrt", [](auto v) { return std::cbrt(v); }, x);
}

/// 2 to the power x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto exp2(const X& x) {
  return detail::real_elementwise("exp2", [](auto v) { return std::exp2(v); }, x);
}

/// Logarithm to base 2; -infinity at 0, NaN below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log2(const X& x) {
  return detail::real_elementwise("log2", [](auto v) { return std::log2(v); }, x);
}

/// Logarithm to base 10; -infinity at 0, NaN below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log10(const X& x) {
  return detail::real_elementwise("log10", [](auto v) { return std::log10(v); }, x);
}

/// log(1 - e^-x) for x > 0, without cancellation; -infinity at 0, NaN below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log1mexp(const X& x) {
  return detail::real_elementwise("log1mexp", [](auto v) { return scalar::log1mexp(v); }, x);
}

/// Error function 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto erf(const X& x) {
  return detail::real_elementwise("erf", [](auto v) { return std::erf(v); }, x);
}

/// 1 - erf(x), without cancellation.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto erfc(const X& x) {
  return detail::real_elementwise("erfc", [](auto v) { return std::erfc(v); }, x);
}

/// Distribution function of the standard normal distribution.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto ndtr(const X& x) {
  return detail::real_elementwise("ndtr", [](auto v) { return scalar::ndtr(v); }, x);
}

/// -x log(x); 0 at 0, -infinity below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto entr(const X& x) {
  return detail::real_elementwise("entr", [](auto v) { return scalar::entr(v); }, x);
}

/// The greatest whole number that is not above x; an integer itself.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto floor(const X& x) {
  return detail::number_elementwise("floor", [](auto v) { return scalar::floor(v); }, x);
}

/// The least whole number that is not below x; an integer itself.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto ceil(const X& x) {
  return detail::number_elementwise("ceil", [](auto v) { return scalar::ceil(v); }, x);
}

/// x without its fraction; an integer itself.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto trunc(const X& x) {
  return detail::number_elementwise("trunc", [](auto v) { return scalar::trunc(v); }, x);
}

/// The nearest whole number, an integer itself; halves go to the even one, as in NumPy (std::round takes them away from 0).
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto round(const X& x) {
  return detail::number_elementwise("round", [](auto v) { return scalar::round_even(v); }, x);
}

/// x less its integer part, with the sign of x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto frac(const X& x) {
  return detail::real_elementwise("frac", [](auto v) { return v - std::trunc(v); }, x);
}

/// Whether x is NaN.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isnan(const X& x) {
  return detail::field_elementwise<bool>("isnan", [](auto v) { return scalar::Math<decltype(v)>::isnan(v); }, x);
}

/// Whether x is infinite.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isinf(const X& x) {
  return detail::field_elementwise<bool>("isinf", [](auto v) { return scalar::Math<decltype(v)>::isinf(v); }, x);
}

/// Whether x is neither NaN nor infinite.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isfinite(const X& x) {
  return detail::field_elementwise<bool>("isfinite", [](auto v) { return scalar::Math<decltype(v)>::isfinite(v); }, x);
}

/// Whether x has the sign bit, as -0 has.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto signbit(const X& x) {
  return detail::real_elementwise<bool>("signbit", [](auto v) { return std::signbit(v); }, x);
}

/// sqrt(a^2 + b^2) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto hypot(const A& a, const B& b) {
  return detail::real_elementwise("hypot", [](auto u, auto v) { return std::hypot(u, v); }, a, b);
}

/// The angle in radians of the point with ordinate y and abscissa x.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto atan2(const A& y, const B& x) {
  return detail::real_elementwise("atan2", [](auto u, auto v) { return std::atan2(u, v); }, y, x);
}

/// a - b trunc(a / b), with the sign of a, as % in C++. Integers throw DomainError for b = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto fmod(const A& a, const B& b) {
  return detail::number_elementwise("fmod", [](auto u, auto v) { return scalar::fmod(u, v); }, a, b);
}

/// a - b floor(a / b), with the sign of b, as % in Python (std::remainder rounds the quotient). Integers throw
/// DomainError for b = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto remainder(const A& a, const B& b) {
  return detail::number_elementwise("remainder", [](auto u, auto v) { return scalar::remainder(u, v); }, a, b);
}

/// floor(a / b). Integers throw DomainError for b = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto floor_divide(const A& a, const B& b) {
  return detail::number_elementwise("floor_divide", [](auto u, auto v) { return scalar::divide_down(u, v); }, a, b);
}

/// a / b, and 0 where b is 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto div_no_nan(const A& a, const B& b) {
  return detail::field_elementwise("div_no_nan", [](auto u, auto v) { return scalar::div_no_nan(u, v); }, a, b);
}

/// |a| with the sign of b.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto copysign(const A& a, const B& b) {
  return detail::real_elementwise("copysign", [](auto u, auto v) { return std::copysign(u, v); }, a, b);
}

/// The number next to a on the way to b.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto nextafter(const A& a, const B& b) {
  return detail::real_elementwise("nextafter", [](auto u, auto v) { return std::nextafter(u, v); }, a, b);
}

/// log(e^a + e^b) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logaddexp(const A& a, const B& b) {
  return detail::real_elementwise("logaddexp", [](auto u, auto v) { return scalar::logaddexp(u, v); }, a, b);
}

/// log|e^a - e^b| without overflow; -infinity where they are equal.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logsubexp(const A& a, const B& b) {
  return detail::real_elementwise("logsubexp", [](auto u, auto v) { return scalar::logsubexp(u, v); }, a, b);
}

/// log2(2^a + 2^b) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logaddexp2(const A& a, const B& b) {
  return detail::real_elementwise("logaddexp2", [](auto u, auto v) { return scalar::logaddexp2(u, v); }, a, b);
}

/// a log(b), and 0 where a is 0 and b no NaN.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto xlogy(const A& a, const B& b) {
  return detail::real_elementwise("xlogy", [](auto u, auto v) { return u == decltype(u){0} && v == v ? decltype(u){0} : u * std::log(v); }, a, b);
}

/// a log(1 + b), and 0 where a is 0 and b no NaN.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto xlog1py(const A& a, const B& b) {
  return detail::real_elementwise("xlog1py", [](auto u, auto v) { return u == decltype(u){0} && v == v ? decltype(u){0} : u * std::log1p(v); }, a, b);
}

/// (a - b)^2.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto squared_difference(const A& a, const B& b) {
  return detail::real_elementwise("squared_difference", [](auto u, auto v) { return (u - v) * (u - v); }, a, b);
}

/// min(max(x, low), high); NaN stays NaN.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto clip(const A& x, const B& low, const C& high) {
  return detail::number_elementwise("clip", [](auto u, auto v, auto w) { return u > w || v > w ? w : u < v ? v : u; }, x, low, high);
}

/// a + weight (b - a).
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto lerp(const A& a, const B& b, const C& weight) {
  return detail::field_elementwise("lerp", [](auto u, auto v, auto w) { return u + scalar::multiply(w, v - u); }, a, b, weight);
}

/// a b + c, rounded once.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto fma(const A& a, const B& b, const C& c) {
  return detail::field_elementwise("fma", [](auto u, auto v, auto w) { return scalar::Math<decltype(u)>::fma(u, v, w); }, a, b, c);
}

/// Whether one of a and b is true, not both.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logical_xor(const A& a, const B& b) {
  static_assert(std::is_same_v<typename detail::CommonOf<A, B>::Type, bool>,
                "gradc::logical_xor takes elements of bool; convert with gradc::astype");
  return detail::elementwise<bool>("logical_xor", [](auto u, auto v) { return u != v; }, a, b);
}

}  // namespace gradc
