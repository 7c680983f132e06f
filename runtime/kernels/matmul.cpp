// Matrix products: Eigen's for float and double, plain loops for the rest.
#include <gradc/kernels/matmul.h>

#include <algorithm>

#include <Eigen/Core>

#include <gradc/scalar.h>

#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
void multiply(const MatMulShape& s, const T* a, const T* b, T* c) {
  if constexpr (std::is_floating_point_v<T>) {
    using In = Eigen::Map<const RowMajor<T>>;
    Eigen::Map<RowMajor<T>> result(c, s.m, s.n);
    if (s.transpose_a && s.transpose_b)
      result.noalias() = In(a, s.k, s.m).transpose() * In(b, s.n, s.k).transpose();
    else if (s.transpose_a)
      result.noalias() = In(a, s.k, s.m).transpose() * In(b, s.k, s.n);
    else if (s.transpose_b)
      result.noalias() = In(a, s.m, s.k) * In(b, s.n, s.k).transpose();
    else
      result.noalias() = In(a, s.m, s.k) * In(b, s.k, s.n);
  } else {
    // Blocks of columns whose sums stay on the stack, in float for the 16-bit types.
    using C = detail::Compute<T>;
    constexpr std::int64_t kColumns = 256;
    const std::int64_t a_row = s.transpose_a ? 1 : s.k, a_column = s.transpose_a ? s.m : 1;
    const std::int64_t b_row = s.transpose_b ? 1 : s.n, b_column = s.transpose_b ? s.k : 1;
    for (std::int64_t j0 = 0; j0 < s.n; j0 += kColumns) {
      const std::int64_t width = std::min(kColumns, s.n - j0);
      for (std::int64_t i = 0; i < s.m; ++i) {
        C sum[kColumns] = {};
        for (std::int64_t p = 0; p < s.k; ++p) {
          const C factor = static_cast<C>(a[i * a_row + p * a_column]);
          const T* row = b + p * b_row + j0 * b_column;
          for (std::int64_t j = 0; j < width; ++j)
            sum[j] = scalar::add(sum[j], scalar::multiply(factor, static_cast<C>(row[j * b_column])));
        }
        for (std::int64_t j = 0; j < width; ++j) c[i * s.n + j0 + j] = static_cast<T>(sum[j]);
      }
    }
  }
}

}  // namespace

template <class T>
void matmul(const MatMulShape& shape, const T* a, const T* b, T* c) {
  const std::int64_t a_size = shape.m * shape.k, b_size = shape.k * shape.n, c_size = shape.m * shape.n;
  if (c_size == 0) return;
  if (shape.k == 0) {
    std::fill(c, c + shape.batch * c_size, T());
    return;
  }
  for (std::int64_t i = 0; i < shape.batch; ++i) multiply(shape, a + i * a_size, b + i * b_size, c + i * c_size);
}

#define GRADC_INSTANCES(T) template void matmul(const MatMulShape&, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
