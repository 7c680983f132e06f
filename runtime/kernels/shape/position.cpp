#include <gradc/kernels/position.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
bool comes_before(const T& a, const T& b) {
  return a < b || (b != b && a == a);
}

template <class T>
struct Placed {
  T value;
  std::int64_t place;
};

// Of equal values the first place comes first, whichever way they are sorted.
template <class T>
bool ascends(const Placed<T>& a, const Placed<T>& b) {
  if (comes_before(a.value, b.value)) return true;
  return !comes_before(b.value, a.value) && a.place < b.place;
}
template <class T>
bool descends(const Placed<T>& a, const Placed<T>& b) {
  if (comes_before(b.value, a.value)) return true;
  return !comes_before(a.value, b.value) && a.place < b.place;
}

// Each row of x along the middle axis through `sort`, and the first n places of what comes out into y.
template <class T, class F>
void each_row(std::int64_t outer, std::int64_t extent, std::int64_t inner, std::int64_t n, const T* x, std::int64_t* y,
              F sort) {
  std::vector<Placed<T>> row(static_cast<std::size_t>(extent));
  for (std::int64_t o = 0; o < outer; ++o, x += extent * inner, y += n * inner)
    for (std::int64_t i = 0; i < inner; ++i) {
      for (std::int64_t k = 0; k < extent; ++k) row[static_cast<std::size_t>(k)] = {x[k * inner + i], k};
      sort(row.begin(), row.end());
      for (std::int64_t k = 0; k < n; ++k) y[k * inner + i] = row[static_cast<std::size_t>(k)].place;
    }
}

}  // namespace

template <class T>
void iota(const Count& geometry, T* y) {
  for (std::int64_t i = 0; i < geometry.n; ++i) y[i] = static_cast<T>(static_cast<detail::Compute<T>>(i));
}

void pad_index(const PaddedAxis& geometry, std::int64_t* y) {
  const auto [n, low, high, mode, where] = geometry;
  const std::int64_t most = std::max(low, high), room = mode == 0 ? n - 1 : n;
  if (low < 0 || high < 0 || (most > 0 && (n == 0 || (mode < 2 && most > room))))
    fail_shape(at_line(where, "pad", "an axis of extent " + std::to_string(n) + " can't be padded by " + std::to_string(low) +
                                  " and " + std::to_string(high) + " elements of its own"));
  for (std::int64_t i = -low; i < n + high; ++i) {
    std::int64_t place = i;
    if (mode == 3) {
      place = i % n;
      if (place < 0) place += n;
    } else if (i < 0) {
      place = mode == 0 ? -i : mode == 1 ? -1 - i : 0;
    } else if (i >= n) {
      place = mode == 0 ? 2 * (n - 1) - i : mode == 1 ? 2 * n - 1 - i : n - 1;
    }
    *y++ = place;
  }
}

template <class I>
void ravel_index(const MultiIndices& geometry, const I* x, std::int64_t* y) {
  for (std::int64_t i = 0; i < geometry.count; ++i) {
    std::int64_t place = 0;
    for (int axis = 0; axis < geometry.extents.rank(); ++axis) {
      const I index = *x++;
      if (detail::outside(index, geometry.extents[axis]))
        fail_index(at_line(geometry.where, "ravel_index", "index " + std::to_string(index) + " of multi-index " + std::to_string(i) +
                                               " is out of range for axis " + std::to_string(axis) + " of shape " +
                                               to_string(geometry.extents)));
      place = place * geometry.extents[axis] + static_cast<std::int64_t>(index);
    }
    y[i] = place;
  }
}

void nonzero(const Flags& geometry, const bool* x, std::int64_t* y) {
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < geometry.extent && found < geometry.n; ++i)
    if (x[i]) y[found++] = i;
  std::fill(y + found, y + geometry.n, std::int64_t{-1});
}

template <class T>
void argsort(const Sorting& geometry, const T* x, std::int64_t* y) {
  each_row(geometry.outer, geometry.extent, geometry.inner, geometry.extent, x, y, [&](auto begin, auto end) {
    if (geometry.descending)
      std::sort(begin, end, [](const auto& a, const auto& b) { return descends(a, b); });
    else
      std::sort(begin, end, [](const auto& a, const auto& b) { return ascends(a, b); });
  });
}

template <class T>
void top_k_indices(const Greatest& geometry, const T* x, std::int64_t* y) {
  if (geometry.n > geometry.extent)
    fail_shape(at_line(geometry.where, "top_k", "an axis of extent " + std::to_string(geometry.extent) + " has no " +
                                           std::to_string(geometry.n) + " greatest elements"));
  each_row(geometry.outer, geometry.extent, geometry.inner, geometry.n, x, y, [&](auto begin, auto end) {
    std::partial_sort(begin, begin + geometry.n, end, [](const auto& a, const auto& b) { return descends(a, b); });
  });
}

template <class T>
void searchsorted(const Search& geometry, const T* x, const T* v, std::int64_t* y) {
  const T* end = x + geometry.extent;
  for (std::int64_t i = 0; i < geometry.count; ++i) {
    const T* found = geometry.right ? std::upper_bound(x, end, v[i], comes_before<T>)
                                    : std::lower_bound(x, end, v[i], comes_before<T>);
    y[i] = found - x;
  }
}

#define GRADC_INSTANCES(T)                                                   \
  template void argsort(const Sorting&, const T*, std::int64_t*);            \
  template void top_k_indices(const Greatest&, const T*, std::int64_t*);     \
  template void searchsorted(const Search&, const T*, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void iota(const Count&, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

template void ravel_index(const MultiIndices&, const std::int32_t*, std::int64_t*);
template void ravel_index(const MultiIndices&, const std::int64_t*, std::int64_t*);

}  // namespace kernels
}  // namespace gradc
