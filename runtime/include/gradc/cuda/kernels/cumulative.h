// Scans along the middle axis on the device. As <gradc/kernels/cumulative.h>, for the same element types, on a stream. Long
// axes are scanned in parts, whose lengths depend on the extents alone.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/cumulative.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void cumsum(const Stream& stream, const Cumulation& geometry, const T* x, T* y);

template <class T>
void cumprod(const Stream& stream, const Cumulation& geometry, const T* x, T* y);

template <class T>
void cumlogsumexp(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y);

template <class T>
void linear_recurrence(const Stream& stream, const Recurrence& geometry, const T* a, const T* b, T* y);

template <class T>
void cummax(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y);

template <class T>
void cummin(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y);

template <class T>
void cumulative_winner(const Stream& stream, const Winner& geometry, const T* x, std::int64_t* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
