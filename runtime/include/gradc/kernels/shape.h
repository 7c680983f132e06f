// Movement of elements: copies, transposes, slices. T: every element type.
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

/// y[r * y_stride + i] = x[r * x_stride + i], for count runs r of run elements i: a piece of a concatenation, or
/// its inverse.
template <class T>
void copy_strided(const Runs& geometry, const T* x, T* y);

/// The axes of x in another order: axis i of y is axis axes[i] of x.
template <class T>
void transpose(const Permutation& geometry, const T* x, T* y);

/// y[box] = the box of x[whole] that starts at begin.
template <class T>
void slice(const Window& geometry, const T* x, T* y);

/// y[whole] = 0 but for the box that starts at begin, which is x[box]: the transpose of slice.
template <class T>
void pad(const Window& geometry, const T* x, T* y);

/// y[to] = x[from] broadcast: axes are aligned at the right, and an extent of 1 or a missing axis repeats.
template <class T>
void broadcast(const Spread& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace gradc
