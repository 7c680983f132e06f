// The real functions of the catalogue at one point, in float and double. The eager ops and generated code are
// loops over these. Forms are the stable ones of the op catalogue, sections 3 and 4.
#pragma once

#include <gradc/detail/scalar.h>
#include <gradc/detail/target.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace gradc {
namespace scalar {

/// Functions that complex numbers have too: <gradc/complex.h> specialises it.
template <class T>
struct Math {
  GRADC_HOST_DEVICE static T exp(T x) { return std::exp(x); }
  GRADC_HOST_DEVICE static T expm1(T x) { return std::expm1(x); }
  GRADC_HOST_DEVICE static T log(T x) { return std::log(x); }
  GRADC_HOST_DEVICE static T log1p(T x) { return std::log1p(x); }
  GRADC_HOST_DEVICE static T sqrt(T x) { return std::sqrt(x); }
  GRADC_HOST_DEVICE static T sin(T x) { return std::sin(x); }
  GRADC_HOST_DEVICE static T cos(T x) { return std::cos(x); }
  GRADC_HOST_DEVICE static T tan(T x) { return std::tan(x); }
  GRADC_HOST_DEVICE static T asin(T x) { return std::asin(x); }
  GRADC_HOST_DEVICE static T acos(T x) { return std::acos(x); }
  GRADC_HOST_DEVICE static T atan(T x) { return std::atan(x); }
  GRADC_HOST_DEVICE static T sinh(T x) { return std::sinh(x); }
  GRADC_HOST_DEVICE static T cosh(T x) { return std::cosh(x); }
  GRADC_HOST_DEVICE static T tanh(T x) { return std::tanh(x); }
  GRADC_HOST_DEVICE static T asinh(T x) { return std::asinh(x); }
  GRADC_HOST_DEVICE static T acosh(T x) { return std::acosh(x); }
  GRADC_HOST_DEVICE static T atanh(T x) { return std::atanh(x); }
  GRADC_HOST_DEVICE static T pow(T x, T y) { return std::pow(x, y); }
  GRADC_HOST_DEVICE static T fma(T x, T y, T z) { return std::fma(x, y, z); }
  // Those of std are compiled under the flags of who includes <cmath>, which may rule out NaN and infinities.
  GRADC_HOST_DEVICE static bool isnan(T x) { return x != x; }
  GRADC_HOST_DEVICE static bool isinf(T x) { return x == std::numeric_limits<T>::infinity() || x == -std::numeric_limits<T>::infinity(); }
  GRADC_HOST_DEVICE static bool isfinite(T x) { return x - x == 0; }
};

/// 1 / sqrt(x).
template <class T>
GRADC_HOST_DEVICE T rsqrt(T x) {
  return divide(T(1), Math<T>::sqrt(x));
}

/// 1 / (1 + e^-x), by the branch whose exponential cannot overflow.
template <class T>
GRADC_HOST_DEVICE T sigmoid(T x) {
  bool grows = false;
  if constexpr (gradc::detail::is_complex_v<T>)
    grows = x.real() >= 0;
  else
    grows = x >= T{0};
  if (grows) return divide(T(1), T(1) + Math<T>::exp(-x));
  const T e = Math<T>::exp(x);
  return divide(e, T(1) + e);
}

/// The same, of x and e = e^-|x|.
template <class T>
GRADC_HOST_DEVICE T sigmoid(T x, T e) {
  return divide(x >= T{0} ? T(1) : e, T(1) + e);
}

/// a / b, 0 where b is 0.
template <class T>
constexpr T div_no_nan(T a, T b) {
  return b == T(0) ? T(0) : divide(a, b);
}

/// max(x, 0); NaN stays NaN, and -0 becomes 0.
template <class T>
constexpr T relu(T x) {
  return x <= T{0} ? T{0} : x;
}

/// log(1 + e^x) = max(x, 0) + log1p(e^-|x|).
template <class T>
GRADC_HOST_DEVICE T softplus(T x) {
  return (x > T{0} ? x : T{0}) + std::log1p(std::exp(-std::fabs(x)));
}

/// sin(pi x), exact at multiples of 1/2.
template <class T>
GRADC_HOST_DEVICE T sinpi(T x) {
  constexpr T kPi = static_cast<T>(3.14159265358979323846);
  const T rest = std::remainder(x, T{2});
  return std::sin(kPi * (std::fabs(rest) <= T{0.5} ? rest : std::copysign(T{1}, rest) - rest));
}

/// cos(pi x), exact at multiples of 1/2.
template <class T>
GRADC_HOST_DEVICE T cospi(T x) {
  constexpr T kPi = static_cast<T>(3.14159265358979323846);
  return std::sin(kPi * (T{0.5} - std::fabs(std::remainder(x, T{2}))));
}

/// log(1 - e^-x), x > 0, by the form that does not cancel.
template <class T>
GRADC_HOST_DEVICE T log1mexp(T x) {
  constexpr T kLog2 = static_cast<T>(0.693147180559945309417);
  return x < kLog2 ? std::log(-std::expm1(-x)) : std::log1p(-std::exp(-x));
}

/// Distribution function of the standard normal distribution: erfc(-x/sqrt(2))/2. Far below 0 erfc makes much of what
/// -x/sqrt(2) loses in being rounded, so that this comes in by the slope there, which is about -(2z + 1/z) erfc(z).
template <class T>
GRADC_HOST_DEVICE T ndtr(T x) {
  constexpr T kRoot = static_cast<T>(0.70710678118654752440);
  constexpr T kRest = static_cast<T>(sizeof(T) == sizeof(float) ? 1.210161710447896936210e-8 : -4.833646656726456518594e-17);
  const T z = -kRoot * x, y = T{0.5} * std::erfc(z);
  if (!(z > T{1} && z < T{40})) return y;
  const T lost = std::fma(-kRoot, x, -z) - kRest * x;
  return y - y * (lost * (T{2} * z + T{1} / z));
}

/// x/(1 + e^-x). Far below 0 it is times the root of e^x twice: of e^x itself too few bits may be left.
template <class T>
GRADC_HOST_DEVICE T silu(T x) {
  const T root = std::exp(T{-0.5} * std::abs(x)), e = root * root;
  return x < T{0} ? x * root * root / (T{1} + e) : x / (T{1} + e);
}

/// x tanh(log(1 + e^x)), which is x e^x far below 0.
template <class T>
GRADC_HOST_DEVICE T mish(T x) {
  if (x < T{-40}) return silu(x);
  return x * std::tanh((x > T{0} ? x : T{0}) + std::log1p(std::exp(-std::abs(x))));
}

/// x times the standard normal distribution function.
template <class T>
GRADC_HOST_DEVICE T gelu(T x) {
  if constexpr (sizeof(T) < sizeof(double)) {
    // Of the distribution function too few bits may be left.
    if (x < T{-12}) return static_cast<T>(static_cast<double>(x) * ndtr(static_cast<double>(x)));
  }
  return x * ndtr(x);
}

/// log(x/(1 - x)); about 1/2, where it is 0, by the form in which nothing cancels.
template <class T>
GRADC_HOST_DEVICE T logit(T x) {
  return std::abs(x - T{0.5}) < T{0.25} ? std::log1p((T{2} * x - T{1}) / (T{1} - x)) : std::log(x) - std::log1p(-x);
}

/// -x log(x); 0 at 0, -infinity below.
template <class T>
GRADC_HOST_DEVICE T entr(T x) {
  return x > T{0} ? -x * std::log(x) : x < T{0} ? -std::numeric_limits<T>::infinity() : T{0} * x;
}

/// x rounded to whole numbers: down, up, towards 0, to the nearest one. Integers are whole.
#define GRADC_ROUNDED(name, f)              \
  template <class T>                        \
  GRADC_HOST_DEVICE T name(T x) {           \
    if constexpr (std::is_integral_v<T>)    \
      return x;                             \
    else                                    \
      return f(x);                          \
  }
GRADC_ROUNDED(floor, std::floor)
GRADC_ROUNDED(ceil, std::ceil)
GRADC_ROUNDED(trunc, std::trunc)
GRADC_ROUNDED(round_even, std::nearbyint)
#undef GRADC_ROUNDED

/// a - b trunc(a / b), with the sign of a.
template <class T>
GRADC_HOST_DEVICE T fmod(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return modulo(a, b);
  else
    return std::fmod(a, b);
}

/// a - b floor(a / b), with the sign of b.
template <class T>
GRADC_HOST_DEVICE T remainder(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return floor_modulo(a, b);
  } else {
    const T rest = std::fmod(a, b);
    return rest != T{0} && (rest < T{0}) != (b < T{0}) ? rest + b : rest;
  }
}

/// floor(a / b).
template <class T>
GRADC_HOST_DEVICE T divide_down(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return floor_divide(a, b);
  else
    return std::floor(a / b);
}

/// log(e^a + e^b) without overflow.
template <class T>
GRADC_HOST_DEVICE T logaddexp(T a, T b) {
  if (a == b) return a + static_cast<T>(0.693147180559945309417);
  return (a > b ? a : b >= a ? b : a + b) + std::log1p(std::exp(-std::fabs(a - b)));
}

/// log|e^a - e^b| without overflow, -infinity where they are equal; NaN where both are +infinity.
template <class T>
GRADC_HOST_DEVICE T logsubexp(T a, T b) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  if (a == b && a < kInfinity) return -kInfinity;
  return a > b ? a + log1mexp(a - b) : b + log1mexp(b - a);
}

/// x^n for a whole n by repeated squaring: 1 for n = 0.
template <class T>
GRADC_HOST_DEVICE T integer_pow(T x, std::int64_t n) {
  T power = T(1);
  bool first = true;
  for (std::int64_t left = n < 0 ? -n : n; left > 0; left /= 2, x = multiply(x, x))
    if (left % 2 == 1) power = first ? x : multiply(power, x), first = false;
  return n < 0 ? divide(T(1), power) : power;
}

/// log2(2^a + 2^b) without overflow.
template <class T>
GRADC_HOST_DEVICE T logaddexp2(T a, T b) {
  if (a == b) return a + T{1};
  return (a > b ? a : b >= a ? b : a + b) +
         std::log1p(std::exp2(-std::fabs(a - b))) * static_cast<T>(1.44269504088896340736);
}

/// elu scaled to keep mean 0 and variance 1.
template <class T>
GRADC_HOST_DEVICE T selu(T x) {
  return x > T{0} ? static_cast<T>(1.0507009873554805) * x : static_cast<T>(1.7580993408473766) * std::expm1(x);
}

/// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2.
template <class T>
GRADC_HOST_DEVICE T gelu_tanh(T x) {
  const T u = static_cast<T>(0.79788456080286535588) * (x + static_cast<T>(0.044715) * x * x * x);
  return T{0.5} * x * (T{1} + std::tanh(u));
}

/// min(max(x/6 + 1/2, 0), 1); NaN stays NaN.
template <class T>
GRADC_HOST_DEVICE T hard_sigmoid(T x) {
  return x <= T{-3} ? T{0} : x >= T{3} ? T{1} : x / T{6} + T{0.5};
}

/// x hard_sigmoid(x).
template <class T>
GRADC_HOST_DEVICE T hard_swish(T x) {
  return x <= T{-3} ? T{0} : x >= T{3} ? x : x * hard_sigmoid(x);
}

/// (x + sqrt(x^2 + 4)) / 2, without cancellation.
template <class T>
GRADC_HOST_DEVICE T squareplus(T x) {
  return x < T{0} ? T{2} / (std::hypot(x, T{2}) - x) : T{0.5} * (x + std::hypot(x, T{2}));
}

/// x * x, wrapping for integers.
template <class T>
constexpr T square(T x) {
  return multiply(x, x);
}

/// |x|; integers wrap.
template <class T>
constexpr auto abs(T x) {
  if constexpr (std::is_integral_v<T>)
    return absolute(x);
  else if constexpr (gradc::detail::is_complex_v<T>)
    return Math<T>::abs(x);
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
GRADC_HOST_DEVICE T pow(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return power(a, b);
  else
    return Math<T>::pow(a, b);
}

}  // namespace scalar
}  // namespace gradc
