// Sums into a part of a tensor, where it is, and numbers of the host that kernels read from memory.
#pragma once

#include <gradc/cuda/kernels/shape.h>
#include <gradc/cuda/stream.h>

#include <cstdint>

namespace gradc {
namespace cuda {
namespace kernels {

/// y += x, n elements, one rounding for each. T: numbers.
template <class T>
void add_to(const Stream& stream, std::int64_t n, const T* x, T* y);

}  // namespace kernels

/// A number in the device's memory, for the kernels that are asked for next: at most 64 numbers are there at once.
template <class T>
const T* number(const Stream& stream, T value) {
  static_assert(sizeof(T) <= 16);
  T* const place = static_cast<T*>(detail::next_number(stream));
  kernels::fill(stream, 1, value, place);
  return place;
}

}  // namespace cuda
}  // namespace gradc
