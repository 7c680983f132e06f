// Inverse trigonometric functions. Those of 32 bits are computed in 64.
#pragma once

#include <gradc/vector_math/bits.h>

namespace gradc::vector_math {
namespace detail {

// The arc whose tangent is y / x, of numbers that are not negative. What is left of it after a multiple of an eighth of the
// circle is t + t z P(z), z = t^2 of at most tan^2 of a sixteenth.
GRADC_LANES double arc(double y, double x) {
  const double least = y < x ? y : x, most = y < x ? x : y;
  const bool is_near = least <= most * 0.4142135623730950488;
  const double t = (is_near ? least : least - most) / (is_near ? most : least + most), z = t * t;
  const double p = ((((((((((-0.01917070039374298912 * z + 0.03922660551087135801) * z - 0.0508527480164209421) * z +
                           0.05858115476299884399) * z - 0.06664507597561674709) * z + 0.07692182917461161124) * z -
                        0.0909090456635439856) * z + 0.1111111101496664102) * z - 0.1428571428466294017) * z +
                     0.1999999999999550341) * z - 0.3333333333333333015) * z;
  const double base = is_near ? 0.0 : 0.78539816339744830962, rest = is_near ? 0.0 : 3.061616997868383018e-17;
  const double of_least = base + (rest + (t * p + t));  // whose tangent is least / most
  return y > x ? 1.57079632679489661923 - (of_least - 6.123233995736766036e-17) : of_least;
}

}  // namespace detail

GRADC_LANES double atan(double x) {
  const double y = detail::arc(std::abs(x), 1.0);
  return std::abs(x) < 1e-8 ? x : std::copysign(y, x);
}

// Infinities are taken for 1 and numbers beside them for 0, and zeros for 0 and 1; what is so great or small that sums might be
// none of the type is scaled.
GRADC_LANES double atan2(double y, double x) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const double a = std::abs(y), b = std::abs(x);
  const bool is_any_infinite = a > kMost || b > kMost, is_nothing = a == 0.0 && b == 0.0;
  const double most = a > b ? a : b, scale = most > 1e300 ? 0.25 : most < 1e-290 ? 18446744073709551616.0 : 1.0;
  const double of_y = is_any_infinite ? (a > kMost ? 1.0 : 0.0) : a * scale;
  const double of_x = is_any_infinite ? (b > kMost ? 1.0 : 0.0) : is_nothing ? 1.0 : b * scale;
  const double arc = detail::arc(of_y, of_x);
  const double turned = std::copysign(1.0, x) < 0.0 ? 3.14159265358979323846 - (arc - 1.2246467991473532072e-16) : arc;
  return std::copysign(x != x || y != y ? x + y : turned, y);
}

GRADC_LANES double asin(double x) { return std::abs(x) < 1e-8 ? x : atan2(x, std::sqrt((1.0 - x) * (1.0 + x))); }
GRADC_LANES double acos(double x) { return 2.0 * atan2(std::sqrt(1.0 - x), std::sqrt(1.0 + x)); }

GRADC_LANES float atan(float x) { return static_cast<float>(atan(static_cast<double>(x))); }
GRADC_LANES float atan2(float y, float x) { return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x))); }
GRADC_LANES float asin(float x) { return static_cast<float>(asin(static_cast<double>(x))); }
GRADC_LANES float acos(float x) { return static_cast<float>(acos(static_cast<double>(x))); }

}  // namespace gradc::vector_math
