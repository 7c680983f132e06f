/// \file
/// Padding. Widths are given for each axis: pad(x, {{1, 1}, {0, 2}}) puts one row before and one after, and two columns after.
#pragma once

#include <gradc/ops/index.h>
#include <gradc/ops/rearrange.h>

namespace gradc {

namespace detail {
template <class A>
TensorLike<A> padded(const A& x, const std::int64_t* widths, int each, Element<A> value) {
  const Shape shape = as_view(x).shape();
  kernels::Window window{{}, {}, shape};
  Shape from, left;
  bool cuts = false;
  for (int axis = 0; axis < shape.rank(); ++axis, widths += each) {
    const std::int64_t low = widths[0], high = widths[1], between = each == 3 ? widths[2] : 0;
    require_of("pad", between >= 0, "less than no elements between", shape);
    const std::int64_t n = shape[axis] > 0 ? shape[axis] + (shape[axis] - 1) * between : 0;
    require_of("pad", n + low + high >= 0, "cuts off more than there is", shape);
    window.begin.push_back(low > 0 ? low : 0);
    window.whole.push_back(n + window.begin[axis] + (high > 0 ? high : 0));
    window.strides[axis] = between + 1;
    from.push_back(low < 0 ? -low : 0);
    left.push_back(n + low + high);
    cuts = cuts || low < 0 || high < 0;
  }
  TensorLike<A> whole = full<Element<A>, rank_v<A>>(window.whole, value);
  kernels::set_slice(window, whole.data(), as_view(x).data(), whole.data());
  if (!cuts) return whole;
  return sliced(whole, {window.whole, from, left});
}

template <class A>
TensorLike<A> padded_by(const char* op, const A& x, const std::int64_t* widths, std::int64_t mode) {
  TensorLike<A> y(x);
  for (int axis = 0; axis < rank_v<A>; ++axis, widths += 2) {
    if (widths[0] == 0 && widths[1] == 0) continue;
    require_of(op, widths[0] >= 0 && widths[1] >= 0, "a width is less than 0", y.shape());
    Tensor<std::int64_t, 1> places;
    places.resize(Shape{widths[0] + y.extent(axis) + widths[1]});
    kernels::pad_index({y.extent(axis), widths[0], widths[1], mode, op}, places.data());
    y = take(y, places, axis);
  }
  return y;
}
}  // namespace detail

/// x padded with `value` (0 by default). The widths of an axis are a pair {before, after}, or three numbers, the last for the
/// elements between neighbours. A negative width crops.
/// \throws ShapeError where more is cropped than x has.
template <class A, class V = detail::Element<A>, std::size_t N, std::size_t M,
          detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> pad(const A& x, const std::int64_t (&widths)[N][M], V value = V()) {
  static_assert(static_cast<int>(N) == detail::rank_v<A> && (M == 2 || M == 3),
                "gradc::pad takes {before, after} or {before, after, between} for each axis");
  GRADC_TAKES_NUMBER("pad", detail::Element<A>, V)
  return detail::padded(x, widths[0], static_cast<int>(M), detail::convert_scalar<detail::Element<A>>(value));
}

#define GRADC_PAD_BY(name, mode)                                                                     \
  template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>                  \
  detail::TensorLike<A> name(const A& x, const std::int64_t (&widths)[N][2]) {                       \
    static_assert(static_cast<int>(N) == detail::rank_v<A>, "gradc::" #name " takes {before, after} for each axis"); \
    return detail::padded_by(#name, x, widths[0], mode);                                             \
  }
// Of an axis without elements nothing can be padded; that and a width that is negative or too large is a ShapeError.

/// x padded by reflection without the border elements: 3 2 | 1 2 3 | 2 1.
/// \throws ShapeError unless each width is less than the extent.
GRADC_PAD_BY(pad_reflect, 0)
/// x padded by reflection with the border elements: 2 1 | 1 2 3 | 3 2.
/// \throws ShapeError unless each width is at most the extent.
GRADC_PAD_BY(pad_symmetric, 1)
/// x padded with its border elements: 1 1 | 1 2 3 | 3 3.
/// \throws ShapeError for a padded axis without elements.
GRADC_PAD_BY(pad_edge, 2)
/// x padded periodically: 2 3 | 1 2 3 | 1 2.
/// \throws ShapeError for a padded axis without elements.
GRADC_PAD_BY(pad_wrap, 3)
#undef GRADC_PAD_BY

}  // namespace gradc
