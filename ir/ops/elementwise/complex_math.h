// Functions of complex numbers that <complex> does not have: what gradc::scalar in <gradc/complex.h> computes, for the
// reference interpreter.
#pragma once

#include <cmath>
#include <limits>

#include "ir/op.h"

namespace ir::ops {

// xʸ, 1 for y = 0; of 0: 0 where Re y > 0, ∞ for a negative number, else NaN
inline Number complex_power(Number x, Number y) {
  if (y == 0.0) return 1;
  if (x != 0.0) return std::pow(x, y);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (y.real() > 0) return 0;
  return y.imag() == 0 ? Number(std::numeric_limits<double>::infinity(), 0) : Number(kNaN, kNaN);
}

// eˣ - 1 = (eᵃ - 1) cos b - 2 sin²(b/2) + i eᵃ sin b
inline Number complex_expm1(Number x) {
  const double s = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * s * s, std::exp(x.real()) * std::sin(x.imag())};
}

// ln(1 + x): of x near 0 the real part is ln(1 + 2a + a² + b²)/2
inline Number complex_log1p(Number x) {
  if (std::abs(x) > 0.5) return std::log(1.0 + x);
  const double a = x.real(), b = x.imag();
  return {std::log1p(2 * a + (a * a + b * b)) / 2, std::atan2(b, 1 + a)};
}

// 1/(1 + e⁻ˣ), by the branch that can't overflow
inline Number complex_sigmoid(Number x) {
  if (x.real() >= 0) return 1.0 / (1.0 + std::exp(-x));
  const Number e = std::exp(x);
  return e / (1.0 + e);
}

inline Number complex_sign(Number x) {
  const double size = std::abs(x);
  return size == 0 ? Number(0) : x / size;
}

inline Number truth(bool value) { return value ? 1.0 : 0.0; }

}  // namespace ir::ops
