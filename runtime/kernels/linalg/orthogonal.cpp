// Cholesky and QR factors.
#include "kernels/linalg/dense.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

constexpr Eigen::Index kBlock = 32;  // columns of a factor that are made at a time
constexpr char kCure[] = "; gradc::pinv and gradc::svd take such matrices";

// L of l = L Lᴴ, which takes the place of what l has on and below its diagonal; whether l is positive definite.
template <class T>
bool factorise(Eigen::Ref<Matrix<T>> l) {
  return Eigen::LLT<Eigen::Ref<Matrix<T>>>(l).info() == Eigen::Success;
}

// The same for a large matrix, in blocks of columns: less the products of the columns before, which are most of the work, a
// block is the factor of its first rows, and what it divides the others by.
template <class T>
bool factorise_in_blocks(MatrixOut<T> l) {
  const Eigen::Index n = l.rows();
  Matrix<T> before(n, kBlock);
  for (Eigen::Index k = 0; k < n; k += kBlock) {
    const Eigen::Index rows = n - k, columns = std::min(kBlock, rows);
    auto block = l.block(k, k, rows, columns);
    if (k > 0) {
      const T* const from = l.data() + k * n;
      gemm(Gemm<T>{rows, columns, k, from, n, 1, from, 1, n, before.data()});
      block -= MatrixIn<T>(before.data(), rows, columns);
    }
    if (!factorise<T>(block.topRows(columns))) return false;
    const auto first = block.topRows(columns).template triangularView<Eigen::Lower>();
    if (rows > columns) first.transpose().template solveInPlace<Eigen::OnTheRight>(block.bottomRows(rows - columns));
  }
  return true;
}

}  // namespace

template <class T>
void cholesky(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> l) {
    l = T(0.5) * (a + a.adjoint());
    bool is_definite = false;
    if constexpr (Eigen::NumTraits<T>::IsComplex)
      is_definite = factorise<T>(l);
    else
      is_definite = l.rows() > 4 * kBlock ? factorise_in_blocks<T>(l) : factorise<T>(l);
    if (!is_definite) fail("cholesky", geometry, k, "is not positive definite");
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
    if (g.m < g.n)
      fail("qr", g, k, "has " + std::to_string(g.n) + " columns but " + std::to_string(g.m) + " rows, so that they depend on each other" + kCure);
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
      if (!(size > least * r.col(j).norm())) fail("qr", g, k, std::string("has columns that depend on each other") + kCure);
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
