#include "by_hand/kernels.h"

#include <Eigen/Core>
#include <gradc/vector_math.h>

#include <algorithm>
#include <cmath>

namespace by_hand {
namespace {

constexpr std::int64_t kBlock = 512;

// By Eigen's functions of blocks in 32 bits. In 64 bits Eigen has no tanh in lanes: loops of functions in lanes, one a loop, for the
// vectoriser.
float sum_of_functions(std::int64_t n, const float* x_data, const float* y_data, float* d_x_data, float* d_y_data) {
  using Block = Eigen::Array<float, Eigen::Dynamic, 1, 0, kBlock, 1>;
  float sum = 0;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, n - begin);
    const Eigen::Map<const Block> x(x_data + begin, size), y(y_data + begin, size);
    Eigen::Map<Block> d_x(d_x_data + begin, size), d_y(d_y_data + begin, size);
    const Block t = x.tanh(), e = (t * y).exp(), b = (1 + e).log(), s = 1 / (1 + (x - b).exp());
    sum += (s * b).sum();
    const Block d_c = b * s * (1 - s), d_a = (s + d_c) * e / (1 + e);
    d_x = d_a * y * (1 - t * t) - d_c;
    d_y = d_a * t;
  }
  return sum;
}

double sum_of_functions(std::int64_t n, const double* x_data, const double* y_data, double* d_x_data, double* d_y_data) {
  namespace lanes = gradc::vector_math;
  double t[kBlock], e[kBlock], b[kBlock], f[kBlock], sum = 0;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, n - begin);
    const double *const __restrict x = x_data + begin, *const __restrict y = y_data + begin;
    double *const __restrict d_x = d_x_data + begin, *const __restrict d_y = d_y_data + begin;
    for (std::int64_t k = 0; k < size; ++k) t[k] = lanes::tanh(x[k]);
    for (std::int64_t k = 0; k < size; ++k) e[k] = lanes::exp(t[k] * y[k]);
    for (std::int64_t k = 0; k < size; ++k) b[k] = lanes::log(1 + e[k]);
    for (std::int64_t k = 0; k < size; ++k) f[k] = lanes::exp(x[k] - b[k]);
#pragma omp simd reduction(+ : sum)
    for (std::int64_t k = 0; k < size; ++k) {
      const double s = 1 / (1 + f[k]);
      sum += s * b[k];
      const double d_c = b[k] * s * (1 - s), d_a = (s + d_c) * e[k] / (1 + e[k]);
      d_x[k] = d_a * y[k] * (1 - t[k] * t[k]) - d_c;
      d_y[k] = d_a * t[k];
    }
  }
  return sum;
}

}  // namespace

float functions(std::int64_t n, const float* x, const float* y, float* d_x, float* d_y) {
  return sum_of_functions(n, x, y, d_x, d_y);
}

double functions(std::int64_t n, const double* x, const double* y, double* d_x, double* d_y) {
  return sum_of_functions(n, x, y, d_x, d_y);
}

float arithmetic(std::int64_t n, const float* __restrict x, const float* __restrict y, float* __restrict d_x, float* __restrict d_y) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < n; ++i) {
    const float a = x[i] * y[i] + 0.5f * x[i], c = a * a - y[i], b = c > 0 ? c : 0, s = 1 + a * a, r = 1 / s, q = a * b * r;
    sum += q;
    const float d_c = c > 0 ? a * r : 0;
    const float d_a = b * r - 2 * a * q * r + 2 * a * d_c;
    d_x[i] = d_a * (y[i] + 0.5f);
    d_y[i] = d_a * x[i] - d_c;
  }
  return sum;
}

float neighbours(std::int64_t n, const float* __restrict x, float* __restrict d_x) {
  float sum = 0, d_next[kBlock + 1];  // of which the first is what the block before gives to the first of this one
  d_next[0] = 0;
  for (std::int64_t begin = 0; begin < n - 1; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, n - 1 - begin);
    float* const __restrict d_here = d_x + begin;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t k = 0; k < size; ++k) {
      const float here = x[begin + k], a = 1 - here, b = x[begin + k + 1] - here * here;
      sum += a * a + 100 * b * b;
      d_next[k + 1] = 200 * b;
      d_here[k] = -2 * a - 400 * b * here;
    }
    for (std::int64_t k = 0; k < size; ++k) d_here[k] += d_next[k];
    d_next[0] = d_next[size];
  }
  d_x[n - 1] = d_next[0];
  return sum;
}

float normalised(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict scale,
                 const float* __restrict offset, const float* __restrict weights, float* __restrict d_x, float* __restrict d_scale,
                 float* __restrict d_offset) {
  float total = 0;
  std::fill_n(d_scale, columns, 0.0f);
  std::fill_n(d_offset, columns, 0.0f);
  const float n = static_cast<float>(columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    const float *const __restrict x_i = x + i * columns, *const __restrict w = weights + i * columns;
    float* const __restrict d = d_x + i * columns;
    float sum = 0, squares = 0, of_bar = 0, of_products = 0, value = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) sum += x_i[j];
    const float mean = sum / n;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t j = 0; j < columns; ++j) squares += (x_i[j] - mean) * (x_i[j] - mean);
    const float r = 1 / std::sqrt(squares / n + 1e-5f);
#pragma omp simd reduction(+ : value, of_bar, of_products)
    for (std::int64_t j = 0; j < columns; ++j) {
      const float hat = (x_i[j] - mean) * r, bar = w[j] * scale[j];
      value += (hat * scale[j] + offset[j]) * w[j];
      of_bar += bar;
      of_products += bar * hat;
      d_scale[j] += w[j] * hat;
      d_offset[j] += w[j];
    }
    total += value;
    const float a = of_bar / n, b = of_products / n;
#pragma omp simd
    for (std::int64_t j = 0; j < columns; ++j) d[j] = r * (w[j] * scale[j] - a - (x_i[j] - mean) * r * b);
  }
  return total;
}

float classes(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict bias,
              const float* __restrict targets, float* __restrict d_x, float* __restrict d_bias) {
  using Row = Eigen::Map<Eigen::ArrayXf>;
  using Given = Eigen::Map<const Eigen::ArrayXf>;
  float total = 0;
  const float part = 1 / static_cast<float>(rows);
  const Given b(bias, columns);
  Row d_b(d_bias, columns);
  d_b.setZero();
  for (std::int64_t i = 0; i < rows; ++i) {
    const Given x_i(x + i * columns, columns), t(targets + i * columns, columns);
    Row d(d_x + i * columns, columns);
    d = x_i + b;
    const float greatest = d.maxCoeff(), of_targets = t.sum(), of_products = (d * t).sum();
    d = (d - greatest).exp();
    const float powers = d.sum();
    total += of_targets * (greatest + std::log(powers)) - of_products;
    d = part * (d * (of_targets / powers) - t);
    d_b += d;
  }
  return total * part;
}

float scaled(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict row,
             const float* __restrict scale, float* __restrict d_x) {
  float sum = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const __restrict x_i = x + i * columns;
    float* const __restrict d_x_i = d_x + i * columns;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) {
      const float a = (x_i[j] + row[j]) * scale[j];
      sum += a * a * a;
      d_x_i[j] = 3 * a * a * scale[j];
    }
  }
  return sum;
}

}  // namespace by_hand
