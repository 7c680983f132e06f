// Reading and writing at indices. All indices are checked before anything is written.
#include <gradc/detail/scalar.h>
#include <gradc/kernels/index.h>
#include <gradc/kernels/shape.h>

#include <cstring>
#include <type_traits>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

// Throws where one of `count` indices is outside.
template <class I>
void check_indices(const char* op, const Gather& geometry, std::int64_t count, const I* indices) {
  for (std::int64_t i = 0; i < count; ++i)
    if (detail::outside(indices[i], geometry.extent))
      fail_index(at_line(geometry.where, op, "index " + std::to_string(indices[i]) + ", at place " +
                                             std::to_string(i) + ", is out of range for an axis of extent " +
                                             std::to_string(geometry.extent)));
}
template <class I>
void check_mode(const char* op, const Gather& geometry, std::int64_t count, const I* indices) {
  if (geometry.mode == static_cast<std::int64_t>(Mode::error)) check_indices(op, geometry, count, indices);
  if (geometry.mode == static_cast<std::int64_t>(Mode::clip) && geometry.extent == 0 && count > 0)
    fail_index(at_line(geometry.where, op, "can't take elements of an empty axis"));
}

// The place that an index means; -1 for none.
template <class I>
std::int64_t place_of(const Gather& geometry, I index) {
  if (!detail::outside(index, geometry.extent)) return static_cast<std::int64_t>(index);
  if (geometry.mode == static_cast<std::int64_t>(Mode::drop)) return -1;
  return index < I{0} ? 0 : geometry.extent - 1;
}

// A sum is rounded to T at each addition: y itself is the only accumulator.
template <class T>
T accumulate(T a, T b) {
  using C = detail::Compute<T>;
  return static_cast<T>(scalar::add(static_cast<C>(a), static_cast<C>(b)));
}

template <class T>
void begin_with(std::int64_t whole, const T* x, T* y) {
  if (x == nullptr)
    fill(whole, T(), y);
  else
    copy(whole, x, y);
}

// y = x, then f(row of y, row of updates) at each index, in their order.
template <class T, class I, class F>
void scatter(const char* op, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y, F f) {
  check_mode(op, geometry, geometry.count, indices);
  const std::int64_t inner = geometry.inner;
  begin_with(geometry.outer * geometry.extent * inner, x, y);
  for (std::int64_t o = 0; o < geometry.outer; ++o) {
    T* to = y + o * geometry.extent * inner;
    for (std::int64_t i = 0; i < geometry.count; ++i, updates += inner)
      if (const std::int64_t place = place_of(geometry, indices[i]); place >= 0) f(to + place * inner, updates);
  }
}

// As many indices as there are along the middle axis for each of the others.
template <class I>
void check_along(const char* op, const Gather& geometry, const I* indices) {
  check_mode(op, geometry, geometry.outer * geometry.count * geometry.inner, indices);
}
// f(element at the index, null where it is dropped; place in the indices) for each index along the middle axis.
template <class T, class I, class F>
void along(const Gather& geometry, const I* indices, T* x, F f) {
  const std::int64_t inner = geometry.inner;
  std::int64_t place = 0;
  const bool is_checked = geometry.mode == static_cast<std::int64_t>(Mode::error);
  for (std::int64_t o = 0; o < geometry.outer; ++o, x += geometry.extent * inner)
    for (std::int64_t k = 0; k < geometry.count; ++k)
      for (std::int64_t i = 0; i < inner; ++i, ++place) {
        const std::int64_t index = is_checked ? static_cast<std::int64_t>(indices[place]) : place_of(geometry, indices[place]);
        f(index < 0 ? nullptr : x + index * inner + i, place);
      }
}

}  // namespace

template <class T, class I>
void take(const Gather& geometry, const T* x, const I* indices, T* y) {
  check_mode("take", geometry, geometry.count, indices);
  const std::int64_t inner = geometry.inner;
  for (std::int64_t o = 0; o < geometry.outer; ++o) {
    const T* from = x + o * geometry.extent * inner;
    for (std::int64_t i = 0; i < geometry.count; ++i, y += inner) {
      const std::int64_t place = place_of(geometry, indices[i]);
      if (place < 0)
        fill(inner, T(), y);
      else if (inner == 1)
        *y = from[place];
      else if (inner > 0)
        std::memcpy(static_cast<void*>(y), from + place * inner, static_cast<std::size_t>(inner) * sizeof(T));
    }
  }
}

template <class T, class I>
void scatter_add(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  scatter("scatter_add", geometry, x, indices, updates, y, [&](T* row, const T* update) {
    for (std::int64_t j = 0; j < geometry.inner; ++j) row[j] = accumulate(row[j], update[j]);
  });
}

template <class T, class I>
void scatter_mul(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  using C = detail::Compute<T>;
  scatter("scatter_mul", geometry, x, indices, updates, y, [&](T* row, const T* update) {
    for (std::int64_t j = 0; j < geometry.inner; ++j)
      row[j] = static_cast<T>(scalar::multiply(static_cast<C>(row[j]), static_cast<C>(update[j])));
  });
}

template <class T, class I>
void scatter_update(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  scatter("scatter_update", geometry, x, indices, updates, y,
          [&](T* row, const T* update) { copy(geometry.inner, update, row); });
}

template <class T, class I>
void scatter_max(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  scatter("scatter_max", geometry, x, indices, updates, y, [&](T* row, const T* update) {
    for (std::int64_t j = 0; j < geometry.inner; ++j)
      if (row[j] == row[j] && !(update[j] <= row[j])) row[j] = update[j];
  });
}

template <class T, class I>
void scatter_min(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  scatter("scatter_min", geometry, x, indices, updates, y, [&](T* row, const T* update) {
    for (std::int64_t j = 0; j < geometry.inner; ++j)
      if (row[j] == row[j] && !(update[j] >= row[j])) row[j] = update[j];
  });
}

template <class T, class I>
void take_along_axis(const Gather& geometry, const T* x, const I* indices, T* y) {
  check_along("take_along_axis", geometry, indices);
  along(geometry, indices, x, [&](const T* from, std::int64_t place) { y[place] = from == nullptr ? T() : *from; });
}

template <class T, class I>
void add_along_axis(const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  check_along("add_along_axis", geometry, indices);
  begin_with(geometry.outer * geometry.extent * geometry.inner, x, y);
  along(geometry, indices, y, [&](T* to, std::int64_t place) {
    if (to != nullptr) *to = accumulate(*to, updates[place]);
  });
}

template <class T, class I>
void one_hot(const CountClasses& geometry, const I* ids, T* y) {
  fill(geometry.count * geometry.n, T(), y);
  for (std::int64_t i = 0; i < geometry.count; ++i)
    if (!detail::outside(ids[i], geometry.n)) y[i * geometry.n + ids[i]] = T(1);
}

#define GRADC_OF_INDICES(T, I)                                                    \
  template void take(const Gather&, const T*, const I*, T*);                      \
  template void scatter_update(const Gather&, const T*, const I*, const T*, T*);  \
  template void take_along_axis(const Gather&, const T*, const I*, T*);           \
  template void one_hot(const CountClasses&, const I*, T*);
#define GRADC_INSTANCES(T) GRADC_OF_INDICES(T, std::int32_t) GRADC_OF_INDICES(T, std::int64_t)
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_OF_INDICES

#define GRADC_OF_INDICES(T, I)                                                   \
  template void scatter_add(const Gather&, const T*, const I*, const T*, T*);    \
  template void scatter_mul(const Gather&, const T*, const I*, const T*, T*);    \
  template void add_along_axis(const Gather&, const T*, const I*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_OF_INDICES

#define GRADC_OF_INDICES(T, I)                                                   \
  template void scatter_max(const Gather&, const T*, const I*, const T*, T*);    \
  template void scatter_min(const Gather&, const T*, const I*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_OF_INDICES
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
