// Reading and writing at indices, on the device. As <gradc/kernels/index.h>, for the same element types, on a stream. An index
// outside its axis is thrown by the next wait on the stream; what it would have read or written is left out until then.
//
// Axes that are written to have less than 2^32 - 1 places, and there are as many indices at most: else Error is thrown.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/index.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T, class I>
void take(const Stream& stream, const Gather& geometry, const T* x, const I* indices, T* y);

/// Where indices come often, updates of one place are first added to one another, in their order and in the type that T is
/// computed in, and then to the place.
template <class T, class I>
void scatter_add(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

template <class T, class I>
void scatter_mul(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

template <class T, class I>
void scatter_update(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

template <class T, class I>
void scatter_max(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);
template <class T, class I>
void scatter_min(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

template <class T, class I>
void take_along_axis(const Stream& stream, const Gather& geometry, const T* x, const I* indices, T* y);

template <class T, class I>
void add_along_axis(const Stream& stream, const Gather& geometry, const T* x, const I* indices, const T* updates, T* y);

template <class T, class I>
void one_hot(const Stream& stream, const CountClasses& geometry, const I* ids, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
