// Random numbers by Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, SC 2011): a
// block of four 32-bit words is the encryption, under the seed, of its number (the low 64 bits) and the stream (the
// high 64 bits). Word i of a draw is word i mod 4 of block i / 4, whatever the machine and the number of threads.
// T: real elements; half and bfloat16 take one word as float does.
#pragma once

#include <gradc/kernels/geometry.h>

#include <cstdint>

namespace gradc {
namespace kernels {

/// `count` numbers.
struct Draw {
  std::int64_t count;
};

/// y[count] = the words themselves.
void random_bits(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, std::uint32_t* y);

/// y[count] in [0, 1): the first 24 bits of a word, of double 53 bits of two; of 16 bits rounded towards 0.
template <class T>
void random_uniform(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, T* y);

/// y[count] of the standard normal distribution, by the method of Box and Muller: r cos a and r sin a of two uniform
/// numbers each. The elementary functions are the library's: bits may differ between machines.
template <class T>
void random_normal(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, T* y);

/// y[count, 2] = the seed and the stream of a key made of this one and x[count]: the block of number x and that stream,
/// encrypted under another seed than draws are.
void fold_in(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, const std::uint64_t* x,
             std::uint64_t* y);

}  // namespace kernels
}  // namespace gradc
