// Softmax and what is built on it, on the device. As <gradc/kernels/softmax.h>, for the same element types, on a stream.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/softmax.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void softmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y);

template <class T>
void log_softmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y);

template <class T>
void softmax_cross_entropy(const Stream& stream, const RowsClasses& geometry, const T* logits, const T* labels, T* y);

/// A label outside [0, classes) is thrown by the next wait on the stream.
template <class T, class I>
void sparse_softmax_cross_entropy(const Stream& stream, const RowsClasses& geometry, const T* logits, const I* labels, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
