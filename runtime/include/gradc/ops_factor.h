// Factorisations, solutions of linear systems and determinants. The last two axes are the matrix, leading axes a batch,
// the same in all arguments. Elements: float and double. What has no solution throws DomainError.
#pragma once

#include <gradc/kernels/factor.h>
#include <gradc/operand.h>
#include <gradc/ops_linalg.h>

#include <algorithm>
#include <string>

namespace gradc {

/// Options of `triangular_solve`, chained: gradc::Triangular().upper(). By default the lower triangle is read.
class Triangular {
 public:
  constexpr Triangular() = default;
  /// The upper triangle is read.
  constexpr Triangular upper(bool value = true) const { return {value, transpose_, unit_diagonal_}; }
  /// The system is that of the transpose of the triangle.
  constexpr Triangular transpose(bool value = true) const { return {upper_, value, unit_diagonal_}; }
  /// The diagonal is not read: ones take its place.
  constexpr Triangular unit_diagonal(bool value = true) const { return {upper_, transpose_, value}; }
  constexpr bool is_upper() const { return upper_; }
  constexpr bool is_transposed() const { return transpose_; }
  constexpr bool has_unit_diagonal() const { return unit_diagonal_; }

 private:
  constexpr Triangular(bool upper, bool transpose, bool unit_diagonal)
      : upper_(upper), transpose_(transpose), unit_diagonal_(unit_diagonal) {}
  bool upper_ = false, transpose_ = false, unit_diagonal_ = false;
};

/// Options of `solve`: gradc::Solve().transpose() for the system of the transpose.
class Solve {
 public:
  constexpr Solve() = default;
  constexpr Solve transpose(bool value = true) const { return Solve(value); }
  constexpr bool is_transposed() const { return transpose_; }

 private:
  explicit constexpr Solve(bool transpose) : transpose_(transpose) {}
  bool transpose_ = false;
};

/// What `slogdet` gives: det x is sign * e^logabsdet.
template <class T, int R>
struct SignLogdet {
  Tensor<T, R> sign;
  Tensor<T, R> logabsdet;
};

/// What `eigh` gives: (a + aᵀ)/2 is v diag(w) vᵀ.
template <class T, int R>
struct Eigh {
  Tensor<T, R - 1> w;  // ascending
  Tensor<T, R> v;
};

namespace detail {
template <class A>
constexpr void check_matrices() {
  static_assert(std::is_same_v<Element<A>, float> || std::is_same_v<Element<A>, double>,
                "factorisations take float and double; convert with gradc::astype");
  static_assert(rank_v<A> >= 2, "factorisations take square matrices, or batches of them");
}

template <class X>
kernels::Squares squares(const char* op, const X& x) {
  constexpr int kRank = rank_v<X>;
  require_extent(op, kRank - 2, x.extent(kRank - 2), "its columns", kRank - 1, x.extent(kRank - 1));
  std::int64_t batch = 1;
  for (int axis = 0; axis + 2 < kRank; ++axis) batch *= x.extent(axis);
  return {batch, x.extent(kRank - 1)};
}

// A tensor of the same shape.
template <class A>
Tensor<Element<A>, rank_v<A>> matrices(const char* op, void (*kernel)(const kernels::Squares&, const Element<A>*, Element<A>*),
                                       const A& a) {
  check_matrices<A>();
  const auto x = as_view(a);
  Tensor<Element<A>, rank_v<A>> y(x.shape());
  kernel(squares(op, x), x.data(), y.data());
  return y;
}

// A number for each matrix.
template <class A>
Tensor<Element<A>, rank_v<A> - 2> numbers(const char* op,
                                          void (*kernel)(const kernels::Squares&, const Element<A>*, Element<A>*), const A& a) {
  check_matrices<A>();
  const auto x = as_view(a);
  Shape shape;
  for (int axis = 0; axis + 2 < rank_v<A>; ++axis) shape.push_back(x.extent(axis));
  Tensor<Element<A>, rank_v<A> - 2> y(shape);
  kernel(squares(op, x), x.data(), y.data());
  return y;
}

template <class A, class B>
std::int64_t right_columns(const char* op, const A& a, const B& b) {
  static_assert(std::is_same_v<Element<A>, Element<B>>, "both must have one element type; convert one with gradc::astype");
  static_assert(rank_v<B> == rank_v<A> || rank_v<B> + 1 == rank_v<A>,
                "the right side has as many axes as the matrices, or one less");
  for (int axis = 0; axis + 1 < rank_v<A>; ++axis)
    require_extent(op, axis, b.extent(axis), "the matrices", axis, a.extent(axis));
  if constexpr (rank_v<B> == rank_v<A>) return b.extent(rank_v<B> - 1);
  return 1;
}
}  // namespace detail

/// L, lower triangular with L Lᵀ = (a + aᵀ)/2, and zeros above the diagonal. Throws where that is not positive definite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> cholesky(const A& a) {
  return detail::matrices("cholesky", &kernels::cholesky<detail::Element<A>>, a);
}

/// a⁻¹. Throws where a matrix is singular.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> inv(const A& a) {
  return detail::matrices("inv", &kernels::inv<detail::Element<A>>, a);
}

/// The derivative of det(a) by a: det(a) a⁻ᵀ, and its limit where a is singular.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> cofactor(const A& a) {
  return detail::matrices("cofactor", &kernels::cofactor<detail::Element<A>>, a);
}

/// x with a x = b, a being a triangle of the matrix (Triangular); b has columns, or is vectors with one axis less.
/// Throws for a zero on the diagonal.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Element<B>, detail::rank_v<B>> triangular_solve(const A& a, const B& b, Triangular options = Triangular()) {
  detail::check_matrices<A>();
  const auto x = detail::as_view(a);
  const auto y = detail::as_view(b);
  const kernels::Squares g = detail::squares("triangular_solve", x);
  const std::int64_t columns = detail::right_columns("triangular_solve", x, y);
  Tensor<detail::Element<B>, detail::rank_v<B>> result(y.shape());
  kernels::triangular_solve<detail::Element<A>>(
      {g.batch, g.n, columns, options.is_upper(), options.is_transposed(), options.has_unit_diagonal()}, x.data(), y.data(),
      result.data());
  return result;
}

/// x with a x = b, by LU with row exchanges; b has columns, or is vectors with one axis less. Throws where a matrix is
/// singular.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Element<B>, detail::rank_v<B>> solve(const A& a, const B& b, Solve options = Solve()) {
  detail::check_matrices<A>();
  const auto x = detail::as_view(a);
  const auto y = detail::as_view(b);
  const kernels::Squares g = detail::squares("solve", x);
  const std::int64_t columns = detail::right_columns("solve", x, y);
  Tensor<detail::Element<B>, detail::rank_v<B>> result(y.shape());
  kernels::solve<detail::Element<A>>({g.batch, g.n, columns, options.is_transposed()}, x.data(), y.data(), result.data());
  return result;
}

/// The determinant of each matrix.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 2> det(const A& a) {
  return detail::numbers("det", &kernels::det<detail::Element<A>>, a);
}

/// The sign of the determinant of each matrix, and the logarithm of its absolute value; 0 and -infinity of a singular
/// one.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
SignLogdet<detail::Element<A>, detail::rank_v<A> - 2> slogdet(const A& a) {
  return {detail::numbers("slogdet", &kernels::det_sign<detail::Element<A>>, a),
          detail::numbers("slogdet", &kernels::logabsdet<detail::Element<A>>, a)};
}

/// The logarithm of the determinant of (a + aᵀ)/2 of each matrix. Throws where that is not positive definite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 2> logdet(const A& a) {
  const auto l = cholesky(a);
  auto y = detail::numbers("logdet", &kernels::logabsdet<detail::Element<A>>, l);
  for (auto& value : y) value *= 2;
  return y;
}

/// The eigenvalues w, ascending, and eigenvectors, the columns of v, of (a + aᵀ)/2 of each matrix. The number of largest
/// magnitude in each eigenvector is positive; where eigenvalues are equal, the vectors are any that span their space, and
/// only what doesn't depend on the choice has a derivative. All NaN where a is not finite.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Eigh<detail::Element<A>, detail::rank_v<A>> eigh(const A& a) {
  using T = detail::Element<A>;
  detail::check_matrices<A>();
  const auto x = detail::as_view(a);
  const kernels::Squares g = detail::squares("eigh", x);
  Tensor<T, 3> packed(Shape{g.batch, g.n + 1, g.n});
  kernels::eigh<T>(g, x.data(), packed.data());
  Shape values;
  for (int axis = 0; axis + 1 < detail::rank_v<A>; ++axis) values.push_back(x.extent(axis));
  Eigh<T, detail::rank_v<A>> result{Tensor<T, detail::rank_v<A> - 1>(values), Tensor<T, detail::rank_v<A>>(x.shape())};
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const T* const from = packed.data() + k * (g.n + 1) * g.n;
    std::copy_n(from, g.n, result.w.data() + k * g.n);
    std::copy_n(from + g.n, g.n * g.n, result.v.data() + k * g.n * g.n);
  }
  return result;
}

/// The eigenvalues of `eigh` alone.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> eigvalsh(const A& a) {
  return eigh(a).w;
}

}  // namespace gradc
