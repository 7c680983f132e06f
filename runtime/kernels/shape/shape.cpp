// Movement of elements. Each kernel first drops and merges axes until what is left is as few axes as the
// movement needs, then copies in runs of the innermost one.
#include <gradc/detail/parallel.h>
#include <gradc/kernels/shape.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/dispatch/instances.h"
#include "kernels/shape/box.h"

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kCost = 4;  // of an element, for threads

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

// All of them, of the outermost axis in parts.
template <class T>
void move_all(const Axes& axes, const T* x, T* y) {
  if (axes.rank == 0) return move(axes, 0, x, y);
  std::int64_t inner = 1;
  for (int axis = 1; axis < axes.rank; ++axis) inner *= axes.extent[axis];
  detail::in_parallel({axes.extent[0], kCost * inner}, [&](std::int64_t first, std::int64_t last) {
    Axes part = axes;
    part.extent[0] = last - first;
    move(part, 0, x + first * axes.x_stride[0], y + first * axes.y_stride[0]);
  });
}

using Box = BoxOf<Axes>;

template <class T>
void put(const Window& geometry, const T* x, T* y) {
  if (geometry.box.size() == 0) return;
  const Box box(geometry, false);
  move_all(box.axes, x, y + box.offset);
}

template <class T>
void add(const Axes& axes, int axis, const T* x, T* y) {
  if (axis == axes.rank) {
    *y = static_cast<T>(*y + *x);
    return;
  }
  const std::int64_t n = axes.extent[axis], x_stride = axes.x_stride[axis], y_stride = axes.y_stride[axis];
  if (axis + 1 == axes.rank && x_stride == 1 && y_stride == 1)
    for (std::int64_t i = 0; i < n; ++i) y[i] = static_cast<T>(y[i] + x[i]);
  else
    for (std::int64_t i = 0; i < n; ++i) add(axes, axis + 1, x + i * x_stride, y + i * y_stride);
}

// The window of a box at a place that is a value.
template <class I>
Window placed(const char* op, const MovingWindow& geometry, const I* starts) {
  Window window{geometry.whole, {}, geometry.box};
  for (int axis = 0; axis < geometry.whole.rank(); ++axis) {
    const std::int64_t room = geometry.whole[axis] - geometry.box[axis];
    if (room < 0)
      fail_shape(at_line(geometry.where, op, "a block of shape " + to_string(geometry.box) +
                                             " is larger than " + to_string(geometry.whole)));
    const auto begin = static_cast<std::int64_t>(starts[axis]);
    if (begin < 0 || begin > room)
      fail_index(at_line(geometry.where, op, "a block of extent " + std::to_string(geometry.box[axis]) + " at " +
                                             std::to_string(begin) + " is no part of axis " + std::to_string(axis) +
                                             ", whose extent is " + std::to_string(geometry.whole[axis])));
    window.begin.push_back(begin);
  }
  return window;
}

// One axis of `n` rows of `inner` elements goes round; those outside it are done before.
template <class T>
void roll_axis(const Axes& axes, const std::int64_t* shifts, int axis, const T* x, T* y) {
  if (axis == axes.rank) {
    *y = *x;
    return;
  }
  const std::int64_t n = axes.extent[axis], inner = axes.x_stride[axis], shift = shifts[axis];
  if (axis + 1 == axes.rank) {
    copy_run((n - shift) * inner, x, y + shift * inner);
    copy_run(shift * inner, x + (n - shift) * inner, y);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i)
    roll_axis(axes, shifts, axis + 1, x + i * inner, y + (i + shift < n ? i + shift : i + shift - n) * inner);
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
  move_all(axes, x, y);
}

template <class T>
void slice(const Window& geometry, const T* x, T* y) {
  if (geometry.box.size() == 0) return;
  const Box box(geometry, true);
  move_all(box.axes, x + box.offset, y);
}

template <class T>
void pad(const Window& geometry, const T* x, T* y) {
  fill(geometry.whole.size(), T(), y);
  put(geometry, x, y);
}

template <class T>
void set_slice(const Window& geometry, const T* x, const T* u, T* y) {
  copy(geometry.whole.size(), x, y);
  put(geometry, u, y);
}

template <class T>
void add_slice(const Window& geometry, const T* x, const T* u, T* y) {
  copy(geometry.whole.size(), x, y);
  if (geometry.box.size() == 0) return;
  const Box box(geometry, false);
  add(box.axes, 0, u, y + box.offset);
}

template <class T, class I>
void dynamic_slice(const MovingWindow& geometry, const T* x, const I* starts, T* y) {
  slice(placed("dynamic_slice", geometry, starts), x, y);
}

template <class T, class I>
void dynamic_update_slice(const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y) {
  set_slice(placed("dynamic_update_slice", geometry, starts), x, u, y);
}

template <class T, class I>
void dynamic_add_slice(const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y) {
  add_slice(placed("dynamic_add_slice", geometry, starts), x, u, y);
}

template <class T>
void roll(const Rolling& geometry, const T* x, T* y) {
  if (geometry.extents.size() == 0) return;
  // Axes that stay are merged with what is around them, so that the innermost one moves in two runs.
  std::int64_t strides[kMaxRank] = {}, shifts[kMaxRank] = {};
  strides_of(geometry.extents, strides);
  Axes axes;
  std::int64_t open = 1;  // extents since the last axis that moves
  for (int axis = 0; axis < geometry.extents.rank(); ++axis) {
    const std::int64_t n = geometry.extents[axis];
    std::int64_t shift = geometry.shifts[axis] % n;
    if (shift < 0) shift += n;
    open *= n;
    if (shift == 0 && axis + 1 < geometry.extents.rank()) continue;
    if (shift == 0) {
      if (axes.rank == 0) return copy(geometry.extents.size(), x, y);
      continue;  // the rows of the last axis that moves
    }
    if (open > n) {
      axes.extent[axes.rank] = open / n;
      axes.x_stride[axes.rank] = n * strides[axis];
      shifts[axes.rank++] = 0;
    }
    axes.extent[axes.rank] = n;
    axes.x_stride[axes.rank] = strides[axis];
    shifts[axes.rank++] = shift;
    open = 1;
  }
  roll_axis(axes, shifts, 0, x, y);
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
  move_all(axes, x, y);
}

#define GRADC_AT_VALUES(T, I)                                                 \
  template void dynamic_slice(const MovingWindow&, const T*, const I*, T*);   \
  template void dynamic_update_slice(const MovingWindow&, const T*, const T*, const I*, T*);
#define GRADC_INSTANCES(T)                                        \
  template void fill(std::int64_t, T, T*);                        \
  template void copy(std::int64_t, const T*, T*);                 \
  template void copy_strided(const Runs&, const T*, T*);          \
  template void transpose(const Permutation&, const T*, T*);      \
  template void slice(const Window&, const T*, T*);               \
  template void pad(const Window&, const T*, T*);                 \
  template void set_slice(const Window&, const T*, const T*, T*); \
  template void roll(const Rolling&, const T*, T*);               \
  template void broadcast(const Spread&, const T*, T*);           \
  GRADC_AT_VALUES(T, std::int32_t)                                \
  GRADC_AT_VALUES(T, std::int64_t)
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES
#undef GRADC_AT_VALUES

#define GRADC_INSTANCES(T)                                                                                        \
  template void add_slice(const Window&, const T*, const T*, T*);                                                 \
  template void dynamic_add_slice(const MovingWindow&, const T*, const T*, const std::int32_t*, T*);              \
  template void dynamic_add_slice(const MovingWindow&, const T*, const T*, const std::int64_t*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
