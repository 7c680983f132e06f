/// \file
/// Indices into tensors: counting, sorting, searching. Results are std::int64_t and have no derivative. NaN sorts as the largest
/// element.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/position.h>
#include <gradc/ops/geometry.h>

namespace gradc {

/// 0, 1, ..., n - 1.
/// \throws ShapeError for n < 0.
template <class T = std::int64_t>
Tensor<T, 1> iota(std::int64_t n) {
  GRADC_TAKES((detail::is_real_v<T> || detail::is_integer_v<T>), "gradc::iota gives real or integer elements; convert with gradc::astype") {
    detail::require_count("iota", "the number of elements", n);
    Tensor<T, 1> result;
    result.resize(Shape{n});
    kernels::iota({n}, result.data());
    return result;
  }
}

/// The row-major index, in a tensor of the given extents, of each multi-index along the last axis of x.
/// \throws IndexError for an index outside its axis.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::rank_v<A> - 1> ravel_index(const A& x, const std::int64_t (&extents)[N]) {
  static_assert(std::is_same_v<detail::Element<A>, std::int32_t> || std::is_same_v<detail::Element<A>, std::int64_t>,
                "gradc::ravel_index: indices are std::int32_t or std::int64_t; convert with gradc::astype");
  const auto view = detail::as_view(x);
  constexpr int kRank = detail::rank_v<A> - 1;
  detail::require_same("ravel_index", "indices", Shape{view.extent(kRank)}, "extents",
                       Shape{static_cast<std::int64_t>(N)});
  Tensor<std::int64_t, kRank> result;
  result.resize(Shape(view.shape().begin(), kRank));
  kernels::ravel_index({result.size(), Shape(extents, static_cast<int>(N))}, view.data(), result.data());
  return result;
}

/// The indices of the first n true elements of a vector, then -1, which is outside of every axis: with Mode::drop it reads 0 and
/// writes nothing.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, 1> nonzero(const A& x, std::int64_t n) {
  static_assert(detail::rank_v<A> == 1 && std::is_same_v<detail::Element<A>, bool>,
                "gradc::nonzero takes a vector of bool; compare, or convert with gradc::astype<bool>");
  const auto view = detail::as_view(x);
  detail::require_count("nonzero", "the number of places", n);
  Tensor<std::int64_t, 1> result;
  result.resize(Shape{n});
  if constexpr (std::is_same_v<detail::Element<A>, bool>) kernels::nonzero({view.extent(0), n}, view.data(), result.data());
  return result;
}

/// As above, with `fill` in place of -1.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, 1> nonzero(const A& x, std::int64_t n, std::int64_t fill) {
  auto places = nonzero(x, n);
  for (std::int64_t i = 0; i < n; ++i)
    if (places(i) < 0) places(i) = fill;
  return places;
}

/// The indices that sort x along an axis, ascending or descending. The sort is stable.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::rank_v<A>> argsort(const A& x, int axis = -1, bool descending = false) {
  static_assert(detail::rank_v<A> >= 1, "gradc::argsort: a scalar has no axis");
  static_assert(detail::is_real_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::argsort takes real or integer elements; convert with gradc::astype");
  const auto view = detail::as_view(x);
  const kernels::OuterAxisInner around =
      detail::around_axis(view.shape(), detail::normalised_axis("argsort", axis, detail::rank_v<A>));
  Tensor<std::int64_t, detail::rank_v<A>> result;
  result.resize(view.shape());
  kernels::argsort({around.outer, around.extent, around.inner, descending}, view.data(), result.data());
  return result;
}

/// The indices of the n largest elements along an axis, in descending order; of equal elements the first.
/// \throws ShapeError where n exceeds the extent.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::rank_v<A>> top_k_indices(const A& x, std::int64_t n, int axis = -1) {
  static_assert(detail::rank_v<A> >= 1, "gradc::top_k_indices: a scalar has no axis");
  static_assert(detail::is_real_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::top_k_indices takes real or integer elements; convert with gradc::astype");
  const auto view = detail::as_view(x);
  const int along = detail::normalised_axis("top_k_indices", axis, detail::rank_v<A>);
  const kernels::OuterAxisInner around = detail::around_axis(view.shape(), along);
  Shape shape = view.shape();
  detail::require_count("top_k", "the number of elements", n);
  shape[along] = n;
  Tensor<std::int64_t, detail::rank_v<A>> result;
  result.resize(shape);
  kernels::top_k_indices({around.outer, around.extent, around.inner, n}, view.data(), result.data());
  return result;
}

/// The number of elements of the sorted vector x less than each v, with `right` less than or equal to it.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::rank_v<B>> searchsorted(const A& x, const B& v, bool right = false) {
  static_assert(detail::rank_v<A> == 1, "gradc::searchsorted takes a sorted vector");
  using T = typename detail::Common<A, B>::Type;
  GRADC_GO_TOGETHER("searchsorted", A, B)
  static_assert(!detail::go_together_v<A, B> || detail::is_real_v<T> || detail::is_integer_v<T>,
                "gradc::searchsorted takes real or integer elements; convert with gradc::astype");
  if constexpr (!detail::go_together_v<A, B>) {
    return {};
  } else {
    const auto view = detail::as_view(x);
    const auto values = detail::as_operand<T>(v);
    Tensor<std::int64_t, detail::rank_v<B>> result;
    result.resize(values.shape());
    kernels::searchsorted({view.extent(0), values.shape().size(), right}, view.data(), values.data(), result.data());
    return result;
  }
}

}  // namespace gradc
