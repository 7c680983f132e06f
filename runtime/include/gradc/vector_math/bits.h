// The bits of numbers, for functions that work in lanes.
#pragma once

#include <gradc/detail/target.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gradc::vector_math {
namespace detail {

GRADC_LANES std::uint32_t bits(float x) {
  std::uint32_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
GRADC_LANES std::uint64_t bits(double x) {
  std::uint64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
GRADC_LANES float number(std::uint32_t bits) {
  float out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}
GRADC_LANES double number(std::uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

// Added to a number and taken away again, it leaves the nearest integer, and it stands in the last bits of the sum.
inline constexpr float kRounder32 = 12582912.0f;            // 1.5 * 2^23
inline constexpr double kRounder64 = 6755399441055744.0;  // 1.5 * 2^52

}  // namespace detail
}  // namespace gradc::vector_math
