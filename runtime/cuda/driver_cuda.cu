// The driver by CUDA's runtime library.

#include "driver.h"

#include <gradc/cuda/device.h>
#include <gradc/errors.h>

#include <cuda_runtime.h>

#include <string>

namespace gradc {
namespace cuda {
namespace {

void require_success(cudaError_t error, const std::string& what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // so that no later call reports it again
  fail_device(what + ": " + cudaGetErrorString(error));
}

std::string on(int device) { return "cuda:" + std::to_string(device); }

using Current = detail::CurrentDevice;

}  // namespace

namespace detail {

// What fails here is reported by what is asked of the device next.
CurrentDevice::CurrentDevice(int device) {
  int before = -1;
  if (cudaGetDevice(&before) != cudaSuccess || before == device) return;
  if (cudaSetDevice(device) == cudaSuccess) before_ = before;
}

CurrentDevice::~CurrentDevice() {
  if (before_ >= 0 && cudaSetDevice(before_) != cudaSuccess) cudaGetLastError();
}

void check_launch(const char* file, int line) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    fail_device(std::string(file) + ":" + std::to_string(line) + ": a kernel is not launched: " + cudaGetErrorString(error));
}

}  // namespace detail

namespace driver {

struct Graph {
  cudaGraphExec_t executable;
};

int devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return count;
}

int current_device() {
  int device = 0;
  require_success(cudaGetDevice(&device), "the current device");
  return device;
}

void* allocate(int device, std::int64_t bytes) {
  if (bytes <= 0) return nullptr;
  const Current current(device);
  void* memory = nullptr;
  require_success(cudaMalloc(&memory, static_cast<std::size_t>(bytes)),
                  std::to_string(bytes) + " bytes of memory of " + on(device));
  return memory;
}

void release(int device, void* memory) noexcept {
  if (memory == nullptr) return;
  const Current current(device);
  if (cudaFree(memory) != cudaSuccess) cudaGetLastError();  // at the end of a program the device may be gone before
}

void* allocate_pinned(std::int64_t bytes) {
  if (bytes <= 0) return nullptr;
  void* memory = nullptr;
  require_success(cudaMallocHost(&memory, static_cast<std::size_t>(bytes)), std::to_string(bytes) + " bytes of pinned memory");
  return memory;
}

void release_pinned(void* memory) noexcept {
  if (memory != nullptr && cudaFreeHost(memory) != cudaSuccess) cudaGetLastError();
}

CUstream_st* create_stream(int device) {
  const Current current(device);
  cudaStream_t stream = nullptr;
  require_success(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream of " + on(device));
  return stream;
}

void destroy_stream(int device, CUstream_st* stream) noexcept {
  const Current current(device);
  if (cudaStreamSynchronize(stream) != cudaSuccess) cudaGetLastError();
  if (cudaStreamDestroy(stream) != cudaSuccess) cudaGetLastError();
}

void wait(int device, CUstream_st* stream) {
  const Current current(device);
  require_success(cudaStreamSynchronize(stream), "a stream of " + on(device));
}

void copy(int device, CUstream_st* stream, void* to, const void* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  const Current current(device);
  require_success(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, stream),
                  "a copy of " + std::to_string(bytes) + " bytes on a stream of " + on(device));
}

void fill_zeros(int device, CUstream_st* stream, void* to, std::int64_t bytes) {
  if (bytes <= 0) return;
  const Current current(device);
  require_success(cudaMemsetAsync(to, 0, static_cast<std::size_t>(bytes), stream), "zeros in memory of " + on(device));
}

bool is_captured(CUstream_st* stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return status != cudaStreamCaptureStatusNone;
}

void begin_capture(int device, CUstream_st* stream) {
  const Current current(device);
  require_success(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing a stream of " + on(device));
}

Graph* end_capture(int device, CUstream_st* stream) {
  const Current current(device);
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || graph == nullptr) {
    cudaGetLastError();
    return nullptr;
  }
  cudaGraphExec_t executable = nullptr;
  const cudaError_t error = cudaGraphInstantiateWithFlags(&executable, graph, 0);
  cudaGraphDestroy(graph);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return new Graph{executable};
}

void launch(int device, CUstream_st* stream, Graph* graph) {
  const Current current(device);
  require_success(cudaGraphLaunch(graph->executable, stream), "the launch of a graph on " + on(device));
}

void destroy(Graph* graph) noexcept {
  if (graph == nullptr) return;
  if (cudaGraphExecDestroy(graph->executable) != cudaSuccess) cudaGetLastError();
  delete graph;
}

}  // namespace driver
}  // namespace cuda
}  // namespace gradc
