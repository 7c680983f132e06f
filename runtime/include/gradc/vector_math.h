// exp, log, tanh and sigmoid without branches, table or call, so that a loop over elements is vectorised with them inside.
//
// They are wrong by 2 units in the last place at most, sigmoid by 3 (tests/runtime/vector_math_test.cpp). Zeros, infinities, NaN
// and denormal numbers, of arguments and of results, are as those of the C library. The polynomials are Cephes' (Moshier), the
// logarithm of 64 bits is fdlibm's; both reduce the argument by a multiple of ln 2 in two parts.
#pragma once

#include <gradc/detail/strict.h>

#include <cstdint>
#include <cstring>
#include <limits>

namespace gradc::vector_math {
namespace detail {

inline std::uint32_t bits(float x) {
  std::uint32_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
inline std::uint64_t bits(double x) {
  std::uint64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
inline float number(std::uint32_t bits) {
  float out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}
inline double number(std::uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

// Added to a number and taken away again, it leaves the nearest integer, and it stands in the last bits of the sum.
inline constexpr float kRounder32 = 12582912.0f;            // 1.5 * 2^23
inline constexpr double kRounder64 = 6755399441055744.0;  // 1.5 * 2^52

// y * 2^n for a whole n, in two steps, as 2^n itself may be out of range: what is denormal is rounded once.
inline float scaled(float y, float n) {
  const float half = n * 0.5f + kRounder32, rest = (n - (half - kRounder32)) + kRounder32;
  return y * number((bits(half) << 23) + 0x3f800000u) * number((bits(rest) << 23) + 0x3f800000u);
}
inline double scaled(double y, double n) {
  const double half = n * 0.5 + kRounder64, rest = (n - (half - kRounder64)) + kRounder64;
  return y * number((bits(half) << 52) + 0x3ff0000000000000u) * number((bits(rest) << 52) + 0x3ff0000000000000u);
}

}  // namespace detail

inline float exp(float x) {
  // Beyond these all results are 0, or infinite.
  const float low = x < -104.0f ? -104.0f : x, a = low > 89.0f ? 89.0f : low;
  const float n = (a * 1.44269504088896341f + detail::kRounder32) - detail::kRounder32;
  const float high = a - n * 0.693359375f, low_part = n * -2.12194440e-4f;  // the first is exact
  const float r = high - low_part, lost = (high - r) - low_part;
  const float p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r +
                   1.6666665459e-1f) * r + 5.0000001201e-1f;
  return detail::scaled(1.0f + (r + (p * (r * r) + lost)), n);
}

inline double exp(double x) {
  const double low = x < -746.0 ? -746.0 : x, a = low > 710.0 ? 710.0 : low;
  const double n = (a * 1.4426950408889634073599 + detail::kRounder64) - detail::kRounder64;
  const double r = (a - n * 6.93145751953125e-1) - n * 1.42860682030941723212e-6, z = r * r;
  const double p = r * ((1.26177193074810590878e-4 * z + 3.02994407707441961300e-2) * z + 9.99999999999999999910e-1);
  const double q = ((3.00198505138664455042e-6 * z + 2.52448340349684104192e-3) * z + 2.27265548208155028766e-1) * z + 2.0;
  return detail::scaled(1.0 + 2.0 * (p / (q - p)), n);
}

inline float log(float x) {
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

inline double log(double x) {
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

inline float tanh(float x) {
  const float a = x < 0.0f ? -x : x, z = x * x;
  const float p = (((-5.70498872745e-3f * z + 2.06390887954e-2f) * z - 5.37397155531e-2f) * z + 1.33314422036e-1f) * z -
                  3.33332819422e-1f;
  const float far = 1.0f - 2.0f / (exp(a + a) + 1.0f);
  const float near = a < 0.0001220703125f ? x : x + x * (z * p);  // the sum would lose the sign of zero
  return a < 0.625f ? near : x < 0.0f ? -far : far;
}

inline double tanh(double x) {
  const double a = x < 0.0 ? -x : x, z = x * x;
  const double p = (-9.64399179425052238628e-1 * z - 9.92877231001918586564e1) * z - 1.61468768441708447952e3;
  const double q = ((z + 1.12811678491632931402e2) * z + 2.23548839060100448583e3) * z + 4.84406305325125486048e3;
  const double far = 1.0 - 2.0 / (exp(a + a) + 1.0);
  const double near = a < 7.450580596923828125e-9 ? x : x + x * (z * (p / q));
  return a < 0.625 ? near : x < 0.0 ? -far : far;
}

// 1 / (1 + exp(-x)), without overflow.
template <class T>
T sigmoid(T x) {
  const T e = exp(x < T(0) ? x : -x);
  return (x < T(0) ? e : T(1)) / (T(1) + e);
}

}  // namespace gradc::vector_math

#include <gradc/detail/strict_end.h>
