// The exponential in operations that the compiler can do for many elements at a time, as a library function can't be: by
// x = n ln 2 + r, a polynomial in r, and the exponent n in two steps, so that denormals are right. Within 2 ulp; 0 below
// what is representable, infinity above, NaN of NaN. Private to the kernels; each source has its own, compiled for its
// instruction set.
#pragma once

#include <cstdint>
#include <cstring>

namespace gradc {
namespace kernels {
namespace {

inline float exponential(float x) {
  constexpr float kShift = 12582912.0f;  // 1.5 * 2^23: what is added to it is rounded to an integer
  x = x < -104.0f ? -104.0f : x;
  x = x > 89.0f ? 89.0f : x;
  const float shifted = x * 1.44269504f + kShift, n = shifted - kShift;
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  float p = 1.9875691500e-4f;  // Moshier, Cephes
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  std::uint32_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  const std::uint32_t exponent = bits - 0x4B400000u + 256u, half = exponent >> 1;
  const std::uint32_t first = (half - 1u) << 23, second = (exponent - half - 1u) << 23;
  float a, b;
  std::memcpy(&a, &first, sizeof a);
  std::memcpy(&b, &second, sizeof b);
  return p * a * b;
}

inline double exponential(double x) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52
  x = x < -746.0 ? -746.0 : x;
  x = x > 710.0 ? 710.0 : x;
  const double shifted = x * 1.4426950408889634 + kShift, n = shifted - kShift;
  const double r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
  double p = 1.0 / 6227020800;  // Taylor: |r| is at most ln 2 / 2
  p = p * r + 1.0 / 479001600;
  p = p * r + 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  p = p * (r * r) + r + 1.0;
  std::uint64_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  const std::uint64_t exponent = bits - 0x4338000000000000u + 2048u, half = exponent >> 1;
  const std::uint64_t first = (half - 1u) << 52, second = (exponent - half - 1u) << 52;
  double a, b;
  std::memcpy(&a, &first, sizeof a);
  std::memcpy(&b, &second, sizeof b);
  return p * a * b;
}

}  // namespace
}  // namespace kernels
}  // namespace gradc
