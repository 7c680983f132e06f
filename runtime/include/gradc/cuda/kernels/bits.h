// What has to do with the bits of numbers, on the device. As <gradc/kernels/bits.h>, for the same element types, on a stream.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/bits.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

namespace detail_of_bits {
void copy(const Stream& stream, std::int64_t bytes, const void* x, void* y);
}

template <class S, class T>
void bitcast(const Stream& stream, const Count& geometry, const S* x, T* y) {
  static_assert(sizeof(S) == sizeof(T), "numbers of different sizes");
  detail_of_bits::copy(stream, geometry.n * static_cast<std::int64_t>(sizeof(T)), x, y);
}

template <class T>
void reduce_precision(const Stream& stream, const Rounding& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
