// Random numbers by Philox4x32-10, as runtime/kernels/shape/random.cpp has them: a thread makes a block of four words.
#include <gradc/cuda/kernels/random.h>

#include <cmath>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/unroll.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

constexpr std::uint64_t kKeysApart = 0x6b79732061706172;  // the seeds under which keys are made

struct Block {
  std::uint32_t word[4];
};

__device__ __forceinline__ std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
__device__ __forceinline__ std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

__device__ __forceinline__ Block encrypted(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
  Block b{{low(number), high(number), low(stream), high(stream)}};
  std::uint32_t key0 = low(seed), key1 = high(seed);
  GRADC_UNROLL
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = std::uint64_t{0xD2511F53} * b.word[0];
    const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * b.word[2];
    b = {{high(odd) ^ b.word[1] ^ key0, low(odd), high(even) ^ b.word[3] ^ key1, low(even)}};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return b;
}

__device__ __forceinline__ float uniform(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
__device__ __forceinline__ double uniform(std::uint32_t one, std::uint32_t other) {
  return (static_cast<double>(one >> 5) * 0x1p26 + static_cast<double>(other >> 6)) * 0x1p-53;
}

// With the last bits that a 16-bit number hasn't set to 0, so that it is rounded towards 0.
template <class T>
__device__ __forceinline__ float cut(float x) {
  const std::uint32_t kept = std::is_same_v<T, half> ? 0xFFFFE000u : std::is_same_v<T, bfloat16> ? 0xFFFF0000u : 0xFFFFFFFFu;
  return detail::bits_as<float>(detail::bits_as<std::uint32_t>(x) & kept);
}

template <class T>
inline constexpr int kOfBlock = std::is_same_v<T, double> ? 2 : 4;

__global__ void make_bits(std::int64_t blocks, std::int64_t count, const std::uint64_t* seed, const std::uint64_t* stream,
                          std::uint32_t* __restrict__ y) {
  for (std::int64_t block = first(); block < blocks; block += step()) {
    const Block b = encrypted(*seed, *stream, static_cast<std::uint64_t>(block));
    GRADC_UNROLL
    for (int i = 0; i < 4; ++i)
      if (4 * block + i < count) y[4 * block + i] = b.word[i];
  }
}

template <class T>
__global__ void make_uniform(std::int64_t blocks, std::int64_t count, const std::uint64_t* seed, const std::uint64_t* stream,
                             T* __restrict__ y) {
  constexpr int kOf = kOfBlock<T>;
  for (std::int64_t block = first(); block < blocks; block += step()) {
    const Block b = encrypted(*seed, *stream, static_cast<std::uint64_t>(block));
    GRADC_UNROLL
    for (int i = 0; i < kOf; ++i) {
      if (kOf * block + i >= count) continue;
      if constexpr (std::is_same_v<T, double>)
        y[kOf * block + i] = uniform(b.word[2 * i], b.word[2 * i + 1]);
      else
        y[kOf * block + i] = detail::narrow<T>(cut<T>(uniform(b.word[i])));
    }
  }
}

// Two normal numbers of u in (0, 1] and v in [0, 1), from place `at` on.
template <class T, class C>
__device__ __forceinline__ void put_normal(C u, C v, std::int64_t at, std::int64_t count, T* y) {
  const C radius = std::sqrt(C(-2) * std::log(u)), angle = C(6.283185307179586477) * v;
  if (at < count) y[at] = detail::narrow<T>(radius * std::cos(angle));
  if (at + 1 < count) y[at + 1] = detail::narrow<T>(radius * std::sin(angle));
}

template <class T>
__global__ void make_normal(std::int64_t blocks, std::int64_t count, const std::uint64_t* seed, const std::uint64_t* stream,
                            T* __restrict__ y) {
  for (std::int64_t block = first(); block < blocks; block += step()) {
    const Block b = encrypted(*seed, *stream, static_cast<std::uint64_t>(block));
    if constexpr (std::is_same_v<T, double>) {
      put_normal(1 - uniform(b.word[0], b.word[1]), uniform(b.word[2], b.word[3]), 2 * block, count, y);
    } else {
      put_normal(1 - uniform(b.word[0]), uniform(b.word[1]), 4 * block, count, y);
      put_normal(1 - uniform(b.word[2]), uniform(b.word[3]), 4 * block + 2, count, y);
    }
  }
}

__global__ void make_keys(std::int64_t count, const std::uint64_t* seed, const std::uint64_t* stream, const std::uint64_t* x,
                          std::uint64_t* y) {
  for (std::int64_t i = first(); i < count; i += step()) {
    const Block b = encrypted(*seed ^ kKeysApart, *stream, x[i]);
    y[2 * i] = b.word[0] | std::uint64_t{b.word[1]} << 32;
    y[2 * i + 1] = b.word[2] | std::uint64_t{b.word[3]} << 32;
  }
}

}  // namespace

void random_bits(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                 std::uint32_t* y) {
  launch(stream, make_bits, detail::divided_up(geometry.count, 4), geometry.count, seed, key_stream, y);
}

template <class T>
void random_uniform(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                    T* y) {
  launch(stream, make_uniform<T>, detail::divided_up(geometry.count, kOfBlock<T>), geometry.count, seed, key_stream, y);
}

template <class T>
void random_normal(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
                   T* y) {
  launch(stream, make_normal<T>, detail::divided_up(geometry.count, kOfBlock<T>), geometry.count, seed, key_stream, y);
}

void fold_in(const Stream& stream, const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* key_stream,
             const std::uint64_t* x, std::uint64_t* y) {
  launch(stream, make_keys, geometry.count, seed, key_stream, x, y);
}

#define GRADC_INSTANCES(T)                                                                                         \
  template void random_uniform(const Stream&, const Draw&, const std::uint64_t*, const std::uint64_t*, T*);        \
  template void random_normal(const Stream&, const Draw&, const std::uint64_t*, const std::uint64_t*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
