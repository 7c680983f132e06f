#include <gradc/cuda/workspace.h>

#include <gradc/errors.h>

#include "driver.h"
#include "state.h"

#include <algorithm>
#include <exception>
#include <string>

namespace gradc {
namespace cuda {
namespace {

constexpr std::int64_t kLeastBlock = std::int64_t{1} << 16;

}  // namespace

Workspace::Workspace(const Stream& stream) : stream_(stream) {}

Workspace::Workspace(const Stream& stream, void* memory, std::int64_t bytes) : stream_(stream), fixed_(true) {
  if (bytes < 0) fail("a workspace of " + std::to_string(bytes) + " bytes was asked for");
  const auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(memory) % 256);
  const std::int64_t lost = std::min(bytes, misaligned == 0 ? std::int64_t{0} : 256 - misaligned);
  capacity_ = bytes - lost;
  blocks_.push_back({static_cast<unsigned char*>(memory) + lost, capacity_, 0});
}

Workspace::~Workspace() {
  if (fixed_) return;
  for (const Block& block : blocks_) drop(block.data);
  for (unsigned char* data : kept_) driver::release(stream_.device().index(), data);
}

Memory Workspace::take(std::int64_t bytes) {
  if (bytes < 0) fail("a frame of " + std::to_string(bytes) + " bytes was asked for");
  const auto fits = [&](std::size_t i) { return i < blocks_.size() && bytes <= blocks_[i].capacity - blocks_[i].used; };
  if (fits(top_)) return push(top_, bytes);
  if (bytes == 0) return Memory(nullptr, nullptr, 0, 0);
  if (fixed_)
    fail("a workspace of " + std::to_string(capacity_) + " bytes, of which " + std::to_string(in_use_) +
         " are in use, cannot hold " + std::to_string(bytes) + " bytes more");
  if (top_ < blocks_.size() && blocks_[top_].used > 0) ++top_;
  if (!fits(top_)) {
    while (blocks_.size() > top_) {
      capacity_ -= blocks_.back().capacity;
      drop(blocks_.back().data);
      blocks_.pop_back();
    }
    add_block(bytes);
  }
  return push(top_, bytes);
}

Memory Workspace::push(std::size_t block, std::int64_t bytes) {
  Block& top = blocks_[block];
  const std::int64_t before = top.used;
  top.used = std::min(top.capacity, before + padded_bytes(bytes));  // the end of a fixed one may be anywhere
  in_use_ += top.used - before;
  high_water_ = std::max(high_water_, in_use_);
  ++frames_;
  return Memory(this, top.data + before, block, before);
}

void Workspace::give_back(const Memory& frame) noexcept {
  Block& block = blocks_[frame.block_];
  in_use_ -= block.used - frame.used_before_;
  block.used = frame.used_before_;
  while (top_ > 0 && blocks_[top_].used == 0) --top_;
  if (--frames_ == 0 && blocks_.size() > 1) merge();
}

void Workspace::add_block(std::int64_t bytes) {
  const detail::StreamState& state = detail::state_of(stream_);
  detail::require_not_captured(state, "a larger workspace; call once before capturing");
  const std::int64_t size = std::max(padded_bytes(bytes), blocks_.empty() ? std::int64_t{0} : kLeastBlock);
  blocks_.reserve(blocks_.size() + 1);
  kept_.reserve(kept_.size() + blocks_.size() + 1);  // so that giving memory back asks for none
  blocks_.push_back({static_cast<unsigned char*>(driver::allocate(state.device, size)), size, 0});
  capacity_ += size;
}

void Workspace::drop(unsigned char* data) noexcept {
  const detail::StreamState& state = detail::state_of(stream_);
  if (state.was_captured)
    kept_.push_back(data);
  else
    driver::release(state.device, data);
}

// What it holds is given back before the new is asked for. Where there is no memory for it, the next call begins anew. Not while
// the stream is captured, which uses the blocks as they are.
void Workspace::merge() noexcept {
  const detail::StreamState& state = detail::state_of(stream_);
  if (state.is_captured()) return;
  for (const Block& block : blocks_) drop(block.data);
  blocks_.clear();
  top_ = 0;
  capacity_ = 0;
#ifndef GRADC_NO_EXCEPTIONS
  try {
    add_block(high_water_);
  } catch (const std::exception&) {
  }
#else
  add_block(high_water_);
#endif
}

}  // namespace cuda
}  // namespace gradc
