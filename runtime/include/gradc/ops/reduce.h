/// \file
/// Reductions. Each takes all axes (`sum(x)`), one (`sum(x, 1)`) or a list (`sum(x, {0, 2})`); axes may be negative, and
/// `gradc::keepdims` as the last argument keeps them with extent 1.
///
/// An axis out of range or given twice throws ShapeError.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/reduce.h>
#include <gradc/ops/geometry.h>

namespace gradc {

/// The type of the tag `keepdims`.
struct KeepDims {
  explicit constexpr KeepDims(int) {}
};

/// Keeps the reduced axes of a reduction with extent 1.
inline constexpr KeepDims keepdims{0};

namespace detail {

/// Reduces `axes`, or with a null pointer all axes.
template <int R, class A, class Y>
Tensor<Y, R> reduce(const char* op, void (*kernel)(const kernels::Reduction&, const Element<A>*, Y*), const A& x,
                    const int* axes, int count, bool keep) {
  const auto view = as_view(x);
  kernels::Reduction geometry{view.shape(), {}, op};
  if (axes != nullptr)
    geometry.axes = normalised_axes(op, axes, count, rank_v<A>);
  else
    for (int axis = 0; axis < rank_v<A>; ++axis) geometry.axes.push_back(axis);
  Tensor<Y, R> result;
  result.resize(reduced_shape(geometry, keep));
  kernel(geometry, view.data(), result.data());
  return result;
}

struct NoOptions {};

template <class A, int kAxes>
inline constexpr int reduced_rank_v = rank_v<A> >= kAxes ? rank_v<A> - kAxes : 0;

}  // namespace detail

/// The functions `name` over all axes, one or a list, with and without `keepdims`: each calls name##_over<result rank>(x, axes,
/// count, keep, options), which the family defines.
#define GRADC_OVER_AXES(name, Options)                                                                       \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  auto name(const A& x, Options options = Options()) {                                                       \
    return detail::name##_over<0>(x, nullptr, 0, false, options);                                            \
  }                                                                                                          \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  auto name(const A& x, KeepDims, Options options = Options()) {                                             \
    return detail::name##_over<detail::rank_v<A>>(x, nullptr, 0, true, options);                             \
  }                                                                                                          \
  template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0> \
  auto name(const A& x, Axis axis, Options options = Options()) {                                            \
    static_assert(detail::rank_v<A> >= 1, "gradc::" #name ": a scalar has no axis");                         \
    const int axes[] = {static_cast<int>(axis)};                                                             \
    return detail::name##_over<detail::reduced_rank_v<A, 1>>(x, axes, 1, false, options);                    \
  }                                                                                                          \
  template <class A, class Axis, detail::Constraint<detail::is_tensor_v<A> && std::is_integral_v<Axis>> = 0> \
  auto name(const A& x, Axis axis, KeepDims, Options options = Options()) {                                  \
    const int axes[] = {static_cast<int>(axis)};                                                             \
    return detail::name##_over<detail::rank_v<A>>(x, axes, 1, true, options);                                \
  }                                                                                                          \
  template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>                          \
  auto name(const A& x, const int(&axes)[N], Options options = Options()) {                                  \
    constexpr int kAxes = static_cast<int>(N);                                                               \
    static_assert(kAxes <= detail::rank_v<A>, "gradc::" #name ": more axes than the tensor has");            \
    return detail::name##_over<detail::reduced_rank_v<A, kAxes>>(x, axes, kAxes, false, options);            \
  }                                                                                                          \
  template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>                          \
  auto name(const A& x, const int(&axes)[N], KeepDims, Options options = Options()) {                        \
    constexpr int kAxes = static_cast<int>(N);                                                               \
    static_assert(kAxes <= detail::rank_v<A>, "gradc::" #name ": more axes than the tensor has");            \
    return detail::name##_over<detail::rank_v<A>>(x, axes, kAxes, true, options);                            \
  }

#define GRADC_REDUCTION(name, accepts, what)                                                                 \
  GRADC_REDUCTION_BY(name, &kernels::name<T>, accepts, what)
#define GRADC_REDUCTION_BY(name, kernel, accepts, what)                                                      \
  namespace detail {                                                                                         \
  template <int R, class A>                                                                                  \
  auto name##_over(const A& x, const int* axes, int count, bool keep, NoOptions) {          \
    using T = Element<A>;                                                                                    \
    static_assert(accepts, "gradc::" #name " takes " what "; convert with gradc::astype");                   \
    if constexpr (accepts)                                                                                   \
      return reduce<R>(#name, kernel, x, axes, count, keep);                                                 \
    else                                                                                                     \
      return Tensor<T, R>();                                                                                 \
  }                                                                                                          \
  }                                                                                                          \
  GRADC_OVER_AXES(name, detail::NoOptions)

/// Sum; 0 over no elements. Integers wrap.
GRADC_REDUCTION(sum, (is_field_v<T> || is_integer_v<T>), "numbers")
/// Product; 1 over no elements. Integers wrap.
GRADC_REDUCTION(prod, (is_field_v<T> || is_integer_v<T>), "numbers")
/// Whether any element is true; false over no elements.
GRADC_REDUCTION_BY(any, &kernels::any, (std::is_same_v<T, bool>), "elements of bool")
/// Whether all elements are true; true over no elements.
GRADC_REDUCTION_BY(all, &kernels::all, (std::is_same_v<T, bool>), "elements of bool")
/// The number of elements that are not 0, as std::int64_t; NaN is not 0.
GRADC_REDUCTION(count_nonzero, !is_complex_v<T>, "elements that are not complex")
/// Arithmetic mean; NaN over no elements.
GRADC_REDUCTION(mean, is_field_v<T>, "floating point or complex elements")
/// Largest element; NaN where one is NaN.
/// \throws DomainError over no elements.
GRADC_REDUCTION(max, (is_real_v<T> || is_integer_v<T>), "real or integer elements")
/// Smallest element; NaN where one is NaN.
/// \throws DomainError over no elements.
GRADC_REDUCTION(min, (is_real_v<T> || is_integer_v<T>), "real or integer elements")
/// log of the sum of e^x, without overflow; -infinity over no elements.
GRADC_REDUCTION(logsumexp, is_real_v<T>, "real floating point elements")

#undef GRADC_REDUCTION
#undef GRADC_REDUCTION_BY

namespace detail {
template <class A>
Tensor<std::int64_t, reduced_rank_v<A, 1>> index_along(const char* op,
                                                       void (*kernel)(const kernels::OuterAxisInner&,
                                                                      const Element<A>*, std::int64_t*),
                                                       const A& x, int axis) {
  static_assert(rank_v<A> >= 1, "gradc::argmax and gradc::argmin: a scalar has no axis");
  static_assert(is_real_v<Element<A>> || is_integer_v<Element<A>>,
                "gradc::argmax and gradc::argmin take real or integer elements; convert with gradc::astype");
  const auto view = as_view(x);
  const int along = normalised_axis(op, axis, rank_v<A>);
  Tensor<std::int64_t, reduced_rank_v<A, 1>> result;
  result.resize(reduced_shape({view.shape(), {along}}, false));
  kernels::OuterAxisInner geometry = around_axis(view.shape(), along);
  geometry.where = op;
  kernel(geometry, view.data(), result.data());
  return result;
}
}  // namespace detail

/// The first index along `axis` of the largest element; a NaN counts as the largest.
/// \throws DomainError for an axis of no elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::reduced_rank_v<A, 1>> argmax(const A& x, int axis) {
  return detail::index_along("argmax", &kernels::argmax<detail::Element<A>>, x, axis);
}

/// The first index along `axis` of the smallest element; a NaN counts as the smallest.
/// \throws DomainError for an axis of no elements.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::reduced_rank_v<A, 1>> argmin(const A& x, int axis) {
  return detail::index_along("argmin", &kernels::argmin<detail::Element<A>>, x, axis);
}

}  // namespace gradc
