// Powers and roots.
#pragma once

#include <gradc/vector_math/exponential.h>

namespace gradc::vector_math {

// Of x = y 8^k, y from a half to 4, twice by Halley's method from a polynomial in y.
GRADC_LANES double cbrt(double x) {
  const double a = std::abs(x);
  const bool is_denormal = a < std::numeric_limits<double>::min();
  const double normal = is_denormal ? a * 18014398509481984.0 : a;  // 2^54
  const std::uint64_t number = detail::bits(normal);
  const double e = detail::number((number >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023.0);
  const double k = (e * 0.3333333333333333333 + detail::kRounder64) - detail::kRounder64;
  // e - 3k is -1, 0 or 1.
  const double y = detail::scaled(detail::number((number & 0x000fffffffffffffu) | 0x3ff0000000000000u), (e - 3.0 * k) + detail::kRounder64);
  double r = ((((0.001436345211 * y - 0.02027920511) * y + 0.1158907961) * y - 0.3559591502) * y + 0.7759412161) * y + 0.482915115;
  const double cube = r * r * r;
  r = r * ((cube + 2.0 * y) / (2.0 * cube + y));
  const double square = r * r, high = detail::number(detail::bits(r) & 0xfffffffff8000000u), low = r - high;
  // y - r^3, by parts.
  const double square_lost = ((high * high - square) + 2.0 * high * low) + low * low;
  const double s = detail::number(detail::bits(square) & 0xfffffffff8000000u), s_low = square - s;
  const double r_cubed = square * r;
  const double cube_lost = ((s * high - r_cubed) + s * low + s_low * high) + s_low * low + square_lost * r;
  r = r + ((y - r_cubed) - cube_lost) / (3.0 * square);
  const double root = detail::scaled(r, (is_denormal ? k - 18.0 : k) + detail::kRounder64);
  return a == 0.0 || a > std::numeric_limits<double>::max() || x != x ? x : std::copysign(root, x);
}
GRADC_LANES float cbrt(float x) { return static_cast<float>(cbrt(static_cast<double>(x))); }

GRADC_LANES double pow(double x, double y) { return std::pow(x, y); }
// In 64 bits.
GRADC_LANES float pow(float x, float y) {
  const double a = std::abs(static_cast<double>(x)), exponent = static_cast<double>(y);
  const double power = exp(exponent * log(a));
  // From 2^24 on all are even.
  const double within = std::abs(exponent) < 16777216.0 ? exponent : 0.0, half = 0.5 * within;
  const bool is_whole = (within + detail::kRounder64) - detail::kRounder64 == within;
  const bool is_odd = is_whole && (half + detail::kRounder64) - detail::kRounder64 != half;
  const bool is_negative = std::copysign(1.0f, x) < 0.0f;
  const double of_negative = is_odd ? -power : power;
  const bool is_nan = x < 0.0f && !is_whole && a <= static_cast<double>(std::numeric_limits<float>::max());
  const double y_of_x = is_nan ? std::numeric_limits<double>::quiet_NaN() : is_negative ? of_negative : power;
  const bool is_one = y == 0.0f || x == 1.0f || (x == -1.0f && std::abs(y) > std::numeric_limits<float>::max());
  return is_one ? 1.0f : static_cast<float>(y_of_x);
}

}  // namespace gradc::vector_math
