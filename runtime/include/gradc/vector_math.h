// Functions without branches, table or call, so that a loop over elements is vectorised with them inside: of elements of tensors,
// in generated kernels, and compiled into the library in the eager ops (<gradc/detail/element_math.h>).
//
// They are wrong by 2 units in the last place at most, sigmoid by 3 (tests/runtime/vector_math_test.cpp). Zeros, infinities, NaN
// and denormal numbers, of arguments and of results, are as those of the C library. The polynomials are Cephes' (Moshier), the
// logarithm of 64 bits is fdlibm's; both reduce the argument by a multiple of ln 2 in two parts.
#pragma once

#include <gradc/detail/strict.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// Clang's pragma for IEEE arithmetic has products and sums contracted again.
#if defined(__clang__) && !defined(__GRADC__)
#pragma clang fp contract(off)
#endif

// Inline whatever the compiler thinks of the length: a call would keep the loop around it out of lanes.
#if defined(__GNUC__)
#define GRADC_INLINE __attribute__((always_inline)) inline
#else
#define GRADC_INLINE inline
#endif

namespace gradc::vector_math {
namespace detail {

GRADC_INLINE std::uint32_t bits(float x) {
  std::uint32_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
GRADC_INLINE std::uint64_t bits(double x) {
  std::uint64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
GRADC_INLINE float number(std::uint32_t bits) {
  float out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}
GRADC_INLINE double number(std::uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

// Added to a number and taken away again, it leaves the nearest integer, and it stands in the last bits of the sum.
inline constexpr float kRounder32 = 12582912.0f;            // 1.5 * 2^23
inline constexpr double kRounder64 = 6755399441055744.0;  // 1.5 * 2^52

// e^x = 2^n (1 + more); the bits of n + kRounder end in n.
template <class T>
struct Power {
  T n_rounder, more;
};

// 2^(n - 1), where a normal number is.
GRADC_INLINE float half_power_of_two(float n_rounder) { return number((bits(n_rounder) << 23) + 0x3f000000u); }
GRADC_INLINE double half_power_of_two(double n_rounder) { return number((bits(n_rounder) << 52) + 0x3fe0000000000000u); }

// y * 2^n in two steps, as 2^n itself may be out of range: what is denormal is rounded once.
GRADC_INLINE float scaled(float y, float n_rounder) {
  const std::uint32_t n = bits(n_rounder), half = n >> 1;
  return y * number((half << 23) + 0x3f800000u) * number(((n - half) << 23) + 0x3f800000u);
}
GRADC_INLINE double scaled(double y, double n_rounder) {
  const std::uint64_t n = bits(n_rounder), half = n >> 1;
  return y * number((half << 52) + 0x3ff0000000000000u) * number(((n - half) << 52) + 0x3ff0000000000000u);
}

GRADC_INLINE Power<float> power(float x) {
  const float n_rounder = x * 1.44269504088896341f + kRounder32, n = n_rounder - kRounder32;
  const float high = x - n * 0.693359375f, low = n * -2.12194440e-4f;  // the first is exact
  const float r = high - low, lost = (high - r) - low;
  const float p = (((1.39504960233e-3f * r + 8.36888837857e-3f) * r + 4.16662057356e-2f) * r + 1.6666518851e-1f) * r + 5.00000009519e-1f;
  return {n_rounder, r + (p * (r * r) + lost)};
}
// More is r + rc/(2 - c), where 2 + c is r (e^r + 1)/(e^r - 1), an even function.
GRADC_INLINE Power<double> power(double x) {
  const double n_rounder = x * 1.4426950408889634073599 + kRounder64, n = n_rounder - kRounder64;
  const double high = x - n * 6.93147180369123816490e-01, low = n * 1.90821492927058770002e-10;  // the first is exact
  const double r = high - low, lost = (high - r) - low, z = r * r;
  const double even = (((4.1381363261552473637e-8 * z - 1.6533902182929913975e-6) * z + 6.6137563213936977950e-5) * z -
                       2.7777777777015219127e-3) * z + 1.6666666666666602068e-1;
  const double c = r - even * z;
  return {n_rounder, r + (r * c / (2.0 - c) + lost)};
}

// Below it e^x is 0.
template <class T>
struct Least;
template <>
struct Least<float> {
  static constexpr float kExp = -104;
};
template <>
struct Least<double> {
  static constexpr double kExp = -746;
};

template <class T>
GRADC_INLINE T clamped(T x, T low, T high) {
  const T a = x < low ? low : x;
  return a > high ? high : a;
}

// e^x - 1 within the bounds, beyond which it is -1, or infinite.
template <class T>
GRADC_INLINE T expm1_within(T x, T low, T high) {
  const Power<T> e = power(clamped(x, low, high));
  const T half = half_power_of_two(e.n_rounder);
  return T(2) * (half * e.more + (half - T(0.5)));
}

// t/(t + 2), t = e^(2x) - 1; near 0 as t/2 less a small part. From x = `one` on it is 1.
template <class T>
GRADC_INLINE T tanh(T x, T one) {
  const T a = x < T(0) ? -x : x;
  const T t = expm1_within(a + a, T(0), one + one), half = T(0.5) * t, far = t / (t + T(2));
  const T y = a < T(0.27) ? half - half * far : far;
  return a < std::numeric_limits<T>::epsilon() ? x : x < T(0) ? -y : y;  // the sum in t would lose what is denormal
}

// The sum within expm1 would lose the sign of zero, and what is denormal.
template <class T>
GRADC_INLINE T or_itself_if_small(T x, T y) {
  return (x < T(0) ? -x : x) < std::numeric_limits<T>::epsilon() / 2 ? x : y;
}

}  // namespace detail

GRADC_INLINE float exp(float x) {
  const detail::Power<float> e = detail::power(detail::clamped(x, detail::Least<float>::kExp, 89.0f));  // beyond, all results are 0, or infinite
  return detail::scaled(1.0f + e.more, e.n_rounder);
}

GRADC_INLINE double exp(double x) {
  const detail::Power<double> e = detail::power(detail::clamped(x, detail::Least<double>::kExp, 710.0));
  return detail::scaled(1.0 + e.more, e.n_rounder);
}

GRADC_INLINE float expm1(float x) { return detail::or_itself_if_small(x, detail::expm1_within(x, -20.0f, 89.0f)); }
GRADC_INLINE double expm1(double x) { return detail::or_itself_if_small(x, detail::expm1_within(x, -40.0, 710.0)); }

GRADC_INLINE float log(float x) {
  const bool is_denormal = x < std::numeric_limits<float>::min();
  const float normal = is_denormal ? x * 8388608.0f : x;
  // x = m 2^e with m from the root of a half to the root of two.
  const std::uint32_t above = detail::bits(normal) - 0x3f3504f3u + 0x3f800000u;
  const float e = detail::number((above >> 23) | 0x4b000000u) - (is_denormal ? 8388608.0f + 127.0f + 23.0f : 8388608.0f + 127.0f);
  const float f = detail::number((above & 0x007fffffu) + 0x3f3504f3u) - 1.0f, z = f * f;
  const float p = (((((((7.0376836292e-2f * f - 1.1514610310e-1f) * f + 1.1676998740e-1f) * f - 1.2420140846e-1f) * f +
                      1.4249322787e-1f) * f - 1.6668057665e-1f) * f + 2.0000714765e-1f) * f - 2.4999993993e-1f) * f +
                  3.3333331174e-1f;
  const float y = (f + ((p * f * z - 2.12194440e-4f * e) - 0.5f * z)) + 0.693359375f * e;
  const float of_positive = x > std::numeric_limits<float>::max() ? x : y;
  const float of_zero = x == 0.0f ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  return x > 0.0f ? of_positive : of_zero;
}

GRADC_INLINE double log(double x) {
  const bool is_denormal = x < std::numeric_limits<double>::min();
  const double normal = is_denormal ? x * 4503599627370496.0 : x;
  const std::uint64_t above = detail::bits(normal) - 0x3fe6a09e667f3bcdu + 0x3ff0000000000000u;
  const double e = detail::number((above >> 52) | 0x4330000000000000u) -
                   (is_denormal ? 4503599627370496.0 + 1023.0 + 52.0 : 4503599627370496.0 + 1023.0);
  const double f = detail::number((above & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu) - 1.0;
  const double s = f / (2.0 + f), z = s * s, w = z * z;
  const double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const double odd = z * (6.666666666666735130e-01 +
                          w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const double half = 0.5 * f * f;
  const double y =
      e * 6.93147180369123816490e-01 - ((half - (s * (half + (odd + even)) + e * 1.90821492927058770002e-10)) - f);
  const double of_positive = x > std::numeric_limits<double>::max() ? x : y;
  const double of_zero = x == 0.0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return x > 0.0 ? of_positive : of_zero;
}

// ln(1 + x) by ln u, u being 1 + x rounded, and what was lost.
template <class T>
GRADC_INLINE T log1p(T x) {
  const T u = T(1) + x, y = log(u);
  const T lost = x < T(1) ? x - (u - T(1)) : T(1) - (u - x);
  const T magnitude = x < T(0) ? -x : x;
  const T within = magnitude < std::numeric_limits<T>::epsilon() / 2 ? x : y + lost / u;
  return x > T(-1) && x <= std::numeric_limits<T>::max() ? within : y;
}

GRADC_INLINE float tanh(float x) { return detail::tanh(x, 10.0f); }
GRADC_INLINE double tanh(double x) { return detail::tanh(x, 20.0); }

// Of these docs/ops.md has the forms.

// What the sum of 1 and e loses is taken from the quotient.
template <class T>
GRADC_INLINE T sigmoid(T x) {
  const T e = exp(x < T(0) ? x : -x), d = T(1) + e, lost = (T(1) - d) + e;
  const T y = (x < T(0) ? e : T(1)) / d, of_d = x < T(0) ? T(1) - y : y;
  return y - y * (lost * of_d);
}

template <class T>
GRADC_INLINE T softplus(T x) {
  return (x > T(0) ? x : T(0)) + log1p(exp(-std::abs(x)));
}

// Below 0 it is (x e^x)/(1 + e^x): of e^x itself too few bits may be left.
template <class T>
GRADC_INLINE T silu(T x) {
  const T least = detail::Least<T>::kExp * T(1.25), below = x < T(0) ? x : -x, a = below < least ? least : below;
  const detail::Power<T> e = detail::power(a);
  const T power = detail::scaled(T(1) + e.more, e.n_rounder);
  return (x < T(0) ? detail::scaled(a + a * e.more, e.n_rounder) : x) / (T(1) + power);
}

// x e (e + 2)/(e (e + 2) + 2), e = e^x.
template <class T>
GRADC_INLINE T mish(T x) {
  const T least = detail::Least<T>::kExp * T(1.25), a = x < least ? least : x;
  const detail::Power<T> power = detail::power(a > T(30) ? T(30) : a);
  const T e = detail::scaled(T(1) + power.more, power.n_rounder), rest = e + T(2);
  const T y = detail::scaled(a + a * power.more, power.n_rounder) * (rest / (e * rest + T(2)));
  return x > T(30) ? x : y;
}

template <class T>
GRADC_INLINE T logit(T x) {
  return std::abs(x - T(0.5)) < T(0.25) ? log1p((T(2) * x - T(1)) / (T(1) - x)) : log(x) - log1p(-x);
}

template <class T>
GRADC_INLINE T log1mexp(T x) {
  return x < T(0.693147180559945309417L) ? log(-expm1(-x)) : log1p(-exp(-x));
}

template <class T>
GRADC_INLINE T logsubexp(T x, T y) {
  const T z = (x > y ? x : y) + log1mexp(x > y ? x - y : y - x);
  return x == y && x < std::numeric_limits<T>::infinity() ? -std::numeric_limits<T>::infinity() : z;
}

}  // namespace gradc::vector_math

#undef GRADC_INLINE

#include <gradc/detail/strict_end.h>
