// The gradients of models/kernels.h as one writes them by hand for speed: one pass over the arguments, which are known not to
// overlap what is written; functions by Eigen. Each returns the value.
#pragma once

#include <cstdint>

namespace by_hand {

float arithmetic(std::int64_t n, const float* __restrict x, const float* __restrict y, float* __restrict d_x, float* __restrict d_y);
float functions(std::int64_t n, const float* x, const float* y, float* d_x, float* d_y);
double functions(std::int64_t n, const double* x, const double* y, double* d_x, double* d_y);
float neighbours(std::int64_t n, const float* __restrict x, float* __restrict d_x);
// In one pass over the rows. d_scale, d_offset and d_bias are set.
float normalised(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict scale,
                 const float* __restrict offset, const float* __restrict weights, float* __restrict d_x, float* __restrict d_scale,
                 float* __restrict d_offset);
float classes(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict bias,
              const float* __restrict targets, float* __restrict d_x, float* __restrict d_bias);
float scaled(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict row,
             const float* __restrict scale, float* __restrict d_x);

}  // namespace by_hand
