// The memory behind a tensor: extents, elements, and how many elements fit without allocating.
#pragma once

#include <gradc/shape.h>

#include <cstdint>
#include <cstring>

namespace gradc {
namespace detail {

/// Alignment of every allocation of the runtime, in bytes: a cache line, and a vector of AVX-512.
inline constexpr std::int64_t kAlignment = 64;

/// `bytes` of memory aligned to kAlignment; null for 0. Throws std::bad_alloc.
void* allocate(std::int64_t bytes);
void deallocate(void* memory) noexcept;

/// Elements of rank R, uninitialised after `resize`.
template <class T, int R>
class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  Storage(Storage&& other) noexcept { take(other); }
  Storage& operator=(Storage&& other) noexcept {
    if (this != &other) {
      deallocate(data_);
      take(other);
    }
    return *this;
  }
  ~Storage() { deallocate(data_); }

  /// Keeps its memory where that suffices. The old memory is given back before the new is asked for; if none
  /// can be had the storage is left empty.
  void resize(const std::int64_t* extents) {
    const std::int64_t bytes = checked_bytes(extents, R, static_cast<std::int64_t>(sizeof(T)));
    if (bytes > capacity_bytes_) {
      deallocate(data_);
      data_ = nullptr;
      capacity_bytes_ = 0;
      for (std::int64_t& extent : extents_) extent = 0;
      data_ = static_cast<T*>(allocate(bytes));
      capacity_bytes_ = bytes;
    }
    for (int axis = 0; axis < R; ++axis) extents_[axis] = extents[axis];
  }

  void zero() {
    if (size() > 0) std::memset(static_cast<void*>(data_), 0, static_cast<std::size_t>(size()) * sizeof(T));
  }

  std::int64_t size() const { return product(extents_, R); }
  const std::int64_t* extents() const { return extents_; }
  T* data() { return data_; }
  const T* data() const { return data_; }

 private:
  void take(Storage& other) noexcept {
    data_ = other.data_;
    capacity_bytes_ = other.capacity_bytes_;
    for (int axis = 0; axis < R; ++axis) {
      extents_[axis] = other.extents_[axis];
      other.extents_[axis] = 0;
    }
    other.data_ = nullptr;
    other.capacity_bytes_ = 0;
  }

  T* data_ = nullptr;
  std::int64_t capacity_bytes_ = 0;
  std::int64_t extents_[R] = {};
};

/// One element, in place.
template <class T>
class Storage<T, 0> {
 public:
  void resize(const std::int64_t*) {}
  void zero() { value_ = T{}; }
  std::int64_t size() const { return 1; }
  const std::int64_t* extents() const { return nullptr; }
  T* data() { return &value_; }
  const T* data() const { return &value_; }

 private:
  T value_{};
};

}  // namespace detail
}  // namespace gradc
