#include "dense.h"
#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
using EigenSolver = Eigen::SelfAdjointEigenSolver<Matrix<T>>;

template <class T>
EigenSolver<T> eigen_of(const char* op, std::int64_t batch, std::int64_t k, const MatrixIn<T>& a) {
  const EigenSolver<T> solver(T(0.5) * (a + a.transpose()));
  if (solver.info() != Eigen::Success) fail(op, batch, k, "has eigenvalues that were not found");
  return solver;
}
// That of a positive definite matrix.
template <class T>
EigenSolver<T> positive_eigen_of(const char* op, std::int64_t batch, std::int64_t k, const MatrixIn<T>& a) {
  EigenSolver<T> solver = eigen_of<T>(op, batch, k, a);
  if (!(solver.eigenvalues()(0) > 0)) fail(op, batch, k, "is not positive definite");
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
      packed.setConstant(std::numeric_limits<T>::quiet_NaN());
      continue;
    }
    const EigenSolver<T> solver = eigen_of<T>("eigh", g.batch, k, a);
    packed.row(0) = solver.eigenvalues().transpose();
    packed.bottomRows(g.n) = solver.eigenvectors();
    for (Eigen::Index j = 0; j < g.n; ++j) {
      auto v = packed.col(j).tail(g.n);
      if (v(largest(v)) < 0) v *= T(-1);
    }
  }
}

// The rational approximation of degree 13 of x / 2ˢ, squared s times: N. Higham, "The scaling and squaring method for the
// matrix exponential revisited", 2005.
template <class T>
void expm(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [](std::int64_t, const MatrixIn<T>& given, MatrixOut<T> result) {
    using Real = typename Eigen::NumTraits<T>::Real;
    const Real norm = given.cwiseAbs().colwise().sum().maxCoeff();
    if (!given.allFinite() || !std::isfinite(norm)) {
      result.setConstant(T(std::numeric_limits<Real>::quiet_NaN()));
      return;
    }
    constexpr double kNorm = 5.371920351148152;  // up to which the approximation is exact but for rounding
    const int squarings = norm > kNorm ? static_cast<int>(std::ceil(std::log2(static_cast<double>(norm) / kNorm))) : 0;
    const Matrix<T> a = given * static_cast<Real>(std::ldexp(1.0, -squarings)), a2 = a * a, a4 = a2 * a2, a6 = a4 * a2;
    const auto one = Matrix<T>::Identity(a.rows(), a.cols());
    constexpr Real kB[] = {Real(64764752532480000.0), Real(32382376266240000.0), Real(7771770303897600.0), Real(1187353796428800.0),
                        Real(129060195264000.0),   Real(10559470521600.0),    Real(670442572800.0),     Real(33522128640.0),
                        Real(1323241920.0),        Real(40840800.0),          Real(960960.0),           Real(16380.0),
                        Real(182.0),               Real(1.0)};
    Matrix<T> inner = kB[13] * a6 + kB[11] * a4 + kB[9] * a2;
    Matrix<T> sum = kB[7] * a6 + kB[5] * a4 + kB[3] * a2 + kB[1] * one;
    sum.noalias() += a6 * inner;
    const Matrix<T> odd = a * sum;
    inner = kB[12] * a6 + kB[10] * a4 + kB[8] * a2;
    Matrix<T> even = kB[6] * a6 + kB[4] * a4 + kB[2] * a2 + kB[0] * one;
    even.noalias() += a6 * inner;
    sum = Eigen::PartialPivLU<Matrix<T>>(even - odd).solve(even + odd);
    for (int i = 0; i < squarings; ++i) {
      inner.noalias() = sum * sum;
      sum.swap(inner);
    }
    result = sum;
  });
}

template <class T>
void sqrtm(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> root) {
    if (!a.allFinite()) {
      root.setConstant(std::numeric_limits<T>::quiet_NaN());
      return;
    }
    const EigenSolver<T> solver = positive_eigen_of<T>("sqrtm", geometry.batch, k, a);
    const auto& v = solver.eigenvectors();
    root.noalias() = v * solver.eigenvalues().cwiseSqrt().asDiagonal() * v.transpose();
  });
}

template <class T>
void lyapunov(const Squares& g, const T* a, const T* b, T* y) {
  for (std::int64_t k = 0; k < g.batch && g.n > 0; ++k) {
    const MatrixIn<T> of(a + k * g.n * g.n, g.n, g.n), right(b + k * g.n * g.n, g.n, g.n);
    MatrixOut<T> x(y + k * g.n * g.n, g.n, g.n);
    if (!of.allFinite()) {
      x.setConstant(std::numeric_limits<T>::quiet_NaN());
      continue;
    }
    const EigenSolver<T> solver = positive_eigen_of<T>("lyapunov", g.batch, k, of);
    const auto &v = solver.eigenvectors();
    const auto& w = solver.eigenvalues();
    Matrix<T> turned = v.transpose() * right * v;
    for (Eigen::Index i = 0; i < g.n; ++i)
      for (Eigen::Index j = 0; j < g.n; ++j) turned(i, j) /= w(i) + w(j);
    x.noalias() = v * turned * v.transpose();
  }
}

#define GRADC_INSTANCES(T) template void expm(const Squares&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES
#define GRADC_INSTANCES(T)                                    \
  template void eigh(const Squares&, const T*, T*);           \
  template void sqrtm(const Squares&, const T*, T*);          \
  template void lyapunov(const Squares&, const T*, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
