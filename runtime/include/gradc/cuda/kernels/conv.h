// Convolutions on the device. As <gradc/kernels/conv.h>, for the same element types, on a stream. Each result is summed by a
// thread, of filters by a block, in a fixed order.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/conv.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void conv(const Stream& stream, const Convolution& geometry, const T* x, const T* w, T* y);

template <class T>
void conv_input_grad(const Stream& stream, const Convolution& geometry, const T* y, const T* w, T* x);

template <class T>
void conv_filter_grad(const Stream& stream, const Convolution& geometry, const T* x, const T* y, T* w);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
