#include <numeric>

#include "kernels/linalg/triangle.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

constexpr Eigen::Index kBlock = 32;  // columns of factors that are made at a time

// L U = P A with partial pivoting, by blocks of columns: once their factors are there, all other columns are changed by a product
// (Golub and Van Loan, Matrix Computations, 3.2.11 and 3.4.1).
template <class T>
class Lu {
 public:
  explicit Lu(const MatrixIn<T>& a) : factors_(a), order_(static_cast<std::size_t>(a.rows())) {
    std::iota(order_.begin(), order_.end(), Eigen::Index{0});
    const Eigen::Index n = a.rows();
    for (Eigen::Index k = 0; k < n; k += kBlock) {
      const Eigen::Index columns = std::min(kBlock, n - k);
      factorise(k, columns);
      if (k + columns < n) update(k, columns);
    }
  }

  // L below the diagonal, which is 1 there, and U.
  const Matrix<T>& matrixLU() const { return factors_; }
  int determinant_of_permutation() const { return sign_; }
  T determinant() const { return T(static_cast<detail::RealOf<T>>(sign_)) * factors_.diagonal().prod(); }

  // A x = right, or that of the transpose.
  void solve(const MatrixIn<T>& right, bool transpose, MatrixOut<T> x) const {
    const Triangle<T> upper{factors_.data(), factors_.rows(), true, transpose}, lower{factors_.data(), factors_.rows(), false, transpose, true};
    if (!transpose) {
      for (Eigen::Index i = 0; i < x.rows(); ++i) x.row(i) = right.row(order_[static_cast<std::size_t>(i)]);
      solve_triangle(lower, x);
      return solve_triangle(upper, x);
    }
    Matrix<T> permuted = right;
    const MatrixOut<T> of_permuted(permuted.data(), permuted.rows(), permuted.cols());
    solve_triangle(upper, of_permuted);
    solve_triangle(lower, of_permuted);
    for (Eigen::Index i = 0; i < x.rows(); ++i) x.row(order_[static_cast<std::size_t>(i)]) = permuted.row(i);
  }
  Matrix<T> inverse() const {
    const Matrix<T> identity = Matrix<T>::Identity(factors_.rows(), factors_.rows());
    Matrix<T> out(factors_.rows(), factors_.rows());
    solve(MatrixIn<T>(identity.data(), out.rows(), out.rows()), false, MatrixOut<T>(out.data(), out.rows(), out.rows()));
    return out;
  }

 private:
  // Columns [k, k + columns), of rows from k on. A column of zeros is left as it is.
  void factorise(Eigen::Index k, Eigen::Index columns) {
    const Eigen::Index n = factors_.rows();
    for (Eigen::Index j = k; j < k + columns; ++j) {
      Eigen::Index pivot = j;
      auto largest = std::abs(factors_(j, j));
      for (Eigen::Index i = j + 1; i < n; ++i)
        if (const auto size = std::abs(factors_(i, j)); size > largest) largest = size, pivot = i;
      if (pivot != j) {
        factors_.row(j).swap(factors_.row(pivot));
        std::swap(order_[static_cast<std::size_t>(j)], order_[static_cast<std::size_t>(pivot)]);
        sign_ = -sign_;
      }
      if (largest == 0) continue;
      const T* const of_pivot = factors_.data() + j * n;
      for (Eigen::Index i = j + 1; i < n; ++i) {
        T* const row = factors_.data() + i * n;
        const T factor = row[j] /= of_pivot[j];
        for (Eigen::Index c = j + 1; c < k + columns; ++c) row[c] -= factor * of_pivot[c];
      }
    }
  }

  // What stands behind those columns.
  void update(Eigen::Index k, Eigen::Index columns) {
    const Eigen::Index n = factors_.rows(), first = k + columns, rest = n - first;
    Matrix<T> right = factors_.block(k, first, columns, rest);
    const Matrix<T> left = factors_.block(k, k, columns, columns);
    solve_triangle(Triangle<T>{left.data(), columns, false, false, true}, MatrixOut<T>(right.data(), columns, rest));
    factors_.block(k, first, columns, rest) = right;
    if constexpr (Eigen::NumTraits<T>::IsComplex) {
      factors_.block(first, first, rest, rest) -= product<T>(factors_.block(first, k, rest, columns), right);
    } else {
      product_.resize(rest, rest);
      gemm(Gemm<T>{rest, rest, columns, factors_.data() + first * n + k, n, 1, right.data(), rest, 1, product_.data()});
      factors_.block(first, first, rest, rest) -= product_;
    }
  }

  Matrix<T> factors_, product_;
  std::vector<Eigen::Index> order_;  // row i of P A is that of A
  int sign_ = 1;
};

// A number of each matrix by its LU factors; `of_none` where it has no elements.
template <class T, class R, class F>
void each_number(const Squares& g, const T* x, R* y, R of_none, F f) {
  for (std::int64_t k = 0; k < g.batch; ++k)
    y[k] = g.n == 0 ? of_none : f(Lu<T>(MatrixIn<T>(x + k * g.n * g.n, g.n, g.n)));
}

template <class T>
bool has_zero_pivot(const Lu<T>& lu) {
  return (lu.matrixLU().diagonal().array() == T(0)).any();
}

template <class T>
T sign_of(const Lu<T>& lu) {
  T sign = static_cast<T>(lu.determinant_of_permutation());
  for (Eigen::Index i = 0; i < lu.matrixLU().rows(); ++i) {
    const T pivot = lu.matrixLU()(i, i);
    sign = pivot > 0 ? sign : pivot < 0 ? -sign : pivot * T(0);
  }
  return sign;
}

}  // namespace

template <class T>
void solve(const Systems& g, const T* a, const T* b, T* y) {
  if (g.n == 0 || g.columns == 0 || g.sides == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const Lu<T> lu(MatrixIn<T>(a + k * g.n * g.n, g.n, g.n));
    if (has_zero_pivot(lu)) fail("solve", g, k, "is singular");
    for (std::int64_t side = 0; side < g.sides; ++side) {
      const std::int64_t place = (side * g.batch + k) * g.n * g.columns;
      const MatrixIn<T> right(b + place, g.n, g.columns);
      lu.solve(right, g.transpose, MatrixOut<T>(y + place, g.n, g.columns));
    }
  }
}

template <class T>
void inv(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t k, const MatrixIn<T>& a, MatrixOut<T> inverse) {
    const Lu<T> lu(a);
    if (!has_zero_pivot(lu)) {
      inverse = lu.inverse();
      return;
    }
    if (!geometry.infinite) fail("inv", geometry, k, "is singular");
    Matrix<T> of_minors(a.rows(), a.rows());
    cofactor({1, geometry.n}, a.data(), of_minors.data());
    inverse = of_minors.transpose() / detail::RealOf<T>(0);
  });
}

template <class T>
void det(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(1), [](const Lu<T>& lu) { return lu.determinant(); });
}

// Of singular values s and A = U diag(s) Vᴴ: det(U) det(Vᴴ) conj(U) diag(the products of the others) Vᵀ.
template <class T>
void cofactor(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t, const MatrixIn<T>& a, MatrixOut<T> c) {
    const Lu<T> lu(a);
    using Real = typename Eigen::NumTraits<T>::Real;
    const auto pivots = lu.matrixLU().diagonal().array().abs();
    const Real least = static_cast<Real>(a.rows()) * std::numeric_limits<Real>::epsilon();
    if (!(pivots.minCoeff() <= least * pivots.maxCoeff())) {
      c = lu.determinant() * lu.inverse().transpose();
      return;
    }
    const Eigen::Index n = a.rows();
    std::vector<T> packed(static_cast<std::size_t>((2 * n + 1) * n));
    svd({1, n, n, geometry.where}, a.data(), packed.data());
    const MatrixIn<T> factors(packed.data(), 2 * n + 1, n);
    const auto s = factors.row(0).real();
    Vector<Real> others(n);
    Real before = 1;
    for (Eigen::Index i = 0; i < n; ++i) {
      others(i) = before;
      before *= s(i);
    }
    Real after = 1;
    for (Eigen::Index i = n; i-- > 0;) {
      others(i) *= after;
      after *= s(i);
    }
    const Matrix<T> u = factors.middleRows(1, n), v = factors.bottomRows(n);
    const T turns = Lu<T>(MatrixIn<T>(u.data(), n, n)).determinant() * Eigen::numext::conj(Lu<T>(MatrixIn<T>(v.data(), n, n)).determinant());
    c = turns * product<T>(u.conjugate() * others.template cast<T>().asDiagonal(), v.transpose());
  });
}

template <class T>
void logabsdet(const Squares& geometry, const T* x, detail::RealOf<T>* y) {
  using Real = detail::RealOf<T>;
  each_number(geometry, x, y, Real(0), [](const Lu<T>& lu) -> Real { return lu.matrixLU().diagonal().array().abs().log().sum(); });
}

template <class T>
void det_phase(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(1), [](const Lu<T>& lu) {
    T phase = static_cast<T>(static_cast<double>(lu.determinant_of_permutation()));
    for (Eigen::Index i = 0; i < lu.matrixLU().rows(); ++i) phase *= scalar::sgn(lu.matrixLU()(i, i));
    return phase;
  });
}

template <class T>
void det_sign(const Squares& geometry, const T* x, T* y) {
  each_number(geometry, x, y, T(1), [](const Lu<T>& lu) { return sign_of(lu); });
}

#define GRADC_IN_DOUBLE(name, of_matrix)                                                                               \
  template <>                                                                                                          \
  void name(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {                                  \
    const std::int64_t n = g.batch * g.n * g.n;                                                                        \
    narrowed(of_matrix, y, [&](std::complex<double>* wide) { name(g, widened(n, x).data(), wide); });                  \
  }
GRADC_IN_DOUBLE(inv, n)
GRADC_IN_DOUBLE(det, g.batch)
GRADC_IN_DOUBLE(cofactor, n)
GRADC_IN_DOUBLE(det_phase, g.batch)
#undef GRADC_IN_DOUBLE
template <>
void logabsdet(const Squares& g, const std::complex<float>* x, float* y) {
  std::vector<double> wide(static_cast<std::size_t>(g.batch));
  logabsdet(g, widened(g.batch * g.n * g.n, x).data(), wide.data());
  std::transform(wide.begin(), wide.end(), y, [](double v) { return static_cast<float>(v); });
}
template <>
void solve(const Systems& g, const std::complex<float>* a, const std::complex<float>* b, std::complex<float>* y) {
  const std::int64_t n = g.sides * g.batch * g.n * g.columns;
  narrowed(n, y, [&](std::complex<double>* wide) { solve(g, widened(g.batch * g.n * g.n, a).data(), widened(n, b).data(), wide); });
}

#define GRADC_INSTANCES(T)                                     \
  template void solve(const Systems&, const T*, const T*, T*); \
  template void inv(const Squares&, const T*, T*);             \
  template void det(const Squares&, const T*, T*);             \
  template void cofactor(const Squares&, const T*, T*);        \
  template void logabsdet(const Squares&, const T*, detail::RealOf<T>*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_INSTANCES(std::complex<double>)
#undef GRADC_INSTANCES
template void det_sign(const Squares&, const float*, float*);
template void det_sign(const Squares&, const double*, double*);
template void det_phase(const Squares&, const std::complex<double>*, std::complex<double>*);

}  // namespace kernels
}  // namespace gradc
