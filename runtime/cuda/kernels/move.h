// Movement of elements of any type, by their size.
#pragma once

#include "cuda/kernels/axes.h"

#include <cstdint>

namespace gradc {
namespace cuda {
namespace detail {

/// y = x along the axes, of elements of so many bytes: 1, 2, 4, 8 or 16. Strides count elements.
void move(const Stream& stream, const Axes& axes, int bytes, const void* x, void* y);

/// y = x, so many bytes; they don't overlap.
void copy_bytes(const Stream& stream, std::int64_t bytes, const void* x, void* y);

/// y = the element at `value`, on the host, n times.
void fill_elements(const Stream& stream, std::int64_t n, int bytes, const void* value, void* y);

template <class T>
void zero(const Stream& stream, std::int64_t n, T* y) {
  const T value = T();
  fill_elements(stream, n, sizeof(T), &value, y);
}

/// A number of so many bytes, for what is moved and not looked at.
template <int kBytes>
struct UnitOf;
template <>
struct UnitOf<1> {
  using Type = std::uint8_t;
};
template <>
struct UnitOf<2> {
  using Type = std::uint16_t;
};
template <>
struct UnitOf<4> {
  using Type = std::uint32_t;
};
template <>
struct UnitOf<8> {
  using Type = std::uint64_t;
};
template <>
struct UnitOf<16> {
  struct alignas(16) Type {
    std::uint64_t value[2];
  };
};
template <int kBytes>
using Unit = typename UnitOf<kBytes>::Type;

/// Calls f(std::integral_constant<int, bytes>) for a number of bytes that a unit has.
template <class F>
void with_unit(int bytes, F f) {
  if (bytes == 1) return f(std::integral_constant<int, 1>());
  if (bytes == 2) return f(std::integral_constant<int, 2>());
  if (bytes == 4) return f(std::integral_constant<int, 4>());
  if (bytes == 8) return f(std::integral_constant<int, 8>());
  f(std::integral_constant<int, 16>());
}

/// How many elements of so many bytes make the largest unit that divides all that is added.
class Widening {
 public:
  explicit Widening(int bytes) : bytes_(bytes), factor_(16 / bytes) {}
  Widening& distance(std::int64_t elements) {
    while (factor_ > 1 && elements % factor_ != 0) factor_ /= 2;
    return *this;
  }
  Widening& address(const void* memory) {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    while (factor_ > 1 && at % static_cast<std::uintptr_t>(bytes_ * factor_) != 0) factor_ /= 2;
    return *this;
  }
  int factor() const { return factor_; }

 private:
  int bytes_, factor_;
};

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
