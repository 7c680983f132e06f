// Stable sorts of keys with values: CUB's radix sort on a device, std::sort of keys with their places in the emulator.
#pragma once

#include <gradc/cuda/stream.h>

#include <cstdint>

namespace gradc {
namespace cuda {
namespace detail {

/// Bytes of memory that a sort of n keys takes besides keys and values.
template <class Key>
std::int64_t sort_bytes(std::int64_t n);

/// sorted_keys and sorted_values = keys and values in the order of the lowest `bits` bits of the keys. They all lie apart. At
/// most
/// 2^31 - 1 of them. Key: std::uint32_t and std::uint64_t.
template <class Key>
void sort_pairs(const Stream& stream, std::int64_t n, int bits, const Key* keys, Key* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, void* memory);

/// How many bits numbers up to `most` have.
inline int bits_of(std::uint64_t most) {
  int bits = 1;
  while (bits < 64 && most >> bits != 0) ++bits;
  return bits;
}

/// Parts of the stream's scratch memory: their sizes are added up first.
class Parts {
 public:
  /// The offset of so many bytes more.
  std::int64_t add(std::int64_t bytes) {
    const std::int64_t offset = bytes_;
    bytes_ += (bytes + 255) / 256 * 256;
    return offset;
  }
  std::int64_t bytes() const { return bytes_; }

 private:
  std::int64_t bytes_ = 0;
};

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
