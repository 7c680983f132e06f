// Movement of elements: copies, transposes, slices. T: every element type, where nothing else is said.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// y = value, n times.
template <class T>
void fill(std::int64_t n, T value, T* y);

/// y = x, n elements. They may be the same memory.
template <class T>
void copy(std::int64_t n, const T* x, T* y);

/// y[r * y_stride + i] = x[r * x_stride + i], for count runs r of run elements i: a piece of a concatenation,
/// or its inverse.
template <class T>
void copy_strided(const Runs& geometry, const T* x, T* y);

/// The pieces x, one after another in each row, into y, which stands last: concat({outer, {a, b}}, x0, x1,
/// y).
template <class T, class... More>
void concat(const Pieces& geometry, const T* first, const More*... more) {
  const T* const pointers[] = {first, more...};
  T* to = const_cast<T*>(pointers[sizeof...(more)]);  // the caller's y, which is not const
  std::int64_t row = 0;
  for (const std::int64_t run : geometry.runs) row += run;
  const T* const* from = pointers;
  for (const std::int64_t run : geometry.runs) {
    copy_strided(Runs{geometry.outer, run, run, row}, *from++, to);
    to += run;
  }
}

/// The axes of x in another order: axis i of y is axis axes[i] of x.
template <class T>
void transpose(const Permutation& geometry, const T* x, T* y);

/// y[box] = the box of x[whole] that starts at begin.
template <class T>
void slice(const Window& geometry, const T* x, T* y);

/// y[whole] = 0 but for the box that starts at begin, which is x[box]: the transpose of slice.
template <class T>
void pad(const Window& geometry, const T* x, T* y);

/// y[whole] = x but for the box that starts at begin, which is u[box]. y may be x: then nothing else is written.
template <class T>
void set_slice(const Window& geometry, const T* x, const T* u, T* y);

/// y[box] = the box of x[whole] that starts at `starts`, one for each axis. Throws ShapeError for a box that is larger, and
/// IndexError for one that isn't in x. I: int32, int64.
template <class T, class I>
void dynamic_slice(const MovingWindow& geometry, const T* x, const I* starts, T* y);

/// y[whole] = x with u[box] added to the box that starts at begin. y may be x: then nothing else is written. T: numbers.
template <class T>
void add_slice(const Window& geometry, const T* x, const T* u, T* y);

/// y[whole] = x but for the box where dynamic_slice would read, which is u[box]. y may be x.
template <class T, class I>
void dynamic_update_slice(const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y);

/// y[whole] = x with u[box] added where dynamic_slice would read. y may be x. T: numbers.
template <class T, class I>
void dynamic_add_slice(const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y);

/// y[(i + shift) mod n] = x[i] along each axis.
template <class T>
void roll(const Rolling& geometry, const T* x, T* y);

/// y[to] = x[from] broadcast: axes are aligned at the right, and an extent of 1 or a missing axis repeats.
template <class T>
void broadcast(const Spread& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace gradc
