/// \file
/// Factorisations, solutions of linear systems and determinants. The last two axes are the matrix, leading axes a batch.
/// Elements: float, double and complex numbers, of which aᵀ is the conjugate transpose where a symmetric matrix is made or
/// factored, but not in the options of solve and triangular_solve. What has no solution throws DomainError.
///
/// The right side of a system has as many axes as the matrices or more, or is vectors: of one axis, or of one less than the
/// matrices. Leading axes of matrices and right sides broadcast; one system with several right sides is factored once.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/factor.h>
#include <gradc/ops/linalg.h>

#include <algorithm>
#include <string>

namespace gradc {

// What stands before the body of an op of matrices, as GRADC_TAKES does.
#define GRADC_TAKES_MATRICES(op, A)                                                                          \
  static_assert(detail::rank_v<A> >= 2, "gradc::" op " takes matrices, or batches of them");                 \
  static_assert(detail::rank_v<A> < 2 || detail::are_matrices_v<A>,                                          \
                "gradc::" op " takes float, double and complex elements; convert with gradc::astype<float>"); \
  if constexpr (!detail::are_matrices_v<A>) {                                                                \
    return {};                                                                                               \
  } else
// The same of systems of equations and their right sides.
#define GRADC_TAKES_SYSTEMS(op, A, B)                                                                        \
  static_assert(detail::rank_v<A> >= 2, "gradc::" op " takes matrices, or batches of them");                 \
  static_assert(detail::rank_v<A> < 2 || detail::are_matrices_v<A>,                                          \
                "gradc::" op " takes float, double and complex elements; convert with gradc::astype<float>"); \
  static_assert(detail::rank_v<B> >= 1, "gradc::" op " takes vectors or matrices as right sides, no numbers"); \
  static_assert(detail::go_together_v<A, B>,                                                                 \
                "gradc::" op " takes right sides of the element type of the matrices; convert with gradc::astype"); \
  if constexpr (!detail::are_system_v<A, B>) {                                                               \
    return {};                                                                                               \
  } else

/// Options of `triangular_solve`, chained: gradc::Triangular().upper(). By default the lower triangle is read.
class Triangular {
 public:
  constexpr Triangular() = default;
  /// The upper triangle is read.
  constexpr Triangular upper(bool value = true) const { return with(&Triangular::upper_, value); }
  /// The system is that of the transpose of the triangle.
  constexpr Triangular transpose(bool value = true) const { return with(&Triangular::transpose_, value); }
  /// The system is that of the conjugate transpose; of real elements that is the transpose.
  constexpr Triangular adjoint(bool value = true) const { return with(&Triangular::adjoint_, value); }
  /// The diagonal is not read: ones take its place.
  constexpr Triangular unit_diagonal(bool value = true) const { return with(&Triangular::unit_diagonal_, value); }
  /// The triangle is on the right: x a = b.
  constexpr Triangular right(bool value = true) const { return with(&Triangular::right_, value); }
  constexpr bool is_upper() const { return upper_; }
  constexpr bool is_transposed() const { return transpose_ || adjoint_; }
  constexpr bool is_adjoint() const { return adjoint_; }
  constexpr bool has_unit_diagonal() const { return unit_diagonal_; }
  constexpr bool is_right() const { return right_; }

 private:
  constexpr Triangular with(bool Triangular::*flag, bool value) const {
    Triangular options = *this;
    options.*flag = value;
    return options;
  }
  bool upper_ = false, transpose_ = false, adjoint_ = false, unit_diagonal_ = false, right_ = false;
};

/// Options of `solve`: gradc::Solve().transpose() for the system of the transpose, gradc::Solve().adjoint() for that of the
/// conjugate transpose.
class Solve {
 public:
  constexpr Solve() = default;
  constexpr Solve transpose(bool value = true) const { return {value, adjoint_}; }
  constexpr Solve adjoint(bool value = true) const { return {transpose_, value}; }
  constexpr bool is_transposed() const { return transpose_ || adjoint_; }
  constexpr bool is_adjoint() const { return adjoint_; }

 private:
  constexpr Solve(bool transpose, bool adjoint) : transpose_(transpose), adjoint_(adjoint) {}
  bool transpose_ = false, adjoint_ = false;
};

/// The result of `slogdet`: det x = sign * e^logabsdet. The sign of a complex determinant is on the unit circle.
template <class T, int R>
struct SignLogdet {
  Tensor<T, R> sign;
  Tensor<detail::RealOf<T>, R> logabsdet;
};

namespace detail {
template <class A>
inline constexpr bool are_matrices_v =
    rank_v<A> >= 2 && (std::is_same_v<Element<A>, float> || std::is_same_v<Element<A>, double> || is_complex_v<Element<A>>);
template <class A, class B>
inline constexpr bool are_system_v = are_matrices_v<A> && rank_v<B> >= 1 && go_together_v<A, B>;
template <class A, class B>
inline constexpr bool of_one_type_v = std::is_same_v<Element<A>, Element<B>>;
/// The number of axes, at least two.
template <class A>
inline constexpr int matrix_axes_v = rank_v<A> < 2 ? 2 : rank_v<A>;

template <class X>
kernels::Squares squares(const char* op, const X& x) {
  constexpr int kRank = rank_v<X>;
  require_extent(op, kRank - 2, x.extent(kRank - 2), "its columns", kRank - 1, x.extent(kRank - 1));
  std::int64_t batch = 1;
  for (int axis = 0; axis + 2 < kRank; ++axis) batch *= x.extent(axis);
  return {batch, x.extent(kRank - 1), op};
}

// A tensor of the same shape.
template <class A>
Tensor<Element<A>, rank_v<A>> matrices(const char* op, void (*kernel)(const kernels::Squares&, const Element<A>*, Element<A>*),
                                       const A& a) {
  const auto x = as_view(a);
  Tensor<Element<A>, rank_v<A>> y(x.shape());
  kernel(squares(op, x), x.data(), y.data());
  return y;
}

// A number for each matrix.
template <class A, class R>
Tensor<R, matrix_axes_v<A> - 2> numbers(const char* op, void (*kernel)(const kernels::Squares&, const Element<A>*, R*), const A& a) {
  const auto x = as_view(a);
  Shape shape;
  for (int axis = 0; axis + 2 < rank_v<A>; ++axis) shape.push_back(x.extent(axis));
  Tensor<R, rank_v<A> - 2> y(shape);
  kernel(squares(op, x), x.data(), y.data());
  return y;
}

template <class A, class B>
inline constexpr bool of_vectors_v = rank_v<B> == 1 || rank_v<B> + 1 == rank_v<A>;
template <class A, class B>
inline constexpr int system_rank_v = of_vectors_v<A, B> ? matrix_axes_v<A> - 1 : common_rank_v<A, B>;

/// Solutions of n unknowns: f(from a, from b, to, batch, sides, columns) for runs of matrices of m x n.
template <class A, class B, class F>
Tensor<Element<A>, system_rank_v<A, B>> systems(const char* op, const A& x, const B& y, bool right, F f) {
  constexpr int kA = rank_v<A>, kB = rank_v<B>;
  constexpr bool kVectors = of_vectors_v<A, B>;
  constexpr int kTail = kVectors ? 1 : 2;
  const std::int64_t m = x.extent(kA - 2), n = x.extent(kA - 1), columns = kVectors ? 1 : y.extent(right ? kB - 2 : kB - 1);
  require_extent(op, kA - 2, m, "the right side", right ? kB - 1 : kB - kTail, y.extent(right ? kB - 1 : kB - kTail));
  Alignment rows(op, {Shape(x.shape().begin(), kA - 2), Shape(y.shape().begin(), kB - kTail)});
  Shape shape = rows.shape();
  if (!kVectors && right) shape.push_back(columns);
  shape.push_back(n);
  if (!kVectors && !right) shape.push_back(columns);
  Tensor<Element<A>, system_rank_v<A, B>> result(shape);
  Element<A>* to = result.data();
  for (; !rows.done(); rows.next()) {
    // Both advance: a batch. The matrix stays: several sides. The side stays: one after the other.
    const bool batch = rows.step(0) == 1 && rows.step(1) == 1, sides = rows.step(0) == 0;
    const std::int64_t run = batch || sides ? rows.run() : 1;
    for (std::int64_t i = 0; i < rows.run(); i += run, to += run * n * columns)
      f(x.data() + (rows.offset(0) + i * rows.step(0)) * m * n, y.data() + (rows.offset(1) + i * rows.step(1)) * m * columns, to,
        batch ? run : 1, sides ? run : 1, columns);
  }
  return result;
}

// What triangular_solve gives, as a part of `op`.
template <class A, class B>
Tensor<Product<A, B>, system_rank_v<A, B>> substituted(const char* op, const A& a, const B& b, Triangular options) {
  using T = Product<A, B>;
  if constexpr (!of_one_type_v<A, B>) {
    return substituted(op, astype<T>(a), astype<T>(b), options);
  } else {
    if constexpr (is_complex_v<Element<A>>)
      if (options.is_adjoint()) return substituted(op, conjugates(a), b, options.adjoint(false).transpose());
    const auto x = as_view(a);
    const std::int64_t n = squares(op, x).n;
    require_shape(!options.is_right() || !of_vectors_v<A, B>, "triangular_solve: from the right it takes matrices, not vectors");
    return systems(op, x, as_view(b), options.is_right(),
                   [&](const auto* from, const auto* side, auto* to, std::int64_t batch, std::int64_t sides, std::int64_t columns) {
                     kernels::triangular_solve({batch, n, columns, sides, options.is_upper(), options.is_transposed(),
                                                options.has_unit_diagonal(), options.is_right(), op},
                                               from, side, to);
                   });
  }
}
}  // namespace detail

/// L, lower triangular with L Lᵀ = (a + aᵀ)/2, a real diagonal, and zeros above the diagonal.
/// \throws DomainError where that is not positive definite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> cholesky(const A& a) {
  GRADC_TAKES_MATRICES("cholesky", A) return detail::matrices("cholesky", &kernels::cholesky<detail::Element<A>>, a);
}

/// a⁻¹.
/// \throws DomainError where a matrix is singular.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> inv(const A& a) {
  GRADC_TAKES_MATRICES("inv", A) return detail::matrices("inv", &kernels::inv<detail::Element<A>>, a);
}

/// The cofactor matrix, the derivative of det(a) with respect to a: det(a) a⁻ᵀ, and its limit where a is singular.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> cofactor(const A& a) {
  GRADC_TAKES_MATRICES("cofactor", A) return detail::matrices("cofactor", &kernels::cofactor<detail::Element<A>>, a);
}

/// The solution x of a x = b, with a triangle of the matrix a (Triangular).
/// \throws DomainError for a zero on the diagonal.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Product<A, B>, detail::system_rank_v<A, B>> triangular_solve(const A& a, const B& b, Triangular options = Triangular()) {
  GRADC_TAKES_SYSTEMS("triangular_solve", A, B) return detail::substituted("triangular_solve", a, b, options);
}

/// The solution x of a x = b, by LU factorization with partial pivoting.
/// \throws DomainError where a matrix is singular.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Product<A, B>, detail::system_rank_v<A, B>> solve(const A& a, const B& b, Solve options = Solve()) {
  GRADC_TAKES_SYSTEMS("solve", A, B) {
    using T = detail::Product<A, B>;
    if constexpr (!detail::of_one_type_v<A, B>) {
      return solve(astype<T>(a), astype<T>(b), options);
    } else {
      if constexpr (detail::is_complex_v<detail::Element<A>>)
        if (options.is_adjoint()) return solve(detail::conjugates(a), b, Solve().transpose());
      const auto x = detail::as_view(a);
      const std::int64_t n = detail::squares("solve", x).n;
      return detail::systems("solve", x, detail::as_view(b), false,
                             [&](const auto* from, const auto* side, auto* to, std::int64_t batch, std::int64_t sides, std::int64_t columns) {
                               kernels::solve({batch, n, columns, sides, options.is_transposed(), "solve"}, from, side, to);
                             });
    }
  }
}

/// The solution x of l lᵀ x = b for a lower triangular l, by two triangular systems.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Product<A, B>, detail::system_rank_v<A, B>> cholesky_solve(const A& l, const B& b) {
  GRADC_TAKES_SYSTEMS("cholesky_solve", A, B) {
    const auto x = detail::substituted("cholesky_solve", l, b, Triangular());
    return detail::substituted("cholesky_solve", l, x, Triangular().adjoint());
  }
}

/// The determinant of each matrix.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::matrix_axes_v<A> - 2> det(const A& a) {
  GRADC_TAKES_MATRICES("det", A) return detail::numbers("det", &kernels::det<detail::Element<A>>, a);
}

/// The sign of the determinant of each matrix (a complex one: over its absolute value), and the logarithm of its absolute value;
/// 0 and -infinity of a singular one.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
SignLogdet<detail::Element<A>, detail::matrix_axes_v<A> - 2> slogdet(const A& a) {
  GRADC_TAKES_MATRICES("slogdet", A) {
    using T = detail::Element<A>;
    const auto logabsdet = [&] { return detail::numbers("slogdet", &kernels::logabsdet<T>, a); };
    if constexpr (detail::is_complex_v<T>)
      return {detail::numbers("slogdet", &kernels::det_phase<T>, a), logabsdet()};
    else
      return {detail::numbers("slogdet", &kernels::det_sign<T>, a), logabsdet()};
  }
}

/// The logarithm of the determinant of (a + aᵀ)/2 of each matrix.
/// \throws DomainError where that is not positive definite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::RealOf<detail::Element<A>>, detail::matrix_axes_v<A> - 2> logdet(const A& a) {
  GRADC_TAKES_MATRICES("logdet", A) {
    const auto l = detail::matrices("logdet", &kernels::cholesky<detail::Element<A>>, a);
    auto y = detail::numbers("logdet", &kernels::logabsdet<detail::Element<A>>, l);
    for (auto& value : y) value *= 2;
    return y;
  }
}

}  // namespace gradc
