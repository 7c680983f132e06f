// A file of its own, for double alone: the templates behind it take the compiler longer than all other kernels together.
#include "dense.h"

#include <algorithm>
#include <type_traits>

namespace gradc {
namespace kernels {

template <class T>
void svd(const Matrices& g, const T* x, T* y) {
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
  const std::int64_t n = std::min(g.m, g.n), rows = g.m + g.n + 1;
  if (n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.m * g.n, g.m, g.n);
    MatrixOut<T> packed(y + k * rows * n, rows, n);
    if (!a.allFinite()) {
      packed.setConstant(std::numeric_limits<T>::quiet_NaN());
      continue;
    }
    const Eigen::BDCSVD<Columns> factors(a.template cast<double>(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    if (factors.info() != Eigen::Success) fail("svd", g.batch, k, "has singular values that were not found");
    packed.row(0) = factors.singularValues().transpose().template cast<T>();
    packed.middleRows(1, g.m) = factors.matrixU().template cast<T>();
    packed.bottomRows(g.n) = factors.matrixV().template cast<T>();
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto u = packed.col(j).segment(1, g.m);
      if (u(largest(u)) < 0) packed.col(j).tail(rows - 1) *= T(-1);
    }
  }
}

template void svd(const Matrices&, const float*, float*);
template void svd(const Matrices&, const double*, double*);

}  // namespace kernels
}  // namespace gradc
