// A box in an array, as axes of a movement: of kernels of the CPU and of those of a device.
#pragma once

#include <gradc/kernels/geometry.h>

#include <cstdint>

namespace gradc {
namespace kernels {

inline void strides_of(const Extents& extents, std::int64_t* strides) {
  std::int64_t stride = 1;
  for (int axis = extents.rank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= extents[axis];
  }
}

// The box inside its array x and dense in y, or the other way round; and where it begins in the array. `Axes` has push(extent,
// distance in x, distance in y).
template <class Axes>
struct BoxOf {
  Axes axes;
  std::int64_t offset = 0;

  BoxOf(const Window& geometry, bool out_of_the_whole) {
    std::int64_t whole[kMaxRank] = {}, dense[kMaxRank] = {};
    strides_of(geometry.whole, whole);
    strides_of(geometry.box, dense);
    for (int axis = 0; axis < geometry.box.rank(); ++axis) {
      const std::int64_t stride = whole[axis] * geometry.strides[axis];
      offset += geometry.begin[axis] * whole[axis];
      if (out_of_the_whole)
        axes.push(geometry.box[axis], stride, dense[axis]);
      else
        axes.push(geometry.box[axis], dense[axis], stride);
    }
  }
};

}  // namespace kernels
}  // namespace gradc
