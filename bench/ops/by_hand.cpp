#include "by_hand.h"

#include <Eigen/Core>

namespace by_hand {
namespace {
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
}

void conv(const Conv& g, const float* x, const float* w, float* y) {
  const std::int64_t h = (g.height + 2 * g.padding - g.size) / g.stride + 1, v = (g.width + 2 * g.padding - g.size) / g.stride + 1;
  Matrix patches(g.channels * g.size * g.size, h * v);
  for (std::int64_t n = 0; n < g.batch; ++n) {
    std::int64_t row = 0;
    for (std::int64_t c = 0; c < g.channels; ++c)
      for (std::int64_t i = 0; i < g.size; ++i)
        for (std::int64_t j = 0; j < g.size; ++j, ++row)
          for (std::int64_t p = 0; p < h; ++p)
            for (std::int64_t q = 0; q < v; ++q) {
              const std::int64_t a = p * g.stride + i - g.padding, b = q * g.stride + j - g.padding;
              const bool inside = a >= 0 && a < g.height && b >= 0 && b < g.width;
              patches(row, p * v + q) = inside ? x[((n * g.channels + c) * g.height + a) * g.width + b] : 0.0f;
            }
    const Eigen::Map<const Matrix> filters(w, g.filters, patches.rows());
    Eigen::Map<Matrix>(y + n * g.filters * h * v, g.filters, h * v).noalias() = filters * patches;
  }
}

void sum(std::int64_t axis, std::int64_t rows, std::int64_t columns, const float* x, float* y) {
  const Eigen::Map<const Matrix> from(x, rows, columns);
  if (axis == 0)
    Eigen::Map<Eigen::RowVectorXf>(y, columns) = from.colwise().sum();
  else
    Eigen::Map<Eigen::VectorXf>(y, rows) = from.rowwise().sum();
}

void max(std::int64_t axis, std::int64_t rows, std::int64_t columns, const float* x, float* y) {
  const Eigen::Map<const Matrix> from(x, rows, columns);
  if (axis == 0)
    Eigen::Map<Eigen::RowVectorXf>(y, columns) = from.colwise().maxCoeff();
  else
    Eigen::Map<Eigen::VectorXf>(y, rows) = from.rowwise().maxCoeff();
}

}  // namespace by_hand
