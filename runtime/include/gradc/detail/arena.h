// Memory of values whose number is known only as they come: what a loop stacks, what a vector grows to.
//
// An arena takes frames from a workspace as it grows, and gives all of them back when it ends. Small pieces
// share frames of growing size; a large one has a frame of its own, of just its size. Which frames are taken
// depends on what is asked for alone, so that the same call again finds all of them in the workspace. A piece
// that is given back is used again: a small one for others of its size, of which there are four to a power of
// two, a large one for one of its size, or else for one not much smaller.
#pragma once

#include <gradc/errors.h>
#include <gradc/tensor.h>
#include <gradc/workspace.h>

#include <cstdint>

namespace gradc {

/// Pieces of memory on a workspace, all of which end with the arena. While an arena lives, frames that are
/// taken from its workspace must end before it grows again: scratch memory of what is called in between comes
/// from the arena too (Scratch, or an arena inside it).
class Arena {
 public:
  explicit Arena(Workspace& workspace) : workspace_(workspace) {}
  /// On memory of another one, which gets it back.
  explicit Arena(Arena& around) : workspace_(around.workspace_), around_(&around) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// Uninitialised memory, aligned to 16 bytes. Throws as Workspace::take does.
  void* take(std::int64_t bytes) {
    if (free_ != 0 || static_cast<std::uint64_t>(bytes) >= static_cast<std::uint64_t>(end_ - next_))
      return take_slowly(bytes);
    const std::int64_t size = rounded(bytes);
    if (size > end_ - next_) return take_slowly(bytes);
    unsigned char* const piece = frame_ + next_;
    next_ += size;
    return piece;
  }

  /// For others to use: `bytes` that were asked for.
  void give_back(void* piece, std::int64_t bytes) noexcept { add_free(piece, rounded(bytes)); }

  /// A part of what was asked for, which begins at a multiple of 16.
  void give_back_part(void* part, std::int64_t bytes) noexcept;

  /// Memory for n elements of T, uninitialised. Throws DomainError for a negative n.
  template <class T>
  T* array(std::int64_t n) {
    if (detail::outside(n, kMostBytes / static_cast<std::int64_t>(sizeof(T)))) fail_count(n);
    return static_cast<T*>(take(n * static_cast<std::int64_t>(sizeof(T))));
  }

  /// An uninitialised tensor.
  template <class T, int R>
  View<T, R> tensor(const Shape& shape) {
    return View<T, R>(static_cast<T*>(take(detail::checked_bytes(shape.begin(), R, sizeof(T)))), shape);
  }

 private:
  struct Frame;
  struct Free {
    Free* next;
    std::int64_t bytes;
  };
  static constexpr std::int64_t kMostBytes = std::int64_t{1} << 56;
  static constexpr int kSmallestPower = 4, kPowers = 53;  // of the sizes of free pieces

  // The power of two that is not greater, of a positive number.
  static int power_of(std::int64_t n) {
#if defined(__GNUC__)
    return 63 - __builtin_clzll(static_cast<unsigned long long>(n));
#else
    int power = 0;
    while (n >>= 1) ++power;
    return power;
#endif
  }
  // Between sizes from that power of two on.
  static std::int64_t step_of(int power) {
    return std::int64_t{1} << (power < 7 || power > 12 ? 4 : power - 2);
  }
  // A multiple of 16, and never nothing, so that pieces differ and hold a Free; small ones to a quarter of a
  // power of two.
  static std::int64_t rounded(std::int64_t bytes) {
    if (bytes <= 16) return 16;
    const std::int64_t step = step_of(power_of(bytes - 1));
    return (bytes + step - 1) / step * step;
  }
  [[noreturn]] static void fail_count(std::int64_t n);
  static int class_of(std::int64_t bytes);
  bool has_free(int place) const;
  void add_free(void* piece, std::int64_t size) noexcept;
  void* take_slowly(std::int64_t bytes);
  Free** find(std::int64_t bytes);
  void* reuse(std::int64_t bytes);
  std::int64_t wish(std::int64_t size) const;
  bool has(std::int64_t size);  // whether a piece of that size can be had as from a workspace that grows
  bool has_frame(std::int64_t bytes);
  unsigned char* take_frame(std::int64_t bytes);

  Workspace& workspace_;
  Arena* const around_ = nullptr;
  Frame* last_ = nullptr;           // each knows the one before
  unsigned char* frame_ = nullptr;  // for small pieces: bytes next_ to end_ of it are free; multiples of 16
  std::int64_t next_ = 0, end_ = 0;
  std::uint64_t free_ = 0;     // the powers of two of which there are free pieces
  Free* pieces_[kPowers * 4];  // of those powers, by quarters
};

/// Memory of an arena for as long as a scope lasts, laid out as a frame of a workspace is.
class Scratch {
 public:
  Scratch(Arena& arena, std::int64_t bytes) : arena_(arena), data_(arena.take(bytes)), bytes_(bytes) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { arena_.give_back(data_, bytes_); }

  /// As Memory::at.
  template <class T>
  T* at(std::int64_t byte_offset) const {
    return reinterpret_cast<T*>(static_cast<unsigned char*>(data_) + byte_offset);
  }

 private:
  Arena& arena_;
  void* data_;
  std::int64_t bytes_;
};

}  // namespace gradc
