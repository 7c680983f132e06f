// Reading and writing at indices. T: every element type (what adds or compares: not bool); I: int32, int64. Indices are
// never wrapped: a negative one is out of range.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {

/// What becomes of an index outside its axis: an IndexError, the nearest one inside, or nothing - what it would read
/// is 0, and what it would write is dropped.
enum class Mode : std::int64_t { error, clip, drop };

namespace kernels {

/// Ids to be expanded to rows of n.
struct CountClasses {
  std::int64_t count;
  std::int64_t n;
};

// The mode of the geometry says what becomes of indices outside [0, extent); where that is an IndexError it is thrown
// before anything is written.

/// y[outer, count, inner] = x[outer, indices, inner].
template <class T, class I>
void take(const Gather& geometry, const T* x, const I* indices, T* y);

/// y = x, then y[outer, indices, inner] += updates[outer, count, inner] in the order of the indices, one
/// rounding for each; an index that comes twice adds twice. y may be x: then nothing is copied. x may be
/// null: then y starts as zeros.
template <class T, class I>
void scatter_add(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// The same with *= for the eager function; generated code has the products in other ops. x is not null.
template <class T, class I>
void scatter_mul(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// y = x, then y[outer, indices, inner] = updates[outer, count, inner] in the order of the indices: the last of those
/// with one index stays. y may be x.
template <class T, class I>
void scatter_update(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// y = x, then y[outer, indices, inner] is the greater (smaller) of itself and updates[outer, count, inner]; NaN where
/// one is NaN. y may be x.
template <class T, class I>
void scatter_max(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);
template <class T, class I>
void scatter_min(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// y[outer, k, inner] = x[outer, indices[outer, k, inner], inner].
template <class T, class I>
void take_along_axis(const Gather& geometry, const T* x, const I* indices, T* y);

/// y = x, then y[outer, indices[outer, k, inner], inner] += updates[outer, k, inner]. y may be x.
template <class T, class I>
void add_along_axis(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// y[count, n] = 1 at the id of each row, 0 elsewhere; an id outside [0, n) gives a row of zeros.
template <class T, class I>
void one_hot(const CountClasses& geometry, const I* ids, T* y);

}  // namespace kernels
}  // namespace gradc
