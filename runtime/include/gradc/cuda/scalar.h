/// \file
/// One number on a device, or one that the host knows already: what generated functions give values as.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/detail/element.h>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace gradc {
namespace cuda {

namespace detail {

/// A few bytes on the device of a stream, which they keep.
class RemoteBytes {
 public:
  RemoteBytes() = default;
  RemoteBytes(RemoteBytes&& other) noexcept
      : state_(std::exchange(other.state_, nullptr)), data_(std::exchange(other.data_, nullptr)) {}
  RemoteBytes& operator=(RemoteBytes&& other) noexcept {
    std::swap(state_, other.state_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~RemoteBytes();

  /// Has `bytes` bytes on the device of that stream, and is of that stream.
  void* place(const Stream& stream, std::int64_t bytes);
  /// Copies them to the host, waits, and throws what the device found wrong.
  void read(void* to, std::int64_t bytes) const;
  void* data() const { return data_; }

 private:
  StreamState* state_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace detail

/// A number of type T. Movable.
template <class T>
class Scalar {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  /// 0, with the host.
  Scalar() = default;
  Scalar(Scalar&&) noexcept = default;
  Scalar& operator=(Scalar&&) noexcept = default;

  /// A number that the host knows.
  Scalar& operator=(T value) {
    value_ = value;
    is_known_ = true;
    return *this;
  }

  /// The number. On a device, that is what it is when the stream has done all that was asked for by now.
  /// \throws what the device found wrong.
  T get() const {
    if (is_known_) return value_;
    T value;
    memory_.read(&value, static_cast<std::int64_t>(sizeof(T)));
    return value;
  }

  /// The number's address on the device; null where the host knows it.
  T* data() const { return is_known_ ? nullptr : static_cast<T*>(memory_.data()); }

  /// Whether `get` waits for no device.
  bool is_known() const { return is_known_; }

 private:
  template <class U>
  friend U* resized(Scalar<U>& scalar, const Stream& stream);

  T value_{};
  bool is_known_ = true;
  detail::RemoteBytes memory_;
};

namespace detail {
void read_bytes(void* to, const void* from, std::int64_t bytes, const Stream& stream);
}  // namespace detail

/// A number of the stream's device, when the stream has done all that was asked for by now.
/// \throws what the device found wrong; DeviceError where the stream is captured.
template <class T>
T read(const T* number, const Stream& stream) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  detail::read_bytes(&value, number, static_cast<std::int64_t>(sizeof(T)), stream);
  return value;
}

/// Puts a number on the stream's device, unspecified as yet, and gives its address there. Memory that is there is kept.
/// \throws DeviceError where the device has no memory for it, or would have to be asked while the stream is captured.
template <class T>
T* resized(Scalar<T>& scalar, const Stream& stream) {
  T* const data = static_cast<T*>(scalar.memory_.place(stream, static_cast<std::int64_t>(sizeof(T))));
  scalar.is_known_ = false;
  return data;
}

}  // namespace cuda
}  // namespace gradc
