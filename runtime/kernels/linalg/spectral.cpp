#include "kernels/linalg/dense.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
using EigenSolver = Eigen::SelfAdjointEigenSolver<Matrix<T>>;

template <class T>
EigenSolver<T> eigen_of(const char* op, const Squares& g, std::int64_t k, const MatrixIn<T>& a) {
  const EigenSolver<T> solver(T(0.5) * (a + a.adjoint()));
  if (solver.info() != Eigen::Success) fail(op, g, k, "has eigenvalues that were not found");
  return solver;
}
// That of a positive definite matrix.
template <class T>
EigenSolver<T> positive_eigen_of(const char* op, const Squares& g, std::int64_t k, const MatrixIn<T>& a) {
  EigenSolver<T> solver = eigen_of<T>(op, g, k, a);
  if (!(solver.eigenvalues()(0) > 0)) fail(op, g, k, "is not positive definite");
  return solver;
}


}  // namespace

template <class T>
void eigh(const Squares& g, const T* x, T* y) {
  if (g.n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.n * g.n, g.n, g.n);
    MatrixOut<T> packed(y + k * (g.n + 1) * g.n, g.n + 1, g.n);
    if (!a.allFinite()) {
      packed.setConstant(T(std::numeric_limits<detail::RealOf<T>>::quiet_NaN()));
      continue;
    }
    const EigenSolver<T> solver = eigen_of<T>("eigh", g, k, a);
    packed.row(0) = solver.eigenvalues().transpose().template cast<T>();
    packed.bottomRows(g.n) = solver.eigenvectors();
    for (Eigen::Index j = 0; j < g.n; ++j) {
      auto v = packed.col(j).tail(g.n);
      const Eigen::Index at = largest(v);
      const T phase = phase_of(v, at);
      if (phase != T(1)) v *= phase;
      v(at) = std::abs(v(at));
    }
  }
}
template <>
void eigh(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {
  narrowed(g.batch * (g.n + 1) * g.n, y, [&](std::complex<double>* wide) { eigh(g, widened(g.batch * g.n * g.n, x).data(), wide); });
}

template <class T>
void sqrtm(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> root) {
    if (!a.allFinite()) {
      root.setConstant(T(std::numeric_limits<detail::RealOf<T>>::quiet_NaN()));
      return;
    }
    const EigenSolver<T> solver = positive_eigen_of<T>("sqrtm", geometry, k, a);
    const auto& v = solver.eigenvectors();
    root = product<T>(v * solver.eigenvalues().cwiseSqrt().template cast<T>().asDiagonal(), v.adjoint());
  });
}

template <class T>
void lyapunov(const Squares& g, const T* a, const T* b, T* y) {
  for (std::int64_t k = 0; k < g.batch && g.n > 0; ++k) {
    const MatrixIn<T> of(a + k * g.n * g.n, g.n, g.n), right(b + k * g.n * g.n, g.n, g.n);
    MatrixOut<T> x(y + k * g.n * g.n, g.n, g.n);
    if (!of.allFinite()) {
      x.setConstant(T(std::numeric_limits<detail::RealOf<T>>::quiet_NaN()));
      continue;
    }
    const EigenSolver<T> solver = positive_eigen_of<T>("lyapunov", g, k, of);
    const auto &v = solver.eigenvectors();
    const auto& w = solver.eigenvalues();
    const Matrix<T> back = v.adjoint();
    Matrix<T> turned = product<T>(product<T>(back, right), v);
    for (Eigen::Index i = 0; i < g.n; ++i)
      for (Eigen::Index j = 0; j < g.n; ++j) turned(i, j) /= w(i) + w(j);
    x = product<T>(product<T>(v, turned), back);
  }
}
template <>
void sqrtm(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {
  const std::int64_t n = g.batch * g.n * g.n;
  narrowed(n, y, [&](std::complex<double>* wide) { sqrtm(g, widened(n, x).data(), wide); });
}
template <>
void lyapunov(const Squares& g, const std::complex<float>* a, const std::complex<float>* b, std::complex<float>* y) {
  const std::int64_t n = g.batch * g.n * g.n;
  narrowed(n, y, [&](std::complex<double>* wide) { lyapunov(g, widened(n, a).data(), widened(n, b).data(), wide); });
}

#define GRADC_INSTANCES(T)                                    \
  template void eigh(const Squares&, const T*, T*);           \
  template void sqrtm(const Squares&, const T*, T*);          \
  template void lyapunov(const Squares&, const T*, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_INSTANCES(std::complex<double>)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
