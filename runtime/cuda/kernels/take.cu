// Reading at indices, by the size of elements: runs of adjacent ones 16 bytes at a time where addresses and extents allow.
#include <gradc/cuda/kernels/index.h>

#include "cuda/kernels/element.h"
#include "cuda/kernels/indices.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Divisor;
using detail::IndexedAxis;

template <class U, class I>
__global__ void take_units(std::int64_t size, IndexedAxis axis, Divisor count, Divisor inner, const U* __restrict__ x,
                           const I* __restrict__ indices, U* __restrict__ y) {
  for (std::int64_t element = first(); element < size; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = inner.split(outer), number = count.split(outer);
    const std::int64_t place = axis.place(indices[number], number);
    y[element] = place < 0 ? U{} : x[(outer * axis.extent + place) * inner.value() + column];
  }
}

template <class U, class I>
__global__ void take_along(std::int64_t size, IndexedAxis axis, Divisor row, Divisor inner, const U* __restrict__ x,
                           const I* __restrict__ indices, U* __restrict__ y) {
  for (std::int64_t element = first(); element < size; element += step()) {
    std::int64_t number = element;
    const std::int64_t column = inner.split(number), outer = row.quotient(element);
    const std::int64_t place = axis.place(indices[element], element);
    y[element] = place < 0 ? U{} : x[(outer * axis.extent + place) * inner.value() + column];
  }
}

template <class I>
__global__ void check(std::int64_t count, IndexedAxis axis, const I* indices) {
  for (std::int64_t element = first(); element < count; element += step()) axis.place(indices[element], element);
}

template <class U, class I>
__global__ void set_ones(std::int64_t size, Divisor n, U one, const I* __restrict__ ids, U* __restrict__ y) {
  for (std::int64_t element = first(); element < size; element += step()) {
    std::int64_t row = element;
    const std::int64_t column = n.split(row);
    y[element] = static_cast<std::int64_t>(ids[row]) == column ? one : U{};
  }
}

}  // namespace

template <class T, class I>
void take(const Stream& stream, const Gather& geometry, const T* x, const I* indices, T* y) {
  detail::check_mode("take", geometry, geometry.count);
  const IndexedAxis axis(stream, "take", geometry);
  const int factor = detail::Widening(sizeof(T)).distance(geometry.inner).address(x).address(y).factor();
  const std::int64_t inner = geometry.inner / factor, size = geometry.outer * geometry.count * inner;
  if (size == 0) return launch(stream, check<I>, geometry.count, axis, indices);
  detail::with_unit(static_cast<int>(sizeof(T)) * factor, [&](auto bytes) {
    using U = detail::Unit<bytes()>;
    launch(stream, take_units<U, I>, size, axis, Divisor(geometry.count, size), Divisor(inner, size),
           reinterpret_cast<const U*>(x), indices, reinterpret_cast<U*>(y));
  });
}

template <class T, class I>
void take_along_axis(const Stream& stream, const Gather& geometry, const T* x, const I* indices, T* y) {
  using U = detail::Unit<static_cast<int>(sizeof(T))>;
  const std::int64_t size = geometry.outer * geometry.count * geometry.inner;
  detail::check_mode("take_along_axis", geometry, size);
  if (size == 0) return;
  launch(stream, take_along<U, I>, size, IndexedAxis(stream, "take_along_axis", geometry),
         Divisor(geometry.count * geometry.inner, size), Divisor(geometry.inner, size), reinterpret_cast<const U*>(x), indices,
         reinterpret_cast<U*>(y));
}

template <class T, class I>
void one_hot(const Stream& stream, const CountClasses& geometry, const I* ids, T* y) {
  using U = detail::Unit<static_cast<int>(sizeof(T))>;
  const std::int64_t size = geometry.count * geometry.n;
  if (size == 0) return;
  const T one(1);
  U unit;
  std::memcpy(&unit, static_cast<const void*>(&one), sizeof unit);
  launch(stream, set_ones<U, I>, size, Divisor(geometry.n, size), unit, ids, reinterpret_cast<U*>(y));
}

#define GRADC_OF_INDICES(T, I)                                                        \
  template void take(const Stream&, const Gather&, const T*, const I*, T*);           \
  template void take_along_axis(const Stream&, const Gather&, const T*, const I*, T*); \
  template void one_hot(const Stream&, const CountClasses&, const I*, T*);
#define GRADC_INSTANCES(T) GRADC_OF_INDICES(T, std::int32_t) GRADC_OF_INDICES(T, std::int64_t)
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_OF_INDICES
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
