// What the tests of device kernels share: memory of the device, numbers, and comparisons with the kernels of the CPU. One
// source for the emulator and for a real device.
#pragma once

#include <gradc/complex.h>
#include <gradc/cuda.h>
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace gradc::cuda::testing {

template <class T>
using Host = std::unique_ptr<T[]>;

/// n elements on the host, and a copy on the device.
template <class T>
class Both {
 public:
  explicit Both(std::int64_t n) : size_(n), host_(new T[static_cast<std::size_t>(n) + 1]()) {}
  std::int64_t size() const { return size_; }
  T* host() { return host_.get(); }
  T& operator[](std::int64_t i) { return host_[static_cast<std::size_t>(i)]; }
  /// Copies to the device, `offset` elements from the start of an allocation on.
  T* device(const Stream& stream, std::int64_t offset = 0) {
    stream_ = &stream;
    offset_ = offset;
    Tensor<T, 1> shifted(Shape{size_ + offset});
    for (std::int64_t i = 0; i < size_; ++i) shifted.data()[offset + i] = (*this)[i];
    memory_ = to_device(shifted, stream);
    return data(memory_, "memory", stream) + offset;
  }
  /// What is on the device now. Throws what the device found wrong.
  Host<T> result() {
    const Tensor<T, 1> all = to_host(memory_, *stream_);
    Host<T> own(new T[static_cast<std::size_t>(size_) + 1]());
    for (std::int64_t i = 0; i < size_; ++i) own[static_cast<std::size_t>(i)] = all.data()[offset_ + i];
    return own;
  }

 private:
  std::int64_t size_, offset_ = 0;
  const Stream* stream_ = nullptr;
  Host<T> host_;
  Tensor<T, 1> memory_;
};

/// Whether there is a device; tests are skipped without one.
inline bool has_device() { return devices() > 0; }

template <class T>
T number(double value) {
  if constexpr (gradc::detail::is_complex_v<T>)
    return T(static_cast<typename T::value_type>(value), static_cast<typename T::value_type>(0.5 - value));
  else if constexpr (std::is_same_v<T, bool>)
    return value > 0;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::int64_t>(value * 10));
  else
    return static_cast<T>(static_cast<gradc::detail::Compute<T>>(value));
}

/// Numbers of about `size`, the same for a seed.
template <class T>
void randomize(Both<T>& x, unsigned seed, double size = 3) {
  std::mt19937 generator(seed);
  for (std::int64_t i = 0; i < x.size(); ++i)
    x[i] = number<T>(size * (static_cast<double>(generator() % 20001) / 10000.0 - 1.0));
}

template <class T>
double real_of(const T& x) {
  if constexpr (gradc::detail::is_complex_v<T>)
    return static_cast<double>(x.real());
  else
    return static_cast<double>(static_cast<gradc::detail::Compute<T>>(x));
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof(T)) == 0;
}

template <class T>
void expect_same(const Host<T>& expected, const Host<T>& got, std::int64_t n, const std::string& what) {
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!same_bits(expected[at], got[at])) {
      ADD_FAILURE() << what << ", element " << i << " of " << n << ": expected " << real_of(expected[at]) << ", got "
                    << real_of(got[at]);
      return;
    }
  }
}

/// Rounding errors of T, by this many units of the last place of the result or of `scale`.
template <class T>
double unit() {
  using R = gradc::detail::RealOf<T>;
  if constexpr (std::is_same_v<R, half>) return 1.0 / 1024;
  else if constexpr (std::is_same_v<R, bfloat16>) return 1.0 / 128;
  else if constexpr (std::is_integral_v<R>) return 0;
  else return static_cast<double>(std::numeric_limits<R>::epsilon());
}

template <class T>
void expect_near(const Host<T>& expected, const Host<T>& got, std::int64_t n, double units, double scale,
                 const std::string& what) {
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto close = [&](double a, double b) {
      if (a != a || b != b) return (a != a) == (b != b);
      if (std::isinf(a) || std::isinf(b)) return a == b;
      return std::abs(a - b) <= units * unit<T>() * std::max(scale, std::abs(a));
    };
    bool is_close = close(real_of(expected[at]), real_of(got[at]));
    if constexpr (gradc::detail::is_complex_v<T>)
      is_close = is_close && close(static_cast<double>(expected[at].imag()), static_cast<double>(got[at].imag()));
    if (!is_close) {
      ADD_FAILURE() << what << ", element " << i << " of " << n << ": expected " << real_of(expected[at]) << ", got "
                    << real_of(got[at]);
      return;
    }
  }
}

/// The text of the error that f throws.
template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace gradc::cuda::testing
