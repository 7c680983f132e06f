// Reductions over any set of axes on the device. As <gradc/kernels/reduce.h>, for the same element types, on a stream. Sums are
// made in a tree whose shape depends on the extents alone; sums of 16-bit elements, and of their products, are of float.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/reduce.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void sum(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void sum_of_products(const Stream& stream, const Reduction& geometry, const T* x, const T* z, T* y);

template <class T>
void prod(const Stream& stream, const Reduction& geometry, const T* x, T* y);

void any(const Stream& stream, const Reduction& geometry, const bool* x, bool* y);

void all(const Stream& stream, const Reduction& geometry, const bool* x, bool* y);

template <class T>
void count_nonzero(const Stream& stream, const Reduction& geometry, const T* x, std::int64_t* y);

template <class T>
void euclidean_norm(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void mean(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void max(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void min(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void logsumexp(const Stream& stream, const Reduction& geometry, const T* x, T* y);

template <class T>
void argmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, std::int64_t* y);

template <class T>
void argmin(const Stream& stream, const OuterAxisInner& geometry, const T* x, std::int64_t* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
