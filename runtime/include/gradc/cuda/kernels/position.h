// Integers that are places in a tensor, on the device. As <gradc/kernels/position.h>, for the same element types, on a stream.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/position.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void iota(const Stream& stream, const Count& geometry, T* y);

void pad_index(const Stream& stream, const PaddedAxis& geometry, std::int64_t* y);

/// An index outside its axis is thrown by the next wait on the stream.
template <class I>
void ravel_index(const Stream& stream, const MultiIndices& geometry, const I* x, std::int64_t* y);

void nonzero(const Stream& stream, const Flags& geometry, const bool* x, std::int64_t* y);

/// Of at most 2^31 - 1 elements: else Error is thrown.
template <class T>
void argsort(const Stream& stream, const Sorting& geometry, const T* x, std::int64_t* y);

/// Of at most 2^31 - 1 elements: else Error is thrown.
template <class T>
void top_k_indices(const Stream& stream, const Greatest& geometry, const T* x, std::int64_t* y);

template <class T>
void searchsorted(const Stream& stream, const Search& geometry, const T* x, const T* v, std::int64_t* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
