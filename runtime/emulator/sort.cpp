// Stable sorts, by std::sort of keys with their places.
#include "cuda/sort.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "emulator/grid.h"
#include "emulator/memory.h"

namespace gradc {
namespace cuda {
namespace detail {

template <class Key>
std::int64_t sort_bytes(std::int64_t) {
  return 0;
}

template <class Key>
void sort_pairs(const Stream& stream, std::int64_t n, int bits, const Key* keys, Key* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, void*) {
  const auto work = [=] {
    const emulated::Open open;
    const Key mask =
        bits >= static_cast<int>(sizeof(Key)) * 8 ? static_cast<Key>(~Key{0}) : static_cast<Key>((Key{1} << bits) - 1);
    std::vector<std::size_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Of equal keys the first comes first. (Some compilers warn of what std::stable_sort calls.)
    std::sort(order.begin(), order.end(), [=](std::size_t a, std::size_t b) {
      const Key first = keys[a] & mask, second = keys[b] & mask;
      return first < second || (first == second && a < b);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted_keys[i] = keys[order[i]];
      sorted_values[i] = values[order[i]];
    }
  };
  if (!emulated::keep(stream.handle(), work)) work();
}

#define GRADC_INSTANCES(Key)                           \
  template std::int64_t sort_bytes<Key>(std::int64_t); \
  template void sort_pairs(const Stream&, std::int64_t, int, const Key*, Key*, const std::uint32_t*, std::uint32_t*, void*);
GRADC_INSTANCES(std::uint32_t)
GRADC_INSTANCES(std::uint64_t)
#undef GRADC_INSTANCES

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
