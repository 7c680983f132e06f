// What the lanes of a warp and the threads of a block make together, in trees whose shape depends on their number alone.
#pragma once

#include <gradc/cuda/device.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda/kernels/unroll.h"

namespace gradc {
namespace cuda {
namespace detail {

inline constexpr int kLanes = 32;
inline constexpr unsigned kAllLanes = 0xffffffffu;

/// The value of the lane whose number differs in the bits of `lanes`. All lanes of the warp take part.
template <class C>
__device__ __forceinline__ C across(const C& value, int lanes) {
  static_assert(std::is_trivially_copyable_v<C>, "bits are exchanged");
  if constexpr (std::is_arithmetic_v<C> && sizeof(C) < 4) {
    return static_cast<C>(__shfl_xor_sync(kAllLanes, static_cast<int>(value), lanes));
  } else if constexpr (std::is_same_v<C, std::int64_t>) {
    return static_cast<C>(__shfl_xor_sync(kAllLanes, static_cast<long long>(value), lanes));
  } else if constexpr (std::is_same_v<C, std::uint64_t>) {
    return static_cast<C>(__shfl_xor_sync(kAllLanes, static_cast<unsigned long long>(value), lanes));
  } else if constexpr (std::is_arithmetic_v<C>) {
    return __shfl_xor_sync(kAllLanes, value, lanes);
  } else {
    static_assert(sizeof(C) % 4 == 0, "words are exchanged");
    constexpr int kWords = static_cast<int>(sizeof(C)) / 4;
    std::uint32_t words[kWords];
    std::memcpy(words, &value, sizeof words);
    GRADC_UNROLL
    for (int i = 0; i < kWords; ++i) words[i] = __shfl_xor_sync(kAllLanes, words[i], lanes);
    C result = value;
    std::memcpy(static_cast<void*>(&result), words, sizeof words);
    return result;
  }
}

/// combine over groups of `width` adjacent lanes, a power of two; every lane has the result.
template <class C, class F>
__device__ __forceinline__ C over_lanes(C value, int width, F combine) {
  GRADC_UNROLL
  for (int lanes = kLanes / 2; lanes > 0; lanes /= 2)
    if (lanes < width) {
      const C other = across(value, lanes);
      // The lower lane stands first, so that all lanes compute the same.
      value = (static_cast<int>(threadIdx.x) & lanes) == 0 ? combine(value, other) : combine(other, value);
    }
  return value;
}

/// Shared memory for kCount values of a type that has constructors.
#define GRADC_SHARED(C, name, kCount)                                 \
  alignas(16) __shared__ unsigned char name##_bytes[sizeof(C) * (kCount)]; \
  C* const name = reinterpret_cast<C*>(name##_bytes)

/// combine over all kThreads threads of a block; every thread has the result. `room` is shared memory for a value of each warp,
/// which may be used again after the next barrier.
template <int kThreads, class C, class F>
__device__ __forceinline__ C over_block(C value, C* room, F combine) {
  constexpr int kWarps = kThreads / kLanes;
  value = over_lanes(value, kLanes, combine);
  if constexpr (kWarps > 1) {
    const int lane = static_cast<int>(threadIdx.x) % kLanes, warp = static_cast<int>(threadIdx.x) / kLanes;
    if (lane == 0) room[warp] = value;
    __syncthreads();
    value = over_lanes(room[lane % kWarps], kWarps, combine);
  }
  return value;
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
