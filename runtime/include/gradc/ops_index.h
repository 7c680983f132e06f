// Reading at indices. Indices are integers and never wrapped: a negative one is out of range.
#pragma once

#include <gradc/kernels/index.h>
#include <gradc/operand.h>
#include <gradc/ops_geometry.h>

namespace gradc {

namespace detail {
/// What may be an index: int32 or int64, in a tensor or alone.
template <class I>
inline constexpr bool is_index_v =
    std::is_same_v<Element<I>, std::int32_t> || std::is_same_v<Element<I>, std::int64_t>;
}  // namespace detail

/// The elements of x at `indices` along `axis`, whose place the axes of `indices` take: take(table, ids) is a
/// row for each id. Throws IndexError for an index outside the axis.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1> take(const A& x, const I& indices,
                                                                           int axis = 0) {
  static_assert(detail::rank_v<A> >= 1, "gradc::take: a scalar has no axis");
  static_assert(detail::is_index_v<I>, "gradc::take: indices are std::int32_t or std::int64_t");
  const auto view = detail::as_view(x);
  const auto at = detail::as_operand<detail::Element<I>>(indices);
  const int along = detail::normalised_axis("take", axis, detail::rank_v<A>);
  const Shape from = view.shape(), places = at.shape();
  Shape shape;
  for (int i = 0; i < along; ++i) shape.push_back(from[i]);
  for (const std::int64_t extent : places) shape.push_back(extent);
  for (int i = along + 1; i < from.rank(); ++i) shape.push_back(from[i]);
  Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1> result;
  result.resize(shape);
  const kernels::OuterAxisInner around = detail::around_axis(from, along);
  kernels::take({around.outer, around.extent, around.inner, places.size()}, view.data(), at.data(),
                result.data());
  return result;
}

/// The rows of a table at `ids`: take(table, ids). Throws IndexError for an id outside the table.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1> embedding_lookup(const A& table, const I& ids) {
  return take(table, ids);
}

/// A new last axis of extent n that is 1 at the id and 0 elsewhere; an id outside [0, n) gives zeros.
template <class T = float, class I>
Tensor<T, detail::rank_v<I> + 1> one_hot(const I& ids, std::int64_t n) {
  static_assert(detail::is_index_v<I>, "gradc::one_hot: ids are std::int32_t or std::int64_t");
  const auto at = detail::as_operand<detail::Element<I>>(ids);
  Shape shape = at.shape();
  const std::int64_t count = shape.size();
  shape.push_back(n);
  Tensor<T, detail::rank_v<I> + 1> result;
  result.resize(shape);
  kernels::one_hot({count, n}, at.data(), result.data());
  return result;
}

}  // namespace gradc
