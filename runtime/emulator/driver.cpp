// The driver of the emulator: what is asked for is done at once, unless the stream is captured, whose graph keeps it.

#include "cuda/driver.h"

#include "grid.h"
#include "memory.h"

#include <gradc/errors.h>

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

/// A stream of the emulator; null, CUDA's default one, is of device 0 and never captured.
struct CUstream_st {
  int device = 0;
  std::unique_ptr<gradc::cuda::driver::Graph> graph;  // while it is captured
};

namespace gradc {
namespace cuda {
namespace driver {

struct Graph {
  std::vector<std::function<void()>> works;
};

}  // namespace driver

namespace emulated {

bool keep(CUstream_st* stream, std::function<void()> work) {
  if (stream == nullptr || stream->graph == nullptr) return false;
  stream->graph->works.push_back(std::move(work));
  return true;
}

}  // namespace emulated

namespace driver {
namespace {

constexpr int kDevices = 2;  // so that what lies on another one is found

}  // namespace

int devices() { return kDevices; }
int current_device() { return 0; }

void* allocate(int device, std::int64_t bytes) {
  if (bytes <= 0) return nullptr;
  void* const memory = emulated::allocate(device, bytes);
  if (memory == nullptr)
    fail_device(std::to_string(bytes) + " bytes of memory of cuda:" + std::to_string(device) + ": out of memory");
  return memory;
}

void release(int, void* memory) noexcept { emulated::release(memory); }

void* allocate_pinned(std::int64_t bytes) { return bytes <= 0 ? nullptr : ::operator new(static_cast<std::size_t>(bytes)); }
void release_pinned(void* memory) noexcept { ::operator delete(memory); }

CUstream_st* create_stream(int device) {
  CUstream_st* const stream = new CUstream_st();
  stream->device = device;
  return stream;
}
void destroy_stream(int, CUstream_st* stream) noexcept { delete stream; }
void wait(int, CUstream_st* stream) {
  if (is_captured(stream)) fail_device("a stream can't be waited for while it is captured");
}

void copy(int, CUstream_st* stream, void* to, const void* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  const auto work = [=] {
    const emulated::Open open;
    emulated::require_inside(to, bytes);
    emulated::require_inside(from, bytes);
    std::memmove(to, from, static_cast<std::size_t>(bytes));
  };
  if (!emulated::keep(stream, work)) work();
}

void fill_zeros(int, CUstream_st* stream, void* to, std::int64_t bytes) {
  if (bytes <= 0) return;
  const auto work = [=] {
    const emulated::Open open;
    emulated::require_inside(to, bytes);
    std::memset(to, 0, static_cast<std::size_t>(bytes));
  };
  if (!emulated::keep(stream, work)) work();
}

bool is_captured(CUstream_st* stream) { return stream != nullptr && stream->graph != nullptr; }

void begin_capture(int, CUstream_st* stream) {
  if (stream == nullptr) fail_device("CUDA's default stream can't be captured");
  if (is_captured(stream)) fail_device("a stream is captured that is captured already");
  stream->graph = std::make_unique<Graph>();
}

Graph* end_capture(int, CUstream_st* stream) { return stream->graph.release(); }

void launch(int, CUstream_st* stream, Graph* graph) {
  const auto work = [graph] {
    for (const std::function<void()>& one : graph->works) one();
  };
  if (!emulated::keep(stream, work)) work();
}

void destroy(Graph* graph) noexcept { delete graph; }

}  // namespace driver
}  // namespace cuda
}  // namespace gradc
