// A file of its own, for double alone: the templates behind it take the compiler longer than all other
// kernels together.
#include "kernels/linalg/svd.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
void svd_in_double(const Matrices& g, const T* x, T* y) {
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
  each_decomposed(g, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T>& packed) {
    const Eigen::BDCSVD<Columns> factors(a.template cast<double>(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    if (factors.info() != Eigen::Success) fail("svd", g, k, "has singular values that were not found");
    packed.row(0) = factors.singularValues().transpose().template cast<T>();
    packed.middleRows(1, g.m) = factors.matrixU().template cast<T>();
    packed.bottomRows(g.n) = factors.matrixV().template cast<T>();
  });
}

}  // namespace

template <>
void svd(const Matrices& g, const float* x, float* y) {
  svd_in_double(g, x, y);
}
template <>
void svd(const Matrices& g, const double* x, double* y) {
  svd_in_double(g, x, y);
}

}  // namespace kernels
}  // namespace gradc
