/// \file
/// Where memory lies: with the host, or on one of the devices.
#pragma once

#include <string>

namespace gradc {

/// The host, or a device by its number. A value.
class Device {
 public:
  /// The host.
  constexpr Device() = default;
  /// The device of that number, as CUDA counts them; a negative number is the host.
  constexpr explicit Device(int index) : index_(index < 0 ? kHost : index) {}

  constexpr bool is_host() const { return index_ < 0; }
  /// The number of a device; -1 for the host.
  constexpr int index() const { return index_; }

  friend constexpr bool operator==(Device a, Device b) { return a.index_ == b.index_; }
  friend constexpr bool operator!=(Device a, Device b) { return a.index_ != b.index_; }

 private:
  static constexpr int kHost = -1;

  int index_ = kHost;
};

/// "cuda:0", or "the host".
std::string to_string(Device device);

}  // namespace gradc
