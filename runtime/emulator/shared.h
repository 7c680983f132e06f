// Shared memory of kernels: it holds what nobody wrote when a block begins, as on a device.
#pragma once

#include "elf.h"

#include <cstdint>
#include <map>
#include <vector>

namespace gradc {
namespace cuda {
namespace emulated {

/// Fills shared memory with 0xff, which is NaN and -1, before each block: what a kernel reads there without having written it is
/// not what the block before left, nor 0.
///
/// All shared memory of the program is looked through after the first two blocks of the first launch of a kernel. What has changed
/// is what the kernel writes, and is filled from then on.
class SharedMemory {
 public:
  void begin_launch(const void* kernel);
  void begin_block();
  void end_block(std::int64_t block);

 private:
  void learn();

  struct Use {
    std::vector<Range> written;
    bool is_known = false;
  };

  std::map<const void*, Use> uses_;  // by kernel
  Use* use_ = nullptr;
  std::vector<Range> all_;  // while a kernel is new
};

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
