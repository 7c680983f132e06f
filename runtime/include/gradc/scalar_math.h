// The real functions of the catalogue at one point, in float and double. The eager ops and generated code are
// loops over these. Forms are the stable ones of the op catalogue, sections 3 and 4.
#pragma once

#include <gradc/scalar.h>

#include <cmath>
#include <type_traits>

namespace gradc {
namespace scalar {

/// 1 / sqrt(x).
template <class T>
T rsqrt(T x) {
  return T{1} / std::sqrt(x);
}

/// 1 / (1 + e^-x), by the branch whose exponential cannot overflow.
template <class T>
T sigmoid(T x) {
  if (x >= T{0}) return T{1} / (T{1} + std::exp(-x));
  const T e = std::exp(x);
  return e / (T{1} + e);
}

/// max(x, 0); NaN stays NaN, and -0 becomes 0.
template <class T>
constexpr T relu(T x) {
  return x <= T{0} ? T{0} : x;
}

/// log(1 + e^x) = max(x, 0) + log1p(e^-|x|).
template <class T>
T softplus(T x) {
  return (x > T{0} ? x : T{0}) + std::log1p(std::exp(-std::fabs(x)));
}

/// x * x, wrapping for integers.
template <class T>
constexpr T square(T x) {
  return multiply(x, x);
}

/// |x|; integers wrap.
template <class T>
constexpr T abs(T x) {
  if constexpr (std::is_integral_v<T>)
    return absolute(x);
  else
    return x < T{0} ? -x : x + T{0};  // adding 0 makes -0 into 0
}

/// -1, 0 or 1; NaN stays NaN.
template <class T>
constexpr T sign(T x) {
  if (x > T{0}) return T{1};
  if (x < T{0}) return static_cast<T>(-1);
  return x == T{0} ? T{0} : x;
}

/// The larger of two; NaN if either is.
template <class T>
constexpr T maximum(T a, T b) {
  return (a > b || a != a) ? a : b;
}

/// The smaller of two; NaN if either is.
template <class T>
constexpr T minimum(T a, T b) {
  return (a < b || a != a) ? a : b;
}

/// a to the power b. Integers wrap, and throw DomainError for b < 0.
template <class T>
T pow(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return power(a, b);
  else
    return std::pow(a, b);
}

}  // namespace scalar
}  // namespace gradc
