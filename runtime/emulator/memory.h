// The memory of the emulated devices, and who may touch it when.
#pragma once

#include <cstdint>

namespace gradc {
namespace cuda {
namespace emulated {

/// While one lives, device memory can be touched: by kernels, and by what stands in for them. Whole launches and copies run inside
/// one, one at a time in the process.
class Open {
 public:
  Open();
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  ~Open();
};

/// `bytes` bytes of a device, aligned to 256, filled with 0xff; null where there is no memory.
void* allocate(int device, std::int64_t bytes);
void release(void* memory);

/// Aborts where memory begins in a device's allocation and does not end in it.
void require_inside(const void* memory, std::int64_t bytes);

/// The device whose memory an address lies in; -1 where it is the host's.
int device_of(const void* address);

/// Aborts where someone wrote behind the end of an allocation.
void check_ends();

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
