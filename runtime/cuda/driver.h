// All that is asked of CUDA, in a few functions: driver_cuda.cu asks CUDA itself, runtime/emulator/driver.cpp stands in for it.
// They throw DeviceError for what a device refuses, with its own words.
#pragma once

#include <cstdint>

struct CUstream_st;

namespace gradc {
namespace cuda {
namespace driver {

/// What was captured from a stream.
struct Graph;

int devices();
int current_device();

/// Memory of a device, aligned to 256 bytes.
void* allocate(int device, std::int64_t bytes);
/// Waits for what still runs on the device.
void release(int device, void* memory) noexcept;

/// Memory of the host that copies need not go through another one for.
void* allocate_pinned(std::int64_t bytes);
void release_pinned(void* memory) noexcept;

CUstream_st* create_stream(int device);
void destroy_stream(int device, CUstream_st* stream) noexcept;
void wait(int device, CUstream_st* stream);

/// Between the host and a device, on a device, or between two: what the addresses say.
void copy(int device, CUstream_st* stream, void* to, const void* from, std::int64_t bytes);
void fill_zeros(int device, CUstream_st* stream, void* to, std::int64_t bytes);

bool is_captured(CUstream_st* stream);
void begin_capture(int device, CUstream_st* stream);
/// Null where what was captured is no graph; throws nothing then.
Graph* end_capture(int device, CUstream_st* stream);
void launch(int device, CUstream_st* stream, Graph* graph);
void destroy(Graph* graph) noexcept;

}  // namespace driver
}  // namespace cuda
}  // namespace gradc
