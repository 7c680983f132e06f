// Exponentials and logarithms, hyperbolic functions and their inverses.
#pragma once

#include <gradc/vector_math/bits.h>

namespace gradc::vector_math {
namespace detail {

// e^x = 2^n (1 + more); the bits of n + kRounder end in n.
template <class T>
struct Power {
  T n_rounder, more;
};

// 2^(n - 1), where a normal number is.
GRADC_LANES float half_power_of_two(float n_rounder) { return number((bits(n_rounder) << 23) + 0x3f000000u); }
GRADC_LANES double half_power_of_two(double n_rounder) { return number((bits(n_rounder) << 52) + 0x3fe0000000000000u); }

// y * 2^n in two steps, as 2^n itself may be out of range: what is denormal is rounded once.
GRADC_LANES float scaled(float y, float n_rounder) {
  const std::uint32_t n = bits(n_rounder), half = n >> 1;
  return y * number((half << 23) + 0x3f800000u) * number(((n - half) << 23) + 0x3f800000u);
}
GRADC_LANES double scaled(double y, double n_rounder) {
  const std::uint64_t n = bits(n_rounder), half = n >> 1;
  return y * number((half << 52) + 0x3ff0000000000000u) * number(((n - half) << 52) + 0x3ff0000000000000u);
}

GRADC_LANES Power<float> power(float x) {
  const float n_rounder = x * 1.44269504088896341f + kRounder32, n = n_rounder - kRounder32;
  const float high = x - n * 0.693359375f, low = n * -2.12194440e-4f;  // the first is exact
  const float r = high - low, lost = (high - r) - low;
  const float p = (((1.39504960233e-3f * r + 8.36888837857e-3f) * r + 4.16662057356e-2f) * r + 1.6666518851e-1f) * r + 5.00000009519e-1f;
  return {n_rounder, r + (p * (r * r) + lost)};
}
// More is r + rc/(2 - c), where 2 + c is r (e^r + 1)/(e^r - 1), an even function.
GRADC_LANES Power<double> power(double x) {
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
GRADC_LANES T clamped(T x, T low, T high) {
  const T a = x < low ? low : x;
  return a > high ? high : a;
}

// e^x - 1 within the bounds, beyond which it is -1, or infinite.
template <class T>
GRADC_LANES T expm1_within(T x, T low, T high) {
  const Power<T> e = power(clamped(x, low, high));
  const T half = half_power_of_two(e.n_rounder);
  return T(2) * (half * e.more + (half - T(0.5)));
}

// t/(t + 2), t = e^(2x) - 1; near 0 as t/2 less a small part. From x = `one` on it is 1.
template <class T>
GRADC_LANES T tanh(T x, T one) {
  const T a = x < T(0) ? -x : x;
  const T t = expm1_within(a + a, T(0), one + one), half = T(0.5) * t, far = t / (t + T(2));
  const T y = a < T(0.27) ? half - half * far : far;
  return a < std::numeric_limits<T>::epsilon() ? x : x < T(0) ? -y : y;  // the sum in t would lose what is denormal
}

// The sum within expm1 would lose the sign of zero, and what is denormal.
template <class T>
GRADC_LANES T or_itself_if_small(T x, T y) {
  return (x < T(0) ? -x : x) < std::numeric_limits<T>::epsilon() / 2 ? x : y;
}

}  // namespace detail

GRADC_LANES float exp(float x) {
  const detail::Power<float> e = detail::power(detail::clamped(x, detail::Least<float>::kExp, 89.0f));  // beyond, all results are 0, or infinite
  return detail::scaled(1.0f + e.more, e.n_rounder);
}

GRADC_LANES double exp(double x) {
  const detail::Power<double> e = detail::power(detail::clamped(x, detail::Least<double>::kExp, 710.0));
  return detail::scaled(1.0 + e.more, e.n_rounder);
}

GRADC_LANES float expm1(float x) { return detail::or_itself_if_small(x, detail::expm1_within(x, -20.0f, 89.0f)); }
GRADC_LANES double expm1(double x) { return detail::or_itself_if_small(x, detail::expm1_within(x, -40.0, 710.0)); }

namespace detail {

// ln of a normal number, which is (1 + f) 2^e with 1 + f from the root of a half to the root of two; less `shift` ln 2.
GRADC_LANES float log_of_normal(float x, float shift) {
  const std::uint32_t above = bits(x) - 0x3f3504f3u + 0x3f800000u;
  const float e = number((above >> 23) | 0x4b000000u) - (8388608.0f + 127.0f + shift);
  const float f = number((above & 0x007fffffu) + 0x3f3504f3u) - 1.0f, z = f * f;
  const float p = (((((((6.74721381404e-2f * f - 1.16750994591e-1f) * f + 1.18875624329e-1f) * f - 1.24056460104e-1f) * f +
                      1.42196514982e-1f) * f - 1.66679959959e-1f) * f + 2.00021130024e-1f) * f - 2.50000095139e-1f) * f +
                  3.33333127054e-1f;
  return (f + ((p * f * z - 2.12194440e-4f * e) - 0.5f * z)) + 0.693359375f * e;
}
GRADC_LANES double log_of_normal(double x, double shift) {
  const std::uint64_t above = bits(x) - 0x3fe6a09e667f3bcdu + 0x3ff0000000000000u;
  const double e = number((above >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023.0 + shift);
  const double f = number((above & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu) - 1.0;
  const double s = f / (2.0 + f), z = s * s, w = z * z;
  const double even = w * (0.39999999999414360161 + w * (0.22222198564315715513 + w * 0.15314036962694008504));
  const double odd = z * (0.66666666666667344535 +
                          w * (0.28571428742466685417 + w * (0.18183564823204305753 + w * 0.14796094007662206501)));
  const double half = 0.5 * f * f;
  return e * 6.93147180369123816490e-01 - ((half - (s * (half + (odd + even)) + e * 1.90821492927058770002e-10)) - f);
}

template <class T>
constexpr T kShift = T(std::numeric_limits<T>::digits - 1);
template <class T>
constexpr T kPowerOfShift = T(1) / std::numeric_limits<T>::epsilon();

// y, which is the logarithm of x where x is positive and finite; what it is elsewhere.
template <class T>
GRADC_LANES T log_or_end(T x, T y) {
  const T of_positive = x > std::numeric_limits<T>::max() ? x : y;
  const T of_zero = x == T(0) ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
  return x > T(0) ? of_positive : of_zero;
}

}  // namespace detail

template <class T>
GRADC_LANES T log(T x) {
  const bool is_denormal = x < std::numeric_limits<T>::min();
  const T y = detail::log_of_normal(is_denormal ? x * detail::kPowerOfShift<T> : x, is_denormal ? detail::kShift<T> : T(0));
  return detail::log_or_end(x, y);
}

// ln(1 + x) by ln u, u being 1 + x rounded, and what was lost.
namespace detail {
template <class T>
GRADC_LANES T log1p_within(T x) {
  const T u = T(1) + x, lost = x < T(1) ? x - (u - T(1)) : T(1) - (u - x);
  return or_itself_if_small(x, log_of_normal(u, T(0)) + lost / u);
}
}  // namespace detail

template <class T>
GRADC_LANES T log1p(T x) {
  const T within = x > std::numeric_limits<T>::max() ? x : detail::log1p_within(x);
  const T of_minus_one = x == T(-1) ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
  return x > T(-1) ? within : of_minus_one;
}

GRADC_LANES float tanh(float x) { return detail::tanh(x, 10.0f); }
GRADC_LANES double tanh(double x) { return detail::tanh(x, 20.0); }

// --- to other bases

GRADC_LANES double exp2(double x) {
  const double a = detail::clamped(x, -1080.0, 1025.0), n_rounder = a + detail::kRounder64;
  const double r = (a - (n_rounder - detail::kRounder64)) * 0.693147180559945309417;
  const detail::Power<double> e = detail::power(r);  // of at most half of ln 2, so that it is 2^0 (1 + more)
  return detail::scaled(1.0 + e.more, n_rounder);
}
GRADC_LANES float exp2(float x) {
  const float a = detail::clamped(x, -155.0f, 129.0f), n_rounder = a + detail::kRounder32;
  const float r = (a - (n_rounder - detail::kRounder32)) * 0.693147180559945309417f;
  return detail::scaled(1.0f + detail::power(r).more, n_rounder);
}

// Whole for powers of two.
GRADC_LANES double log2(double x) {
  const bool is_denormal = x < std::numeric_limits<double>::min();
  const double normal = is_denormal ? x * 4503599627370496.0 : x;
  const std::uint64_t above = detail::bits(normal) - 0x3fe6a09e667f3bcdu + 0x3ff0000000000000u;
  const double e = detail::number((above >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023.0 + (is_denormal ? 52.0 : 0.0));
  const double part = detail::log_of_normal(detail::number((above & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu), 0.0);
  return detail::log_or_end(x, e + part * 1.44269504088896340736);
}

// --- hyperbolic functions

// e^x/2, which does not overflow before half of e^x - e^-x does.
GRADC_LANES double half_exp(double x) {
  const detail::Power<double> e = detail::power(detail::clamped(x, -746.0, 711.0));
  return detail::scaled(1.0 + e.more, e.n_rounder - 1.0);
}

GRADC_LANES double sinh(double x) {
  const double a = std::abs(x), far = half_exp(a), t = expm1(a > 1.0 ? 1.0 : a);
  return std::copysign(a < 1.0 ? 0.5 * (t + t / (t + 1.0)) : far - 0.25 / far, x);
}
GRADC_LANES double cosh(double x) {
  const double half = half_exp(std::abs(x));
  return half + 0.25 / half;
}
GRADC_LANES double asinh(double x) {
  const double a = std::abs(x), within = a > 1e9 ? 1e9 : a, square = within * within;
  const double near = log1p(within + square / (1.0 + std::sqrt(square + 1.0)));
  const double far = detail::log_or_end(a, detail::log_of_normal(a, 0.0)) + 0.693147180559945309417;
  return x == 0.0 ? x : std::copysign(a > 1e9 ? far : near, x);
}
GRADC_LANES double acosh(double x) {
  const double t = (x > 1e9 ? 1e9 : x) - 1.0, near = log1p(t + std::sqrt(t * (t + 2.0)));
  const double far = detail::log_or_end(x, detail::log_of_normal(x, 0.0)) + 0.693147180559945309417;
  return x < 1.0 ? std::numeric_limits<double>::quiet_NaN() : x > 1e9 ? far : near;
}
GRADC_LANES double atanh(double x) {
  const double a = std::abs(x), y = 0.5 * log1p(2.0 * a / (1.0 - a));
  return x == 0.0 ? x : std::copysign(y, x);
}

// In 64 bits.
GRADC_LANES float log2(float x) { return static_cast<float>(log2(static_cast<double>(x))); }
GRADC_LANES float sinh(float x) { return static_cast<float>(sinh(static_cast<double>(x))); }
GRADC_LANES float cosh(float x) { return static_cast<float>(cosh(static_cast<double>(x))); }
GRADC_LANES float asinh(float x) { return static_cast<float>(asinh(static_cast<double>(x))); }
GRADC_LANES float acosh(float x) { return static_cast<float>(acosh(static_cast<double>(x))); }
GRADC_LANES float atanh(float x) { return static_cast<float>(atanh(static_cast<double>(x))); }

}  // namespace gradc::vector_math
