// Sums into a part of a tensor, where it is.
#pragma once

#include <gradc/cuda/stream.h>

#include <cstdint>

namespace gradc {
namespace cuda {
namespace kernels {

/// y += x, n elements, one rounding for each. T: numbers.
template <class T>
void add_to(const Stream& stream, std::int64_t n, const T* x, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
