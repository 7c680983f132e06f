// Scans along the middle axis of an array [outer, extent, inner]: each element of y is made of those of x up to its
// place along the axis, or with `reverse` from its place on. y may be x, except where it says otherwise.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// A scan; `exclusive` leaves out the element at the place itself.
struct Cumulation {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  bool exclusive = false;
  bool reverse = false;
};

/// A scan in one direction or the other.
struct Recurrence {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  bool reverse = false;
};

/// Where the largest element is looked for, or the smallest.
struct Winner {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  bool smallest = false;
};

/// y[k] = the sum of x up to k; exclusive: before k. T: float and double (summed in double), half and bfloat16 (in
/// float), int32 and int64 (wrapping).
template <class T>
void cumsum(const Cumulation& geometry, const T* x, T* y);

/// y[k] = the product of x up to k; exclusive: before k. T: float, double, half and bfloat16 (multiplied in float).
template <class T>
void cumprod(const Cumulation& geometry, const T* x, T* y);

/// y[k] = the log of the sum of e^x up to k, kept as e^m s with m the largest x so far. T: as for cumprod.
template <class T>
void cumlogsumexp(const OuterAxisInner& geometry, const T* x, T* y);

/// y[k] = a[k] y[k - 1] + b[k], the first being b[0] whatever a[0] is; reversed, y[k] = a[k] y[k + 1] + b[k]. y may be
/// a or b. T: as for cumsum.
template <class T>
void linear_recurrence(const Recurrence& geometry, const T* a, const T* b, T* y);

/// y[k] = the largest x up to k, NaN from the first NaN on. T: as for cumsum.
template <class T>
void cummax(const OuterAxisInner& geometry, const T* x, T* y);

/// y[k] = the smallest x up to k, NaN from the first NaN on. T: as for cumsum.
template <class T>
void cummin(const OuterAxisInner& geometry, const T* x, T* y);

/// y[k] = where in row-major order the largest, or smallest, x up to k stands: the last of equal ones, and the last NaN
/// if there is one. T: as for cumsum.
template <class T>
void cumulative_winner(const Winner& geometry, const T* x, std::int64_t* y);

}  // namespace kernels
}  // namespace gradc
