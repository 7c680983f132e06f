// Functions of complex numbers at one point. The eager ops and generated code are loops over these. Products and
// quotients are in <gradc/scalar.h>.
#pragma once

#include <gradc/detail/scalar_math.h>

#include <cmath>
#include <complex>

namespace gradc {
namespace detail {

template <>
inline constexpr bool is_complex_v<std::complex<float>> = true;
template <>
inline constexpr bool is_complex_v<std::complex<double>> = true;

}  // namespace detail

namespace scalar {

/// e^x - 1 = (e^a - 1) cos b - 2 sin^2(b/2) + i e^a sin b.
template <class R>
std::complex<R> expm1(const std::complex<R>& x) {
  const R s = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * s * s, std::exp(x.real()) * std::sin(x.imag())};
}

/// log(1 + x): of x near 0 the real part is log(1 + 2a + a^2 + b^2) / 2.
template <class R>
std::complex<R> log1p(const std::complex<R>& x) {
  if (std::abs(x) > R(0.5)) return std::log(R(1) + x);
  const R a = x.real(), b = x.imag();
  return {std::log1p(2 * a + (a * a + b * b)) / 2, std::atan2(b, 1 + a)};
}

/// x to the power y, 1 for y = 0. Of 0: 0 where Re y > 0, infinity for a negative number, else NaN.
template <class R>
std::complex<R> power(const std::complex<R>& x, const std::complex<R>& y) {
  using C = std::complex<R>;
  if (y == C(0)) return C(1);
  if (x != C(0)) return std::pow(x, y);
  constexpr R kNaN = std::numeric_limits<R>::quiet_NaN();
  if (y.real() > 0) return C(0);
  return y.imag() == 0 ? C(std::numeric_limits<R>::infinity()) : C(kNaN, kNaN);
}

/// x / |x|, 0 at 0.
template <class R>
std::complex<R> sgn(const std::complex<R>& x) {
  const R size = std::abs(x);
  return size == 0 ? std::complex<R>(0) : x / size;
}

/// r e^(i angle), of any r.
template <class R>
std::complex<R> polar(R r, R angle) {
  return {r * std::cos(angle), r * std::sin(angle)};
}

template <class R>
bool isnan(const std::complex<R>& x) {
  return Math<R>::isnan(x.real()) || Math<R>::isnan(x.imag());
}
template <class R>
bool isinf(const std::complex<R>& x) {
  return Math<R>::isinf(x.real()) || Math<R>::isinf(x.imag());
}
template <class R>
bool isfinite(const std::complex<R>& x) {
  return Math<R>::isfinite(x.real()) && Math<R>::isfinite(x.imag());
}

template <class R>
struct Math<std::complex<R>> {
  using C = std::complex<R>;
  static R abs(C x) { return std::abs(x); }
  static C conj(C x) { return std::conj(x); }
  static C exp(C x) { return std::exp(x); }
  static C expm1(C x) { return scalar::expm1(x); }
  static C log(C x) { return std::log(x); }
  static C log1p(C x) { return scalar::log1p(x); }
  static C sqrt(C x) { return std::sqrt(x); }
  static C sin(C x) { return std::sin(x); }
  static C cos(C x) { return std::cos(x); }
  static C tan(C x) { return std::tan(x); }
  static C asin(C x) { return std::asin(x); }
  static C acos(C x) { return std::acos(x); }
  static C atan(C x) { return std::atan(x); }
  static C sinh(C x) { return std::sinh(x); }
  static C cosh(C x) { return std::cosh(x); }
  static C tanh(C x) { return std::tanh(x); }
  static C asinh(C x) { return std::asinh(x); }
  static C acosh(C x) { return std::acosh(x); }
  static C atanh(C x) { return std::atanh(x); }
  static C pow(C x, C y) { return power(x, y); }
  static C fma(C x, C y, C z) { return multiply(x, y) + z; }
  static bool isnan(C x) { return scalar::isnan(x); }
  static bool isinf(C x) { return scalar::isinf(x); }
  static bool isfinite(C x) { return scalar::isfinite(x); }
};

}  // namespace scalar
}  // namespace gradc
