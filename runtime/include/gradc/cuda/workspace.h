/// \file
/// Scratch memory of generated functions, on a device: what <gradc/workspace.h> is on the host.
///
/// Frames nest and are given back in reverse order, by the host: what the stream still runs may use their memory, and what is
/// launched after it gets the same. A workspace that must grow adds a block and moves nothing; when the last frame goes, blocks
/// are merged into one as large as the most that was ever in use, so that the same call again allocates nothing.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/workspace.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gradc {
namespace cuda {

/// `bytes` rounded up to a multiple of 256.
constexpr std::int64_t padded_bytes(std::int64_t bytes) { return bytes > 0 ? (bytes + 255) / 256 * 256 : 0; }
constexpr std::int64_t padded_bytes(Bytes bytes) { return padded_bytes(bytes.value()); }
/// The bytes of memory that several buffers share.
template <class First, class Second, class... More>
constexpr std::int64_t padded_bytes(First first, Second second, More... more) {
  const std::int64_t one = cuda::padded_bytes(first), other = cuda::padded_bytes(second, more...);  // not those of gradc::Bytes' namespace
  return one > other ? one : other;
}

class Workspace;

/// A frame of scratch memory, given back when it goes out of scope. Movable, not copyable.
class Memory {
 public:
  Memory(Memory&& other) noexcept
      : workspace_(other.workspace_), data_(other.data_), block_(other.block_), used_before_(other.used_before_) {
    other.workspace_ = nullptr;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory& operator=(Memory&&) = delete;
  ~Memory();

  /// The address on the device of the memory `byte_offset` bytes into the frame. Not initialised, not checked.
  template <class T>
  T* at(std::int64_t byte_offset) const {
    return reinterpret_cast<T*>(data_ + byte_offset);
  }

 private:
  friend class Workspace;
  Memory(Workspace* workspace, unsigned char* data, std::size_t block, std::int64_t used_before)
      : workspace_(workspace), data_(data), block_(block), used_before_(used_before) {}

  Workspace* workspace_;
  unsigned char* data_;
  std::size_t block_;
  std::int64_t used_before_;
};

/// A stack of frames on the device of a stream. Used by one thread at a time.
class Workspace {
 public:
  /// Grows as needed. The stream must outlive it, and not be moved.
  explicit Workspace(const Stream& stream);
  explicit Workspace(const Stream&& stream) = delete;

  /// Uses the `bytes` bytes of the stream's device at `memory`, which must outlive the workspace, and never more. Frames are
  /// aligned to 256 bytes: up to 255 bytes are lost where `memory` is not.
  Workspace(const Stream& stream, void* memory, std::int64_t bytes);
  Workspace(const Stream&& stream, void* memory, std::int64_t bytes) = delete;

  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  /// A frame of `bytes` bytes, aligned to 256.
  /// \throws Error naming both sizes where a workspace of fixed size cannot hold it, or for a negative size.
  /// \throws DeviceError where a growing one cannot have the memory, or would have to while the stream is captured.
  [[nodiscard]] Memory take(std::int64_t bytes);

  const Stream& stream() const { return stream_; }

  /// Bytes that are held, in use or not.
  std::int64_t capacity() const { return capacity_; }

  /// The peak number of bytes in use, each frame rounded up to 256.
  std::int64_t high_water() const { return high_water_; }

 private:
  friend class Memory;

  struct Block {
    unsigned char* data;
    std::int64_t capacity;
    std::int64_t used;
  };

  Memory push(std::size_t block, std::int64_t bytes);
  void give_back(const Memory& frame) noexcept;
  void add_block(std::int64_t bytes);
  void drop(unsigned char* data) noexcept;
  void merge() noexcept;

  const Stream& stream_;
  std::vector<Block> blocks_;
  std::size_t top_ = 0;                // blocks after it hold nothing
  std::vector<unsigned char*> kept_;   // blocks that have been merged, but which graphs use
  std::int64_t capacity_ = 0;
  std::int64_t frames_ = 0;
  std::int64_t in_use_ = 0;
  std::int64_t high_water_ = 0;
  bool fixed_ = false;
};

inline Memory::~Memory() {
  if (workspace_ != nullptr) workspace_->give_back(*this);
}

}  // namespace cuda
}  // namespace gradc
