#include <gradc/budget.h>
#include <gradc/storage.h>
#include <gradc/workspace.h>

#include <algorithm>
#include <new>

namespace gradc {

Workspace::Workspace(void* memory, std::int64_t bytes) : fixed_(true) {
  if (bytes < 0) fail("a workspace of " + std::to_string(bytes) + " bytes was asked for");
  unsigned char* const data = static_cast<unsigned char*>(memory);
  const std::int64_t misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(memory) % 16);
  const std::int64_t lost = std::min(bytes, misaligned == 0 ? std::int64_t{0} : 16 - misaligned);
  blocks_[0].data = data + lost;
  blocks_[0].capacity = bytes - lost;
}

Workspace::~Workspace() {
  if (!fixed_) drop_blocks_from(0);
}

std::int64_t Workspace::capacity() const {
  std::int64_t total = 0;
  for (int block = 0; block < block_count_; ++block) total += blocks_[block].capacity;
  return total;
}

Memory Workspace::take_slowly(std::int64_t bytes) {
  if (bytes < 0) fail("a frame of " + std::to_string(bytes) + " bytes was asked for");
  if (budget_ != nullptr && bytes > room()) budget_->exceeded(bytes > limit_ - in_use_);
  if (fixed_)
    fail("a workspace of " + std::to_string(blocks_[0].capacity) + " bytes, of which " +
         std::to_string(in_use_) + " are in use, cannot hold " + std::to_string(bytes) + " bytes more");

  // Blocks above the current one hold nothing; the first of them may do.
  int next = blocks_[current_].used == 0 ? current_ : current_ + 1;
  if (next >= block_count_ || blocks_[next].capacity < bytes) {
    drop_blocks_from(next);
    std::int64_t size = std::max({bytes, capacity(), high_water_});
    if (block_count_ < kMaxBlocks / 2) size = std::max(bytes, std::min(size, room()));
    size = padded_bytes(size);
    Block block;
    block.data = static_cast<unsigned char*>(detail::allocate(size));
    block.capacity = size;
    blocks_[next] = block;
    block_count_ = next + 1;
  }
  current_ = next;
  return push(bytes);
}

detail::Budget::Budget(Workspace& workspace, std::int64_t bytes, const char* last)
    : workspace_(workspace), bytes_(bytes), last_(last), limit_around_(workspace.limit_), around_(workspace.budget_) {
  const std::int64_t whole = bytes / 64 * 64;  // what is taken is padded
  if (whole > workspace.limit_ - workspace.in_use_) return;
  workspace.limit_ = workspace.in_use_ + whole;
  workspace.budget_ = this;
}

detail::Budget::~Budget() {
  workspace_.limit_ = limit_around_;
  workspace_.budget_ = around_;
}

void detail::Budget::exceeded(bool by_budget) const {
#ifndef GRADC_NO_EXCEPTIONS
  if (last_ == nullptr) throw Exceeded();
#endif
  if (by_budget)
    fail(std::string(last_) + " takes more than " + std::to_string(bytes_) +
         " bytes of workspace for these arguments; they are its budget");
}

void Workspace::merge() noexcept {
  drop_blocks_from(0);
  const std::size_t size = static_cast<std::size_t>(high_water_);
  void* const data =
      ::operator new (size, std::align_val_t{static_cast<std::size_t>(detail::kAlignment)}, std::nothrow);
  blocks_[0].data = static_cast<unsigned char*>(data);
  blocks_[0].capacity = data == nullptr ? 0 : high_water_;
  block_count_ = 1;
  current_ = 0;
}

void Workspace::drop_blocks_from(int first) noexcept {
  for (int block = first; block < block_count_; ++block) {
    detail::deallocate(blocks_[block].data);
    blocks_[block] = Block();
  }
  block_count_ = std::max(first, 1);
}

}  // namespace gradc
