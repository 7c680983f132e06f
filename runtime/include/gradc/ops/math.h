/// \file
/// Real functions, rounding, predicates and arithmetic beyond the operators, each on tensors and on scalars.
///
/// Operands broadcast as NumPy's do, at run time, and throw ShapeError where their shapes do not fit; they have one element type,
/// which scalars take. half and bfloat16 are computed in float and rounded once. Stable forms as in the op catalogue, sections 3
/// and 4.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar_math.h>

namespace gradc {

/// Tangent of x in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto tan(const X& x) {
  GRADC_TAKES_FIELD("tan", X)
  return detail::elementwise<void>("tan", GRADC_FUNCTION(tan, [](auto v) { return scalar::Math<decltype(v)>::tan(v); }), x);
}

/// Inverse sine in radians; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto asin(const X& x) {
  GRADC_TAKES_FIELD("asin", X)
  return detail::elementwise<void>("asin", GRADC_FUNCTION(asin, [](auto v) { return scalar::Math<decltype(v)>::asin(v); }), x);
}

/// Inverse cosine in radians; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto acos(const X& x) {
  GRADC_TAKES_FIELD("acos", X)
  return detail::elementwise<void>("acos", GRADC_FUNCTION(acos, [](auto v) { return scalar::Math<decltype(v)>::acos(v); }), x);
}

/// Inverse tangent in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto atan(const X& x) {
  GRADC_TAKES_FIELD("atan", X)
  return detail::elementwise<void>("atan", GRADC_FUNCTION(atan, [](auto v) { return scalar::Math<decltype(v)>::atan(v); }), x);
}

/// Hyperbolic sine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto sinh(const X& x) {
  GRADC_TAKES_FIELD("sinh", X)
  return detail::elementwise<void>("sinh", GRADC_FUNCTION(sinh, [](auto v) { return scalar::Math<decltype(v)>::sinh(v); }), x);
}

/// Hyperbolic cosine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cosh(const X& x) {
  GRADC_TAKES_FIELD("cosh", X)
  return detail::elementwise<void>("cosh", GRADC_FUNCTION(cosh, [](auto v) { return scalar::Math<decltype(v)>::cosh(v); }), x);
}

/// Inverse hyperbolic sine.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto asinh(const X& x) {
  GRADC_TAKES_FIELD("asinh", X)
  return detail::elementwise<void>("asinh", GRADC_FUNCTION(asinh, [](auto v) { return scalar::Math<decltype(v)>::asinh(v); }), x);
}

/// Inverse hyperbolic cosine; NaN below 1.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto acosh(const X& x) {
  GRADC_TAKES_FIELD("acosh", X)
  return detail::elementwise<void>("acosh", GRADC_FUNCTION(acosh, [](auto v) { return scalar::Math<decltype(v)>::acosh(v); }), x);
}

/// Inverse hyperbolic tangent; NaN outside [-1, 1].
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto atanh(const X& x) {
  GRADC_TAKES_FIELD("atanh", X)
  return detail::elementwise<void>("atanh", GRADC_FUNCTION(atanh, [](auto v) { return scalar::Math<decltype(v)>::atanh(v); }), x);
}

/// sin(pi x), exact at multiples of 1/2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto sinpi(const X& x) {
  GRADC_TAKES_REAL("sinpi", X)
  return detail::elementwise<void>("sinpi", GRADC_FUNCTION(sinpi, [](auto v) { return scalar::sinpi(v); }), x);
}

/// cos(pi x), exact at multiples of 1/2.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cospi(const X& x) {
  GRADC_TAKES_REAL("cospi", X)
  return detail::elementwise<void>("cospi", GRADC_FUNCTION(cospi, [](auto v) { return scalar::cospi(v); }), x);
}

/// x degrees in radians.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto deg2rad(const X& x) {
  GRADC_TAKES_REAL("deg2rad", X)
  return detail::elementwise<void>("deg2rad", [](auto v) { return v * static_cast<decltype(v)>(0.017453292519943295769); }, x);
}

/// x radians in degrees.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto rad2deg(const X& x) {
  GRADC_TAKES_REAL("rad2deg", X)
  return detail::elementwise<void>("rad2deg", [](auto v) { return v * static_cast<decltype(v)>(57.295779513082320877); }, x);
}

/// Cube root.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto cbrt(const X& x) {
  GRADC_TAKES_REAL("cbrt", X)
  return detail::elementwise<void>("cbrt", GRADC_FUNCTION(cbrt, [](auto v) { return std::cbrt(v); }), x);
}

/// 2 to the power x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto exp2(const X& x) {
  GRADC_TAKES_REAL("exp2", X)
  return detail::elementwise<void>("exp2", GRADC_FUNCTION(exp2, [](auto v) { return std::exp2(v); }), x);
}

/// Logarithm to base 2; -infinity at 0, NaN below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log2(const X& x) {
  GRADC_TAKES_REAL("log2", X)
  return detail::elementwise<void>("log2", GRADC_FUNCTION(log2, [](auto v) { return std::log2(v); }), x);
}

/// Logarithm to base 10; -infinity at 0, NaN below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log10(const X& x) {
  GRADC_TAKES_REAL("log10", X)
  return detail::elementwise<void>("log10", GRADC_FUNCTION(log10, [](auto v) { return std::log10(v); }), x);
}

/// log(1 - e^-x) for x > 0, without cancellation (Maechler, Accurately computing log(1 - exp(-|a|)), 2012); -infinity at 0, NaN
/// below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto log1mexp(const X& x) {
  GRADC_TAKES_REAL("log1mexp", X)
  return detail::elementwise<void>("log1mexp", GRADC_FUNCTION(log1mexp, [](auto v) { return scalar::log1mexp(v); }), x);
}

/// Error function 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto erf(const X& x) {
  GRADC_TAKES_REAL("erf", X)
  return detail::elementwise<void>("erf", GRADC_FUNCTION(erf, [](auto v) { return std::erf(v); }), x);
}

/// 1 - erf(x), without cancellation.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto erfc(const X& x) {
  GRADC_TAKES_REAL("erfc", X)
  return detail::elementwise<void>("erfc", GRADC_FUNCTION(erfc, [](auto v) { return std::erfc(v); }), x);
}

/// Distribution function of the standard normal distribution.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto ndtr(const X& x) {
  GRADC_TAKES_REAL("ndtr", X)
  return detail::elementwise<void>("ndtr", GRADC_FUNCTION(ndtr, [](auto v) { return scalar::ndtr(v); }), x);
}

/// -x log(x); 0 at 0, -infinity below.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto entr(const X& x) {
  GRADC_TAKES_REAL("entr", X)
  return detail::elementwise<void>("entr", GRADC_FUNCTION(entr, [](auto v) { return scalar::entr(v); }), x);
}

/// The largest integer not above x; the identity on integers.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto floor(const X& x) {
  GRADC_TAKES_ORDERED("floor", X)
  return detail::elementwise<void>("floor", [](auto v) { return scalar::floor(v); }, x);
}

/// The smallest integer not below x; the identity on integers.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto ceil(const X& x) {
  GRADC_TAKES_ORDERED("ceil", X)
  return detail::elementwise<void>("ceil", [](auto v) { return scalar::ceil(v); }, x);
}

/// x rounded toward zero; the identity on integers.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto trunc(const X& x) {
  GRADC_TAKES_ORDERED("trunc", X)
  return detail::elementwise<void>("trunc", [](auto v) { return scalar::trunc(v); }, x);
}

/// x rounded to the nearest integer, halves to even as in NumPy (std::round rounds halves away from 0); the identity on integers.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto round(const X& x) {
  GRADC_TAKES_ORDERED("round", X)
  return detail::elementwise<void>("round", [](auto v) { return scalar::round_even(v); }, x);
}

/// x minus its integer part, with the sign of x.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto frac(const X& x) {
  GRADC_TAKES_REAL("frac", X)
  return detail::elementwise<void>("frac", [](auto v) { return v - std::trunc(v); }, x);
}

/// Whether x is NaN.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isnan(const X& x) {
  GRADC_TAKES_ELEMENTS(bool, "isnan", detail::is_field_v<T>, "floating point or complex elements", X)
  return detail::elementwise<bool>("isnan", [](auto v) { return scalar::Math<decltype(v)>::isnan(v); }, x);
}

/// Whether x is infinite.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isinf(const X& x) {
  GRADC_TAKES_ELEMENTS(bool, "isinf", detail::is_field_v<T>, "floating point or complex elements", X)
  return detail::elementwise<bool>("isinf", [](auto v) { return scalar::Math<decltype(v)>::isinf(v); }, x);
}

/// Whether x is neither NaN nor infinite.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto isfinite(const X& x) {
  GRADC_TAKES_ELEMENTS(bool, "isfinite", detail::is_field_v<T>, "floating point or complex elements", X)
  return detail::elementwise<bool>("isfinite", [](auto v) { return scalar::Math<decltype(v)>::isfinite(v); }, x);
}

/// Whether x has the sign bit, as -0 has.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto signbit(const X& x) {
  GRADC_TAKES_ELEMENTS(bool, "signbit", detail::is_real_v<T>, "real floating point elements", X)
  return detail::elementwise<bool>("signbit", [](auto v) { return std::signbit(v); }, x);
}

/// sqrt(a^2 + b^2) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto hypot(const A& a, const B& b) {
  GRADC_TAKES_REAL("hypot", A, B)
  return detail::elementwise<void>("hypot", [](auto u, auto v) { return std::hypot(u, v); }, a, b);
}

/// The angle in radians of the point with ordinate y and abscissa x.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto atan2(const A& y, const B& x) {
  GRADC_TAKES_REAL("atan2", A, B)
  return detail::elementwise<void>("atan2", GRADC_FUNCTION(atan2, [](auto u, auto v) { return std::atan2(u, v); }), y, x);
}

/// a - b trunc(a / b), with the sign of a, as % in C++. Integers throw DomainError for b = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto fmod(const A& a, const B& b) {
  GRADC_TAKES_ORDERED("fmod", A, B)
  return detail::elementwise<void>("fmod", [](auto u, auto v) { return scalar::fmod(u, v); }, a, b);
}

/// a - b floor(a / b), with the sign of b, as % in Python (std::remainder rounds the quotient). Integers throw DomainError for b
/// = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto remainder(const A& a, const B& b) {
  GRADC_TAKES_ORDERED("remainder", A, B)
  return detail::elementwise<void>("remainder", [](auto u, auto v) { return scalar::remainder(u, v); }, a, b);
}

/// floor(a / b). Integers throw DomainError for b = 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto floor_divide(const A& a, const B& b) {
  GRADC_TAKES_ORDERED("floor_divide", A, B)
  return detail::elementwise<void>("floor_divide", [](auto u, auto v) { return scalar::divide_down(u, v); }, a, b);
}

/// a / b, and 0 where b is 0.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto div_no_nan(const A& a, const B& b) {
  GRADC_TAKES_FIELD("div_no_nan", A, B)
  return detail::elementwise<void>("div_no_nan", [](auto u, auto v) { return scalar::div_no_nan(u, v); }, a, b);
}

/// |a| with the sign of b.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto copysign(const A& a, const B& b) {
  GRADC_TAKES_REAL("copysign", A, B)
  return detail::elementwise<void>("copysign", [](auto u, auto v) { return std::copysign(u, v); }, a, b);
}

/// The next representable number after a toward b.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto nextafter(const A& a, const B& b) {
  GRADC_TAKES_REAL("nextafter", A, B)
  return detail::elementwise<void>("nextafter", [](auto u, auto v) { return std::nextafter(u, v); }, a, b);
}

/// log(e^a + e^b) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logaddexp(const A& a, const B& b) {
  GRADC_TAKES_REAL("logaddexp", A, B)
  return detail::elementwise<void>("logaddexp", GRADC_FUNCTION(logaddexp, [](auto u, auto v) { return scalar::logaddexp(u, v); }), a, b);
}

/// log|e^a - e^b| without overflow; -infinity where they are equal.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logsubexp(const A& a, const B& b) {
  GRADC_TAKES_REAL("logsubexp", A, B)
  return detail::elementwise<void>("logsubexp", GRADC_FUNCTION(logsubexp, [](auto u, auto v) { return scalar::logsubexp(u, v); }), a, b);
}

/// log2(2^a + 2^b) without overflow.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logaddexp2(const A& a, const B& b) {
  GRADC_TAKES_REAL("logaddexp2", A, B)
  return detail::elementwise<void>("logaddexp2", GRADC_FUNCTION(logaddexp2, [](auto u, auto v) { return scalar::logaddexp2(u, v); }), a, b);
}

/// a log(b), and 0 where a is 0 and b no NaN.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto xlogy(const A& a, const B& b) {
  GRADC_TAKES_REAL("xlogy", A, B)
  return detail::elementwise<void>("xlogy", GRADC_FUNCTION(xlogy, [](auto u, auto v) { return u == decltype(u){0} && v == v ? decltype(u){0} : u * std::log(v); }), a, b);
}

/// a log(1 + b), and 0 where a is 0 and b no NaN.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto xlog1py(const A& a, const B& b) {
  GRADC_TAKES_REAL("xlog1py", A, B)
  return detail::elementwise<void>("xlog1py", GRADC_FUNCTION(xlog1py, [](auto u, auto v) { return u == decltype(u){0} && v == v ? decltype(u){0} : u * std::log1p(v); }), a, b);
}

/// (a - b)^2.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto squared_difference(const A& a, const B& b) {
  GRADC_TAKES_REAL("squared_difference", A, B)
  return detail::elementwise<void>("squared_difference", [](auto u, auto v) { return (u - v) * (u - v); }, a, b);
}

/// min(max(x, low), high); NaN stays NaN.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto clip(const A& x, const B& low, const C& high) {
  GRADC_TAKES_ORDERED("clip", A, B, C)
  return detail::elementwise<void>("clip", [](auto u, auto v, auto w) { return u > w || v > w ? w : u < v ? v : u; }, x, low, high);
}

/// a + weight (b - a).
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto lerp(const A& a, const B& b, const C& weight) {
  GRADC_TAKES_FIELD("lerp", A, B, C)
  return detail::elementwise<void>("lerp", [](auto u, auto v, auto w) { return u + scalar::multiply(w, v - u); }, a, b, weight);
}

/// a b + c, rounded once.
template <class A, class B, class C, detail::Constraint<detail::are_values_v<A, B, C>> = 0>
auto fma(const A& a, const B& b, const C& c) {
  GRADC_TAKES_FIELD("fma", A, B, C)
  return detail::elementwise<void>("fma", [](auto u, auto v, auto w) { return scalar::Math<decltype(u)>::fma(u, v, w); }, a, b, c);
}

/// Whether one of a and b is true, not both.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto logical_xor(const A& a, const B& b) {
  GRADC_TAKES_ELEMENTS(bool, "logical_xor", (std::is_same_v<T, bool>), "elements of bool", A, B)
  return detail::elementwise<bool>("logical_xor", [](auto u, auto v) { return u != v; }, a, b);
}

}  // namespace gradc
