#include "kernels_by_hand.h"

#include <algorithm>

namespace by_hand {
namespace {

constexpr std::int64_t kLanes = 16;  // sums that go on side by side

}  // namespace

float arithmetic(std::int64_t n, const float* __restrict x, const float* __restrict y, float* __restrict d_x, float* __restrict d_y) {
  float sums[kLanes] = {};
  for (std::int64_t begin = 0; begin < n; begin += kLanes)
    for (std::int64_t k = 0; k < std::min(kLanes, n - begin); ++k) {
      const std::int64_t i = begin + k;
      const float a = x[i] * y[i] + 0.5f * x[i], c = a * a - y[i], b = c > 0 ? c : 0, s = 1 + a * a, r = 1 / s, q = a * b * r;
      sums[k] += q;
      const float d_c = c > 0 ? a * r : 0;
      const float d_a = b * r - 2 * a * q * r + 2 * a * d_c;
      d_x[i] = d_a * (y[i] + 0.5f);
      d_y[i] = d_a * x[i] - d_c;
    }
  float sum = 0;
  for (float each : sums) sum += each;
  return sum;
}

float scaled(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict row,
             const float* __restrict scale, float* __restrict d_x) {
  float sums[kLanes] = {};
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const x_i = x + i * columns;
    float* const d_x_i = d_x + i * columns;
    for (std::int64_t begin = 0; begin < columns; begin += kLanes)
      for (std::int64_t k = 0; k < std::min(kLanes, columns - begin); ++k) {
        const std::int64_t j = begin + k;
        const float a = (x_i[j] + row[j]) * scale[j];
        sums[k] += a * a * a;
        d_x_i[j] = 3 * a * a * scale[j];
      }
  }
  float sum = 0;
  for (float each : sums) sum += each;
  return sum;
}

}  // namespace by_hand
