// Sorting along an axis: all rows at once, by keys of unsigned integers in the order of the elements and by the rows' numbers.
#include <gradc/cuda/kernels/position.h>

#include <algorithm>
#include <string>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/sort.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Divisor;

// Unsigned integers in the order of elements: NaN is the greatest, and zeros of either sign are equal.
template <class T>
__device__ __forceinline__ auto ordered(T x) {
  using C = Compute<T>;
  using U = std::conditional_t<(sizeof(C) > 4), std::uint64_t, std::uint32_t>;
  constexpr U kSign = U{1} << (sizeof(U) * 8 - 1);
  const C value = detail::wide(x);
  if constexpr (std::is_integral_v<C>) {
    if constexpr (std::is_signed_v<C>)
      return static_cast<U>(
          static_cast<U>(static_cast<std::conditional_t<(sizeof(C) > 4), std::int64_t, std::int32_t>>(value)) ^ kSign);
    else
      return static_cast<U>(value);
  } else {
    if (value != value) return static_cast<U>(~U{0});
    const U bits = value == C(0) ? U{0} : detail::bits_as<U>(value);
    return static_cast<U>((bits & kSign) != 0 ? ~bits : bits | kSign);
  }
}

// Lines of elements along the axis.
struct Lines {
  Divisor extent, inner;
  bool descending;
};

template <class T>
__global__ void make_keys(std::int64_t count, Lines g, const T* __restrict__ x, std::uint64_t* __restrict__ keys,
                          std::uint32_t* __restrict__ numbers) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t line = element;
    const std::int64_t k = g.extent.split(line);
    std::int64_t outer = line;
    const std::int64_t column = g.inner.split(outer);
    auto key = ordered(x[(outer * g.extent.value() + k) * g.inner.value() + column]);
    if (g.descending) key = static_cast<decltype(key)>(~key);
    keys[element] = sizeof key > 4 ? std::uint64_t{key} : static_cast<std::uint64_t>(line) << 32 | std::uint64_t{key};
    numbers[element] = static_cast<std::uint32_t>(element);
  }
}

__global__ void make_line_keys(std::int64_t count, Divisor extent, const std::uint32_t* __restrict__ numbers,
                               std::uint32_t* __restrict__ keys) {
  for (std::int64_t element = first(); element < count; element += step())
    keys[element] = static_cast<std::uint32_t>(extent.quotient(static_cast<std::int64_t>(numbers[element])));
}

// The first n of each line.
__global__ void write_places(std::int64_t count, Lines g, std::int64_t n, const std::uint32_t* __restrict__ numbers,
                             std::int64_t* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t line = element;
    const std::int64_t rank = g.extent.split(line);
    if (rank >= n) continue;
    std::int64_t outer = line;
    const std::int64_t column = g.inner.split(outer);
    y[(outer * n + rank) * g.inner.value() + column] = static_cast<std::int64_t>(numbers[element]) - line * g.extent.value();
  }
}

template <class T>
void sort_lines(const char* op, const char* where, const Stream& stream, std::int64_t outer, std::int64_t extent,
                std::int64_t inner, std::int64_t n, bool descending, const T* x, std::int64_t* y) {
  constexpr bool kIsWide = sizeof(Compute<T>) > 4;
  const std::int64_t count = outer * extent * inner, lines = outer * inner;
  if (count == 0) return;
  if (count > INT32_MAX)
    fail(gradc::kernels::at_line(where, op, std::to_string(count) + " elements are too many for the device to sort"));
  detail::Parts parts;
  const std::int64_t keys_at = parts.add(8 * count), sorted_keys_at = parts.add(8 * count);
  const std::int64_t numbers_at = parts.add(4 * count), sorted_numbers_at = parts.add(4 * count);
  const std::int64_t sort_at = parts.add(
      std::max(detail::sort_bytes<std::uint64_t>(count), kIsWide ? detail::sort_bytes<std::uint32_t>(count) : std::int64_t{0}));
  char* const memory = static_cast<char*>(scratch(stream, parts.bytes()));
  auto* const keys = reinterpret_cast<std::uint64_t*>(memory + keys_at);
  auto* const sorted_keys = reinterpret_cast<std::uint64_t*>(memory + sorted_keys_at);
  auto* numbers = reinterpret_cast<std::uint32_t*>(memory + numbers_at);
  auto* sorted_numbers = reinterpret_cast<std::uint32_t*>(memory + sorted_numbers_at);
  const Lines g{Divisor(extent, count), Divisor(inner, count), descending};
  const int line_bits = detail::bits_of(static_cast<std::uint64_t>(lines - 1));
  launch(stream, make_keys<T>, count, g, x, keys, numbers);
  detail::sort_pairs(stream, count, kIsWide ? 64 : 32 + line_bits, keys, sorted_keys, numbers, sorted_numbers,
                     memory + sort_at);
  if (kIsWide && lines > 1) {
    auto* const line_keys = reinterpret_cast<std::uint32_t*>(keys);
    auto* const sorted_line_keys = reinterpret_cast<std::uint32_t*>(sorted_keys);
    launch(stream, make_line_keys, count, g.extent, sorted_numbers, line_keys);
    detail::sort_pairs(stream, count, line_bits, line_keys, sorted_line_keys, sorted_numbers, numbers, memory + sort_at);
    sorted_numbers = numbers;
  }
  launch(stream, write_places, count, g, n, sorted_numbers, y);
}

}  // namespace

template <class T>
void argsort(const Stream& stream, const Sorting& g, const T* x, std::int64_t* y) {
  sort_lines("argsort", nullptr, stream, g.outer, g.extent, g.inner, g.extent, g.descending, x, y);
}

template <class T>
void top_k_indices(const Stream& stream, const Greatest& g, const T* x, std::int64_t* y) {
  if (g.n > g.extent)
    fail_shape(gradc::kernels::at_line(g.where, "top_k", "an axis of extent " + std::to_string(g.extent) + " has no " +
                                                             std::to_string(g.n) + " greatest elements"));
  sort_lines("top_k", g.where, stream, g.outer, g.extent, g.inner, g.n, true, x, y);
}

#define GRADC_INSTANCES(T)                                                            \
  template void argsort(const Stream&, const Sorting&, const T*, std::int64_t*);      \
  template void top_k_indices(const Stream&, const Greatest&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
