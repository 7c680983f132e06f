// Random numbers on the device. As <gradc/kernels/random.h>, on a stream: the words and uniform numbers are those of the CPU
// bit by bit, normal ones up to the rounding of elementary functions.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/random.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

void random_bits(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                 std::uint32_t* y);

template <class T>
void random_uniform(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                    T* y);

template <class T>
void random_normal(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                   T* y);

void fold_in(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
             const std::uint64_t* x, std::uint64_t* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
