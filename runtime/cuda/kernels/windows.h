// Windows that go over images of three axes, those that aren't given having an extent of 1.
#pragma once

#include <gradc/kernels/geometry.h>

#include <string>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/unroll.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace detail {

/// Place p and tap k of a window see the element p * stride + k * dilation - low.
struct Windows {
  std::int64_t x[3] = {1, 1, 1}, w[3] = {1, 1, 1}, y[3] = {1, 1, 1}, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1},
               low[3] = {0, 0, 0};
  std::int64_t elements = 1, taps = 1, places = 1;
  Divisor x_axis[3], w_axis[3], y_axis[3];  // of elements, of taps and of places, the innermost axis last
  Divisor by_stride[3];

  /// Throws ShapeError where the window has no place.
  template <class G>
  Windows(const char* op, const G& g, const Extents& window) {
    const int rank = g.x.rank();
    for (int i = 0; i < rank; ++i) {
      if (window[i] < 1 || (g.y[i] < 1 && g.x[i] != 0))
        fail_shape(gradc::kernels::at_line(g.where, op,
                                           "a window of shape " + to_string(window) + " has no place on axes of shape " +
                                               to_string(g.x) + " and what is around them"));
      const int axis = 3 - rank + i;
      x[axis] = g.x[i], w[axis] = window[i], y[axis] = g.y[i];
      stride[axis] = g.stride[i], dilation[axis] = g.dilation[i], low[axis] = g.low[i];
      elements *= g.x[i], taps *= window[i], places *= g.y[i];
    }
  }
  /// Before kernels divide numbers of up to `most`; no extent is 0.
  void divide(std::int64_t most) {
    for (int axis = 0; axis < 3; ++axis) {
      x_axis[axis] = Divisor(x[axis], most), w_axis[axis] = Divisor(w[axis], most), y_axis[axis] = Divisor(y[axis], most);
      by_stride[axis] = Divisor(stride[axis], x[axis] + low[axis]);
    }
  }

  /// Takes the places on three axes off a number.
  __device__ __forceinline__ static void split(const Divisor (&axes)[3], std::int64_t& number, std::int64_t (&at)[3]) {
    at[2] = axes[2].split(number);
    at[1] = axes[1].split(number);
    at[0] = axes[0].split(number);
  }
  /// Calls f(tap, element) with what a window at a place sees.
  template <class F>
  __device__ __forceinline__ void each_tap(const std::int64_t (&place)[3], F f) const {
    const std::int64_t d0 = place[0] * stride[0] - low[0], h0 = place[1] * stride[1] - low[1],
                       t0 = place[2] * stride[2] - low[2];
    for (std::int64_t d = 0; d < w[0]; ++d) {
      const std::int64_t at_d = d0 + d * dilation[0];
      if (at_d < 0 || at_d >= x[0]) continue;
      for (std::int64_t h = 0; h < w[1]; ++h) {
        const std::int64_t at_h = h0 + h * dilation[1];
        if (at_h < 0 || at_h >= x[1]) continue;
        for (std::int64_t t = 0; t < w[2]; ++t) {
          const std::int64_t at_t = t0 + t * dilation[2];
          if (at_t >= 0 && at_t < x[2]) f((d * w[1] + h) * w[2] + t, (at_d * x[1] + at_h) * x[2] + at_t);
        }
      }
    }
  }
  /// The place on an axis from which a tap sees an element; -1 for none.
  __device__ __forceinline__ std::int64_t place_of(int axis, std::int64_t element, std::int64_t tap) const {
    std::int64_t place = element + low[axis] - tap * dilation[axis];
    if (place < 0 || by_stride[axis].split(place) != 0) return -1;
    return place < y[axis] ? place : -1;
  }
  /// Calls f(tap, place) with all that see an element.
  template <class F>
  __device__ __forceinline__ void each_place(const std::int64_t (&element)[3], F f) const {
    for (std::int64_t d = 0; d < w[0]; ++d) {
      const std::int64_t at_d = place_of(0, element[0], d);
      if (at_d < 0) continue;
      for (std::int64_t h = 0; h < w[1]; ++h) {
        const std::int64_t at_h = place_of(1, element[1], h);
        if (at_h < 0) continue;
        for (std::int64_t t = 0; t < w[2]; ++t) {
          const std::int64_t at_t = place_of(2, element[2], t);
          if (at_t >= 0) f((d * w[1] + h) * w[2] + t, (at_d * y[1] + at_h) * y[2] + at_t);
        }
      }
    }
  }
};

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
