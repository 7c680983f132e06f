/// \file
/// Ops that rearrange elements, and constants. Lists of axes are int and may be negative, lists of extents are std::int64_t; the
/// length of a braced list gives the rank of the result. Shapes that don't match throw ShapeError.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/shape.h>
#include <gradc/ops/geometry.h>

#include <array>

namespace gradc {

namespace detail {
/// The elements of x in order, under another shape.
template <int R, class A>
Tensor<Element<A>, R> with_shape(const A& x, const Shape& shape) {
  return Tensor<Element<A>, R>::from(as_view(x).data(), shape);
}

template <class A>
TensorLike<A> transposed(const A& x, const int* axes, int count) {
  const auto view = as_view(x);
  const kernels::Permutation geometry = permutation(view.shape(), axes, count);
  TensorLike<A> result;
  result.resize(permuted(geometry));
  kernels::transpose(geometry, view.data(), result.data());
  return result;
}
}  // namespace detail

/// The axes of x in reverse order.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> transpose(const A& x) {
  constexpr int kRank = detail::rank_v<A>;
  int axes[kMaxRank] = {};
  for (int axis = 0; axis < kRank; ++axis) axes[axis] = kRank - 1 - axis;
  return detail::transposed(x, axes, kRank);
}

/// Axis i of the result is axis axes[i] of x.
/// \throws ShapeError unless the list is a permutation of the axes.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> transpose(const A& x, const int (&axes)[N]) {
  static_assert(static_cast<int>(N) == detail::rank_v<A>,
                "gradc::transpose takes as many axes as the tensor has");
  return detail::transposed(x, axes, static_cast<int>(N));
}

/// The elements of x in row-major order with other extents; one may be -1, and is computed from the others.
/// \throws ShapeError where the numbers of elements differ.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, static_cast<int>(N)> reshape(const A& x, const std::int64_t (&extents)[N]) {
  constexpr int kRank = static_cast<int>(N);
  return detail::with_shape<kRank>(x, detail::reshaped(detail::as_view(x).shape(), extents, kRank));
}
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, static_cast<int>(N)> reshape(const A& x,
                                                        const std::array<std::int64_t, N>& extents) {
  constexpr int kRank = static_cast<int>(N);
  return detail::with_shape<kRank>(x, detail::reshaped(detail::as_view(x).shape(), extents.data(), kRank));
}

/// As above, with a shape whose rank R the compiler cannot know: reshape<2>(x, y.shape()).
template <int R, class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, R> reshape(const A& x, const Shape& shape) {
  if (shape.rank() != R) detail::fail_shape_rank(R, shape);
  return detail::with_shape<R>(x, detail::reshaped(detail::as_view(x).shape(), shape.begin(), R));
}

/// x with a new axis of extent 1 at place `axis` of the result.
template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + 1> expand_dims(const A& x, Axis axis) {
  const int axes[] = {static_cast<int>(axis)};
  return detail::with_shape<detail::rank_v<A> + 1>(
      x, detail::with_axes("expand_dims", detail::as_view(x).shape(), axes, 1));
}

/// x with new axes of extent 1 at these places of the result.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + static_cast<int>(N)> expand_dims(const A& x,
                                                                                const int (&axes)[N]) {
  constexpr int kCount = static_cast<int>(N);
  return detail::with_shape<detail::rank_v<A> + kCount>(
      x, detail::with_axes("expand_dims", detail::as_view(x).shape(), axes, kCount));
}

/// x without an axis, whose extent must be 1.
template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> squeeze(const A& x, Axis axis) {
  const int axes[] = {static_cast<int>(axis)};
  return detail::with_shape<detail::rank_v<A> - 1>(
      x, detail::without_axes("squeeze", detail::as_view(x).shape(), axes, 1));
}

/// x without these axes, whose extents must be 1.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - static_cast<int>(N)> squeeze(const A& x,
                                                                            const int (&axes)[N]) {
  constexpr int kCount = static_cast<int>(N);
  return detail::with_shape<detail::rank_v<A> - kCount>(
      x, detail::without_axes("squeeze", detail::as_view(x).shape(), axes, kCount));
}

/// x repeated along missing axes and axes of extent 1, to the extents given.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, static_cast<int>(N)> broadcast_to(const A& x, const std::int64_t (&extents)[N]) {
  static_assert(static_cast<int>(N) >= detail::rank_v<A>, "gradc::broadcast_to cannot drop axes");
  const auto view = detail::as_view(x);
  for (const std::int64_t extent : extents) detail::require_count("broadcast_to", "an extent", extent);
  const Shape shape(extents, static_cast<int>(N));
  detail::require_broadcast(view.shape(), shape);
  Tensor<detail::Element<A>, static_cast<int>(N)> result;
  result.resize(shape);
  kernels::broadcast({view.shape(), shape}, view.data(), result.data());
  return result;
}

namespace detail {
template <class A>
TensorLike<A> concatenated(const A* pieces, std::int64_t count, int axis) {
  static_assert(rank_v<A> >= 1, "gradc::concat: a scalar has no axis");
  const int along = normalised_axis("concat", axis, rank_v<A>);
  Shape total = as_view(pieces[0]).shape();
  for (std::int64_t piece = 1; piece < count; ++piece) extend(total, as_view(pieces[piece]).shape(), along);
  TensorLike<A> result;
  result.resize(total);
  const kernels::OuterAxisInner whole = around_axis(total, along);
  std::int64_t offset = 0;
  for (std::int64_t piece = 0; piece < count; ++piece) {
    const auto view = as_view(pieces[piece]);
    const std::int64_t run = view.extent(along) * whole.inner;
    kernels::copy_strided({whole.outer, run, run, whole.extent * whole.inner}, view.data(),
                          result.data() + offset);
    offset += run;
  }
  return result;
}
}  // namespace detail

GRADC_UNLIKE(concat)
/// Tensors one after another along `axis`: concat({a, b}, 0).
/// \throws ShapeError where other extents differ.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> concat(const A (&pieces)[N], int axis) {
  return detail::concatenated(pieces, static_cast<std::int64_t>(N), axis);
}
inline detail::Nothing concat(const detail::concat_of_unlike&, int) { return {}; }

/// As above, for the tensors in a std::vector or another container in contiguous memory.
/// \throws ShapeError for none.
template <class Container, class A = typename Container::value_type,
          detail::Constraint<detail::is_tensor_v<A>> = 0,
          detail::Constraint<!detail::is_tensor_v<Container>> = 0>
detail::TensorLike<A> concat(const Container& pieces, int axis) {
  require_shape(pieces.size() > 0, "concat: there is nothing to concatenate");
  return detail::concatenated(pieces.data(), static_cast<std::int64_t>(pieces.size()), axis);
}

namespace detail {
template <class A>
TensorLike<A> rolled(const A& x, const std::int64_t* shifts, const int* axes, int count) {
  const auto view = as_view(x);
  const kernels::AxisList along = normalised_axes("roll", axes, count, rank_v<A>);
  kernels::Rolling geometry{view.shape(), {}};
  for (int i = 0; i < count; ++i) geometry.shifts[along[i]] = shifts[i];
  TensorLike<A> result;
  result.resize(view.shape());
  kernels::roll(geometry, view.data(), result.data());
  return result;
}
}  // namespace detail

/// The elements of x shifted cyclically along an axis by `shift`; a negative shift moves them toward the start.
template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0>
detail::TensorLike<A> roll(const A& x, std::int64_t shift, Axis axis) {
  const int axes[] = {static_cast<int>(axis)};
  return detail::rolled(x, &shift, axes, 1);
}

/// As above, along several axes: roll(x, {1, -2}, {0, 1}). No axis may come twice.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> roll(const A& x, const std::int64_t (&shifts)[N], const int (&axes)[N]) {
  return detail::rolled(x, shifts, axes, static_cast<int>(N));
}

/// A tensor of these extents with `value` everywhere: full({2, 3}, 1.5f).
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> full(const std::int64_t (&extents)[N], T value) {
  Tensor<T, static_cast<int>(N)> result;
  result.resize(Shape(extents, static_cast<int>(N)));
  kernels::fill(result.size(), value, result.data());
  return result;
}

/// As above, with a shape whose rank R the compiler cannot know: full<float, 2>(x.shape(), 1.5f).
template <class T, int R>
Tensor<T, R> full(const Shape& shape, T value) {
  Tensor<T, R> result;
  result.resize(shape);
  kernels::fill(result.size(), value, result.data());
  return result;
}

/// Zeros: zeros<float>({2, 3}), or zeros<float, 2>(x.shape()).
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> zeros(const std::int64_t (&extents)[N]) {
  return Tensor<T, static_cast<int>(N)>(Shape(extents, static_cast<int>(N)));
}
template <class T, int R>
Tensor<T, R> zeros(const Shape& shape) {
  return Tensor<T, R>(shape);
}

/// Ones: ones<float>({2, 3}), or ones<float, 2>(x.shape()).
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> ones(const std::int64_t (&extents)[N]) {
  return full<T>(extents, static_cast<T>(1));
}
template <class T, int R>
Tensor<T, R> ones(const Shape& shape) {
  return full<T, R>(shape, static_cast<T>(1));
}

}  // namespace gradc
