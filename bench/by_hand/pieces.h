// What several networks by hand are made of.
#pragma once

#include <gradc/kernels.h>
#include <gradc/vector_math.h>

#include <vector>

namespace by_hand {

constexpr bool kTransposed = true;

inline void product(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c,
                    bool transpose_a = false, bool transpose_b = false, std::int64_t batch = 1) {
  gradc::kernels::matmul<float>({m, n, k, transpose_a, transpose_b, batch}, a, b, c);
}

/// As much as is needed, and where it is.
template <class T>
T* sized(std::vector<T>& buffer, std::int64_t n) {
  buffer.resize(static_cast<std::size_t>(n));
  return buffer.data();
}

/// The sums of the columns of a matrix.
inline void column_sums(std::int64_t rows, std::int64_t columns, const float* __restrict x, float* __restrict sums) {
  for (std::int64_t j = 0; j < columns; ++j) sums[j] = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) sums[j] += x[i * columns + j];
}

/// The mean of the squares of y - wanted, and its derivative by y in place of it.
inline float square_error(std::int64_t n, float* __restrict y, const float* __restrict wanted) {
  float sum = 0;
  const float scale = 2 / static_cast<float>(n);
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < n; ++i) {
    const float d = y[i] - wanted[i];
    sum += d * d;
    y[i] = scale * d;
  }
  return sum / static_cast<float>(n);
}

/// The mean cross entropy of rows of scores, and its derivative by them in place of them.
inline float cross_entropy(std::int64_t rows, std::int64_t classes, float* __restrict scores, const int* labels) {
  float sum = 0;
  const float part = 1 / static_cast<float>(rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    float* const row = scores + i * classes;
    float most = row[0], total = 0;
    for (std::int64_t j = 1; j < classes; ++j) most = row[j] > most ? row[j] : most;
    const float wanted = row[labels[i]];
    for (std::int64_t j = 0; j < classes; ++j) row[j] = gradc::vector_math::exp(row[j] - most);
    for (std::int64_t j = 0; j < classes; ++j) total += row[j];
    sum += gradc::vector_math::log(total) + most - wanted;
    for (std::int64_t j = 0; j < classes; ++j) row[j] *= part / total;
    row[labels[i]] -= part;
  }
  return sum * part;
}

}  // namespace by_hand
