/// \file
/// A list of extents, at most eight, held in place.
#pragma once

#include <gradc/errors.h>

#include <cstdint>
#include <initializer_list>
#include <string>

namespace gradc {

/// The largest rank of a tensor.
inline constexpr int kMaxRank = 8;

namespace detail {
/// The product of extents. In unsigned arithmetic, because extents beside a 0 may be of any size.
constexpr std::int64_t product(const std::int64_t* extents, int rank) {
  std::uint64_t result = 1;
  for (int axis = 0; axis < rank; ++axis) result *= static_cast<std::uint64_t>(extents[axis]);
  return static_cast<std::int64_t>(result);
}
}  // namespace detail

/// The extents of a tensor, outermost axis first. A value: copied, compared, never allocated.
class Shape {
 public:
  /// Rank 0, the shape of a scalar.
  constexpr Shape() = default;

  ///
  /// \throws ShapeError for more than eight extents or for a negative one.
  Shape(std::initializer_list<std::int64_t> extents)
      : Shape(extents.begin(), static_cast<int>(extents.size())) {}

  /// The `rank` extents at `extents`. Throws as above.
  Shape(const std::int64_t* extents, int rank) : rank_(rank) {
    if (rank < 0 || rank > kMaxRank) fail_rank(rank);
    for (int axis = 0; axis < rank; ++axis) {
      if (extents[axis] < 0) fail_extent(axis, extents[axis]);
      extents_[axis] = extents[axis];
    }
  }

  constexpr int rank() const { return rank_; }

  /// The number of elements: the product of the extents, 1 at rank 0.
  constexpr std::int64_t size() const { return detail::product(extents_, rank_); }

  /// Extent of an axis in [0, rank()); not checked.
  constexpr std::int64_t operator[](int axis) const { return extents_[axis]; }
  constexpr std::int64_t& operator[](int axis) { return extents_[axis]; }

  /// Adds an innermost axis.
  /// \throws ShapeError beyond eight axes.
  void push_back(std::int64_t extent) {
    if (rank_ == kMaxRank) fail_rank(rank_ + 1);
    if (extent < 0) fail_extent(rank_, extent);
    extents_[rank_++] = extent;
  }

  constexpr const std::int64_t* begin() const { return extents_; }
  constexpr const std::int64_t* end() const { return extents_ + rank_; }

  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    if (a.rank_ != b.rank_) return false;
    for (int axis = 0; axis < a.rank_; ++axis)
      if (a.extents_[axis] != b.extents_[axis]) return false;
    return true;
  }
  friend constexpr bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  [[noreturn]] static void fail_rank(int rank);
  [[noreturn]] static void fail_extent(int axis, std::int64_t extent);

  std::int64_t extents_[kMaxRank] = {};
  int rank_ = 0;
};

/// "(2, 3)", as errors and the printed form of tensors show it.
std::string to_string(const Shape& shape);

namespace detail {
/// Bytes of a tensor of `rank` extents.
/// \throws ShapeError for a negative extent, or where the product does not fit.
std::int64_t checked_bytes(const std::int64_t* extents, int rank, std::int64_t element_bytes);
[[noreturn]] void fail_shape_rank(int rank, const Shape& shape);
}  // namespace detail

}  // namespace gradc
