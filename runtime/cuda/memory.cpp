// What the headers ask for: copies, numbers on a device, pinned memory, graphs.

#include <gradc/cuda.h>

#include "driver.h"
#include "state.h"

#include <cstring>
#include <string>

namespace gradc {
namespace cuda {
namespace detail {

void require_room(const Stream& stream) {
  require_not_captured(state_of(stream), "memory for a tensor; call once before capturing");
}

void copy_bytes(void* to, Device to_device, const void* from, Device from_device, std::int64_t bytes, const Stream& stream) {
  if (bytes <= 0) return;
  const StreamState& state = state_of(stream);
  if (to_device.is_host() && from_device.is_host())
    std::memmove(to, from, static_cast<std::size_t>(bytes));
  else
    driver::copy(state.device, state.handle, to, from, bytes);
}

void fail_place(const char* name, Device is, Device expected) {
  fail_device(std::string(name) + ": its elements lie on " + to_string(is) + ", and the stream is of " + to_string(expected) +
              "; use gradc::cuda::to_device");
}

void fail_shapes(const Shape& from, const Shape& to) {
  fail_shape("a tensor of shape " + to_string(from) + " is copied to a View of shape " + to_string(to));
}

RemoteBytes::~RemoteBytes() {
  if (state_ == nullptr) return;
  driver::release(state_->device, data_);
  release(state_);
}

void* RemoteBytes::place(const Stream& stream, std::int64_t bytes) {
  StreamState& state = state_of(stream);
  if (data_ != nullptr && state_->device != state.device) {
    driver::release(state_->device, data_);
    data_ = nullptr;
  }
  if (state_ != &state) {
    release(state_);
    state_ = retained(state);
  }
  if (data_ == nullptr) {
    require_not_captured(state, "memory for a number; call once before capturing");
    data_ = driver::allocate(state.device, bytes);
  }
  return data_;
}

void RemoteBytes::read(void* to, std::int64_t bytes) const {
  require_not_captured(*state_, "reading a number");
  driver::copy(state_->device, state_->handle, to, data_, bytes);
  state_->wait();
}

void read_bytes(void* to, const void* from, std::int64_t bytes, const Stream& stream) {
  StreamState& state = state_of(stream);
  require_not_captured(state, "reading a number that a condition is made of");
  driver::copy(state.device, state.handle, to, from, bytes);
  state.wait();
}

void* allocate_pinned(std::int64_t count, std::int64_t element_bytes) {
  if (count < 0) fail("pinned memory for " + std::to_string(count) + " elements was asked for");
  const std::int64_t bytes = gradc::detail::checked_bytes(&count, 1, element_bytes);
  void* const memory = driver::allocate_pinned(bytes);
  if (bytes > 0) std::memset(memory, 0, static_cast<std::size_t>(bytes));
  return memory;
}
void release_pinned(void* memory) noexcept { driver::release_pinned(memory); }

}  // namespace detail

Graph::~Graph() {
  driver::destroy(graph_);
  detail::release(state_);
}

void Graph::launch(const Stream& stream) const {
  const detail::StreamState& state = detail::state_of(stream);
  if (&state != state_) fail_device("a graph is launched on another stream than the one it was captured from");
  driver::launch(state.device, state.handle, graph_);
}

Capture::Capture(const Stream& stream) : state_(nullptr) {
  detail::StreamState& state = detail::state_of(stream);
  detail::require_not_captured(state, "capturing it again");
  driver::begin_capture(state.device, state.handle);
  state.was_captured = true;
  state_ = detail::retained(state);
}

Capture::~Capture() {
  if (state_ == nullptr) return;
  driver::destroy(driver::end_capture(state_->device, state_->handle));
  detail::release(state_);
}

Graph Capture::end() {
  driver::Graph* const graph = driver::end_capture(state_->device, state_->handle);
  detail::StreamState* const state = std::exchange(state_, nullptr);
  if (graph == nullptr) {
    const Device device(state->device);
    detail::release(state);
    fail_device("what was captured on a stream of " + to_string(device) + " can't be a graph");
  }
  return Graph(state, graph);
}

}  // namespace cuda
}  // namespace gradc
