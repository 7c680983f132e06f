// What a library computes: cuBLAS on a device, the kernels of the CPU in the emulator.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/matmul.h>

namespace gradc {
namespace cuda {
namespace detail {

/// c = op(a) op(b), or that added to c, of extents that are not 0. T: real and complex.
template <class T>
void library_product(const Stream& stream, const gradc::kernels::MatMulShape& shape, const T* a, const T* b, T* c, bool add);

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
