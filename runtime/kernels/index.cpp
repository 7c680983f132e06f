// Reading and writing at indices. All indices are checked before anything is written.
#include <gradc/kernels/index.h>
#include <gradc/kernels/shape.h>
#include <gradc/scalar.h>

#include <cstring>
#include <type_traits>

#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class I>
void check_indices(const char* op, const Gather& geometry, const I* indices) {
  for (std::int64_t i = 0; i < geometry.count; ++i)
    if (detail::outside(indices[i], geometry.extent))
      fail_index(std::string(op) + ": index " + std::to_string(indices[i]) + ", at place " +
                 std::to_string(i) + ", is out of range for an axis of extent " +
                 std::to_string(geometry.extent));
}

// A sum is rounded to T at each addition: y itself is the only accumulator.
template <class T>
T accumulate(T a, T b) {
  using C = detail::Compute<T>;
  return static_cast<T>(scalar::add(static_cast<C>(a), static_cast<C>(b)));
}

}  // namespace

template <class T, class I>
void take(const Gather& geometry, const T* x, const I* indices, T* y) {
  check_indices("take", geometry, indices);
  const std::int64_t inner = geometry.inner;
  for (std::int64_t o = 0; o < geometry.outer; ++o) {
    const T* from = x + o * geometry.extent * inner;
    for (std::int64_t i = 0; i < geometry.count; ++i, y += inner) {
      const T* row = from + indices[i] * inner;
      if (inner == 1)
        *y = *row;
      else if (inner > 0)
        std::memcpy(static_cast<void*>(y), row, static_cast<std::size_t>(inner) * sizeof(T));
    }
  }
}

template <class T, class I>
void scatter_add(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  check_indices("scatter_add", geometry, indices);
  const std::int64_t inner = geometry.inner, whole = geometry.outer * geometry.extent * inner;
  if (x == nullptr)
    fill(whole, T(), y);
  else
    copy(whole, x, y);
  for (std::int64_t o = 0; o < geometry.outer; ++o) {
    T* to = y + o * geometry.extent * inner;
    for (std::int64_t i = 0; i < geometry.count; ++i, updates += inner) {
      T* row = to + indices[i] * inner;
      for (std::int64_t j = 0; j < inner; ++j) row[j] = accumulate(row[j], updates[j]);
    }
  }
}

template <class T, class I>
void one_hot(const CountClasses& geometry, const I* ids, T* y) {
  fill(geometry.count * geometry.n, T(), y);
  for (std::int64_t i = 0; i < geometry.count; ++i)
    if (!detail::outside(ids[i], geometry.n)) y[i * geometry.n + ids[i]] = T(1);
}

#define GRADC_INSTANCES(T)                                              \
  template void take(const Gather&, const T*, const std::int32_t*, T*); \
  template void take(const Gather&, const T*, const std::int64_t*, T*); \
  template void one_hot(const CountClasses&, const std::int32_t*, T*);  \
  template void one_hot(const CountClasses&, const std::int64_t*, T*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                                                               \
  template void scatter_add(const Gather&, const T*, const std::int32_t*, const T*, T*); \
  template void scatter_add(const Gather&, const T*, const std::int64_t*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
