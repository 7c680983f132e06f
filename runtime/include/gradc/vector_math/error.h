// The error function and the normal distribution. Those of 32 bits are computed in 64.
#pragma once

#include <gradc/vector_math/exponential.h>

namespace gradc::vector_math {
namespace detail {

// Below it erf x is x + x P(x^2), above it erfc x is e^(-x^2) R/(1 + 2x), R a polynomial in (x - 4)/(x + 4).
inline constexpr double kErrorNear = 0.75;

GRADC_LANES double erf_near(double x) {
  const double z = x * x;
  const double p = ((((((((((-9.502408872183394824e-10 * z + 1.441375163527479344e-8) * z - 1.6333213091801685e-7) * z +
                           1.64603820435317409e-6) * z - 1.492558933198903788e-5) * z + 1.205533154381894686e-4) * z -
                        8.548327001109076037e-4) * z + 5.223977625221887925e-3) * z - 2.686617064511842486e-2) * z +
                     1.128379167095508713e-1) * z - 3.761263890318375201e-1) * z + 1.283791670955125739e-1;
  return x + x * p;
}

// factor erfc(x + rest) for x from kErrorNear to 28.
GRADC_LANES double erfc_far(double x, double rest, double factor) {
  const double t = (x - 4.0) / (x + 4.0);
  double p = -8.376489532586522352e-9;
  p = p * t - 1.341059642854635647e-8;
  p = p * t + 1.001863129978335723e-7;
  p = p * t + 6.992511659429366212e-8;
  p = p * t - 8.163603627777357551e-7;
  p = p * t + 2.965411996887029399e-7;
  p = p * t + 5.704701516810125823e-6;
  p = p * t - 1.122299379446223852e-5;
  p = p * t - 2.439743691501627159e-5;
  p = p * t + 1.506218893918226724e-4;
  p = p * t - 1.99257099475053163e-4;
  p = p * t - 7.577733180298535616e-4;
  p = p * t + 5.031970036409122474e-3;
  p = p * t - 1.619773405541531149e-2;
  p = p * t + 3.716751553239465463e-2;
  p = p * t - 6.633036581231526171e-2;
  p = p * t + 9.373283499859302852e-2;
  p = p * t - 1.01039066036303088e-1;
  p = p * t + 6.809705425468736385e-2;
  p = p * t + 1.537965210261975527e-2;
  p = p * t - 1.396211168405624797e-1;
  p = p * t + 1.23299511862555251;
  // The square in two parts.
  const double high = number(bits(x) & 0xfffffffff8000000u), low = x - high, z = x * x;
  const double lost = ((high * high - z) + 2.0 * high * low) + low * low + 2.0 * x * rest;
  const Power<double> e = power(-z);
  const double ratio = factor * p / (1.0 + 2.0 * x);
  return scaled(ratio + ratio * (e.more - lost * (1.0 + e.more)), e.n_rounder);
}

// erfc of x + rest, times the factor.
GRADC_LANES double erfc(double x, double rest, double factor) {
  const double a = std::abs(x);
  const double far = erfc_far(a > 28.0 ? 28.0 : a, x < 0.0 ? -rest : rest, factor);
  const double near = factor * (1.0 - (erf_near(x) + 1.12837916709551257 * rest));
  const double y = a < kErrorNear ? near : x < 0.0 ? 2.0 * factor - far : far;
  return x != x ? x : y;
}

}  // namespace detail

GRADC_LANES double erf(double x) {
  const double a = std::abs(x);
  const double far = 1.0 - detail::erfc_far(a > 7.0 ? 7.0 : a, 0.0, 1.0);
  return a < detail::kErrorNear ? detail::erf_near(x) : x != x ? x : std::copysign(far, x);
}
GRADC_LANES double erfc(double x) { return detail::erfc(x, 0.0, 1.0); }

namespace detail {

// factor erfc(-x/sqrt(2)), with what is lost in the argument.
GRADC_LANES double normal(double x, double factor) {
  constexpr double kRoot = 0.70710678118654752440, kRest = -4.833646656726456519e-17;
  const double z = -kRoot * x;
  const double high = detail::number(detail::bits(x) & 0xfffffffff8000000u), low = x - high;
  constexpr double kHigh = 0.7071067690849304, kLow = 1.2101617152815436e-08;  // of kRoot
  const double lost = ((-kHigh * high - z) - kHigh * low - kLow * high) - kLow * low;
  const double rest = std::abs(x) < 60.0 ? lost - kRest * x : 0.0;
  return detail::erfc(z, rest, factor);
}

}  // namespace detail

GRADC_LANES double ndtr(double x) { return detail::normal(x, 0.5); }
// The product with x, which may be of more bits, is in the factor.
GRADC_LANES double gelu(double x) {
  const double y = detail::normal(x, 0.5 * detail::clamped(x, -60.0, 60.0));
  return x > 40.0 ? x : y;
}

GRADC_LANES float erf(float x) { return static_cast<float>(erf(static_cast<double>(x))); }
GRADC_LANES float erfc(float x) { return static_cast<float>(erfc(static_cast<double>(x))); }
GRADC_LANES float ndtr(float x) { return static_cast<float>(ndtr(static_cast<double>(x))); }
GRADC_LANES float gelu(float x) { return static_cast<float>(gelu(static_cast<double>(x))); }

}  // namespace gradc::vector_math
