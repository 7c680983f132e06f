// Elements on the device: what they are computed in and rounded to, their sums and products, and several of them in one access.
#pragma once

#include <gradc/cuda/device.h>
#include <gradc/detail/complex_math.h>
#include <gradc/half.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gradc {
namespace cuda {
namespace detail {

using gradc::detail::Compute;
using gradc::detail::is_complex_v;
using gradc::detail::is_half_v;

template <class To, class From>
__device__ __forceinline__ To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "numbers of one size");
  To to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

/// The value of x in the type that it is computed in.
template <class T>
__device__ __forceinline__ Compute<T> wide(T x) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, half>) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits_as<unsigned short>(x)));
    return value;
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return bits_as<float>(static_cast<std::uint32_t>(bits_as<unsigned short>(x)) << 16);
  } else {
    return x;
  }
#else
  return static_cast<Compute<T>>(x);
#endif
}

/// x rounded to T.
template <class T>
__device__ __forceinline__ T narrow(Compute<T> x) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, half>) {
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits_as<half>(bits);
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    const std::uint32_t bits = bits_as<std::uint32_t>(x);
    const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
    const std::uint32_t rounded = is_nan ? bits >> 16 | 0x40u : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return bits_as<bfloat16>(static_cast<unsigned short>(rounded));
  } else {
    return x;
  }
#else
  return static_cast<T>(x);
#endif
}

/// a + b and a b; integers wrap.
template <class C>
__device__ __forceinline__ C plus(C a, C b) {
  if constexpr (is_complex_v<C>)
    return C(a.real() + b.real(), a.imag() + b.imag());
  else
    return scalar::add(a, b);
}
template <class C>
__device__ __forceinline__ C times(C a, C b) {
  return scalar::multiply(a, b);
}

/// A whole number as an element's value.
template <class C>
__device__ __forceinline__ C whole(std::int64_t value) {
  if constexpr (is_complex_v<C>)
    return C(static_cast<typename C::value_type>(value), 0);
  else
    return static_cast<C>(value);
}

/// `kCount` elements that are read or written at once.
template <class T, int kCount>
struct alignas(sizeof(T) * kCount) Pack {
  T value[kCount];
};

/// How many elements of T make 16 bytes.
template <class T>
inline constexpr int kPackOf = 16 / static_cast<int>(sizeof(T));

/// Whether packs of 16 bytes can be read or written from `memory` on.
inline bool is_aligned(const void* memory, std::uint64_t bytes = 16) {
  return reinterpret_cast<std::uintptr_t>(memory) % bytes == 0;
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
