/// \file
/// Products of tensors: einsum and its special cases. Elements: all floating types, int32, int64 and complex numbers; real
/// operands of the same precision mix with complex ones. Shapes that don't match throw ShapeError.
#pragma once

#include <gradc/ops/factor.h>
#include <gradc/ops/linalg.h>
#include <gradc/ops/shape.h>

#include <type_traits>

namespace gradc {

// What stands before the body of a product of the tensors A and B of numbers, `fit` being a condition about their ranks.
#define GRADC_TAKES_FACTORS(op, fit, text, A, ...)                                                              \
  static_assert(fit, "gradc::" op " takes " text);                                                              \
  static_assert(detail::is_numeric_v<detail::Element<A>>, "gradc::" op " takes numbers; convert with gradc::astype"); \
  static_assert(!detail::is_numeric_v<detail::Element<A>> || detail::go_together_v<A, __VA_ARGS__>,              \
                "gradc::" op " takes operands of one element type; convert one with gradc::astype");            \
  if constexpr (!((fit) && detail::is_numeric_v<detail::Element<A>> && detail::go_together_v<A, __VA_ARGS__>)) { \
    return {};                                                                                                  \
  } else

namespace detail {
/// The shape of the result; throws where there is none, or it has another rank.
Shape einsum_shape(const char* op, const char* spec, const Shape* shapes, int count, int rank);
template <class T>
void einsum(const char* op, const char* spec, const Shape* shapes, const T* const* x, int count, T* y);

template <int R, class A, class... X>
Tensor<Product<A, X...>, R> product_of(const char* op, const char* spec, const A& a, const X&... x) {
  using T = Product<A, X...>;
  if constexpr (!have_elements_v<T, A, X...>) {
    return product_of<R>(op, spec, astype<T>(a), astype<T>(x)...);
  } else {
    const Shape shapes[] = {as_view(a).shape(), as_view(x).shape()...};
    const T* const data[] = {as_view(a).data(), as_view(x).data()...};
    constexpr int kCount = 1 + static_cast<int>(sizeof...(X));
    Tensor<T, R> y;
    y.resize(einsum_shape(op, spec, shapes, kCount, R));
    einsum<T>(op, spec, shapes, data, kCount, y.data());
    return y;
  }
}
template <class... X>
inline constexpr bool are_tensors_v = (is_tensor_v<X> && ...);
inline constexpr int greater_of(int a, int b) { return a > b ? a : b; }

// Σ conj(a) b along the last axis.
template <class A, class B>
Tensor<Product<A, B>, common_rank_v<A, B> - 1> dots(const char* op, const A& a, const B& b) {
  if constexpr (is_complex_v<Element<A>>)
    return product_of<common_rank_v<A, B> - 1>(op, "...i,...i->...", conjugates(a), b);
  else
    return product_of<common_rank_v<A, B> - 1>(op, "...i,...i->...", a, b);
}
}  // namespace detail

/// The sum, over the letters that are not in the result, of the products of the operands' elements. R is the rank of the result:
/// einsum<2>("ij,jk->ik", a, b). A letter names an axis, twice in one operand its diagonal; `...` are leading axes, which
/// broadcast as in NumPy. Up to six operands, two of which are contracted at a time, in the order with the fewest products.
/// \throws ShapeError where the letters don't match the operands, extents of one letter differ, or an intermediate result has
///     more than eight axes.
template <int R, class A, class... X, detail::Constraint<detail::are_tensors_v<A, X...>> = 0>
Tensor<detail::Product<A, X...>, R> einsum(const char* spec, const A& a, const X&... x) {
  GRADC_TAKES_FACTORS("einsum", sizeof...(X) < 6, "up to six operands", A, X...)
  return detail::product_of<R>("einsum", spec, a, x...);
}

/// The products of the matrices a, of the last two axes, and the vectors x, of the last axis; leading axes broadcast.
template <class A, class X, detail::Constraint<detail::are_tensors_v<A, X>> = 0>
Tensor<detail::Product<A, X>, detail::greater_of(detail::rank_v<A> - 1, detail::rank_v<X>)> matvec(const A& a, const X& x) {
  GRADC_TAKES_FACTORS("matvec", (detail::rank_v<A> >= 2 && detail::rank_v<X> >= 1), "matrices and vectors", A, X)
  return detail::product_of<detail::greater_of(detail::rank_v<A> - 1, detail::rank_v<X>)>("matvec", "...ij,...j->...i", a, x);
}

/// The sums of a * b along the last axis, of complex elements of conj(a) * b; leading axes broadcast.
template <class A, class B, detail::Constraint<detail::are_tensors_v<A, B>> = 0>
Tensor<detail::Product<A, B>, detail::greater_of(detail::common_rank_v<A, B>, 1) - 1> vecdot(const A& a, const B& b) {
  GRADC_TAKES_FACTORS("vecdot", (detail::rank_v<A> >= 1 && detail::rank_v<B> >= 1), "vectors", A, B)
  return detail::dots("vecdot", a, b);
}

/// As vecdot.
template <class A, class B, detail::Constraint<detail::are_tensors_v<A, B>> = 0>
Tensor<detail::Product<A, B>, detail::greater_of(detail::common_rank_v<A, B>, 1) - 1> vdot(const A& a, const B& b) {
  GRADC_TAKES_FACTORS("vdot", (detail::rank_v<A> >= 1 && detail::rank_v<B> >= 1), "vectors", A, B)
  return detail::dots("vdot", a, b);
}

/// x Wᵀ along the last axis of x, W having shape [outputs, inputs].
template <class X, class W, detail::Constraint<detail::are_tensors_v<X, W>> = 0>
Tensor<detail::Product<X, W>, detail::rank_v<X>> linear(const X& x, const W& w) {
  GRADC_TAKES_FACTORS("linear", (detail::rank_v<X> >= 1 && detail::rank_v<W> == 2), "weights of two axes", X, W)
  return detail::product_of<detail::rank_v<X>>("linear", "...k,nk->...n", x, w);
}
/// x Wᵀ + b along the last axis of x, b being a vector of the outputs.
template <class X, class W, class B, detail::Constraint<detail::are_tensors_v<X, W, B>> = 0>
Tensor<detail::Product<X, W, B>, detail::rank_v<X>> linear(const X& x, const W& w, const B& b) {
  GRADC_TAKES_FACTORS("linear", (detail::rank_v<X> >= 1 && detail::rank_v<W> == 2 && detail::rank_v<B> == 1),
                      "weights of two axes and a bias of one", X, W, B) {
    require_extent("the bias of linear", 0, detail::as_view(b).extent(0), "the weights", 0, detail::as_view(w).extent(0));
    return linear(x, w) + b;
  }
}

namespace detail {
template <int R, class A, class B>
Tensor<Product<A, B>, R> contracted(const A& a, const B& b, const int* along_a, const int* along_b, int count) {
  const kernels::AxisList of_a = normalised_axes("tensordot", along_a, count, rank_v<A>),
                          of_b = normalised_axes("tensordot", along_b, count, rank_v<B>);
  std::string left, right, rest;
  for (int axis = 0; axis < rank_v<A>; ++axis) {
    left += static_cast<char>('a' + axis);
    if (!of_a.contains(axis)) rest += left.back();
  }
  for (int axis = 0; axis < rank_v<B>; ++axis) {
    right += static_cast<char>('A' + axis);
    if (!of_b.contains(axis)) rest += right.back();
  }
  for (int i = 0; i < count; ++i) right[static_cast<std::size_t>(of_b[i])] = left[static_cast<std::size_t>(of_a[i])];
  return product_of<R>("tensordot", (left + "," + right + "->" + rest).c_str(), a, b);
}
}  // namespace detail

/// The sums of products over axes of a and as many of b, in pairs: tensordot(a, b, {1, 2}, {0, 1}). The result has the other axes
/// of a, then those of b.
template <class A, class B, std::size_t N, detail::Constraint<detail::are_tensors_v<A, B>> = 0>
Tensor<detail::Product<A, B>, detail::rank_v<A> + detail::rank_v<B> - 2 * static_cast<int>(N)> tensordot(const A& a, const B& b,
                                                                                                     const int (&along_a)[N],
                                                                                                     const int (&along_b)[N]) {
  GRADC_TAKES_FACTORS("tensordot",
                      (static_cast<int>(N) <= detail::rank_v<A> && static_cast<int>(N) <= detail::rank_v<B>),
                      "no more axes than there are", A, B)
  return detail::contracted<detail::rank_v<A> + detail::rank_v<B> - 2 * static_cast<int>(N)>(a, b, along_a, along_b,
                                                                                            static_cast<int>(N));
}
template <class A, class B, std::size_t N, std::size_t M, detail::Constraint<detail::are_tensors_v<A, B> && N != M> = 0>
Tensor<detail::Element<A>, detail::rank_v<A>> tensordot(const A&, const B&, const int (&)[N], const int (&)[M]) {
  GRADC_TAKES(N == M, "gradc::tensordot takes as many axes of one tensor as of the other") return {};
}
/// Over one axis of each.
template <class A, class B, class Axis, detail::Constraint<detail::are_tensors_v<A, B> && std::is_integral_v<Axis>> = 0>
Tensor<detail::Product<A, B>, detail::rank_v<A> + detail::rank_v<B> - 2> tensordot(const A& a, const B& b, Axis along_a, Axis along_b) {
  const int of_a[] = {static_cast<int>(along_a)}, of_b[] = {static_cast<int>(along_b)};
  return tensordot(a, b, of_a, of_b);
}

/// The Kronecker product of the last two axes: the matrix of the blocks a(i, j) b; leading axes broadcast.
template <class A, class B, detail::Constraint<detail::are_tensors_v<A, B>> = 0>
Tensor<detail::Product<A, B>, detail::common_rank_v<A, B>> kron(const A& a, const B& b) {
  GRADC_TAKES_FACTORS("kron", (detail::rank_v<A> >= 2 && detail::rank_v<B> >= 2 && detail::common_rank_v<A, B> <= 6),
                      "matrices, or batches of them of up to 6 axes", A, B) {
    constexpr int kRank = detail::common_rank_v<A, B>;
    const auto blocks = detail::product_of<kRank + 2>("kron", "...ij,...kl->...ikjl", a, b);
    Shape shape(blocks.shape().begin(), kRank - 2);
    shape.push_back(blocks.extent(kRank - 2) * blocks.extent(kRank - 1));
    shape.push_back(blocks.extent(kRank) * blocks.extent(kRank + 1));
    return reshape<kRank>(blocks, shape);
  }
}

/// The n-th power of square matrices, for n < 0 of their inverses (float and double only); ones on the diagonal for n = 0.
/// \throws ShapeError where they are not square.
/// \throws DomainError for the inverse of a singular one.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> matrix_power(const A& a, int n) {
  GRADC_TAKES(detail::is_field_v<detail::Element<A>>,
              "gradc::matrix_power takes floating point or complex elements; convert with gradc::astype") {
  GRADC_TAKES(detail::rank_v<A> >= 2, "gradc::matrix_power takes matrices, or batches of them") {
    using T = detail::Element<A>;
    constexpr int kRank = detail::rank_v<A>;
    const auto x = detail::as_view(a);
    require_extent("matrix_power", kRank - 2, x.extent(kRank - 2), "its columns", kRank - 1, x.extent(kRank - 1));
    detail::TensorLike<A> square = detail::TensorLike<A>::from(x.data(), x.shape()), y;
    if (n == 0) {
      const std::int64_t order = x.extent(kRank - 1);
      y = zeros<T, kRank>(x.shape());
      for (std::int64_t i = 0; i < y.size(); ++i)
        if (i / order % order == i % order) y.data()[i] = static_cast<T>(1.0f);
      return y;
    }
    if (n < 0) {
      if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || detail::is_complex_v<T>)
        square = detail::matrices("matrix_power", &kernels::inv<T>, a);
      else
        fail_domain("matrix_power: inverses are of float, double and complex numbers");
    }
    bool begun = false;
    for (std::int64_t left = n < 0 ? -static_cast<std::int64_t>(n) : n;; square = matmul(square, square)) {
      if (left % 2 != 0) {
        y = begun ? matmul(y, square) : detail::TensorLike<A>::from(square.data(), square.shape());
        begun = true;
      }
      if ((left /= 2) == 0) return y;
    }
  }
  }
}

#undef GRADC_TAKES_FACTORS

}  // namespace gradc
