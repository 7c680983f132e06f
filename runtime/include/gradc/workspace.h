/// \file
/// Scratch memory of generated functions.
///
/// A generated function takes one frame per call and lays its buffers out inside it at offsets that the plan chose. Frames nest:
/// a call inside a call takes its frame on top, and frames are given back in reverse order. A workspace that must grow while
/// frames are alive adds a block and moves nothing: a large frame has one of just its size, small ones share one that is a small
/// part of what there is, so that it holds little more than is in use. When the last frame goes, blocks are merged into one as
/// large as the most that was ever in use, so that the same call again allocates nothing.
#pragma once

#include <gradc/errors.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace gradc {

/// `bytes` rounded up to a multiple of 64, so that what follows is aligned as what precedes.
constexpr std::int64_t padded_bytes(std::int64_t bytes) { return bytes > 0 ? (bytes + 63) / 64 * 64 : 0; }

/// A factor of a number of bytes that may be anything, as numbers of trips are: what is computed with it doesn't overflow, but
/// stops at more than there is.
class Bytes {
 public:
  constexpr explicit Bytes(std::int64_t n) : n_(clamped(n)) {}
  constexpr std::int64_t value() const { return n_; }

  friend constexpr Bytes operator*(Bytes a, Bytes b) {
    const bool fits = a.n_ == 0 || magnitude(b.n_) <= kMost / magnitude(a.n_);
    return Bytes(fits ? a.n_ * b.n_ : (a.n_ < 0) != (b.n_ < 0) ? -kMost : kMost);
  }
  friend constexpr Bytes operator*(Bytes a, std::int64_t b) { return a * Bytes(b); }
  friend constexpr Bytes operator*(std::int64_t a, Bytes b) { return Bytes(a) * b; }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.n_ + b.n_); }
  friend constexpr Bytes operator+(Bytes a, std::int64_t b) { return a + Bytes(b); }
  friend constexpr Bytes operator+(std::int64_t a, Bytes b) { return Bytes(a) + b; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.n_ - b.n_); }
  friend constexpr Bytes operator-(Bytes a, std::int64_t b) { return a - Bytes(b); }
  friend constexpr Bytes operator-(std::int64_t a, Bytes b) { return Bytes(a) - b; }
  friend constexpr Bytes operator-(Bytes a) { return Bytes(-a.n_); }

 private:
  static constexpr std::int64_t kMost = std::int64_t{1} << 56;  // sums of some of these are numbers still
  static constexpr std::int64_t magnitude(std::int64_t n) { return n < 0 ? -n : n; }
  static constexpr std::int64_t clamped(std::int64_t n) { return n > kMost ? kMost : n < -kMost ? -kMost : n; }

  std::int64_t n_;
};

constexpr std::int64_t padded_bytes(Bytes bytes) { return padded_bytes(bytes.value()); }
/// The bytes of memory that several buffers share.
template <class First, class Second, class... More>
constexpr std::int64_t padded_bytes(First first, Second second, More... more) {
  const std::int64_t one = padded_bytes(first), other = padded_bytes(second, more...);
  return one > other ? one : other;
}

class Executor;
class Workspace;
namespace detail {
class Budget;

/// A block of memory with frames. In a growing workspace it is the header of its own memory.
struct Block {
  Block* before = nullptr;
  Block* next = nullptr;
  unsigned char* data = nullptr;
  std::int64_t capacity = 0;
  std::int64_t used = 0;
};
}  // namespace detail

/// A frame of scratch memory, given back when it goes out of scope. Frames of one workspace must end in the reverse of the order
/// in which they were taken. Movable, not copyable.
class Memory {
 public:
  Memory(Memory&& other) noexcept
      : workspace_(other.workspace_),
        data_(other.data_),
        block_(other.block_),
        used_before_(other.used_before_) {
    other.workspace_ = nullptr;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory& operator=(Memory&&) = delete;
  inline ~Memory();

  /// The memory `byte_offset` bytes into the frame, as elements of T. Not initialised, not checked.
  template <class T>
  T* at(std::int64_t byte_offset) const {
    return reinterpret_cast<T*>(data_ + byte_offset);
  }

 private:
  friend class Workspace;
  Memory(Workspace* workspace, unsigned char* data, detail::Block* block, std::int64_t used_before)
      : workspace_(workspace), data_(data), block_(block), used_before_(used_before) {}

  Workspace* workspace_;
  unsigned char* data_;
  detail::Block* block_;  // none of a frame of nothing
  std::int64_t used_before_;
};

/// A stack of frames. Used by one thread at a time.
class Workspace {
 public:
  /// Grows as needed; memory is aligned to 64 bytes.
  Workspace() = default;

  /// Uses the `bytes` bytes at `memory`, which must outlive the workspace, and never more. Frames are aligned as `memory` is, to
  /// at most 64 bytes, and to at least 16: up to 15 bytes are lost where `memory` is not.
  Workspace(void* memory, std::int64_t bytes);

  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  /// A frame of `bytes` bytes.
  /// \throws Error naming both sizes where a workspace of fixed size cannot hold it, and std::bad_alloc where a growing one
  ///     cannot have the memory.
  /// \throws Error for a negative size.
  [[nodiscard]] Memory take(std::int64_t bytes) {
    if (bytes < 0 || bytes > top_->capacity - top_->used || bytes > limit_ - in_use_) return take_slowly(bytes);
    return push(*top_, bytes);
  }

  /// Functions that get this workspace run their kernels on `executor`, such as gradc::Threads (threads.h), which must outlive
  /// the calls. Results are the same bits with any number of threads, and without.
  void use(Executor& executor) { executor_ = &executor; }
  /// Null where none was given.
  Executor* executor() const { return executor_; }

  /// The largest frame that a workspace of fixed size, or within a budget, can still give; of others, no bound.
  std::int64_t room() const {
    const std::int64_t left = limit_ == kNoLimit ? kNoLimit : limit_ - in_use_;
    return fixed_ ? std::min(left, whole_.capacity - whole_.used) : left;
  }

  /// Bytes that are held, in use or not.
  std::int64_t capacity() const { return capacity_; }

  /// The peak number of bytes in use, each frame rounded up to 64.
  std::int64_t high_water() const { return high_water_; }

 private:
  friend class Memory;
  friend class detail::Budget;

  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  Memory push(detail::Block& block, std::int64_t bytes) {
    const std::int64_t before = block.used;
    const std::int64_t padded = padded_bytes(bytes);
    block.used = padded < block.capacity - before ? before + padded : block.capacity;
    in_use_ += block.used - before;
    if (in_use_ > high_water_) high_water_ = in_use_;
    ++frames_;
    return Memory(this, block.data + before, padded == 0 ? nullptr : &block, before);
  }

  void release(const Memory& frame) noexcept {
    if (frame.block_ != nullptr) {
      in_use_ -= frame.block_->used - frame.used_before_;
      frame.block_->used = frame.used_before_;
      if (top_->used == 0 && top_->before != nullptr) leave_top();
    }
    if (--frames_ == 0 && first_ != nullptr && first_->next != nullptr) merge();
  }

  Memory take_slowly(std::int64_t bytes);
  void leave_top() noexcept;
  void merge() noexcept;
  void drop_from(detail::Block* block) noexcept;

  detail::Block whole_;              // of a workspace of fixed size; of others it has no memory
  detail::Block* first_ = nullptr;   // of a workspace that grows
  detail::Block* top_ = &whole_;     // those after it hold nothing
  detail::Block* spare_ = nullptr;   // before it: has most room of those that were left for being full
  std::int64_t capacity_ = 0;
  std::int64_t frames_ = 0;
  std::int64_t in_use_ = 0;
  std::int64_t high_water_ = 0;
  std::int64_t limit_ = kNoLimit;           // of in_use_
  const detail::Budget* budget_ = nullptr;  // whose limit it is
  bool fixed_ = false;
  Executor* executor_ = nullptr;
};

inline Memory::~Memory() {
  if (workspace_ != nullptr) workspace_->release(*this);
}

}  // namespace gradc
