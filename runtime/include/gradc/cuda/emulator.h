/// \file
/// CUDA's words for a C++ compiler, so that files of kernels compile and run without a device. Included by <gradc/cuda/device.h>
/// where GRADC_CUDA_EMULATED is defined; runtime/emulator/README.md says what is checked.
///
/// Threads of a block are fibers, of which one runs at a time, and blocks run one after another. So atomics are plain
/// operations, shared memory is static, and the coordinates are plain variables. Names and overloads are CUDA's: what compiles
/// here but not there would be found late. There are no atomics on floating point, which gradc's kernels must not use.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __constant__

// Each variable has a section of its own: g++ lets no template share one with what is no template.
#define GRADC_EMULATED_TEXT_(x) #x
#define GRADC_EMULATED_TEXT(x) GRADC_EMULATED_TEXT_(x)
#if defined(__ELF__)
#define __shared__ static __attribute__((section(".gradc.shared." GRADC_EMULATED_TEXT(__COUNTER__))))
#else
#define __shared__ static
#endif

struct CUstream_st;

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
inline constexpr int warpSize = 32;

namespace gradc {
namespace cuda {
namespace emulated {

/// A launch: on which stream, of what, from which line.
struct Launch {
  CUstream_st* stream;
  const void* kernel;
  const char* file;
  int line;
  std::int64_t blocks;
  int threads;
};

/// Runs `thread` once for each thread of the grid, or keeps the launch where the stream is captured.
void launch(const Launch& launch, std::function<void()> thread);

/// The seed of the order in which threads run; 0, the value without GRADC_EMULATION_SEED, is that of their numbers.
void seed(std::uint64_t value);

/// The line of a barrier.
struct Site {
  const char* file;
  int line;
};

/// Waits for all threads of the block. Gives the number of them whose `predicate` holds.
int block_barrier(bool predicate, Site site);

enum class Lane { Of, Up, Down, Xor };

/// Waits for the lanes of `mask`, and exchanges up to 8 bytes with them.
void warp_barrier(unsigned mask, Site site);
unsigned warp_ballot(unsigned mask, bool predicate, Site site);
std::uint64_t warp_exchange(unsigned mask, std::uint64_t value, Lane from, unsigned by, int width, Site site);

template <class T>
T warp_shuffle(unsigned mask, T value, Lane from, unsigned by, int width, Site site) {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) >= 4 && sizeof(T) <= 8, "shuffles are of numbers of 4 or 8 bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = warp_exchange(mask, bits, from, by, width, site);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
T replaced(T* at, T with) {
  const T before = *at;
  *at = with;
  return before;
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc

#define GRADC_EMULATED_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(GRADC_EMULATED_SITE) { gradc::cuda::emulated::block_barrier(false, {file, line}); }
inline int __syncthreads_count(int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::block_barrier(predicate != 0, {file, line});
}
inline int __syncthreads_or(int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::block_barrier(predicate != 0, {file, line}) > 0 ? 1 : 0;
}
inline int __syncthreads_and(int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::block_barrier(predicate == 0, {file, line}) == 0 ? 1 : 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu, GRADC_EMULATED_SITE) {
  gradc::cuda::emulated::warp_barrier(mask, {file, line});
}
inline unsigned __ballot_sync(unsigned mask, int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::warp_ballot(mask, predicate != 0, {file, line});
}
inline int __any_sync(unsigned mask, int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::warp_ballot(mask, predicate != 0, {file, line}) != 0 ? 1 : 0;
}
inline int __all_sync(unsigned mask, int predicate, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::warp_ballot(mask, predicate == 0, {file, line}) == 0 ? 1 : 0;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize, GRADC_EMULATED_SITE) {
  using gradc::cuda::emulated::Lane;
  return gradc::cuda::emulated::warp_shuffle(mask, value, Lane::Of, static_cast<unsigned>(lane), width, {file, line});
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = warpSize, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::warp_shuffle(mask, value, gradc::cuda::emulated::Lane::Up, by, width, {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = warpSize, GRADC_EMULATED_SITE) {
  return gradc::cuda::emulated::warp_shuffle(mask, value, gradc::cuda::emulated::Lane::Down, by, width, {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize, GRADC_EMULATED_SITE) {
  using gradc::cuda::emulated::Lane;
  return gradc::cuda::emulated::warp_shuffle(mask, value, Lane::Xor, static_cast<unsigned>(lanes), width, {file, line});
}

#undef GRADC_EMULATED_SITE

inline void __threadfence() {}
inline void __threadfence_block() {}

// As CUDA has them: no others, so that a 64-bit integer of the wrong name is refused here too.
#define GRADC_EMULATED_ATOMICS(T)                                                                                          \
  inline T atomicAdd(T* at, T value) { return gradc::cuda::emulated::replaced(at, static_cast<T>(*at + value)); }          \
  inline T atomicExch(T* at, T value) { return gradc::cuda::emulated::replaced(at, value); }                               \
  inline T atomicMax(T* at, T value) { return gradc::cuda::emulated::replaced(at, *at < value ? value : *at); }            \
  inline T atomicMin(T* at, T value) { return gradc::cuda::emulated::replaced(at, value < *at ? value : *at); }            \
  inline T atomicOr(T* at, T value) { return gradc::cuda::emulated::replaced(at, static_cast<T>(*at | value)); }           \
  inline T atomicAnd(T* at, T value) { return gradc::cuda::emulated::replaced(at, static_cast<T>(*at & value)); }          \
  inline T atomicCAS(T* at, T compare, T value) {                                                                          \
    return gradc::cuda::emulated::replaced(at, *at == compare ? value : *at);                                              \
  }
GRADC_EMULATED_ATOMICS(int)
GRADC_EMULATED_ATOMICS(unsigned)
GRADC_EMULATED_ATOMICS(unsigned long long)
#undef GRADC_EMULATED_ATOMICS

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
template <class T>
T __ldg(const T* at) {
  return *at;
}
