// Cholesky and QR factors.
#include "dense.h"

namespace gradc {
namespace kernels {

template <class T>
void cholesky(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> l) {
    l = T(0.5) * (a + a.adjoint());
    Eigen::LLT<Eigen::Ref<Matrix<T>>> factors(l);
    if (factors.info() != Eigen::Success) fail("cholesky", geometry.batch, k, "is not positive definite");
    l.template triangularView<Eigen::StrictlyUpper>().setZero();
    if constexpr (Eigen::NumTraits<T>::IsComplex)
      for (Eigen::Index i = 0; i < l.rows(); ++i) l(i, i) = l(i, i).real();
  });
}

template <class T>
void qr(const Matrices& g, const T* x, T* y) {
  using Real = typename Eigen::NumTraits<T>::Real;
  if (g.n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.m * g.n, g.m, g.n);
    MatrixOut<T> packed(y + k * (g.m + g.n) * g.n, g.m + g.n, g.n);
    if (g.m < g.n) fail("qr", g.batch, k, "has more columns than rows");
    if (!a.allFinite()) {
      packed.setConstant(T(std::numeric_limits<Real>::quiet_NaN()));
      continue;
    }
    const Eigen::HouseholderQR<Matrix<T>> factors(a);
    auto q = packed.topRows(g.m), r = packed.bottomRows(g.n);
    r = factors.matrixQR().topRows(g.n).template triangularView<Eigen::Upper>();
    q.setIdentity();
    q.applyOnTheLeft(factors.householderQ());
    const Real least = static_cast<Real>(g.m) * std::numeric_limits<Real>::epsilon();
    for (Eigen::Index j = 0; j < g.n; ++j) {
      const Real size = std::abs(r(j, j));
      if (!(size > least * r.col(j).norm())) fail("qr", g.batch, k, "has columns that depend on each other");
      if (r(j, j) == T(size)) continue;
      const T phase = Eigen::numext::conj(r(j, j)) / size;
      r.row(j) *= phase;
      q.col(j) *= Eigen::numext::conj(phase);
      r(j, j) = size;
    }
  }
}

template <>
void cholesky(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {
  const std::int64_t n = g.batch * g.n * g.n;
  narrowed(n, y, [&](std::complex<double>* wide) { cholesky(g, widened(n, x).data(), wide); });
}
template <>
void qr(const Matrices& g, const std::complex<float>* x, std::complex<float>* y) {
  narrowed(g.batch * (g.m + g.n) * g.n, y,
           [&](std::complex<double>* wide) { qr(g, widened(g.batch * g.m * g.n, x).data(), wide); });
}

#define GRADC_INSTANCES(T)                              \
  template void cholesky(const Squares&, const T*, T*); \
  template void qr(const Matrices&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_INSTANCES(std::complex<double>)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
