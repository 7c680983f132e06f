// Matrix products on the device. As <gradc/kernels/matmul.h>, for the same element types, on a stream. Products of floating
// point are those of cuBLAS: of 16-bit elements summed in float, of float in float unless gradc::cuda::allow_tf32.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/matmul.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

/// `symmetric` saves nothing here.
template <class T>
void matmul(const Stream& stream, const MatMulShape& shape, const T* a, const T* b, T* c);

template <class T>
void add_matmul(const Stream& stream, const MatMulShape& shape, const T* a, const T* b, const T* c, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
