// What has to do with the bits that numbers are kept in.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/kernels/position.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gradc {
namespace kernels {

/// n numbers, rounded to a format of so many bits.
struct Rounding {
  std::int64_t n;
  std::int64_t exponent_bits;
  std::int64_t mantissa_bits;
};

/// The bytes of x, which has elements of the size of y's.
template <class S, class T>
void bitcast(const Count& geometry, const S* x, T* y) {
  static_assert(sizeof(S) == sizeof(T), "numbers of different sizes");
  if (geometry.n > 0) std::memcpy(static_cast<void*>(y), x, static_cast<std::size_t>(geometry.n) * sizeof(T));
}

/// y = x rounded, halves to even, to a format of so many bits of exponent, 2 to 11, and mantissa, 1 to 52.
/// Beyond its greatest number it is infinite, where its exponent would be too small 0; a format is never
/// wider than that of T. T: float, double, half and bfloat16.
template <class T>
void reduce_precision(const Rounding& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace gradc
