#include <gradc/detail/budget.h>
#include <gradc/detail/storage.h>
#include <gradc/workspace.h>

#include <algorithm>
#include <new>

namespace gradc {
namespace {

using detail::Block;

constexpr std::int64_t kHead = 64;        // of a block that has memory: who it is
constexpr std::int64_t kSmallest = 4096;  // of a block for several frames
constexpr std::int64_t kPart = 64;        // a block for several frames is that part of what there is
constexpr std::int64_t kShare = 32;       // so many frames at least share a block
static_assert(sizeof(Block) <= kHead && alignof(Block) <= kHead);

Block* begin_block(void* memory, std::int64_t bytes) noexcept {
  Block* const block = new (memory) Block();
  block->data = static_cast<unsigned char*>(memory) + kHead;
  block->capacity = bytes;
  return block;
}

// The size of a block for a frame of that many bytes, where so much is held and may be.
std::int64_t block_size(std::int64_t bytes, std::int64_t held, std::int64_t limit) {
  const std::int64_t frame = padded_bytes(bytes);
  const std::int64_t shared = std::min(std::max(kSmallest, held / kPart / 64 * 64), limit - std::min(held, limit));
  return held == 0 || frame > shared / kShare ? frame : shared;
}

}  // namespace

Workspace::Workspace(void* memory, std::int64_t bytes) : fixed_(true) {
  if (bytes < 0) fail("a workspace of " + std::to_string(bytes) + " bytes was asked for");
  unsigned char* const data = static_cast<unsigned char*>(memory);
  const std::int64_t misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(memory) % 16);
  const std::int64_t lost = std::min(bytes, misaligned == 0 ? std::int64_t{0} : 16 - misaligned);
  whole_.data = data + lost;
  whole_.capacity = capacity_ = bytes - lost;
}

Workspace::~Workspace() { drop_from(first_); }

Memory Workspace::take_slowly(std::int64_t bytes) {
  if (bytes < 0) fail("a frame of " + std::to_string(bytes) + " bytes was asked for");
  if (budget_ != nullptr && bytes > room()) budget_->exceeded(bytes > limit_ - in_use_);
  if (fixed_)
    fail("a workspace of " + std::to_string(whole_.capacity) + " bytes, of which " + std::to_string(in_use_) +
         " are in use, cannot hold " + std::to_string(bytes) + " bytes more");

  if (spare_ != nullptr && bytes <= spare_->capacity - spare_->used) return push(*spare_, bytes);
  Block* const below = top_->used == 0 ? top_->before : top_;
  Block* next = below == nullptr ? first_ : below->next;
  if (next == nullptr || next->capacity < bytes) {
    drop_from(next);
    const std::int64_t size = block_size(bytes, capacity_, limit_);
    next = begin_block(detail::allocate(size + kHead), size);
    next->before = below;
    (below == nullptr ? first_ : below->next) = next;
    capacity_ += size;
  }
  const auto room_in = [](const Block* block) { return block == nullptr ? 0 : block->capacity - block->used; };
  if (next != top_ && room_in(below) > room_in(spare_)) spare_ = below;
  top_ = next;
  return push(*top_, bytes);
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

void Workspace::leave_top() noexcept {
  while (top_->used == 0 && top_->before != nullptr) top_ = top_->before;
  for (const Block* block = top_; block != nullptr && spare_ != nullptr; block = block->next)
    if (block == spare_) spare_ = nullptr;
}

// Where there is no memory for it, the next call begins anew.
void Workspace::merge() noexcept {
  drop_from(first_);
  const auto size = static_cast<std::size_t>(high_water_ + kHead);
  void* const memory =
      ::operator new(size, std::align_val_t{static_cast<std::size_t>(detail::kAlignment)}, std::nothrow);
  if (memory == nullptr) return;
  first_ = top_ = begin_block(memory, high_water_);
  capacity_ = high_water_;
}

// None of them holds anything.
void Workspace::drop_from(Block* block) noexcept {
  if (block == nullptr) return;
  Block* const before = block->before;
  top_ = before == nullptr ? &whole_ : before;
  (before == nullptr ? first_ : before->next) = nullptr;
  while (block != nullptr) {
    Block* const next = block->next;
    capacity_ -= block->capacity;
    detail::deallocate(block);
    block = next;
  }
}

}  // namespace gradc
