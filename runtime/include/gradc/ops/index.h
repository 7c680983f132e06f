/// \file
/// Reading and writing at indices. Indices are integers and never wrapped: a negative one is out of range.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/index.h>
#include <gradc/ops/elementwise.h>
#include <gradc/ops/geometry.h>

namespace gradc {

namespace detail {
/// The geometry of indices along an axis of x.
template <class A>
kernels::Gather gather(const A& x, int axis, std::int64_t count, Mode mode) {
  const kernels::OuterAxisInner around = around_axis(as_view(x).shape(), axis);
  return {around.outer, around.extent, around.inner, count, static_cast<std::int64_t>(mode)};
}

///
/// \throws IndexError for an index outside [0, extent).
template <class V>
void require_indices(const char* op, const V& indices, std::int64_t extent) {
  const std::int64_t count = indices.shape().size();
  for (std::int64_t i = 0; i < count; ++i)
    if (const std::int64_t index = index_at(indices.data(), i); outside(index, extent)) fail_index_in(op, index, i, extent);
}

template <class A, class I>
inline constexpr int gathered_rank_v = rank_v<A> + rank_v<I> - 1;
}  // namespace detail

/// The elements of x at `indices` along `axis`, which the axes of `indices` replace: take(table, ids) has a row for each id.
/// Mode::clip clamps an index outside the axis, Mode::drop reads 0. Without a mode it throws IndexError.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::gathered_rank_v<A, I>> take(const A& x, const I& indices, int axis = 0,
                                                               Mode mode = Mode::error) {
  static_assert(detail::rank_v<A> >= 1, "gradc::take: a scalar has no axis");
  static_assert(detail::is_index_v<I>, "gradc::take: indices are std::int32_t or std::int64_t; convert with gradc::astype");
  const auto view = detail::as_view(x);
  const auto at = detail::as_operand<detail::Element<I>>(indices);
  const int along = detail::normalised_axis("take", axis, detail::rank_v<A>);
  Tensor<detail::Element<A>, detail::gathered_rank_v<A, I>> result;
  result.resize(detail::gathered(view.shape(), at.shape(), along));
  kernels::take(detail::gather(x, along, at.shape().size(), mode), view.data(), at.data(), result.data());
  return result;
}

namespace detail {
/// Whether updates have the element type of x, and the axes of what stands at the indices.
template <class A, class I, class U>
inline constexpr bool are_updates_v = rank_v<A> >= 1 && rank_v<U> == gathered_rank_v<A, I> && std::is_same_v<Element<A>, Element<U>>;

template <class A, class I, class U, class Kernel>
TensorLike<A> scattered(const char* op, Kernel kernel, const A& x, const I& indices, const U& updates, int axis,
                        Mode mode) {
  const auto view = as_view(x);
  const auto at = as_operand<Element<I>>(indices);
  const auto values = as_operand<Element<A>>(updates);
  const int along = normalised_axis(op, axis, rank_v<A>);
  require_same(op, "updates", values.shape(), "indices", gathered(view.shape(), at.shape(), along));
  TensorLike<A> result;
  result.resize(view.shape());
  kernel(gather(x, along, at.shape().size(), mode), view.data(), at.data(), values.data(), result.data());
  return result;
}
}  // namespace detail

/// Options of scatter_update: `unique` asserts that no index is repeated. Generated code then doesn't search for overwritten
/// updates; if the assertion is false, overwritten updates get a wrong gradient.
class Scatter {
 public:
  constexpr Scatter() = default;
  constexpr Scatter unique(bool value = true) const { return Scatter(value); }
  constexpr bool is_unique() const { return unique_; }

 private:
  explicit constexpr Scatter(bool unique) : unique_(unique) {}
  bool unique_ = false;
};

#define GRADC_SCATTER(name, accepts, what)                                                                     \
  template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>                         \
  detail::TensorLike<A> name(const A& x, const I& indices, const U& updates, int axis = 0,                     \
                             Mode mode = Mode::error) {                                                        \
    using T = detail::Element<A>;                                                                              \
    static_assert(accepts, "gradc::" #name " takes " what "; convert with gradc::astype");                     \
    static_assert(detail::is_index_v<I>,                                                                       \
                  "gradc::" #name ": indices are std::int32_t or std::int64_t; convert with gradc::astype");   \
    static_assert(!(accepts) || !detail::is_index_v<I> || detail::are_updates_v<A, I, U>,                      \
                  "gradc::" #name ": the updates are like what gradc::take gives at the indices; convert with gradc::astype"); \
    if constexpr (!(accepts) || !detail::is_index_v<I> || !detail::are_updates_v<A, I, U>)                     \
      return {};                                                                                               \
    else                                                                                                       \
    return detail::scattered(#name, &kernels::name<T, detail::Element<I>>, x, indices, updates,            \
                             axis, mode);                                                                      \
  }
// Updates are shaped like what `take` gives at the indices, which are treated as there.

/// x with the updates added at `indices` along `axis`; repeated indices accumulate.
GRADC_SCATTER(scatter_add, (detail::is_field_v<T> || detail::is_integer_v<T>), "numbers")
/// x with the elements at `indices` along `axis` multiplied by the updates; repeated indices accumulate. half and bfloat16 are
/// rounded once.
template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> scatter_mul(const A& x, const I& indices, const U& updates, int axis = 0, Mode mode = Mode::error) {
  using T = detail::Element<A>;
  using C = detail::Compute<T>;
  static_assert(detail::is_field_v<T> || detail::is_integer_v<T>, "gradc::scatter_mul takes numbers; convert with gradc::astype");
  static_assert(detail::is_index_v<I>, "gradc::scatter_mul: indices are std::int32_t or std::int64_t; convert with gradc::astype");
  constexpr bool kTakes = (detail::is_field_v<T> || detail::is_integer_v<T>) && detail::is_index_v<I>;
  static_assert(!kTakes || detail::are_updates_v<A, I, U>,
                "gradc::scatter_mul: the updates are like what gradc::take gives at the indices; convert with gradc::astype");
  if constexpr (!kTakes || !detail::are_updates_v<A, I, U>)
    return {};
  else if constexpr (std::is_same_v<C, T>)
    return detail::scattered("scatter_mul", &kernels::scatter_mul<C, detail::Element<I>>, x, indices, updates, axis, mode);
  else
    return astype<T>(scatter_mul(astype<C>(x), indices, astype<C>(updates), axis, mode));
}
/// x with the elements at `indices` along `axis` replaced by the updates; for a repeated index by the last one.
GRADC_SCATTER(scatter_update, detail::is_scalar_v<T>, "elements of any type")
/// The same with options.
template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> scatter_update(const A& x, const I& indices, const U& updates, int axis, Mode mode, Scatter) {
  return scatter_update(x, indices, updates, axis, mode);
}
template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> scatter_update(const A& x, const I& indices, const U& updates, int axis, Scatter) {
  return scatter_update(x, indices, updates, axis);
}
template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> scatter_update(const A& x, const I& indices, const U& updates, Scatter) {
  return scatter_update(x, indices, updates);
}
/// The maximum of x and the updates at each index along `axis`; NaN where one is NaN.
GRADC_SCATTER(scatter_max, (detail::is_real_v<T> || detail::is_integer_v<T>), "real or integer elements")
/// The minimum of x and the updates at each index along `axis`; NaN where one is NaN.
GRADC_SCATTER(scatter_min, (detail::is_real_v<T> || detail::is_integer_v<T>), "real or integer elements")
#undef GRADC_SCATTER

/// y[.., k, ..] = x[.., indices[.., k, ..], ..] along an axis; the other axes of `indices` are those of x. The mode is that of
/// take. Without a mode an index outside the axis throws IndexError.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> take_along_axis(const A& x, const I& indices, int axis, Mode mode = Mode::error) {
  static_assert(detail::is_index_v<I> && detail::rank_v<I> == detail::rank_v<A>,
                "gradc::take_along_axis: indices are std::int32_t or std::int64_t, of the rank of the tensor");
  const auto view = detail::as_view(x);
  const auto at = detail::as_view(indices);
  const int along = detail::normalised_axis("take_along_axis", axis, detail::rank_v<A>);
  detail::require_same_but("take_along_axis", view.shape(), at.shape(), along);
  detail::TensorLike<A> result;
  result.resize(at.shape());
  kernels::take_along_axis(detail::gather(x, along, at.extent(along), mode), view.data(), at.data(),
                           result.data());
  return result;
}

/// x with each update added where take_along_axis would read; repeated indices accumulate.
template <class A, class I, class U, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> add_along_axis(const A& x, const I& indices, const U& updates, int axis, Mode mode = Mode::error) {
  static_assert(detail::is_index_v<I> && detail::rank_v<I> == detail::rank_v<A>,
                "gradc::add_along_axis: indices are std::int32_t or std::int64_t, of the rank of the tensor");
  static_assert(detail::is_field_v<detail::Element<A>> || detail::is_integer_v<detail::Element<A>>,
                "gradc::add_along_axis takes numbers; convert with gradc::astype");
  static_assert(std::is_same_v<detail::TensorLike<A>, detail::TensorLike<U>>,
                "gradc::add_along_axis: the updates have the rank and element type of the tensor; convert with gradc::astype");
  if constexpr (!detail::is_index_v<I> || !std::is_same_v<detail::TensorLike<A>, detail::TensorLike<U>>) {
    return {};
  } else {
    const auto view = detail::as_view(x), values = detail::as_view(updates);
    const auto at = detail::as_view(indices);
    const int along = detail::normalised_axis("add_along_axis", axis, detail::rank_v<A>);
    detail::require_same_but("add_along_axis", view.shape(), at.shape(), along);
    detail::require_same("add_along_axis", "updates", values.shape(), "indices", at.shape());
    detail::TensorLike<A> result;
    result.resize(view.shape());
    kernels::add_along_axis(detail::gather(x, along, at.extent(along), mode), view.data(), at.data(),
                            values.data(), result.data());
    return result;
  }
}

/// The rows of a table at `ids`: take(table, ids).
/// \throws IndexError for an id outside the table.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> + detail::rank_v<I> - 1> embedding_lookup(const A& table, const I& ids) {
  static_assert(detail::is_index_v<I>, "gradc::embedding_lookup: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  detail::require_indices("embedding_lookup", detail::as_operand<detail::Element<I>>(ids), detail::as_view(table).extent(0));
  return take(table, ids);
}

/// As above, with gradient 0 for row `padding_idx`.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A>> = 0>
auto embedding_lookup(const A& table, const I& ids, std::int64_t padding_idx) {
  static_assert(detail::is_field_v<detail::Element<A>>, "gradc::embedding_lookup with padding takes floating point or complex rows");
  static_assert(detail::is_index_v<I>, "gradc::embedding_lookup: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  (void)padding_idx;
  detail::require_indices("embedding_lookup", detail::as_operand<detail::Element<I>>(ids), detail::as_view(table).extent(0));
  return take(table, ids);
}

/// A new last axis of extent n that is 1 at the id and 0 elsewhere; an id outside [0, n) gives zeros.
template <class T = float, class I>
Tensor<T, detail::rank_v<I> + 1> one_hot(const I& ids, std::int64_t n) {
  static_assert(detail::is_index_v<I>, "gradc::one_hot: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  static_assert(!detail::is_complex_v<T>, "gradc::one_hot gives no complex numbers; convert with gradc::astype");
  detail::require_count("one_hot", "the number of classes", n);
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
