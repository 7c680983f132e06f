// Integers that are places in a tensor: counting, padding, sorting. T: real, int32 and int64 elements; I: int32, int64.
// NaN counts as the greatest element.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

struct Count {
  std::int64_t n;
};

/// An axis of n elements with `low` more before and `high` more after it; mode 0 mirrors it at its ends, 1 mirrors it
/// with the end itself, 2 repeats the end, 3 goes round.
struct PaddedAxis {
  std::int64_t n;
  std::int64_t low;
  std::int64_t high;
  std::int64_t mode;
  const char* where = nullptr;
};

/// `count` multi-indices into a tensor of those extents.
struct MultiIndices {
  std::int64_t count;
  Extents extents;
  const char* where = nullptr;
};

/// A vector of `extent` flags, of which the first n that are set are looked for.
struct Flags {
  std::int64_t extent;
  std::int64_t n;
};

/// [outer, extent, inner], to be sorted along the middle axis.
struct Sorting {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  bool descending;
};

/// [outer, extent, inner], of which the n greatest along the middle axis are looked for.
struct Greatest {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  std::int64_t n;
  const char* where = nullptr;
};

/// `count` values to be found in a sorted vector of `extent`, on the left or right side of equal ones.
struct Search {
  std::int64_t extent;
  std::int64_t count;
  bool right;
};

/// y = 0, 1, ..., n - 1. T: every element type but bool.
template <class T>
void iota(const Count& geometry, T* y);

/// y[low + n + high] = the place on the axis of what stands at each place of the padded one. Throws ShapeError where
/// there is none: a mirror reaches n - 1 or, with the end, n elements, and an empty axis can't be padded.
void pad_index(const PaddedAxis& geometry, std::int64_t* y);

/// y[count] = the row-major place of x[count, axes]. Throws IndexError for an index outside its axis.
template <class I>
void ravel_index(const MultiIndices& geometry, const I* x, std::int64_t* y);

/// y[n] = the places of the first n set flags, -1 where there are fewer.
void nonzero(const Flags& geometry, const bool* x, std::int64_t* y);

/// y[outer, extent, inner] = the places along the middle axis of x in ascending or descending order; equal elements
/// keep theirs. Allocates one row.
template <class T>
void argsort(const Sorting& geometry, const T* x, std::int64_t* y);

/// y[outer, n, inner] = the places along the middle axis of the n greatest x, the greatest first; of equal ones the
/// first. Allocates one row. Throws ShapeError for n > extent.
template <class T>
void top_k_indices(const Greatest& geometry, const T* x, std::int64_t* y);

/// y[count] = how many of the sorted x are less than each v or, on the right, not greater.
template <class T>
void searchsorted(const Search& geometry, const T* x, const T* v, std::int64_t* y);

}  // namespace kernels
}  // namespace gradc
