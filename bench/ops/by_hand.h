// The same with Eigen.
#pragma once

#include <cstdint>

namespace by_hand {

// Two axes, one group, padding on both sides; y = w times the patches of x.
struct Conv {
  std::int64_t batch, channels, height, width, filters, size, stride, padding;
};
void conv(const Conv& g, const float* x, const float* w, float* y);
// Over the first or the last axis of a matrix.
void sum(std::int64_t axis, std::int64_t rows, std::int64_t columns, const float* x, float* y);
void max(std::int64_t axis, std::int64_t rows, std::int64_t columns, const float* x, float* y);

}  // namespace by_hand
