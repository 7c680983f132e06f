/// \file
/// Pinned memory of the host.
#pragma once

#include <gradc/errors.h>
#include <gradc/shape.h>
#include <gradc/tensor.h>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace gradc {
namespace cuda {

namespace detail {
/// Zeros; null for none.
void* allocate_pinned(std::int64_t count, std::int64_t element_bytes);
void release_pinned(void* memory) noexcept;
}  // namespace detail

/// Memory of the host that copies reach without a detour, so that they run beside the host. What a copy reads must stay as it
/// is until the stream has come so far. Movable.
template <class T>
class Pinned {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Pinned() = default;
  /// Zeros.
  explicit Pinned(std::int64_t count)
      : data_(static_cast<T*>(detail::allocate_pinned(count, static_cast<std::int64_t>(sizeof(T))))), size_(count) {}
  Pinned(Pinned&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Pinned& operator=(Pinned&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { detail::release_pinned(data_); }

  std::int64_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  /// The elements as a tensor, for `copy` and `to_device`.
  /// \throws ShapeError unless the shape has as many elements.
  template <int R>
  View<T, R> view(const Shape& shape) {
    require_shape(shape.size() == size_, "pinned memory has another number of elements than the shape of its view");
    return View<T, R>(data_, shape);
  }

 private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

/// Memory for `count` elements, zeros.
template <class T>
Pinned<T> pinned(std::int64_t count) {
  return Pinned<T>(count);
}

}  // namespace cuda
}  // namespace gradc
