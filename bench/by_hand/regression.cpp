#include "by_hand/regression.h"

#include <gradc/kernels.h>
#include <gradc/vector_math.h>

#include <algorithm>
#include <cmath>

namespace by_hand {
namespace {

constexpr std::int64_t kBlock = 1024, kMostColumns = 1024;

// The loss of some rows, and its first two derivatives by z, of which the first takes the place of z. e^-|z| makes all of them;
// a function of its own is a loop of its own, for the vectoriser.
template <class T>
T losses(std::int64_t n, T b, const T* __restrict y, T* __restrict z, T* __restrict bends) {
  T e[kBlock], logs[kBlock], loss = 0;
  for (std::int64_t i = 0; i < n; ++i) e[i] = gradc::vector_math::exp(-std::fabs(z[i] + b));
  for (std::int64_t i = 0; i < n; ++i) logs[i] = gradc::vector_math::log(1 + e[i]);
#pragma omp simd reduction(+ : loss)
  for (std::int64_t i = 0; i < n; ++i) {
    const T at = z[i] + b, part = 1 / (1 + e[i]), rest = e[i] * part;
    loss += logs[i] + (at > 0 ? at : 0) - y[i] * at;
    z[i] = (at < 0 ? rest : part) - y[i];
    bends[i] = rest * part;
  }
  return loss;
}

// y = x w of some rows, and the sum of them, each by a factor.
template <class T>
void times(std::int64_t rows, std::int64_t columns, const T* x, const T* w, T* y) {
  gradc::kernels::matmul<T>({rows, 1, columns}, x, w, y);
}
template <class T>
void add_rows(std::int64_t rows, std::int64_t columns, const T* x, const T* factors, T* sums) {
  T some[kMostColumns];
  gradc::kernels::matmul<T>({columns, 1, rows, true}, x, factors, some);
  for (std::int64_t j = 0; j < columns; ++j) sums[j] += some[j];
}

template <class T>
T gradient(const gradc::Vector<T>& w, T b, const gradc::Matrix<T>& x, const gradc::Vector<T>& y, gradc::Vector<T>& d_w, T& d_b) {
  const std::int64_t rows = x.extent(0), columns = x.extent(1);
  d_w.resize(gradc::Shape{columns});
  T z[kBlock], bends[kBlock], loss = 0, slopes = 0, sums[kMostColumns] = {};
  for (std::int64_t begin = 0; begin < rows; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, rows - begin);
    const T* const part = x.data() + begin * columns;
    times(size, columns, part, w.data(), z);
    loss += losses(size, b, y.data() + begin, z, bends);
#pragma omp simd reduction(+ : slopes)
    for (std::int64_t i = 0; i < size; ++i) slopes += z[i];
    add_rows(size, columns, part, z, sums);
  }
  for (std::int64_t j = 0; j < columns; ++j) d_w.data()[j] = sums[j] / static_cast<T>(rows);
  d_b = slopes / static_cast<T>(rows);
  return loss / static_cast<T>(rows);
}

}  // namespace

float regression_gradient(const gradc::Vector<float>& w, float b, const gradc::Matrix<float>& x, const gradc::Vector<float>& y,
                          gradc::Vector<float>& d_w, float& d_b) {
  return gradient(w, b, x, y, d_w, d_b);
}
double regression_gradient(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x,
                           const gradc::Vector<double>& y, gradc::Vector<double>& d_w, double& d_b) {
  return gradient(w, b, x, y, d_w, d_b);
}

double Second::hessian(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y) {
  const std::int64_t rows = x.extent(0), columns = x.extent(1);
  gradient.resize({columns}), all.resize({columns, columns});
  scaled.resize(static_cast<std::size_t>(rows * columns));
  double z[kBlock], bends[kBlock], loss = 0, sums[kMostColumns] = {};
  const double scale = 1 / static_cast<double>(rows);
  for (std::int64_t begin = 0; begin < rows; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, rows - begin);
    const double* const part = x.data() + begin * columns;
    times(size, columns, part, w.data(), z);
    loss += losses(size, b, y.data() + begin, z, bends);
    add_rows(size, columns, part, z, sums);
    for (std::int64_t i = 0; i < size; ++i) {
      const double* const __restrict row = part + i * columns;
      double* const __restrict out = scaled.data() + (begin + i) * columns;
      for (std::int64_t j = 0; j < columns; ++j) out[j] = scale * bends[i] * row[j];
    }
  }
  for (std::int64_t j = 0; j < columns; ++j) gradient.data()[j] = scale * sums[j];
  gradc::kernels::MatMulShape shape{columns, columns, rows, true, false, 1};
  shape.symmetric = true;
  gradc::kernels::matmul<double>(shape, x.data(), scaled.data(), all.data());
  return loss * scale;
}

double Second::product(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y,
                       const gradc::Vector<double>& v) {
  const std::int64_t rows = x.extent(0), columns = x.extent(1);
  gradient.resize({columns}), hvp.resize({columns});
  double z[kBlock], z_dot[kBlock], bends[kBlock], loss = 0, sums[kMostColumns] = {}, dots[kMostColumns] = {};
  const double scale = 1 / static_cast<double>(rows);
  for (std::int64_t begin = 0; begin < rows; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, rows - begin);
    const double* const part = x.data() + begin * columns;
    times(size, columns, part, w.data(), z);
    times(size, columns, part, v.data(), z_dot);
    loss += losses(size, b, y.data() + begin, z, bends);
    for (std::int64_t i = 0; i < size; ++i) z_dot[i] *= bends[i];
    add_rows(size, columns, part, z, sums);
    add_rows(size, columns, part, z_dot, dots);
  }
  for (std::int64_t j = 0; j < columns; ++j) {
    gradient.data()[j] = scale * sums[j];
    hvp.data()[j] = scale * dots[j];
  }
  return loss * scale;
}

}  // namespace by_hand
