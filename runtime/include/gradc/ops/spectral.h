/// \file
/// Eigenvalues, singular values, QR factors and what is made of them, and functions of matrices. The last two axes are the
/// matrix, leading axes a batch. Elements: float, double and complex numbers, of which aᵀ is the conjugate transpose. A matrix
/// without a result throws DomainError.
///
/// Complex vectors are vectors times any phase; here the number of largest magnitude is real and positive, also in the
/// derivative.
///
/// Vectors have a derivative where their values differ. Where some are equal, the vectors are any that span their space: what
/// depends on the space alone, as a projection or u vt, has its derivative there, and what depends on the choice of vectors an
/// infinite one; but of v f(w) vᵀ a part is missing. `sqrtm`, `expm`, `pinv` and values without vectors are right there too.
/// gradc::Spectral().broadening(1e-20) makes finite what is infinite.
#pragma once

#include <gradc/ops/factor.h>
#include <gradc/ops/products.h>
#include <gradc/ops/reduce.h>
#include <gradc/ops/statistics.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gradc {

/// The result of `eigh`: (a + aᵀ)/2 = v diag(w) vᵀ.
template <class T, int R>
struct Eigh {
  Tensor<detail::RealOf<T>, R - 1> w;  // ascending
  Tensor<T, R> v;
};
/// The result of `qr`: a = q r.
template <class T, int R>
struct Qr {
  Tensor<T, R> q;
  Tensor<T, R> r;
};
/// The result of `svd`: a = u diag(s) vt.
template <class T, int R>
struct Svd {
  Tensor<T, R> u;
  Tensor<detail::RealOf<T>, R - 1> s;  // descending
  Tensor<T, R> vt;
};

/// Options of `eigh` and `svd` that affect only their derivatives: with a broadening ε >= 0, division by a difference Δ of
/// eigenvalues or singular values, or by a singular value Δ, becomes multiplication by Δ/(Δ² + ε), which is 0 at Δ = 0.
class Spectral {
 public:
  constexpr Spectral() = default;
  constexpr Spectral broadening(double value) const { return Spectral(value); }
  constexpr double broadening() const { return broadening_; }

 private:
  explicit constexpr Spectral(double broadening) : broadening_(broadening) {}
  double broadening_ = 0;
};

/// Selects the full factors of `qr` and `svd`: gradc::svd(a, gradc::Complete()). The additional vectors are an arbitrary
/// completion of the basis, and have no derivative.
struct Complete {};

/// Which norm `matrix_norm` gives: the root of the sum of squares; the sum of the singular values, the greatest of them; the
/// greatest sum of the magnitudes in a column, in a row.
enum class MatrixNorm { frobenius, nuclear, spectral, one, infinity };

namespace detail {
inline void check_broadening(const std::string& op, Spectral options) {
  if (!(options.broadening() >= 0)) fail_domain(op + ": the broadening is less than 0");
}
/// What is real of packed elements.
template <class T, class R>
void copy_real(const T* from, std::int64_t n, R* to) {
  std::transform(from, from + n, to, [](const T& value) {
    if constexpr (is_complex_v<T>) return value.real();
    else return value;
  });
}
template <class A>
kernels::Matrices matrices_of(const char* op, const A& x) {
  return {Shape(x.shape().begin(), rank_v<A> - 2).size(), x.extent(rank_v<A> - 2), x.extent(rank_v<A> - 1), op};
}
template <class T>
T conjugate(const T& x) {
  if constexpr (is_complex_v<T>) return T(x.real(), -x.imag());
  else return x;
}
/// n complex elements where they are; real ones stay.
template <class T>
void conjugate(T* x, std::int64_t n) {
  if constexpr (is_complex_v<T>) std::transform(x, x + n, x, [](const T& value) { return conjugate(value); });
}
/// The shape of a batch of matrices with other rows and columns.
template <class A>
Shape with_matrix(const A& x, std::int64_t m, std::int64_t n) {
  Shape shape = x.shape();
  shape[rank_v<A> - 2] = m;
  shape[rank_v<A> - 1] = n;
  return shape;
}
template <class A>
Shape with_vector(const A& x, std::int64_t n) {
  Shape shape(x.shape().begin(), rank_v<A> - 1);
  shape[rank_v<A> - 2] = n;
  return shape;
}
}  // namespace detail

namespace detail {
// What eigh gives, as a part of `op`.
template <class A>
Eigh<Element<A>, matrix_axes_v<A>> eigen_of(const char* op, const A& a) {
  using T = Element<A>;
  const auto x = as_view(a);
  const kernels::Squares g = squares(op, x);
  Tensor<T, 3> packed(Shape{g.batch, g.n + 1, g.n});
  kernels::eigh<T>(g, x.data(), packed.data());
  Eigh<T, rank_v<A>> result{Tensor<RealOf<T>, rank_v<A> - 1>(with_vector(x, g.n)), Tensor<T, rank_v<A>>(x.shape())};
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const T* const from = packed.data() + k * (g.n + 1) * g.n;
    copy_real(from, g.n, result.w.data() + k * g.n);
    std::copy_n(from + g.n, g.n * g.n, result.v.data() + k * g.n * g.n);
  }
  return result;
}
}  // namespace detail

/// The eigenvalues w, ascending, and eigenvectors, the columns of v, of (a + aᵀ)/2 of each matrix. The number of largest
/// magnitude in each eigenvector is real and positive; where eigenvalues are equal, the vectors are any that span their space.
/// All NaN where a is not finite. For equal eigenvalues the derivative of v diag(f(w)) vᵀ is incomplete: use a matrix function
/// (gradc::expm, gradc::sqrtm, gradc::inv) there.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Eigh<detail::Element<A>, detail::matrix_axes_v<A>> eigh(const A& a, Spectral options = Spectral()) {
  GRADC_TAKES_MATRICES("eigh", A) {
    detail::check_broadening("eigh", options);
    return detail::eigen_of("eigh", a);
  }
}

/// The eigenvalues of `eigh` alone.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::RealOf<detail::Element<A>>, detail::matrix_axes_v<A> - 1> eigvalsh(const A& a) {
  GRADC_TAKES_MATRICES("eigvalsh", A) return detail::eigen_of("eigvalsh", a).w;
}

/// q of shape [..., m, k] with orthonormal columns and the triangle r of shape [..., k, n] with a real and positive diagonal, for
/// matrices of m x n and k = min(m, n). All NaN where those are not finite.
/// \throws DomainError where the first k columns depend on each other.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Qr<detail::Element<A>, detail::matrix_axes_v<A>> qr(const A& a) {
  GRADC_TAKES_MATRICES("qr", A) {
    using T = detail::Element<A>;
    constexpr int kRank = detail::rank_v<A>;
    const auto x = detail::as_view(a);
    const auto [batch, m, n, op] = detail::matrices_of("qr", x);
    const std::int64_t k = std::min(m, n);
    Tensor<T, 3> first(Shape{batch, m, k}), packed(Shape{batch, m + k, k});
    for (std::int64_t row = 0; row < batch * m; ++row) std::copy_n(x.data() + row * n, k, first.data() + row * k);
    kernels::qr<T>({batch, m, k, op}, first.data(), packed.data());
    Qr<T, kRank> y{Tensor<T, kRank>(detail::with_matrix(x, m, k)), Tensor<T, kRank>(detail::with_matrix(x, k, n))};
    for (std::int64_t i = 0; i < batch; ++i) {
      const T* const from = packed.data() + i * (m + k) * k;
      T *const q = y.q.data() + i * m * k, *const r = y.r.data() + i * k * n;
      std::copy_n(from, m * k, q);
      if (n > k) {
        detail::conjugate(q, m * k);
        kernels::matmul({k, n, m, true, false}, q, x.data() + i * m * n, r);
        detail::conjugate(q, m * k);
      }
      for (std::int64_t row = 0; row < k; ++row) std::copy_n(from + (m + row) * k, k, r + row * n);
    }
    return y;
  }
}

namespace detail {
// What svd gives, as a part of `op`.
template <class A>
Svd<Element<A>, matrix_axes_v<A>> decomposed(const char* op, const A& a) {
  using T = Element<A>;
  constexpr int kRank = rank_v<A>;
  const auto x = as_view(a);
  const kernels::Matrices g = matrices_of(op, x);
  const std::int64_t m = g.m, n = g.n, k = std::min(m, n);
  Tensor<T, 3> packed(Shape{g.batch, m + n + 1, k});
  kernels::svd<T>(g, x.data(), packed.data());
  Svd<T, kRank> y{Tensor<T, kRank>(with_matrix(x, m, k)), Tensor<RealOf<T>, kRank - 1>(with_vector(x, k)),
                  Tensor<T, kRank>(with_matrix(x, k, n))};
  for (std::int64_t i = 0; i < g.batch; ++i) {
    const T* const from = packed.data() + i * (m + n + 1) * k;
    copy_real(from, k, y.s.data() + i * k);
    std::copy_n(from + k, m * k, y.u.data() + i * m * k);
    for (std::int64_t row = 0; row < n; ++row)
      for (std::int64_t j = 0; j < k; ++j) y.vt.data()[(i * k + j) * n + row] = conjugate(from[(m + 1 + row) * k + j]);
  }
  return y;
}
}  // namespace detail

/// The singular values s, descending, and vectors, the columns of u, [..., m, k], and the rows of vt, [..., k, n], of matrices of
/// m x n, k = min(m, n). The number of largest magnitude in each column of u is real and positive. All NaN where a is not finite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Svd<detail::Element<A>, detail::matrix_axes_v<A>> svd(const A& a, Spectral options = Spectral()) {
  GRADC_TAKES_MATRICES("svd", A) {
    detail::check_broadening("svd", options);
    return detail::decomposed("svd", a);
  }
}

namespace detail {
/// Orthonormal columns, and others that make a basis with them.
template <class T, int R>
Tensor<T, R> complete_basis(const char* op, const Tensor<T, R>& x) {
  const kernels::Matrices g = matrices_of(op, as_view(x));
  Tensor<T, R> y(with_matrix(x, g.m, g.m));
  kernels::complete_basis<T>(g, x.data(), y.data());
  return y;
}
/// The rows of matrices as columns, conjugated.
template <class T, int R>
Tensor<T, R> adjoint_of(const Tensor<T, R>& x) {
  const kernels::Matrices g = matrices_of(nullptr, as_view(x));
  Tensor<T, R> y(with_matrix(x, g.n, g.m));
  for (std::int64_t k = 0; k < g.batch; ++k)
    for (std::int64_t i = 0; i < g.m; ++i)
      for (std::int64_t j = 0; j < g.n; ++j) y.data()[(k * g.n + j) * g.m + i] = conjugate(x.data()[(k * g.m + i) * g.n + j]);
  return y;
}
}  // namespace detail

/// The same with q of shape [..., m, m], r of shape [..., m, n]: columns of q that complete a basis, and rows of r that are
/// zeros.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Qr<detail::Element<A>, detail::matrix_axes_v<A>> qr(const A& a, Complete) {
  GRADC_TAKES_MATRICES("qr", A) {
    const auto x = detail::as_view(a);
    const auto [batch, m, n, op] = detail::matrices_of("qr", x);
    const auto y = qr(a);
    const std::int64_t k = std::min(m, n);
    Qr<detail::Element<A>, detail::rank_v<A>> whole{detail::complete_basis(op, y.q), detail::TensorLike<A>(x.shape())};
    for (std::int64_t i = 0; i < batch; ++i) std::copy_n(y.r.data() + i * k * n, k * n, whole.r.data() + i * m * n);
    return whole;
  }
}

/// The same with u of shape [..., m, m], vt of shape [..., n, n]: columns of u and rows of vt that complete a basis.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Svd<detail::Element<A>, detail::matrix_axes_v<A>> svd(const A& a, Complete) {
  GRADC_TAKES_MATRICES("svd", A) {
    const auto y = svd(a);
    return {detail::complete_basis("svd", y.u), y.s, detail::adjoint_of(detail::complete_basis("svd", detail::adjoint_of(y.vt)))};
  }
}

/// The singular values of `svd` alone.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::RealOf<detail::Element<A>>, detail::matrix_axes_v<A> - 1> svdvals(const A& a) {
  GRADC_TAKES_MATRICES("svdvals", A) return detail::decomposed("svdvals", a).s;
}

namespace detail {
/// Of each matrix, what singular values must be above to count: max(m, n) ε ‖a‖.
template <class A, class S>
Tensor<RealOf<Element<A>>, rank_v<A> - 1> least_singular(const A& x, const S& s) {
  using Real = RealOf<Element<A>>;
  const kernels::Matrices g = matrices_of(nullptr, x);
  const std::int64_t k = std::min(g.m, g.n);
  Tensor<Real, rank_v<A> - 1> least(s.shape());
  for (std::int64_t i = 0; i < g.batch; ++i) {
    Real squares = 0;
    for (std::int64_t j = 0; j < k; ++j) squares += s.data()[i * k + j] * s.data()[i * k + j];
    std::fill_n(least.data() + i * k, k,
                std::numeric_limits<Real>::epsilon() * static_cast<Real>(std::max(g.m, g.n)) * std::sqrt(squares));
  }
  return least;
}
}  // namespace detail

/// The Moore-Penrose pseudoinverse, of shape [..., n, m]; singular values up to max(m, n) ε ‖a‖ count as 0.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> pinv(const A& a) {
  GRADC_TAKES_MATRICES("pinv", A) {
    const auto x = detail::as_view(a);
    auto f = detail::decomposed("pinv", a);
    const auto least = detail::least_singular(x, f.s);
    for (std::int64_t i = 0; i < f.s.size(); ++i) {
      const auto s = f.s.data()[i];
      f.s.data()[i] = s > least.data()[i] ? 1 / s : s <= least.data()[i] ? 0 : s;
    }
    if constexpr (detail::is_complex_v<detail::Element<A>>)
      return detail::product_of<detail::rank_v<A>>("pinv", "...kn,...k,...mk->...nm", detail::conjugates(f.vt),
                                                   astype<detail::Element<A>>(f.s), detail::conjugates(f.u));
    else
      return detail::product_of<detail::rank_v<A>>("pinv", "...kn,...k,...mk->...nm", f.vt, f.s, f.u);
  }
}

/// The least-squares solution x of a x = b for a of full column rank, by QR.
/// \throws DomainError where the columns of a are linearly dependent, or more than the rows.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Product<A, B>, detail::system_rank_v<A, B>> lstsq(const A& a, const B& b) {
  GRADC_TAKES_SYSTEMS("lstsq", A, B) {
    using T = detail::Product<A, B>;
    if constexpr (!detail::of_one_type_v<A, B>) {
      return lstsq(astype<T>(a), astype<T>(b));
    } else {
      const auto x = detail::as_view(a);
      const kernels::Matrices g = detail::matrices_of("lstsq", x);
      if (g.m < g.n)
        fail_domain("lstsq: " + std::to_string(g.m) + " equations don't determine " + std::to_string(g.n) +
                    " unknowns; multiply by gradc::pinv, which gives the shortest solution");
      return detail::systems("lstsq", x, detail::as_view(b), false,
                             [&](const T* from, const T* side, T* to, std::int64_t batch, std::int64_t sides, std::int64_t columns) {
                               Tensor<T, 3> packed(Shape{batch, g.m + g.n, g.n});
                               Tensor<T, 2> turned(Shape{g.n, columns});
                               kernels::qr<T>({batch, g.m, g.n, g.where}, from, packed.data());
                               for (std::int64_t k = 0; k < batch * sides; ++k) {
                                 T* const q = packed.data() + k % batch * (g.m + g.n) * g.n;
                                 if (k < batch) detail::conjugate(q, g.m * g.n);
                                 kernels::matmul({g.n, columns, g.m, true, false}, q, side + k * g.m * columns, turned.data());
                                 kernels::triangular_solve<T>({1, g.n, columns, 1, true, false, false, false, g.where}, q + g.m * g.n, turned.data(),
                                                               to + k * g.n * columns);
                               }
                             });
    }
  }
}

namespace detail {
// The greatest, or the least, along the last axis, as a part of `op`. Throws for one of nothing.
template <class A>
Tensor<Element<A>, rank_v<A> - 1> greatest(const char* op, const A& x) {
  const int last[] = {rank_v<A> - 1};
  return reduce<rank_v<A> - 1>(op, &kernels::max<Element<A>>, x, last, 1, false);
}
template <class A>
Tensor<Element<A>, rank_v<A> - 1> least(const char* op, const A& x) {
  const int last[] = {rank_v<A> - 1};
  return reduce<rank_v<A> - 1>(op, &kernels::min<Element<A>>, x, last, 1, false);
}
}  // namespace detail

/// A norm of each matrix (MatrixNorm).
/// \throws DomainError for the maximum over no elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::RealOf<detail::Element<A>>, detail::matrix_axes_v<A> - 2> matrix_norm(const A& a, MatrixNorm norm = MatrixNorm::frobenius) {
  GRADC_TAKES_MATRICES("matrix_norm", A) {
    constexpr int kRank = detail::rank_v<A>;
    const char* const op = "matrix_norm";
    switch (norm) {
      case MatrixNorm::nuclear: return sum(detail::decomposed(op, a).s, kRank - 2);
      case MatrixNorm::spectral: return detail::greatest(op, detail::decomposed(op, a).s);
      case MatrixNorm::one: return detail::greatest(op, sum(abs(a), kRank - 2));
      case MatrixNorm::infinity: return detail::greatest(op, sum(abs(a), kRank - 1));
      case MatrixNorm::frobenius: break;
    }
    return vector_norm(a, {kRank - 2, kRank - 1});
  }
}

/// Each matrix divided by its largest singular value. Throws as `svd`.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> spectral_norm(const A& a) {
  GRADC_TAKES_MATRICES("spectral_norm", A) {
    const auto norms = detail::greatest("spectral_norm", detail::decomposed("spectral_norm", a).s);
    if constexpr (detail::rank_v<A> == 2)
      return a / norms;
    else
      return a / expand_dims(expand_dims(norms, -1), -1);
  }
}

/// The condition number: the largest singular value divided by the smallest; infinity where that is 0.
/// \throws DomainError for matrices without elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::RealOf<detail::Element<A>>, detail::matrix_axes_v<A> - 2> cond(const A& a) {
  GRADC_TAKES_MATRICES("cond", A) {
    const auto s = detail::decomposed("cond", a).s;
    return detail::greatest("cond", s) / detail::least("cond", s);
  }
}

/// The number of singular values above max(m, n) ε ‖a‖.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::matrix_axes_v<A> - 2> matrix_rank(const A& a) {
  GRADC_TAKES_MATRICES("matrix_rank", A) {
    const auto s = detail::decomposed("matrix_rank", a).s;
    return sum(astype<std::int64_t>(s > detail::least_singular(detail::as_view(a), s)), detail::rank_v<A> - 2);
  }
}

/// eᵃ = 1 + a + a²/2 + ... of square matrices. All NaN where a is not finite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> expm(const A& a) {
  GRADC_TAKES_MATRICES("expm", A) return detail::matrices("expm", &kernels::expm<detail::Element<A>>, a);
}

/// The principal square root: the positive definite matrix whose square is (a + aᵀ)/2. All NaN where it is not finite.
/// \throws DomainError where that is not positive definite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> sqrtm(const A& a) {
  GRADC_TAKES_MATRICES("sqrtm", A) return detail::matrices("sqrtm", &kernels::sqrtm<detail::Element<A>>, a);
}

#undef GRADC_TAKES_MATRICES
#undef GRADC_TAKES_SYSTEMS

}  // namespace gradc
