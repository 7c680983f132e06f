/// \file
/// Sorting, order statistics, multi-indices and histograms. NaN sorts as the largest element.
#pragma once

#include <gradc/ops/elementwise.h>
#include <gradc/ops/index.h>
#include <gradc/ops/position.h>
#include <gradc/ops/reduce.h>
#include <gradc/ops/shape.h>
#include <gradc/ops/slice.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace gradc {

/// x sorted along an axis, ascending or descending. The sort is stable.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> sort(const A& x, int axis = -1, bool descending = false) {
  static_assert(detail::is_real_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::sort takes real or integer elements; convert with gradc::astype");
  const int along = detail::normalised_axis("sort", axis, detail::rank_v<A>);
  return take_along_axis(x, argsort(x, along, descending), along);
}

/// The n largest elements along an axis, in descending order.
/// \throws ShapeError where n exceeds the extent.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> top_k_values(const A& x, std::int64_t n, int axis = -1) {
  static_assert(detail::is_real_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::top_k_values takes real or integer elements; convert with gradc::astype");
  const int along = detail::normalised_axis("top_k_values", axis, detail::rank_v<A>);
  return take_along_axis(x, top_k_indices(x, n, along), along);
}

/// The result of `top_k`: values and their indices.
template <class T, int R>
struct TopK {
  Tensor<T, R> values;
  Tensor<std::int64_t, R> indices;
};
/// The n largest elements along an axis in descending order, and their indices; of equal elements the first.
/// \throws ShapeError where n exceeds the extent.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
TopK<detail::Element<A>, detail::rank_v<A>> top_k(const A& x, std::int64_t n, int axis = -1) {
  static_assert(detail::is_real_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::top_k takes real or integer elements; convert with gradc::astype");
  const int along = detail::normalised_axis("top_k", axis, detail::rank_v<A>);
  auto indices = top_k_indices(x, n, along);
  auto values = take_along_axis(x, indices, along);
  return {std::move(values), std::move(indices)};
}

/// The interpolation of `quantile` between two neighbouring elements: linear, the lower, the higher, their mean, or the nearest
/// (of equally near ones that at an even index).
enum class Interpolation { linear, lower, higher, midpoint, nearest };

namespace detail {
/// low (1 - part) + high part of the elements of x in order at two places along an axis, NaN where one is NaN; the axis has
/// extent 1.
template <class A>
TensorLike<A> between(const char* op, const A& x, std::int64_t low, std::int64_t high, double part, int axis) {
  using T = Element<A>;
  using C = Compute<T>;
  const auto order = sort(x, axis);
  const std::int64_t n = order.extent(axis);
  const kernels::OuterAxisInner around = around_axis(order.shape(), axis);
  Shape shape = order.shape();
  shape[axis] = 1;
  TensorLike<A> result;
  result.resize(shape);
  if (n == 0 && result.size() > 0) fail_index(std::string(op) + ": can't take elements of an empty axis");
  T* y = result.data();
  for (std::int64_t o = 0; o < around.outer; ++o)
    for (std::int64_t i = 0; i < around.inner; ++i) {
      const auto at = [&](std::int64_t k) { return static_cast<C>(order.data()[(o * n + k) * around.inner + i]); };
      const C last = at(n - 1), weight = static_cast<C>(part);
      const C value = part == 0 ? at(low) : (C{1} - weight) * at(low) + weight * at(high);
      *y++ = static_cast<T>(last == last ? value : last);
    }
  return result;
}
template <class A>
TensorLike<A> median_kept(const A& x, int axis) {
  const int along = normalised_axis("median", axis, rank_v<A>);
  const std::int64_t n = as_view(x).extent(along);
  return between("median", x, (n - 1) / 2, n / 2, n % 2 == 0 ? 0.5 : 0.0, along);
}
template <class A>
TensorLike<A> quantile_kept(const A& x, double fraction, int axis, Interpolation how) {
  require_domain(fraction >= 0 && fraction <= 1, "quantile: the fraction is not between 0 and 1");
  const int along = normalised_axis("quantile", axis, rank_v<A>);
  const std::int64_t last = as_view(x).extent(along) - 1;
  const double place = fraction * static_cast<double>(last), below = std::floor(place);
  const auto low = static_cast<std::int64_t>(below), high = low < last ? low + 1 : last;
  const double part = place - below;
  switch (how) {
    case Interpolation::lower: return between("quantile", x, low, low, 0, along);
    case Interpolation::higher: return between("quantile", x, part > 0 ? high : low, high, 0, along);
    case Interpolation::midpoint: return between("quantile", x, low, high, part > 0 ? 0.5 : 0.0, along);
    case Interpolation::nearest: {
      const bool is_up = part > 0.5 || (part == 0.5 && low % 2 != 0);
      return between("quantile", x, is_up ? high : low, high, 0, along);
    }
    case Interpolation::linear: break;
  }
  return between("quantile", x, low, high, part, along);
}
}  // namespace detail

/// The median along an axis: the middle element, or the mean of the two middle ones; NaN where one is NaN.
/// \throws IndexError for an axis without elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> median(const A& x, int axis, KeepDims) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::median takes real floating point elements; convert with gradc::astype");
  return detail::median_kept(x, axis);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> median(const A& x, int axis) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::median takes real floating point elements; convert with gradc::astype");
  return squeeze(detail::median_kept(x, axis), axis);
}

/// The element at position fraction (n - 1) of the sorted axis, by default interpolated linearly; NaN where one is NaN.
/// \throws DomainError for a fraction outside [0, 1].
/// \throws IndexError for an axis without elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> quantile(const A& x, double fraction, int axis, KeepDims, Interpolation how = Interpolation::linear) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::quantile takes real floating point elements; convert with gradc::astype");
  return detail::quantile_kept(x, fraction, axis, how);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> quantile(const A& x, double fraction, int axis,
                                                           Interpolation how = Interpolation::linear) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::quantile takes real floating point elements; convert with gradc::astype");
  return squeeze(detail::quantile_kept(x, fraction, axis, how), axis);
}

/// x with `value` where the mask, which has its shape, is true.
template <class A, class M, class V, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> masked_fill(const A& x, const M& mask, V value) {
  static_assert(std::is_same_v<detail::Element<M>, bool> && detail::rank_v<M> == detail::rank_v<A>,
                "gradc::masked_fill takes a mask of bool, of the rank of the tensor; compare, or convert with gradc::astype<bool>");
  GRADC_TAKES_NUMBER("masked_fill", detail::Element<A>, V) {
    const auto flags = detail::as_view(mask);
    detail::TensorLike<A> result(x);
    detail::require_same("masked_fill", "mask", flags.shape(), "tensor", result.shape());
    for (std::int64_t i = 0; i < result.size(); ++i)
      if (flags.data()[i] != detail::Element<M>()) result.data()[i] = detail::convert_scalar<detail::Element<A>>(value);
    return result;
  }
}

/// A new last axis of extent n that is `on` at the id and `off` elsewhere; of an id outside [0, n) it is all `off`.
template <class I, class T>
Tensor<T, detail::rank_v<I> + 1> one_hot(const I& ids, std::int64_t n, T on, T off) {
  const auto hits = one_hot<bool>(ids, n);
  Tensor<T, detail::rank_v<I> + 1> result;
  result.resize(hits.shape());
  for (std::int64_t i = 0; i < result.size(); ++i) result.data()[i] = hits.data()[i] ? on : off;
  return result;
}
template <class I, class T, class U, detail::Constraint<!std::is_same_v<T, U>> = 0>
Tensor<T, detail::rank_v<I> + 1> one_hot(const I&, std::int64_t, T, U) {
  GRADC_TAKES((std::is_same_v<T, U>), "gradc::one_hot takes an on and an off of one type; cast one") return {};
}

/// The elements of x along an axis at the first n true elements of the mask, a vector, then `fill`.
template <class A, class M, class V = detail::Element<A>, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> compress(const A& x, const M& mask, std::int64_t n, int axis = 0, V fill = V()) {
  static_assert(std::is_same_v<detail::Element<M>, bool> && detail::rank_v<M> == 1,
                "gradc::compress takes a mask that is a vector of bool; compare, or convert with gradc::astype<bool>");
  GRADC_TAKES_NUMBER("compress", detail::Element<A>, V) {
    const int along = detail::normalised_axis("compress", axis, detail::rank_v<A>);
    detail::require_same("compress", "mask", detail::as_view(mask).shape(), "axis",
                         Shape{detail::as_view(x).extent(along)});
    detail::require_count("compress", "the number of elements", n);
    const auto places = nonzero(mask, n);
    detail::TensorLike<A> result = take(x, places, along, Mode::drop);
    const kernels::OuterAxisInner around = detail::around_axis(result.shape(), along);
    auto* y = result.data();
    for (std::int64_t o = 0; o < around.outer; ++o)
      for (std::int64_t k = 0; k < n; ++k, y += around.inner)
        if (places(k) < 0) kernels::fill(around.inner, detail::convert_scalar<detail::Element<A>>(fill), y);
    return result;
  }
}

namespace detail {
/// Multi-indices as places on the first axes of x taken as one, and how far those go: `depth` axes after `batch` ones that go
/// together with those of the indices.
template <int depth, int batch, class A, class I>
struct Places {
  static_assert(depth >= 1 && batch >= 0 && batch + depth <= rank_v<A> && rank_v<I> >= batch + 1,
                "gradc::gather_nd and gradc::scatter_nd_add take multi-indices into the first axes of the tensor");
  Tensor<std::int64_t, 1> places;
  kernels::Gather geometry{};
  Shape shape;  // of what is there

  Places(const char* op, const A& x, const I& indices, Mode mode) {
    constexpr int kLast = rank_v<I> - 1;
    const auto view = as_view(x);
    const auto at = as_view(indices);
    require_same(op, "indices", Shape{at.extent(kLast)}, "axes", Shape{depth});
    const Shape together(view.shape().begin(), batch), outer(view.shape().begin() + batch, depth), rows(at.shape().begin(), kLast);
    require_same(op, "the first axes of the indices", Shape(at.shape().begin(), batch), "those of the tensor", together);
    places = Tensor<std::int64_t, 1>(Shape{rows.size()});
    Tensor<std::int64_t, 1> inside(Shape{at.shape().size()});
    for (std::int64_t i = 0; i < inside.size(); ++i) {
      const std::int64_t index = index_at(at.data(), i), end = outer[static_cast<int>(i % depth)];
      if (mode == Mode::error && outside(index, end))
        fail_index(std::string(op) + ": index " + std::to_string(index) + " of multi-index " + std::to_string(i / depth) +
                   " is out of range for axis " + std::to_string(batch + i % depth) + " of shape " + to_string(view.shape()));
      inside(i) = mode == Mode::clip ? std::max<std::int64_t>(0, std::min(index, end - 1)) : index;
    }
    if (mode != Mode::drop) kernels::ravel_index({rows.size(), outer}, inside.data(), places.data());
    const std::int64_t each = together.size() == 0 ? 0 : rows.size() / together.size();
    for (std::int64_t i = 0; i < rows.size(); ++i) {
      for (int k = 0; mode == Mode::drop && k < depth; ++k) {
        const std::int64_t index = inside(i * depth + k);
        places(i) = places(i) < 0 || outside(index, outer[k]) ? -1 : places(i) * outer[k] + index;
      }
      if (places(i) >= 0) places(i) += i / each * outer.size();
    }
    shape = rows;
    std::int64_t inner = 1;
    for (int axis = batch + depth; axis < rank_v<A>; ++axis) {
      shape.push_back(view.extent(axis));
      inner *= view.extent(axis);
    }
    geometry = {1, together.size() * outer.size(), inner, rows.size(), static_cast<std::int64_t>(mode == Mode::drop ? mode : Mode::error)};
  }
};
}  // namespace detail

/// The elements of x at the multi-indices along the last axis of `indices`, which index its first `depth` axes: gather_nd<2>(x,
/// {{0, 1}, {2, 3}}). With `batch` the first axes of both are batch axes, and the multi-indices index the axes after them:
/// gather_nd<1, 1>(x, indices). Mode::clip clamps each index to its axis, Mode::drop reads 0 where one is outside.
/// \throws ShapeError where batch axes differ.
/// \throws IndexError for an index outside its axis where no mode is given.
template <int depth, int batch = 0, class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1 - depth - batch> gather_nd(const A& x, const I& indices,
                                                                                                   Mode mode = Mode::error) {
  static_assert(detail::is_index_v<I>, "gradc::gather_nd: multi-indices are std::int32_t or std::int64_t; convert with gradc::astype");
  if constexpr (!detail::is_index_v<I>) {
    return {};
  } else {
    const detail::Places<depth, batch, A, I> at("gather_nd", x, indices, mode);
    Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1 - depth - batch> result;
    result.resize(at.shape);
    kernels::take(at.geometry, detail::as_view(x).data(), at.places.data(), result.data());
    return result;
  }
}

/// x with `updates` added at the multi-indices; repeated ones accumulate. Modes and errors are those of gather_nd.
/// \throws ShapeError unless the updates have the shape of the result of gather_nd.
template <int depth, class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> scatter_nd_add(const A& x, const I& indices, const U& updates, Mode mode = Mode::error) {
  static_assert(detail::is_field_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::scatter_nd_add takes numbers; convert with gradc::astype");
  static_assert(std::is_same_v<detail::Element<A>, detail::Element<U>> &&
                    detail::rank_v<U> == detail::rank_v<A> + detail::rank_v<I> - 1 - depth,
                "gradc::scatter_nd_add: the updates are like what gradc::gather_nd gives at the indices; convert with gradc::astype");
  static_assert(detail::is_index_v<I>, "gradc::scatter_nd_add: multi-indices are std::int32_t or std::int64_t; convert with gradc::astype");
  if constexpr (!detail::is_index_v<I> || !std::is_same_v<detail::Element<A>, detail::Element<U>>) {
    return {};
  } else {
    const detail::Places<depth, 0, A, I> at("scatter_nd_add", x, indices, mode);
    const auto values = detail::as_view(updates);
    detail::require_same("scatter_nd_add", "updates", values.shape(), "indices", at.shape);
    detail::TensorLike<A> result;
    result.resize(detail::as_view(x).shape());
    kernels::scatter_add(at.geometry, detail::as_view(x).data(), at.places.data(), values.data(), result.data());
    return result;
  }
}

/// How many of the ids are k, for each k in [0, n).
/// \throws IndexError for an id outside.
template <class I, detail::Constraint<detail::are_values_v<I>> = 0>
Tensor<std::int64_t, 1> bincount(const I& ids, std::int64_t n) {
  static_assert(detail::is_index_v<I>, "gradc::bincount: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  detail::require_count("bincount", "the number of classes", n);
  const auto at = detail::as_operand<detail::Element<I>>(ids);
  detail::require_indices("bincount", at, n);
  const auto ones = full<std::int64_t, detail::rank_v<I>>(at.shape(), std::int64_t{1});
  return scatter_add(Tensor<std::int64_t, 1>(Shape{n}), ids, ones);
}
/// The sum of the weights of the ids that are k, for each k in [0, n).
/// \throws IndexError for an id outside.
template <class I, class W, detail::Constraint<detail::are_values_v<I> && detail::is_tensor_v<W>> = 0>
Tensor<detail::Element<W>, 1> bincount(const I& ids, std::int64_t n, const W& weights) {
  static_assert(detail::is_index_v<I>, "gradc::bincount: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  static_assert(detail::is_field_v<detail::Element<W>> || detail::is_integer_v<detail::Element<W>>,
                "gradc::bincount takes weights that are numbers; convert with gradc::astype");
  detail::require_count("bincount", "the number of classes", n);
  const auto at = detail::as_operand<detail::Element<I>>(ids);
  detail::require_same("bincount", "weights", detail::as_view(weights).shape(), "ids", at.shape());
  detail::require_indices("bincount", at, n);
  return scatter_add(Tensor<detail::Element<W>, 1>(Shape{n}), ids, weights);
}

/// Element k of x along an axis repeated counts[k] times, n in total: repeat(x, {1, 0, 2}, 3, 0).
/// \throws ShapeError unless there is a count for each element.
/// \throws IndexError where the counts sum to less than n; elements beyond n are dropped.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I>> = 0>
detail::TensorLike<A> repeat(const A& x, const I& counts, std::int64_t n, int axis) {
  const int along = detail::normalised_axis("repeat", axis, detail::rank_v<A>);
  detail::require_same("repeat", "counts", detail::as_view(counts).shape(), "axis", Shape{detail::as_view(x).extent(along)});
  static_assert(detail::is_index_v<I>, "gradc::repeat: counts are std::int32_t or std::int64_t; convert with gradc::astype");
  Tensor<std::int64_t, 1> ends(Shape{0});
  if constexpr (detail::is_index_v<I>) ends = cumsum(astype<std::int64_t>(counts), 0);
  detail::require_count("repeat", "the number of elements", n);
  const std::int64_t all = ends.size() == 0 ? 0 : ends(ends.size() - 1);
  if (all < n) fail_index("repeat: the counts make " + std::to_string(all) + " elements, not " + std::to_string(n));
  return take(x, searchsorted(ends, iota<std::int64_t>(n), true), along);
}

}  // namespace gradc
