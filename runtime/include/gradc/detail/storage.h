// The memory behind a tensor: extents, elements, and how many elements fit without allocating.
#pragma once

#include <gradc/device.h>
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

/// Memory of one device: how it is asked for and given back. Functions are behind pointers, so that programs without devices link
/// none; there is one of these a device, and it lives as long as the program.
struct DeviceMemory {
  int device;
  void* (*allocate)(const DeviceMemory& where, std::int64_t bytes);
  void (*release)(const DeviceMemory& where, void* memory);
};

inline Device device_of(const DeviceMemory* where) { return where == nullptr ? Device() : Device(where->device); }

/// Elements of rank R, uninitialised after `resize`, with the host or on a device.
template <class T, int R>
class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  Storage(Storage&& other) noexcept { take(other); }
  Storage& operator=(Storage&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~Storage() { release(); }

  /// Keeps its memory where that suffices. The old memory is given back before the new is asked for; if none
  /// can be had the storage is left empty.
  void resize(const std::int64_t* extents) { resize(extents, where_); }
  /// The same in that memory; null is the host's.
  void resize(const std::int64_t* extents, const DeviceMemory* where) {
    const std::int64_t bytes = checked_bytes(extents, R, static_cast<std::int64_t>(sizeof(T)));
    if (bytes > capacity_bytes_ || where != where_) {
      release();
      data_ = nullptr;
      capacity_bytes_ = 0;
      where_ = where;
      for (std::int64_t& extent : extents_) extent = 0;
      data_ = static_cast<T*>(where == nullptr ? allocate(bytes) : where->allocate(*where, bytes));
      capacity_bytes_ = bytes;
    }
    for (int axis = 0; axis < R; ++axis) extents_[axis] = extents[axis];
  }

  /// Whether that would allocate nothing.
  bool holds(const std::int64_t* extents, const DeviceMemory* where) const {
    return where == where_ && checked_bytes(extents, R, static_cast<std::int64_t>(sizeof(T))) <= capacity_bytes_;
  }

  void zero() {
    if (size() > 0) std::memset(static_cast<void*>(data_), 0, static_cast<std::size_t>(size()) * sizeof(T));
  }

  std::int64_t size() const { return product(extents_, R); }
  const std::int64_t* extents() const { return extents_; }
  T* data() { return data_; }
  const T* data() const { return data_; }

  /// Null is the host.
  const DeviceMemory* where() const { return where_; }

 private:
  void release() {
    if (where_ != nullptr)
      where_->release(*where_, data_);
    else
      deallocate(data_);
  }

  void take(Storage& other) noexcept {
    data_ = other.data_;
    capacity_bytes_ = other.capacity_bytes_;
    where_ = other.where_;
    for (int axis = 0; axis < R; ++axis) {
      extents_[axis] = other.extents_[axis];
      other.extents_[axis] = 0;
    }
    other.data_ = nullptr;
    other.capacity_bytes_ = 0;
    other.where_ = nullptr;
  }

  T* data_ = nullptr;
  std::int64_t capacity_bytes_ = 0;
  const DeviceMemory* where_ = nullptr;
  std::int64_t extents_[R] = {};
};

/// One element, in place where it is the host's.
template <class T>
class Storage<T, 0> {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  Storage(Storage&& other) noexcept { take(other); }
  Storage& operator=(Storage&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~Storage() { release(); }

  void resize(const std::int64_t*) {}
  void resize(const std::int64_t*, const DeviceMemory* where) {
    if (where == where_) return;
    release();
    far_ = nullptr;
    where_ = nullptr;
    if (where != nullptr) far_ = static_cast<T*>(where->allocate(*where, static_cast<std::int64_t>(sizeof(T))));
    where_ = where;
  }
  bool holds(const std::int64_t*, const DeviceMemory* where) const { return where == where_; }
  void zero() { value_ = T{}; }
  std::int64_t size() const { return 1; }
  const std::int64_t* extents() const { return nullptr; }
  T* data() { return where_ == nullptr ? &value_ : far_; }
  const T* data() const { return where_ == nullptr ? &value_ : far_; }
  const DeviceMemory* where() const { return where_; }

 private:
  void release() {
    if (where_ != nullptr) where_->release(*where_, far_);
  }

  // A number that has been moved from stays what it was, as numbers do.
  void take(Storage& other) noexcept {
    value_ = other.value_;
    far_ = other.far_;
    where_ = other.where_;
    other.far_ = nullptr;
    other.where_ = nullptr;
  }

  T value_{};
  T* far_ = nullptr;
  const DeviceMemory* where_ = nullptr;
};

}  // namespace detail
}  // namespace gradc
