// What a stream owns beside the stream itself. Scalars and graphs hold it too, so that it lives as long as they need it.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/detail/storage.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace gradc {
namespace cuda {
namespace detail {

struct StreamState {
  CUstream_st* handle = nullptr;
  bool owned = false;
  int device = 0;
  std::atomic<int> users{1};

  void* scratch = nullptr;
  std::int64_t scratch_bytes = 0;
  std::vector<void*> kept;       // scratch memory that has grown too small, but which graphs use
  bool was_captured = false;

  Status* status = nullptr;      // of the device; behind it are numbers that kernels read
  int next_number = 0;
  Status* host_status = nullptr; // pinned

  StreamState(CUstream_st* stream, bool is_owned, int of_device);
  StreamState(const StreamState&) = delete;
  StreamState& operator=(const StreamState&) = delete;
  ~StreamState();

  static constexpr int kNumbers = 64;
  static constexpr std::int64_t kNumberBytes = 16;

  bool is_captured() const;
  void wait();

 private:
  void release() noexcept;
};

StreamState* retained(StreamState& state) noexcept;
void release(StreamState* state) noexcept;

/// Throws what a status says.
[[noreturn]] void raise(const Status& status);

/// The memory that tensors on a device have; null for the host.
const gradc::detail::DeviceMemory* memory_of(Device device);

/// Refuses what would allocate while a stream is captured.
void require_not_captured(const StreamState& state, const char* what);

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
