// Reading and writing at indices. T: every element type (scatter_add: not bool); I: int32, int64. Indices are
// never wrapped: a negative one is out of range.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// Ids to be expanded to rows of n.
struct CountClasses {
  std::int64_t count;
  std::int64_t n;
};

/// y[outer, count, inner] = x[outer, indices, inner]. Throws IndexError for an index outside [0, extent),
/// before anything is written.
template <class T, class I>
void take(const Gather& geometry, const T* x, const I* indices, T* y);

/// y = x, then y[outer, indices, inner] += updates[outer, count, inner] in the order of the indices, one
/// rounding for each; an index that comes twice adds twice. y may be x: then nothing is copied. x may be
/// null: then y starts as zeros. Throws IndexError for an index outside [0, extent), before anything is
/// written.
template <class T, class I>
void scatter_add(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

/// y[count, n] = 1 at the id of each row, 0 elsewhere; an id outside [0, n) gives a row of zeros.
template <class T, class I>
void one_hot(const CountClasses& geometry, const I* ids, T* y);

}  // namespace kernels
}  // namespace gradc
