// Writing at indices, in an order that depends on the indices alone.
//
// 1. Each index becomes a key: its place on the axis, or the axis's extent where it is dropped.
// 2. Where there are few indices, or many elements beside the axis, a thread goes over all indices for each of these elements.
// 3. Otherwise keys and their numbers are sorted, by which updates of one place become a run. Threads combine pieces of 16
//    or 32 of them: what a piece has of a run that began before goes into `carried`, other runs are combined with y.
// 4. Where a run goes beyond the piece in which it began, the carried results of the next ones are combined with y.
#include <gradc/cuda/kernels/index.h>
#include <gradc/cuda/kernels/shape.h>

#include <type_traits>

#include "cuda/kernels/element.h"
#include "cuda/kernels/indices.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"
#include "cuda/kernels/unroll.h"
#include "cuda/sort.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Divisor;
using detail::IndexedAxis;
using Key = std::uint32_t;

constexpr std::int64_t kFew = 32;           // indices that a thread goes over
constexpr std::int64_t kMany = 4096;        // the same where there are threads enough
constexpr std::int64_t kEnough = 1 << 16;

template <class C>
struct Add {
  __device__ __forceinline__ C operator()(const C& a, const C& b) const { return detail::plus(a, b); }
};
template <class C>
struct Multiply {
  __device__ __forceinline__ C operator()(const C& a, const C& b) const { return detail::times(a, b); }
};
template <class C>
struct Replace {
  __device__ __forceinline__ C operator()(const C&, const C& b) const { return b; }
};
template <class C>
struct Greater {
  __device__ __forceinline__ C operator()(const C& a, const C& b) const { return a == a && !(b <= a) ? b : a; }
};
template <class C>
struct Smaller {
  __device__ __forceinline__ C operator()(const C& a, const C& b) const { return a == a && !(b >= a) ? b : a; }
};

// Of element i, one of those that lie beside the axis, the index i / inner mod count of each outer row is meant.
template <class I>
__global__ void make_keys(std::int64_t count, IndexedAxis axis, const I* __restrict__ indices, Key* __restrict__ keys,
                          Key* __restrict__ numbers) {
  for (std::int64_t element = first(); element < count; element += step()) {
    const std::int64_t place = axis.place(indices[element], element);
    keys[element] = static_cast<Key>(place < 0 ? axis.extent : place);
    if (numbers != nullptr) numbers[element] = static_cast<Key>(element);
  }
}

// Indices along an axis become those into the whole array.
__global__ void spread_keys(std::int64_t count, Divisor row, Divisor inner, Key extent, Key whole, Key* __restrict__ keys) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t number = element;
    const std::int64_t column = inner.split(number), outer = row.quotient(element);
    const Key key = keys[element];
    keys[element] = key == extent ? whole : static_cast<Key>((outer * extent + key) * inner.value() + column);
  }
}

// `count` updates of rows of `inner` elements. Where keys are `along` the axis, each element of a row has its own.
struct Updates {
  std::int64_t count, extent;
  Divisor inner;
  bool along;
};

template <class T, class F>
__global__ void scatter_in_turn(std::int64_t elements, Updates g, const Key* __restrict__ keys, const T* __restrict__ updates,
                                T* __restrict__ y, F combine) {
  const std::int64_t inner = g.inner.value();
  for (std::int64_t element = first(); element < elements; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer);
    T* const to = y + outer * g.extent * inner + column;
    const std::int64_t from = outer * g.count * inner + column;
    for (std::int64_t i = 0; i < g.count; ++i) {
      const std::int64_t place = keys[g.along ? from + i * inner : i];
      if (place == g.extent) continue;
      T& result = to[place * inner];
      result = detail::narrow<T>(combine(detail::wide(result), detail::wide(updates[from + i * inner])));
    }
  }
}

// Pieces of sorted keys.
struct Pieces {
  std::int64_t count, extent, length;
  Divisor inner, pieces;
};

template <class T, class F>
__global__ void combine_runs(std::int64_t elements, Pieces g, const Key* __restrict__ keys, const Key* __restrict__ numbers,
                             const T* __restrict__ updates, T* __restrict__ y, Compute<T>* __restrict__ carried, F combine) {
  using C = Compute<T>;
  const std::int64_t inner = g.inner.value();
  for (std::int64_t element = first(); element < elements; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), piece = g.pieces.split(outer);
    const std::int64_t begin = piece * g.length, end = begin + g.length < g.count ? begin + g.length : g.count;
    const T* const from = updates + outer * g.count * inner + column;
    T* const to = y + outer * g.extent * inner + column;
    Key key = keys[begin];
    bool has_begun = begin > 0 && keys[begin - 1] == key;
    C result = detail::wide(from[numbers[begin] * inner]);
    for (std::int64_t i = begin + 1; i <= end; ++i) {
      const bool is_same = i < end && keys[i] == key;
      if (is_same) {
        result = combine(result, detail::wide(from[numbers[i] * inner]));
        continue;
      }
      if (has_begun) {
        carried[element] = result;
      } else if (key < g.extent) {
        T& total = to[key * inner];
        total = detail::narrow<T>(combine(detail::wide(total), result));
      }
      if (i == end) break;
      has_begun = false;
      key = keys[i];
      result = detail::wide(from[numbers[i] * inner]);
    }
  }
}

template <class T, class F>
__global__ void combine_carried(std::int64_t elements, Pieces g, const Key* __restrict__ keys, T* __restrict__ y,
                                const Compute<T>* __restrict__ carried, F combine) {
  const std::int64_t inner = g.inner.value();
  for (std::int64_t element = first(); element < elements; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), piece = g.pieces.split(outer);
    const std::int64_t begin = piece * g.length, end = begin + g.length;
    if (end >= g.count) continue;
    const Key key = keys[end - 1];
    if (key >= g.extent || keys[end] != key || (begin > 0 && keys[begin - 1] == key && keys[begin] == key)) continue;
    std::int64_t low = end, high = g.count;  // the first key that is greater
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (keys[middle] > key)
        high = middle;
      else
        low = middle + 1;
    }
    const std::int64_t more = detail::divided_up(low - end, g.length);
    Compute<T> result = carried[element + inner];
    GRADC_UNROLL_BY(4)
    for (std::int64_t i = 2; i <= more; ++i) result = combine(result, carried[element + i * inner]);
    T& total = y[(outer * g.extent + key) * inner + column];
    total = detail::narrow<T>(combine(detail::wide(total), result));
  }
}

void require_room(const char* op, const Gather& geometry, std::int64_t places, std::int64_t indices) {
  constexpr std::int64_t kMost = INT32_MAX;
  if (places >= 2 * kMost || indices > kMost)
    fail(gradc::kernels::at_line(geometry.where, op, "an axis of " + std::to_string(places) + " places or " +
                                                         std::to_string(indices) + " indices are too many for the device"));
}

template <class T>
void begin_with(const Stream& stream, std::int64_t whole, const T* x, T* y) {
  if (x == nullptr)
    detail::zero(stream, whole, y);
  else
    detail::copy_bytes(stream, whole * static_cast<std::int64_t>(sizeof(T)), x, y);
}

// y = the combination of y and the updates; `along`: with indices for each element, else for rows.
template <class T, template <class> class F, class I>
void scatter(const char* op, const Stream& stream, const Gather& g, bool along, const I* indices, const T* updates, T* y) {
  using C = Compute<T>;
  const F<C> combine;
  const std::int64_t count = along ? g.outer * g.count * g.inner : g.count, size = g.outer * g.count * g.inner;
  const std::int64_t beside = g.outer * g.inner;
  if (count == 0) return;
  const std::int64_t whole = g.outer * g.extent * g.inner;
  const bool in_turn = g.count <= kFew || (g.count <= kMany && beside >= kEnough);
  const std::int64_t places = along && !in_turn ? whole : g.extent;
  require_room(op, g, places, count);
  const bool sorts = !in_turn && size > 0;
  // Sorted, indices along an axis are those of an array of one axis.
  const std::int64_t inner = along ? 1 : g.inner, outer = along ? 1 : g.outer;
  const std::int64_t length = inner >= 32 ? 32 : 16, pieces = detail::divided_up(count, length);
  detail::Parts parts;
  const std::int64_t key_bytes = count * static_cast<std::int64_t>(sizeof(Key));
  const std::int64_t keys_at = parts.add(key_bytes), numbers_at = parts.add(sorts ? key_bytes : 0);
  const std::int64_t sorted_keys_at = parts.add(sorts ? key_bytes : 0), sorted_numbers_at = parts.add(sorts ? key_bytes : 0);
  const std::int64_t carried_at = parts.add(sorts ? outer * pieces * inner * static_cast<std::int64_t>(sizeof(C)) : 0);
  const std::int64_t sort_at = parts.add(sorts ? detail::sort_bytes<Key>(count) : 0);
  char* const memory = static_cast<char*>(scratch(stream, parts.bytes()));
  Key* const keys = reinterpret_cast<Key*>(memory + keys_at);
  Key* const numbers = sorts ? reinterpret_cast<Key*>(memory + numbers_at) : nullptr;
  launch(stream, make_keys<I>, count, IndexedAxis(stream, op, g), indices, keys, numbers);
  if (size == 0) return;
  if (in_turn) {
    const Updates all{g.count, g.extent, Divisor(g.inner, beside), along};
    return launch(stream, scatter_in_turn<T, F<C>>, beside, all, keys, updates, y, combine);
  }
  if (along)
    launch(stream, spread_keys, count, Divisor(g.count * g.inner, count), Divisor(g.inner, count), static_cast<Key>(g.extent),
           static_cast<Key>(whole), keys);
  Key* const sorted_keys = reinterpret_cast<Key*>(memory + sorted_keys_at);
  Key* const sorted_numbers = reinterpret_cast<Key*>(memory + sorted_numbers_at);
  C* const carried = reinterpret_cast<C*>(memory + carried_at);
  detail::sort_pairs(stream, count, detail::bits_of(static_cast<std::uint64_t>(places)), keys, sorted_keys, numbers,
                     sorted_numbers, memory + sort_at);
  const std::int64_t elements = outer * pieces * inner;
  const Pieces all{count, places, length, Divisor(inner, elements), Divisor(pieces, elements)};
  launch(stream, combine_runs<T, F<C>>, elements, all, sorted_keys, sorted_numbers, updates, y, carried, combine);
  launch(stream, combine_carried<T, F<C>>, elements, all, sorted_keys, y, carried, combine);
}

// Integers that wrap are unsigned ones.
template <class T, template <class> class F, class I>
void scatter_wrapping(const char* op, const Stream& stream, const Gather& g, bool along, const I* indices, const T* updates,
                      T* y) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    scatter<U, F>(op, stream, g, along, indices, reinterpret_cast<const U*>(updates), reinterpret_cast<U*>(y));
  } else {
    scatter<T, F>(op, stream, g, along, indices, updates, y);
  }
}

template <class T>
void begin(const char* op, const Stream& stream, const Gather& g, bool along, const T* x, T* y) {
  detail::check_mode(op, g, along ? g.outer * g.count * g.inner : g.count);
  begin_with(stream, g.outer * g.extent * g.inner, x, y);
}

}  // namespace

template <class T, class I>
void scatter_add(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  begin("scatter_add", stream, geometry, false, x, y);
  scatter_wrapping<T, Add>("scatter_add", stream, geometry, false, indices, updates, y);
}

template <class T, class I>
void scatter_mul(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  begin("scatter_mul", stream, geometry, false, x, y);
  scatter_wrapping<T, Multiply>("scatter_mul", stream, geometry, false, indices, updates, y);
}

template <class T, class I>
void scatter_update(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  using U = detail::Unit<static_cast<int>(sizeof(T))>;
  begin("scatter_update", stream, geometry, false, x, y);
  scatter<U, Replace>("scatter_update", stream, geometry, false, indices, reinterpret_cast<const U*>(updates),
                      reinterpret_cast<U*>(y));
}

template <class T, class I>
void scatter_max(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  begin("scatter_max", stream, geometry, false, x, y);
  scatter<T, Greater>("scatter_max", stream, geometry, false, indices, updates, y);
}

template <class T, class I>
void scatter_min(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  begin("scatter_min", stream, geometry, false, x, y);
  scatter<T, Smaller>("scatter_min", stream, geometry, false, indices, updates, y);
}

template <class T, class I>
void add_along_axis(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y) {
  begin("add_along_axis", stream, geometry, true, x, y);
  scatter_wrapping<T, Add>("add_along_axis", stream, geometry, true, indices, updates, y);
}

#define GRADC_OF_INDICES(T, I) template void scatter_update(const Stream&, const Gather&, const T*, const I*, const T*, T*);
#define GRADC_INSTANCES(T) GRADC_OF_INDICES(T, std::int32_t) GRADC_OF_INDICES(T, std::int64_t)
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_OF_INDICES

#define GRADC_OF_INDICES(T, I)                                                               \
  template void scatter_add(const Stream&, const Gather&, const T*, const I*, const T*, T*); \
  template void scatter_mul(const Stream&, const Gather&, const T*, const I*, const T*, T*); \
  template void add_along_axis(const Stream&, const Gather&, const T*, const I*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_OF_INDICES

#define GRADC_OF_INDICES(T, I)                                                               \
  template void scatter_max(const Stream&, const Gather&, const T*, const I*, const T*, T*); \
  template void scatter_min(const Stream&, const Gather&, const T*, const I*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_OF_INDICES
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
