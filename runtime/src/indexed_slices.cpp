#include <gradc/indexed_slices.h>

#include <cstdio>

namespace gradc::detail {

void note_large(std::int64_t elements) {
  constexpr std::int64_t kLarge = 100'000'000;
  if (elements < kLarge) return;
  std::fprintf(stderr, "gradc: warning: a sparse gradient is made dense: %lld elements\n", static_cast<long long>(elements));
}

}  // namespace gradc::detail
