#include "dense.h"
#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
using Lu = Eigen::PartialPivLU<Matrix<T>>;

// A number of each matrix by its LU factors; `of_none` where it has no elements.
template <class T, class F>
void each_number(const Squares& g, const T* x, T* y, T of_none, F f) {
  for (std::int64_t k = 0; k < g.batch; ++k)
    y[k] = g.n == 0 ? of_none : f(Lu<T>(MatrixIn<T>(x + k * g.n * g.n, g.n, g.n)));
}

template <class T>
bool has_zero_pivot(const Lu<T>& lu) {
  return (lu.matrixLU().diagonal().array() == T(0)).any();
}

template <class T>
T sign_of(const Lu<T>& lu) {
  T sign = static_cast<T>(lu.permutationP().determinant());
  for (Eigen::Index i = 0; i < lu.rows(); ++i) {
    const T pivot = lu.matrixLU()(i, i);
    sign = pivot > 0 ? sign : pivot < 0 ? -sign : pivot * T(0);
  }
  return sign;
}

}  // namespace

template <class T>
void cholesky(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> l) {
    l = T(0.5) * (a + a.transpose());
    Eigen::LLT<Eigen::Ref<Matrix<T>>> factors(l);
    if (factors.info() != Eigen::Success) fail("cholesky", geometry.batch, k, "is not positive definite");
    l.template triangularView<Eigen::StrictlyUpper>().setZero();
  });
}

template <class T>
void solve(const Systems& g, const T* a, const T* b, T* y) {
  if (g.n == 0 || g.columns == 0 || g.sides == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const Lu<T> lu(MatrixIn<T>(a + k * g.n * g.n, g.n, g.n));
    if (has_zero_pivot(lu)) fail("solve", g.batch, k, "is singular");
    for (std::int64_t side = 0; side < g.sides; ++side) {
      const std::int64_t place = (side * g.batch + k) * g.n * g.columns;
      const MatrixIn<T> right(b + place, g.n, g.columns);
      MatrixOut<T> x(y + place, g.n, g.columns);
      if (g.transpose)
        x = lu.transpose().solve(right);
      else
        x = lu.solve(right);
    }
  }
}

template <class T>
void inv(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> inverse) {
    const Lu<T> lu(a);
    if (has_zero_pivot(lu)) fail("inv", geometry.batch, k, "is singular");
    inverse = lu.inverse();
  });
}

template <class T>
void det(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(1), [](const Lu<T>& lu) { return lu.determinant(); });
}

// Of singular values s and A = U diag(s) Vᴴ: det(U) det(Vᴴ) conj(U) diag(the products of the others) Vᵀ.
template <class T>
void cofactor(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [](std::int64_t, const MatrixIn<T>& a, MatrixOut<T> c) {
    const Lu<T> lu(a);
    using Real = typename Eigen::NumTraits<T>::Real;
    const auto pivots = lu.matrixLU().diagonal().array().abs();
    const Real least = static_cast<Real>(a.rows()) * std::numeric_limits<Real>::epsilon();
    if (!(pivots.minCoeff() <= least * pivots.maxCoeff())) {
      c = lu.determinant() * lu.inverse().transpose();
      return;
    }
    const Eigen::JacobiSVD<Matrix<T>> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const auto s = svd.singularValues();
    Vector<Real> others(a.rows());
    Real before = 1;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      others(i) = before;
      before *= s(i);
    }
    Real after = 1;
    for (Eigen::Index i = a.rows(); i-- > 0;) {
      others(i) *= after;
      after *= s(i);
    }
    const Matrix<T> u = svd.matrixU(), v = svd.matrixV();
    c = u.determinant() * v.adjoint().determinant() * (u.conjugate() * others.asDiagonal() * v.transpose());
  });
}

template <class T>
void logabsdet(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(0), [](const Lu<T>& lu) { return lu.matrixLU().diagonal().array().abs().log().sum(); });
}

template <class T>
void det_sign(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(1), [](const Lu<T>& lu) { return sign_of(lu); });
}

template <class T>
void qr(const Matrices& g, const T* x, T* y) {
  if (g.n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.m * g.n, g.m, g.n);
    MatrixOut<T> packed(y + k * (g.m + g.n) * g.n, g.m + g.n, g.n);
    if (g.m < g.n) fail("qr", g.batch, k, "has more columns than rows");
    if (!a.allFinite()) {
      packed.setConstant(std::numeric_limits<T>::quiet_NaN());
      continue;
    }
    const Eigen::HouseholderQR<Matrix<T>> factors(a);
    auto q = packed.topRows(g.m), r = packed.bottomRows(g.n);
    r = factors.matrixQR().topRows(g.n).template triangularView<Eigen::Upper>();
    q.setIdentity();
    q.applyOnTheLeft(factors.householderQ());
    const T least = static_cast<T>(g.m) * std::numeric_limits<T>::epsilon();
    for (Eigen::Index j = 0; j < g.n; ++j) {
      if (!(std::abs(r(j, j)) > least * r.col(j).norm())) fail("qr", g.batch, k, "has columns that depend on each other");
      if (r(j, j) > 0) continue;
      r.row(j) *= T(-1);
      q.col(j) *= T(-1);
    }
  }
}

#define GRADC_INSTANCES(T)                                     \
  template void solve(const Systems&, const T*, const T*, T*); \
  template void inv(const Squares&, const T*, T*);             \
  template void det(const Squares&, const T*, T*);             \
  template void cofactor(const Squares&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES
#define GRADC_INSTANCES(T)                               \
  template void cholesky(const Squares&, const T*, T*);  \
  template void logabsdet(const Squares&, const T*, T*); \
  template void det_sign(const Squares&, const T*, T*);  \
  template void qr(const Matrices&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
