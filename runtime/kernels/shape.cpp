// Movement of elements. Each kernel first drops and merges axes until what is left is as few axes as the
// movement needs, then copies in runs of the innermost one.
#include <gradc/kernels/shape.h>

#include <algorithm>
#include <cstring>

#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
void copy_run(std::int64_t n, const T* x, T* y) {
  if (n > 0) std::memmove(static_cast<void*>(y), x, static_cast<std::size_t>(n) * sizeof(T));
}

// Axes of the output, outermost first, with the distance in x and y between neighbours along each.
struct Axes {
  int rank = 0;
  std::int64_t extent[kMaxRank];
  std::int64_t x_stride[kMaxRank];
  std::int64_t y_stride[kMaxRank];

  // Adds an inner axis, merging it with the one outside it where the two are traversed evenly.
  void push(std::int64_t n, std::int64_t x, std::int64_t y) {
    if (n == 1) return;
    if (rank > 0 && x_stride[rank - 1] == n * x && y_stride[rank - 1] == n * y) {
      extent[rank - 1] *= n;
      x_stride[rank - 1] = x;
      y_stride[rank - 1] = y;
      return;
    }
    extent[rank] = n;
    x_stride[rank] = x;
    y_stride[rank] = y;
    ++rank;
  }
};

template <class T>
void move(const Axes& axes, int axis, const T* x, T* y);

// Two axes of which x runs along the outer and y along the inner: squares of 16, so that each cache line of
// either side is used whole while it is there.
template <class T>
void move_transposed(const Axes& axes, int axis, const T* x, T* y) {
  constexpr std::int64_t kTile = 16;
  const std::int64_t rows = axes.extent[axis], columns = axes.extent[axis + 1];
  const std::int64_t x_row = axes.x_stride[axis], x_column = axes.x_stride[axis + 1];
  const std::int64_t y_row = axes.y_stride[axis], y_column = axes.y_stride[axis + 1];
  for (std::int64_t i0 = 0; i0 < rows; i0 += kTile)
    for (std::int64_t j0 = 0; j0 < columns; j0 += kTile)
      for (std::int64_t i = i0; i < std::min(rows, i0 + kTile); ++i)
        for (std::int64_t j = j0; j < std::min(columns, j0 + kTile); ++j)
          y[i * y_row + j * y_column] = x[i * x_row + j * x_column];
}

template <class T>
void move(const Axes& axes, int axis, const T* x, T* y) {
  if (axis == axes.rank) {
    *y = *x;
    return;
  }
  const std::int64_t n = axes.extent[axis];
  const std::int64_t x_stride = axes.x_stride[axis], y_stride = axes.y_stride[axis];
  if (axis + 1 == axes.rank) {
    if (x_stride == 1 && y_stride == 1) {
      copy_run(n, x, y);
    } else {
      for (std::int64_t i = 0; i < n; ++i) y[i * y_stride] = x[i * x_stride];
    }
    return;
  }
  if (axis + 2 == axes.rank && axes.x_stride[axis + 1] > 1) {
    move_transposed(axes, axis, x, y);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) move(axes, axis + 1, x + i * x_stride, y + i * y_stride);
}

void strides_of(const Extents& extents, std::int64_t* strides) {
  std::int64_t stride = 1;
  for (int axis = extents.rank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= extents[axis];
  }
}

// Axes of a box inside an array; `offset` receives where it begins.
void window_strides(const Window& geometry, std::int64_t* strides, std::int64_t* offset) {
  strides_of(geometry.whole, strides);
  *offset = 0;
  for (int axis = 0; axis < geometry.whole.rank(); ++axis) *offset += geometry.begin[axis] * strides[axis];
}

}  // namespace

template <class T>
void fill(std::int64_t n, T value, T* y) {
  std::fill(y, y + n, value);
}

template <class T>
void copy(std::int64_t n, const T* x, T* y) {
  if (x != y) copy_run(n, x, y);
}

template <class T>
void copy_strided(const Runs& geometry, const T* x, T* y) {
  for (std::int64_t r = 0; r < geometry.count; ++r)
    copy_run(geometry.run, x + r * geometry.x_stride, y + r * geometry.y_stride);
}

template <class T>
void transpose(const Permutation& geometry, const T* x, T* y) {
  if (geometry.extents.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {};
  strides_of(geometry.extents, x_strides);
  Extents result;
  for (const int axis : geometry.axes) result.push_back(geometry.extents[axis]);
  strides_of(result, y_strides);
  Axes axes;
  for (int axis = 0; axis < result.rank(); ++axis)
    axes.push(result[axis], x_strides[geometry.axes[axis]], y_strides[axis]);
  move(axes, 0, x, y);
}

template <class T>
void slice(const Window& geometry, const T* x, T* y) {
  if (geometry.box.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {}, offset = 0;
  window_strides(geometry, x_strides, &offset);
  strides_of(geometry.box, y_strides);
  Axes axes;
  for (int axis = 0; axis < geometry.box.rank(); ++axis)
    axes.push(geometry.box[axis], x_strides[axis], y_strides[axis]);
  move(axes, 0, x + offset, y);
}

template <class T>
void pad(const Window& geometry, const T* x, T* y) {
  fill(geometry.whole.size(), T(), y);
  if (geometry.box.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {}, offset = 0;
  window_strides(geometry, y_strides, &offset);
  strides_of(geometry.box, x_strides);
  Axes axes;
  for (int axis = 0; axis < geometry.box.rank(); ++axis)
    axes.push(geometry.box[axis], x_strides[axis], y_strides[axis]);
  move(axes, 0, x, y + offset);
}

template <class T>
void broadcast(const Spread& geometry, const T* x, T* y) {
  if (geometry.to.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {};
  strides_of(geometry.from, x_strides);
  strides_of(geometry.to, y_strides);
  const int missing = geometry.to.rank() - geometry.from.rank();
  Axes axes;
  for (int axis = 0; axis < geometry.to.rank(); ++axis) {
    const bool repeats = axis < missing || geometry.from[axis - missing] == 1;
    axes.push(geometry.to[axis], repeats ? 0 : x_strides[axis - missing], y_strides[axis]);
  }
  move(axes, 0, x, y);
}

#define GRADC_INSTANCES(T)                                   \
  template void fill(std::int64_t, T, T*);                   \
  template void copy(std::int64_t, const T*, T*);            \
  template void copy_strided(const Runs&, const T*, T*);     \
  template void transpose(const Permutation&, const T*, T*); \
  template void slice(const Window&, const T*, T*);          \
  template void pad(const Window&, const T*, T*);            \
  template void broadcast(const Spread&, const T*, T*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
