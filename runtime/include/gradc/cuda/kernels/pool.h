// Windows over images, and resampling along an axis, on the device. As <gradc/kernels/pool.h>, for the same element types, on a
// stream.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/pool.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void max_pool_index(const Stream& stream, const Pooling& geometry, const T* x, std::int64_t* y);

template <class T>
void unfold(const Stream& stream, const Pooling& geometry, const T* x, T* y);

template <class T>
void fold(const Stream& stream, const Pooling& geometry, const T* x, T* y);

template <class T>
void resample(const Stream& stream, const Resampling& geometry, const T* x, T* y);

template <class T>
void resample_grad(const Stream& stream, const Resampling& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
