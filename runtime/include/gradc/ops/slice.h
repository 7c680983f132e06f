/// \file
/// Slices of tensors, with bounds that are integers or values.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/shape.h>
#include <gradc/ops/geometry.h>

namespace gradc {

namespace detail {
template <class A>
TensorLike<A> sliced(const A& x, const kernels::Window& geometry) {
  TensorLike<A> result;
  result.resize(geometry.box);
  kernels::slice(geometry, as_view(x).data(), result.data());
  return result;
}

/// The places of a block, one for each axis of x.
template <class A, class S>
auto starts_of(const char* op, const S& starts) {
  static_assert(is_tensor_v<S> && rank_v<S> == 1, "the places of a block are a vector of integers, one for each axis");
  const auto view = as_view(starts);
  require_same(op, "places", view.shape(), "axes", Shape{rank_v<A>});
  return view;
}
}  // namespace detail

/// The slice [begin, end) of each axis. A negative bound counts from the end.
/// \throws IndexError unless, counted so, 0 <= begin <= end <= extent.
template <class A, std::size_t N, std::size_t M, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> slice(const A& x, const std::int64_t (&begin)[N], const std::int64_t (&end)[M]) {
  static_assert(static_cast<int>(N) == detail::rank_v<A> && N == M,
                "gradc::slice takes a bound for each axis");
  return detail::sliced(x, detail::window(detail::as_view(x).shape(), begin, end));
}

/// As above, in steps of a stride for each axis: begin, begin + stride, ... A negative one goes back from begin to before end, as
/// Python's x[begin:end:stride]: all of a vector backwards is slice(x, {-1}, {-n - 1}, {-1}), and -1 <= end <= begin < extent.
/// \throws ShapeError for a stride of 0.
template <class A, std::size_t N, std::size_t M, std::size_t K, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> slice(const A& x, const std::int64_t (&begin)[N], const std::int64_t (&end)[M],
                            const std::int64_t (&strides)[K]) {
  static_assert(static_cast<int>(N) == detail::rank_v<A> && N == M && N == K,
                "gradc::slice takes a bound and a stride for each axis");
  return detail::sliced(x, detail::window(detail::as_view(x).shape(), begin, end, strides));
}

/// The block of x with the given shape that starts at `starts`, a vector with an index for each axis.
/// \throws ShapeError for a block larger than x.
/// \throws IndexError for one that isn't within x.
template <class A, class S, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> dynamic_slice(const A& x, const S& starts, const std::int64_t (&extents)[N]) {
  static_assert(static_cast<int>(N) == detail::rank_v<A>, "gradc::dynamic_slice takes an extent for each axis");
  static_assert(detail::is_index_v<S>, "gradc::dynamic_slice: the places of a block are std::int32_t or std::int64_t; convert with gradc::astype");
  if constexpr (!detail::is_index_v<S>) {
    return {};
  } else {
    const auto view = detail::as_view(x);
    const auto at = detail::starts_of<A>("dynamic_slice", starts);
    for (const std::int64_t extent : extents) detail::require_count("dynamic_slice", "an extent", extent);
    detail::TensorLike<A> result;
    result.resize(Shape(extents, static_cast<int>(N)));
    kernels::dynamic_slice({view.shape(), result.shape()}, view.data(), at.data(), result.data());
    return result;
  }
}

/// x with the block u where dynamic_slice(x, starts, u.shape()) would read. Throws as that does.
template <class A, class B, class S, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
detail::TensorLike<A> dynamic_update_slice(const A& x, const B& u, const S& starts) {
  static_assert(std::is_same_v<detail::TensorLike<A>, detail::TensorLike<B>>,
                "gradc::dynamic_update_slice takes two tensors of one rank and element type; convert with gradc::astype");
  static_assert(detail::is_index_v<S>, "gradc::dynamic_update_slice: the places of a block are std::int32_t or std::int64_t; convert with gradc::astype");
  if constexpr (!detail::is_index_v<S> || !std::is_same_v<detail::TensorLike<A>, detail::TensorLike<B>>) {
    return {};
  } else {
    const auto view = detail::as_view(x), block = detail::as_view(u);
    const auto at = detail::starts_of<A>("dynamic_update_slice", starts);
    detail::TensorLike<A> result;
    result.resize(view.shape());
    kernels::dynamic_update_slice({view.shape(), block.shape()}, view.data(), block.data(), at.data(), result.data());
    return result;
  }
}

}  // namespace gradc
