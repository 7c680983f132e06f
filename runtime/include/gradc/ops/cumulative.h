/// \file
/// Scans along an axis: each element of the result combines the elements of x up to its position. An axis out of range throws
/// ShapeError.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/cumulative.h>
#include <gradc/ops/geometry.h>

namespace gradc {

/// Options of a scan: exclusive, without the element at the position itself; reverse, from the last element to the first.
class Scan {
 public:
  constexpr Scan() = default;
  constexpr Scan exclusive(bool value = true) const { return {value, reverse_}; }
  constexpr Scan reverse(bool value = true) const { return {exclusive_, value}; }
  constexpr bool is_exclusive() const { return exclusive_; }
  constexpr bool is_reverse() const { return reverse_; }

 private:
  constexpr Scan(bool exclusive, bool reverse) : exclusive_(exclusive), reverse_(reverse) {}
  bool exclusive_ = false;
  bool reverse_ = false;
};

namespace detail {
template <class A, class Run>
TensorLike<A> scanned(const char* op, const A& x, int axis, Run run) {
  static_assert(rank_v<A> >= 1, "gradc: a scan: a scalar has no axis");
  const auto view = as_view(x);
  TensorLike<A> result;
  result.resize(view.shape());
  run(around_axis(view.shape(), normalised_axis(op, axis, rank_v<A>)), view.data(), result.data());
  return result;
}
}  // namespace detail

/// Sums of the elements up to each along `axis`. Integers wrap.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> cumsum(const A& x, int axis, Scan options = Scan()) {
  using T = detail::Element<A>;
  static_assert(detail::is_field_v<T> || detail::is_integer_v<T>, "gradc::cumsum takes numbers; convert with gradc::astype");
  return detail::scanned("cumsum", x, axis, [=](const kernels::OuterAxisInner& g, const T* from, T* to) {
    kernels::cumsum({g.outer, g.extent, g.inner, options.is_exclusive(), options.is_reverse()}, from, to);
  });
}

/// Products of the elements up to each along `axis`.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> cumprod(const A& x, int axis, Scan options = Scan()) {
  using T = detail::Element<A>;
  static_assert(detail::is_field_v<T>, "gradc::cumprod takes floating point or complex elements; convert with gradc::astype");
  return detail::scanned("cumprod", x, axis, [=](const kernels::OuterAxisInner& g, const T* from, T* to) {
    kernels::cumprod({g.outer, g.extent, g.inner, options.is_exclusive(), options.is_reverse()}, from, to);
  });
}

/// log of the sum of e^x up to each element along `axis`, without overflow.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> cumlogsumexp(const A& x, int axis) {
  using T = detail::Element<A>;
  static_assert(detail::is_real_v<T>, "gradc::cumlogsumexp takes real floating point elements; convert with gradc::astype");
  return detail::scanned("cumlogsumexp", x, axis, &kernels::cumlogsumexp<T>);
}

/// The largest element up to each along `axis`; NaN from the first NaN on.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> cummax(const A& x, int axis) {
  using T = detail::Element<A>;
  static_assert(detail::is_real_v<T> || detail::is_integer_v<T>, "gradc::cummax takes real or integer elements; convert with gradc::astype");
  return detail::scanned("cummax", x, axis, &kernels::cummax<T>);
}

/// The smallest element up to each along `axis`; NaN from the first NaN on.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> cummin(const A& x, int axis) {
  using T = detail::Element<A>;
  static_assert(detail::is_real_v<T> || detail::is_integer_v<T>, "gradc::cummin takes real or integer elements; convert with gradc::astype");
  return detail::scanned("cummin", x, axis, &kernels::cummin<T>);
}

}  // namespace gradc
