// Stable sorts by CUB.
#include <gradc/errors.h>

#include <cub/device/device_radix_sort.cuh>

#include <string>

#include "cuda/sort.h"

namespace gradc {
namespace cuda {
namespace detail {
namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) fail_device(std::string("a sort: ") + cudaGetErrorString(error));
}

template <class Key>
void sort(void* memory, std::size_t& bytes, std::int64_t n, int bits, const Key* keys, Key* sorted_keys,
          const std::uint32_t* values, std::uint32_t* sorted_values, CUstream_st* stream) {
  check(cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted_keys, values, sorted_values, static_cast<int>(n), 0, bits,
                                        stream));
}

}  // namespace

template <class Key>
std::int64_t sort_bytes(std::int64_t n) {
  std::size_t bytes = 0;
  const Key* const keys = nullptr;
  const std::uint32_t* const values = nullptr;
  sort<Key>(nullptr, bytes, n, static_cast<int>(sizeof(Key)) * 8, keys, nullptr, values, nullptr, nullptr);
  return static_cast<std::int64_t>(bytes);
}

template <class Key>
void sort_pairs(const Stream& stream, std::int64_t n, int bits, const Key* keys, Key* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, void* memory) {
  std::size_t bytes = static_cast<std::size_t>(sort_bytes<Key>(n));
  sort(memory, bytes, n, bits, keys, sorted_keys, values, sorted_values, stream.handle());
}

#define GRADC_INSTANCES(Key)                                                                                         \
  template std::int64_t sort_bytes<Key>(std::int64_t);                                                               \
  template void sort_pairs(const Stream&, std::int64_t, int, const Key*, Key*, const std::uint32_t*, std::uint32_t*, void*);
GRADC_INSTANCES(std::uint32_t)
GRADC_INSTANCES(std::uint64_t)
#undef GRADC_INSTANCES

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
