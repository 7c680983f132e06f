// The grid that runs: what a driver that keeps launches needs of it.
#pragma once

#include <gradc/cuda/emulator.h>

#include <functional>

namespace gradc {
namespace cuda {
namespace emulated {

/// Runs a launch now.
void run(const Launch& launch, const std::function<void()>& thread);

/// Where the stream is captured, keeps the work for its graph; otherwise gives false.
bool keep(CUstream_st* stream, std::function<void()> work);

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
