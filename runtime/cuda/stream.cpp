#include <gradc/cuda/stream.h>

#include <gradc/cuda/settings.h>
#include <gradc/detail/storage.h>
#include <gradc/errors.h>

#include "driver.h"
#include "state.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>

namespace gradc {
namespace cuda {
namespace detail {
namespace {

void* allocate_on(const gradc::detail::DeviceMemory& where, std::int64_t bytes) {
  return driver::allocate(where.device, bytes);
}
void release_on(const gradc::detail::DeviceMemory& where, void* memory) { driver::release(where.device, memory); }

constexpr int kMostDevices = 64;
constexpr std::int64_t kNumbersAt = 256;  // bytes behind a status
static_assert(kNumbersAt >= static_cast<std::int64_t>(sizeof(Status)));

}  // namespace

const gradc::detail::DeviceMemory* memory_of(Device device) {
  static const std::unique_ptr<gradc::detail::DeviceMemory[]> all = [] {
    auto memories = std::make_unique<gradc::detail::DeviceMemory[]>(kMostDevices);
    for (int i = 0; i < kMostDevices; ++i) memories[static_cast<std::size_t>(i)] = {i, allocate_on, release_on};
    return memories;
  }();
  if (device.is_host()) return nullptr;
  if (device.index() >= kMostDevices) fail_device("there is no " + to_string(device));
  return &all[static_cast<std::size_t>(device.index())];
}

StreamState::StreamState(CUstream_st* stream, bool is_owned, int of_device) : handle(stream), owned(is_owned), device(of_device) {
#ifndef GRADC_NO_EXCEPTIONS
  try {
#endif
    status = static_cast<Status*>(driver::allocate(device, kNumbersAt + kNumbers * kNumberBytes));
    host_status = static_cast<Status*>(driver::allocate_pinned(static_cast<std::int64_t>(sizeof(Status))));
    driver::fill_zeros(device, handle, status, static_cast<std::int64_t>(sizeof(Status)));
#ifndef GRADC_NO_EXCEPTIONS
  } catch (...) {
    release();
    throw;
  }
#endif
}

StreamState::~StreamState() { release(); }

void StreamState::release() noexcept {
  if (owned) driver::destroy_stream(device, handle);
  driver::release(device, scratch);
  for (void* memory : kept) driver::release(device, memory);
  driver::release(device, status);
  driver::release_pinned(host_status);
}

bool StreamState::is_captured() const { return driver::is_captured(handle); }

void StreamState::wait() {
  require_not_captured(*this, "waiting for it");
  driver::copy(device, handle, host_status, status, static_cast<std::int64_t>(sizeof(Status)));
  driver::wait(device, handle);
  if (host_status->kind == Status::kFine) return;
  const Status found = *host_status;
  driver::fill_zeros(device, handle, status, static_cast<std::int64_t>(sizeof(Status)));
  raise(found);
}

StreamState* retained(StreamState& state) noexcept {
  state.users.fetch_add(1, std::memory_order_relaxed);
  return &state;
}

void release(StreamState* state) noexcept {
  if (state != nullptr && state->users.fetch_sub(1, std::memory_order_acq_rel) == 1) delete state;
}

StreamState& state_of(const Stream& stream) noexcept { return *stream.state_; }

void require_not_captured(const StreamState& state, const char* what) {
  if (state.is_captured())
    fail_device(std::string("a stream of ") + to_string(Device(state.device)) + " is being captured, which refuses " + what);
}

}  // namespace detail

namespace {

int checked_device(int device) {
  const int count = driver::devices();
  if (device < 0 || device >= count)
    fail_device("there is no cuda:" + std::to_string(device) + ": this machine has " + std::to_string(count) + " devices");
  return device;
}

std::atomic<bool> tf32{false};

constexpr std::int64_t kLeastScratch = 4096;

}  // namespace

Stream::Stream() : Stream(0) {}
Stream::Stream(int device)
    : state_(new detail::StreamState(driver::create_stream(checked_device(device)), true, device)) {}
Stream::Stream(CUstream_st* stream) : state_(new detail::StreamState(stream, false, checked_device(driver::current_device()))) {}

Stream::Stream(Stream&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Stream& Stream::operator=(Stream&& other) noexcept {
  if (this != &other) {
    detail::release(state_);
    state_ = std::exchange(other.state_, nullptr);
  }
  return *this;
}
Stream::~Stream() { detail::release(state_); }

void Stream::wait() const { state_->wait(); }
CUstream_st* Stream::handle() const noexcept { return state_->handle; }
Device Stream::device() const noexcept { return Device(state_->device); }

// What the stream still runs may use the memory that is given back: the driver waits for it.
void* scratch(const Stream& stream, std::int64_t bytes) {
  detail::StreamState& state = detail::state_of(stream);
  if (bytes <= state.scratch_bytes) return state.scratch;
  detail::require_not_captured(state, "more scratch memory; call once before capturing");
  if (state.was_captured)
    state.kept.push_back(state.scratch);
  else
    driver::release(state.device, state.scratch);
  state.scratch = nullptr;
  const std::int64_t grown = std::max({bytes, kLeastScratch, std::exchange(state.scratch_bytes, 0) / 2 * 3});
  state.scratch = driver::allocate(state.device, grown);
  state.scratch_bytes = grown;
  return state.scratch;
}

// Kernels run in order: before a place is written again, those that read it have run.
void* detail::next_number(const Stream& stream) {
  StreamState& state = state_of(stream);
  const std::int64_t at = kNumbersAt + StreamState::kNumberBytes * state.next_number;
  state.next_number = (state.next_number + 1) % StreamState::kNumbers;
  return reinterpret_cast<unsigned char*>(state.status) + at;
}

Status* status(const Stream& stream) { return detail::state_of(stream).status; }

void allow_tf32(bool allowed) noexcept { tf32.store(allowed, std::memory_order_relaxed); }
bool is_tf32_allowed() noexcept { return tf32.load(std::memory_order_relaxed); }

int devices() { return driver::devices(); }

}  // namespace cuda
}  // namespace gradc
