// The geometry that kernels take as their first argument, written as one braced list at the call.
//
// Every kernel takes the geometry, then its inputs, then its output, as raw pointers to row-major memory of
// any alignment that suits the element type. Kernels check no extents (generated code has done that on
// entry), allocate nothing unless they say so, and do not let the output alias an input unless they say so. Geometries of
// kernels that throw have `where`, with which the text then begins: the source line of the op ("model.cpp:4"), with a name
// after it where the op has another one there ("model.cpp:4: nll_loss"), a name alone, or null.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/shape.h>

#include <cstdint>
#include <initializer_list>

namespace gradc {
namespace kernels {

/// A list of extents: {n, c}.
using Extents = Shape;

/// A list of axes, at most eight, not negative: {0, 2}.
class AxisList {
 public:
  constexpr AxisList() = default;
  /// Throws ShapeError for more than eight axes.
  AxisList(std::initializer_list<int> axes) {
    for (const int axis : axes) push_back(axis);
  }
  void push_back(int axis) {
    require_shape(count_ < kMaxRank, "a list of axes holds at most 8");
    axes_[count_++] = axis;
  }
  constexpr int size() const { return count_; }
  constexpr int operator[](int index) const { return axes_[index]; }
  constexpr const int* begin() const { return axes_; }
  constexpr const int* end() const { return axes_ + count_; }
  constexpr bool contains(int axis) const {
    for (const int candidate : *this)
      if (candidate == axis) return true;
    return false;
  }

 private:
  int axes_[kMaxRank] = {};
  int count_ = 0;
};

/// An array of shape [outer, extent, inner], worked on along its middle axis.
struct OuterAxisInner {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  const char* where = nullptr;
};

/// The extents of an input and the axes that are reduced, in any order; the others are kept, in their order.
struct Reduction {
  Extents extents;
  AxisList axes;
  const char* where = nullptr;
};

/// The extents of an input, and for each axis of the output the axis of the input that it is.
struct Permutation {
  Extents extents;
  AxisList axes;
};

/// A box of shape `box` whose first corner is at `begin` in an array of shape `whole`; all of one rank. Its neighbours
/// along an axis are `strides` apart, back where that is negative.
struct Window {
  Extents whole;
  Extents begin;
  Extents box;
  std::int64_t strides[kMaxRank] = {1, 1, 1, 1, 1, 1, 1, 1};
};

/// A box of shape `box` in an array of shape `whole`, at a place that is a value.
struct MovingWindow {
  Extents whole;
  Extents box;
  const char* where = nullptr;
};

/// An array, and how far its elements go round along each axis.
struct Rolling {
  Extents extents;
  std::int64_t shifts[kMaxRank];
};

/// An array of shape `from`, spread over one of shape `to` as NumPy broadcasts.
struct Spread {
  Extents from;
  Extents to;
};

/// `count` runs of `run` adjacent elements; neighbouring runs begin `x_stride` elements apart in x,
/// `y_stride` in y.
struct Runs {
  std::int64_t count;
  std::int64_t run;
  std::int64_t x_stride;
  std::int64_t y_stride;
};

/// Pieces that are joined along an axis: each gives its run of adjacent elements to each of `outer` rows. The
/// list lives as long as the call that it is written in.
struct Pieces {
  std::int64_t outer;
  std::initializer_list<std::int64_t> runs;
};

/// An array of shape [outer, extent, inner] with `count` indices into its middle axis, and what becomes of one that is
/// outside: a gradc::Mode.
struct Gather {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  std::int64_t count;
  std::int64_t mode = 0;
  const char* where = nullptr;
};

}  // namespace kernels
}  // namespace gradc
