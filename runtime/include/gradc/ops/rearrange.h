/// \file
/// Shape ops that are special cases of others, on tensors of every element type.
#pragma once

#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/position.h>
#include <gradc/ops/index.h>
#include <gradc/ops/shape.h>
#include <gradc/ops/slice.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gradc {

namespace detail {
template <class A>
TensorLike<A> flipped(const A& x, const kernels::AxisList& axes) {
  const Shape shape = as_view(x).shape();
  kernels::Window window{shape, {}, shape};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const bool back = axes.contains(axis) && shape[axis] > 0;
    window.begin.push_back(back ? shape[axis] - 1 : 0);
    if (back) window.strides[axis] = -1;
  }
  return sliced(x, window);
}

/// x in another order of its axes.
template <class A>
TensorLike<A> reordered(const A& x, const kernels::AxisList& axes) {
  return transposed(x, axes.begin(), axes.size());
}

inline kernels::AxisList in_order(int rank) {
  kernels::AxisList axes;
  for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

/// x, of `before` runs of n elements, with each run so many times.
template <class T>
void repeat_runs(const T* x, std::int64_t before, std::int64_t times, std::int64_t n, T* y) {
  kernels::broadcast({{before, 1, n}, {before, times, n}}, x, y);
}

/// x with `reps[k]` for axis k, which are as many as the result has axes: one axis after the other, from the first on.
template <int R, class A>
Tensor<Element<A>, R> tiled(const A& x, const Shape& reps) {
  const Shape own = as_view(x).shape();
  Shape shape;
  for (int axis = own.rank(); axis < R; ++axis) shape.push_back(1);
  for (const std::int64_t extent : own) shape.push_back(extent);
  Tensor<Element<A>, R> result = with_shape<R>(x, shape);
  for (int axis = 0; axis < R; ++axis) {
    if (reps[axis] == 1) continue;
    const std::int64_t before = Shape(shape.begin(), axis).size(), rest = Shape(shape.begin() + axis, R - axis).size();
    shape[axis] *= reps[axis];
    Tensor<Element<A>, R> next;
    next.resize(shape);
    repeat_runs(result.data(), before, reps[axis], rest, next.data());
    result = std::move(next);
  }
  return result;
}

/// f(row, column) says which elements of the matrices that the last two axes of x are become 0.
template <class A, class F>
TensorLike<A> masked(const A& x, F is_zero) {
  static_assert(rank_v<A> >= 2, "gradc::tril and gradc::triu take a tensor of at least 2 axes");
  using T = Element<A>;
  TensorLike<A> result(x);
  const std::int64_t rows = result.extent(rank_v<A> - 2), columns = result.extent(rank_v<A> - 1);
  T* y = result.data();
  for (std::int64_t left = result.size(); left > 0; left -= rows * columns)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j, ++y)
        if (is_zero(i, j)) *y = T();
  return result;
}

inline std::int64_t magnitude(std::int64_t k) { return k < 0 ? -k : k; }
}  // namespace detail

/// x reversed along all axes, along one, or along each of a list.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> flip(const A& x) {
  return detail::flipped(x, detail::in_order(detail::rank_v<A>));
}
template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0>
detail::TensorLike<A> flip(const A& x, Axis axis) {
  const int axes[] = {static_cast<int>(axis)};
  return detail::flipped(x, detail::normalised_axes("flip", axes, 1, detail::rank_v<A>));
}
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> flip(const A& x, const int (&axes)[N]) {
  return detail::flipped(x, detail::normalised_axes("flip", axes, static_cast<int>(N), detail::rank_v<A>));
}

/// Copies of x side by side along each axis: tile(x, {2, 3}). The shorter of the list and the shape of x is extended by ones on
/// its left.
/// \throws ShapeError for a negative number.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
auto tile(const A& x, const std::int64_t (&reps)[N]) {
  constexpr int kCount = static_cast<int>(N), kRank = kCount > detail::rank_v<A> ? kCount : detail::rank_v<A>;
  Shape all;
  for (int axis = 0; axis < kRank - kCount; ++axis) all.push_back(1);
  for (const std::int64_t rep : reps) {
    detail::require_count("tile", "a number of times", rep);
    all.push_back(rep);
  }
  return detail::tiled<kRank>(x, all);
}

/// x with each element n times along an axis: repeat({1, 2}, 2, 0) is {1, 1, 2, 2}.
/// \throws ShapeError for n < 0.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> repeat(const A& x, std::int64_t n, int axis) {
  static_assert(detail::rank_v<A> >= 1, "gradc::repeat: a scalar has no axis");
  const int along = detail::normalised_axis("repeat", axis, detail::rank_v<A>);
  detail::require_count("repeat", "the number of times", n);
  const auto view = detail::as_view(x);
  Shape shape = view.shape();
  const kernels::OuterAxisInner around = detail::around_axis(shape, along);
  shape[along] *= n;
  detail::TensorLike<A> result;
  result.resize(shape);
  detail::repeat_runs(view.data(), around.outer * around.extent, n, around.inner, result.data());
  return result;
}

GRADC_UNLIKE(stack)
/// Tensors of one shape along a new axis, at position `place` of the result: stack({a, b}, 0).
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + 1> stack(const A (&pieces)[N], int place) {
  const int axis = detail::normalised_axis("stack", place, detail::rank_v<A> + 1);
  Tensor<detail::Element<A>, detail::rank_v<A> + 1> with_axis[N];
  for (std::size_t i = 0; i < N; ++i) {
    detail::require_same("stack", "a tensor", detail::as_view(pieces[i]).shape(), "the first", detail::as_view(pieces[0]).shape());
    with_axis[i] = expand_dims(pieces[i], axis);
  }
  return concat(with_axis, axis);
}
inline detail::Nothing stack(const detail::stack_of_unlike&, int) { return {}; }

/// x with the last two axes exchanged.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> matrix_transpose(const A& x) {
  static_assert(detail::rank_v<A> >= 2, "gradc::matrix_transpose takes a tensor of at least 2 axes");
  constexpr int kRank = detail::rank_v<A>;
  kernels::AxisList axes = detail::in_order(kRank - 2);
  axes.push_back(kRank - 1);
  axes.push_back(kRank - 2);
  return detail::reordered(x, axes);
}

/// x with the last two axes exchanged and complex elements conjugated.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> matrix_adjoint(const A& x) {
  auto y = matrix_transpose(x);
  if constexpr (detail::is_complex_v<detail::Element<A>>)
    for (auto& element : y) element = scalar::Math<detail::Element<A>>::conj(element);
  return y;
}

/// x with two axes exchanged.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> swapaxes(const A& x, int axis1, int axis2) {
  const int one = detail::normalised_axis("swapaxes", axis1, detail::rank_v<A>);
  const int other = detail::normalised_axis("swapaxes", axis2, detail::rank_v<A>);
  kernels::AxisList axes;
  for (int axis = 0; axis < detail::rank_v<A>; ++axis) axes.push_back(axis == one ? other : axis == other ? one : axis);
  return detail::reordered(x, axes);
}

/// x with axis `from` moved to position `to`; the others keep their order.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> moveaxis(const A& x, int from, int to) {
  const int moved = detail::normalised_axis("moveaxis", from, detail::rank_v<A>);
  const int place = detail::normalised_axis("moveaxis", to, detail::rank_v<A>);
  kernels::AxisList axes;
  for (int axis = 0; axes.size() < detail::rank_v<A>;) {
    if (axes.size() == place)
      axes.push_back(moved);
    else if (axis == moved)
      ++axis;
    else
      axes.push_back(axis++);
  }
  return detail::reordered(x, axes);
}

/// The elements of x in row-major order.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, 1> flatten(const A& x) {
  return detail::with_shape<1>(x, Shape{detail::as_view(x).size()});
}

/// The matrix with the vector x on its k-th diagonal, above the main one for positive k.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, 2> diag(const A& x, std::int64_t k = 0) {
  static_assert(detail::rank_v<A> == 1, "gradc::diag takes a vector");
  const auto view = detail::as_view(x);
  const std::int64_t n = view.extent(0) + detail::magnitude(k);
  Tensor<detail::Element<A>, 2> result(Shape{n, n});
  for (std::int64_t i = 0; i < view.extent(0); ++i)
    result(k < 0 ? i - k : i, k < 0 ? i : i + k) = view(i);
  return result;
}

/// The k-th diagonal over two axes of x, as a last axis after the remaining ones.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> diagonal(const A& x, std::int64_t k = 0, int axis1 = 0,
                                                           int axis2 = 1) {
  constexpr int kRank = detail::rank_v<A>;
  static_assert(kRank >= 2, "gradc::diagonal takes a tensor of at least 2 axes");
  const int two[] = {axis1, axis2};
  const kernels::AxisList last = detail::normalised_axes("diagonal", two, 2, kRank);
  kernels::AxisList axes;
  for (int axis = 0; axis < kRank; ++axis)
    if (!last.contains(axis)) axes.push_back(axis);
  axes.push_back(last[0]);
  axes.push_back(last[1]);
  const auto matrices = detail::reordered(x, axes);
  const std::int64_t rows = matrices.extent(kRank - 2), columns = matrices.extent(kRank - 1);
  const std::int64_t down = k < 0 ? rows + k : rows, right = k > 0 ? columns - k : columns;
  const std::int64_t n = down < right ? down : right, length = n < 0 ? 0 : n;
  Shape shape(matrices.shape().begin(), kRank - 2);
  const std::int64_t outer = shape.size();
  shape.push_back(length);
  Tensor<detail::Element<A>, kRank - 1> result;
  result.resize(shape);
  if (result.size() == 0) return result;
  const std::int64_t begin = k < 0 ? -k * columns : k;
  kernels::slice({{outer, rows * columns}, {0, begin}, {outer, length}, {1, columns + 1}}, matrices.data(), result.data());
  return result;
}

/// x with zeros above the k-th diagonal of the last two axes.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> tril(const A& x, std::int64_t k = 0) {
  return detail::masked(x, [k](std::int64_t i, std::int64_t j) { return j > i + k; });
}
/// x with zeros below the k-th diagonal of the last two axes.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> triu(const A& x, std::int64_t k = 0) {
  return detail::masked(x, [k](std::int64_t i, std::int64_t j) { return j < i + k; });
}

/// n equidistant numbers from a to b: a (1 - t) + b t with t from 0 to 1; a for n = 1.
/// \throws ShapeError for n < 0.
template <class T, detail::Constraint<detail::is_scalar_v<T>> = 0>
Tensor<T, 1> linspace(T a, T b, std::int64_t n) {
  GRADC_TAKES(detail::is_real_v<T>, "gradc::linspace takes real floating point numbers; cast them") {
    using C = detail::Compute<T>;
    detail::require_count("linspace", "the number of elements", n);
    Tensor<T, 1> result;
    result.resize(Shape{n});
    const C last = static_cast<C>(n > 1 ? n - 1 : 1);
    for (std::int64_t i = 0; i < n; ++i) {
      const C t = static_cast<C>(i) / last;
      result(i) = static_cast<T>(static_cast<C>(a) * (C{1} - t) + static_cast<C>(b) * t);
    }
    return result;
  }
}

template <class T, class U, detail::Constraint<detail::is_scalar_v<T> && detail::is_scalar_v<U> && !std::is_same_v<T, U>> = 0>
Tensor<T, 1> linspace(T, U, std::int64_t) {
  GRADC_TAKES((std::is_same_v<T, U>), "gradc::linspace takes two numbers of one type; cast one") return {};
}

/// A tensor with the shape and element type of x, filled with `value`.
template <class A, class V, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> full_like(const A& x, V value) {
  GRADC_TAKES_NUMBER("full_like", detail::Element<A>, V)
  return full<detail::Element<A>, detail::rank_v<A>>(detail::as_view(x).shape(),
                                                     detail::convert_scalar<detail::Element<A>>(value));
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> zeros_like(const A& x) {
  return full_like(x, 0);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> ones_like(const A& x) {
  return full_like(x, 1);
}

/// The unit matrix of n rows.
/// \throws ShapeError for n < 0.
template <class T>
Tensor<T, 2> eye(std::int64_t n) {
  detail::require_count("eye", "the number of rows", n);
  Tensor<T, 2> y = zeros<T>({n, n});
  for (std::int64_t i = 0; i < n; ++i) y(i, i) = T(1);
  return y;
}

namespace detail {
// x in parts along an axis, of which each ends where the next begins: ends[i] is the end of part i, the first begins at 0.
template <std::size_t N, class A>
std::array<TensorLike<A>, N> parts_that_end(const A& x, const std::int64_t (&ends)[N], int along) {
  const Shape shape = as_view(x).shape();
  std::int64_t begin[rank_v<A>] = {}, end[rank_v<A>] = {};
  std::copy(shape.begin(), shape.end(), end);
  end[along] = 0;
  std::array<TensorLike<A>, N> parts;
  for (std::size_t i = 0; i < N; ++i) {
    begin[along] = end[along];
    end[along] = ends[i];
    parts[i] = slice(x, begin, end);
  }
  return parts;
}
}  // namespace detail

/// x in parts along an axis, of these extents: auto [a, b] = gradc::split(x, {2, 3}, 1).
/// \throws ShapeError unless they add up to the axis.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
std::array<detail::TensorLike<A>, N> split(const A& x, const std::int64_t (&extents)[N], int axis = 0) {
  const Shape shape = detail::as_view(x).shape();
  const int along = detail::normalised_axis("split", axis, detail::rank_v<A>);
  std::int64_t ends[N] = {}, left = shape[along];
  bool fit = true;  // no sum of extents, of which each may be the greatest number there is
  for (std::size_t i = 0; i < N; ++i) {
    fit = fit && extents[i] >= 0 && extents[i] <= left;
    if (fit) left -= extents[i];
    ends[i] = shape[along] - left;
  }
  detail::require_of("split", fit && left == 0, "the extents of the parts don't add up to the axis", shape);
  return detail::parts_that_end(x, ends, along);
}

/// By their number, for an error that says what is taken.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<I>> = 0>
std::array<detail::TensorLike<A>, 2> split(const A&, I, int = 0) {
  GRADC_TAKES(sizeof(A) == 0, "gradc::split takes the extent of each part: split(x, {2, 2}, axis), or split_at(x, {2}, axis) the places "
                              "where x is cut") return {};
}

/// x in parts along an axis, cut at these indices: auto [a, b, c] = gradc::split_at(x, {2, 5}, 1) has the elements before 2,
/// those from 2 to 4, and those from 5 on.
/// \throws IndexError unless they ascend from 0 to the axis; equal ones give empty parts.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
std::array<detail::TensorLike<A>, N + 1> split_at(const A& x, const std::int64_t (&indices)[N], int axis = 0) {
  const Shape shape = detail::as_view(x).shape();
  const int along = detail::normalised_axis("split_at", axis, detail::rank_v<A>);
  std::int64_t ends[N + 1] = {}, before = 0;
  for (std::size_t i = 0; i <= N; ++i) {
    ends[i] = i < N ? indices[i] : shape[along];
    require_part("split_at", along, before, ends[i], shape[along]);
    before = ends[i];
  }
  return detail::parts_that_end(x, ends, along);
}

/// The n slices along an axis of extent n, without that axis: auto [a, b] = gradc::unstack<2>(x).
/// \throws ShapeError for another extent.
template <std::size_t n, class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
std::array<Tensor<detail::Element<A>, detail::rank_v<A> - 1>, n> unstack(const A& x, int axis = 0) {
  const int along = detail::normalised_axis("unstack", axis, detail::rank_v<A>);
  detail::require_same("unstack", "axis", Shape{detail::as_view(x).extent(along)}, "parts",
                       Shape{static_cast<std::int64_t>(n)});
  std::array<Tensor<detail::Element<A>, detail::rank_v<A> - 1>, n> parts;
  for (std::size_t i = 0; i < n; ++i) parts[i] = take(x, static_cast<std::int64_t>(i), along);
  return parts;
}

/// Tensors of one axis for each vector, along which it lies: auto [a, b] = gradc::meshgrid(x, y) has a(i, j) = x(i) and b(i, j) =
/// y(j).
template <class A, class... B, detail::Constraint<(detail::is_tensor_v<A> && ... && detail::is_tensor_v<B>)> = 0>
auto meshgrid(const A& x, const B&... more) {
  constexpr int kRank = 1 + static_cast<int>(sizeof...(B));
  using T = detail::Element<A>;
  static_assert(((detail::rank_v<A> == 1) && ... && (detail::rank_v<B> == 1 && std::is_same_v<T, detail::Element<B>>)),
                "gradc::meshgrid takes vectors of one element type; convert one with gradc::astype");
  if constexpr (!((detail::rank_v<A> == 1) && ... && (detail::rank_v<B> == 1 && std::is_same_v<T, detail::Element<B>>))) {
    return std::array<Tensor<T, kRank>, kRank>();
  } else {
    const View<const T, 1> vectors[] = {detail::as_view(x), detail::as_view(more)...};
    Shape shape;
    for (const auto& vector : vectors) shape.push_back(vector.extent(0));
    std::array<Tensor<T, kRank>, kRank> grids;
    for (int axis = 0; axis < kRank; ++axis) {
      Tensor<T, kRank>& grid = grids[static_cast<std::size_t>(axis)];
      grid.resize(shape);
      const kernels::OuterAxisInner around = detail::around_axis(shape, axis);
      T* to = grid.data();
      for (std::int64_t o = 0; o < around.outer; ++o)
        for (std::int64_t k = 0; k < around.extent; ++k, to += around.inner)
          kernels::fill(around.inner, vectors[axis](k), to);
    }
    return grids;
  }
}

}  // namespace gradc
