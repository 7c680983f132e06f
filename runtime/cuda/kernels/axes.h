// Axes of memory that kernels go over in row-major order, and the divisions that take a number apart into the places on them.
#pragma once

#include <gradc/cuda/device.h>
#include <gradc/kernels/geometry.h>

#include <cstdint>

#include "cuda/kernels/unroll.h"
#include "kernels/shape/box.h"

namespace gradc {
namespace cuda {
namespace detail {

using gradc::kernels::strides_of;

using gradc::kernels::Extents;

/// Division by a number that the host knows. Of dividends below 2^31 it is a multiplication and a shift (Granlund and
/// Montgomery: Division by invariant integers using multiplication, PLDI 1994).
class Divisor {
 public:
  Divisor() = default;
  /// For dividends of at most `most`, divided by `value`, which is positive.
  Divisor(std::int64_t value, std::int64_t most) : value_(value), is_narrow_(most <= INT32_MAX && value <= INT32_MAX) {
    if (!is_narrow_) return;
    while ((std::int64_t{1} << shift_) < value) ++shift_;
    const std::uint64_t above = (std::uint64_t{1} << shift_) - static_cast<std::uint64_t>(value);
    factor_ = static_cast<std::uint32_t>((above << 32) / static_cast<std::uint64_t>(value) + 1);
  }
  __device__ __forceinline__ std::int64_t value() const { return value_; }
  __device__ __forceinline__ std::int64_t quotient(std::int64_t n) const {
    if (!is_narrow_) return n / value_;
    const auto low = static_cast<std::uint32_t>(n);
    const auto high = static_cast<std::uint32_t>((std::uint64_t{low} * factor_) >> 32);
    return static_cast<std::int64_t>((high + low) >> shift_);
  }
  /// Gives the remainder, and makes n the quotient.
  __device__ __forceinline__ std::int64_t split(std::int64_t& n) const {
    const std::int64_t whole = quotient(n), rest = n - whole * value_;
    n = whole;
    return rest;
  }

 private:
  std::int64_t value_ = 1;
  std::uint32_t factor_ = 1;
  int shift_ = 0;
  bool is_narrow_ = true;
};

/// Axes with the distances between neighbours in two arrays, outermost first. Those that are gone over evenly are merged.
struct Axes {
  int rank = 0;
  std::int64_t extent[kMaxRank] = {};
  std::int64_t x_stride[kMaxRank] = {};
  std::int64_t y_stride[kMaxRank] = {};

  void push(std::int64_t n, std::int64_t x, std::int64_t y) {
    if (n == 1) return;
    if (rank > 0 && x_stride[rank - 1] == n * x && y_stride[rank - 1] == n * y) {
      extent[rank - 1] *= n;
      x_stride[rank - 1] = x;
      y_stride[rank - 1] = y;
      return;
    }
    extent[rank] = n;
    x_stride[rank] = x;
    y_stride[rank] = y;
    ++rank;
  }
  std::int64_t size() const {
    std::int64_t product = 1;
    for (int axis = 0; axis < rank; ++axis) product *= extent[axis];
    return product;
  }
};

/// The places of a number in two arrays, as kernels take it: of at most kMost axes.
template <int kMost>
struct PlacesOf {
  int rank = 0;
  Divisor extent[kMost];
  std::int64_t x_stride[kMost] = {};
  std::int64_t y_stride[kMost] = {};

  PlacesOf() = default;
  explicit PlacesOf(const Axes& axes) : rank(axes.rank) {
    const std::int64_t size = axes.size();
    for (int axis = 0; axis < rank; ++axis) {
      extent[axis] = Divisor(axes.extent[axis] < 1 ? 1 : axes.extent[axis], size);
      x_stride[axis] = axes.x_stride[axis];
      y_stride[axis] = axes.y_stride[axis];
    }
  }
  __device__ __forceinline__ void of(std::int64_t n, std::int64_t& x, std::int64_t& y) const {
    x = 0, y = 0;
    GRADC_UNROLL
    for (int axis = kMost - 1; axis >= 1; --axis) {
      if (axis >= rank) continue;
      const std::int64_t at = extent[axis].split(n);
      x += at * x_stride[axis];
      y += at * y_stride[axis];
    }
    x += n * x_stride[0];
    y += n * y_stride[0];
  }
  __device__ __forceinline__ std::int64_t of(std::int64_t n) const {
    std::int64_t x, y;
    of(n, x, y);
    return x;
  }
};
using Places = PlacesOf<kMaxRank>;

/// The quotient, rounded up.
constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
