// Variables of shared memory lie in sections of their own, by the macro __shared__ of <gradc/cuda/emulator.h>.

#include "shared.h"

#include "fiber.h"

#include <algorithm>
#include <utility>

namespace gradc {
namespace cuda {
namespace emulated {
namespace {

constexpr unsigned char kFresh = 0xff;
constexpr std::size_t kPart = 64;  // of what is looked at as one

// Between variables may lie bytes that AddressSanitizer keeps anyone from touching, but which nobody reads.
#if defined(GRADC_EMULATOR_ASAN)
#define GRADC_UNCHECKED __attribute__((no_sanitize("address")))
#else
#define GRADC_UNCHECKED
#endif

GRADC_UNCHECKED void fill(const Range& range) {
  volatile unsigned char* const to = range.begin;  // volatile: no call of memset, which is checked
  std::size_t i = 0;
  if (reinterpret_cast<std::uintptr_t>(range.begin) % 8 == 0)
    for (; i + 8 <= range.bytes; i += 8) *reinterpret_cast<volatile std::uint64_t*>(to + i) = ~std::uint64_t{0};
  for (; i < range.bytes; ++i) to[i] = kFresh;
}

GRADC_UNCHECKED bool is_fresh(const Range& range) {
  const volatile unsigned char* const from = range.begin;
  std::size_t i = 0;
  if (reinterpret_cast<std::uintptr_t>(range.begin) % 8 == 0)
    for (; i + 8 <= range.bytes; i += 8)
      if (*reinterpret_cast<const volatile std::uint64_t*>(from + i) != ~std::uint64_t{0}) return false;
  for (; i < range.bytes; ++i)
    if (from[i] != kFresh) return false;
  return true;
}

}  // namespace

void SharedMemory::begin_launch(const void* kernel) {
  use_ = &uses_[kernel];
  if (use_->is_known) return;
  all_ = sections(kernel, ".gradc.shared.");
  for (const Range& range : all_) fill(range);
}

void SharedMemory::begin_block() {
  for (const Range& range : use_->written) fill(range);
}

void SharedMemory::end_block(std::int64_t block) {
  if (use_->is_known) return;
  learn();
  use_->is_known = block > 0;
}

void SharedMemory::learn() {
  const auto was_written = [this](const unsigned char* at) {
    return std::any_of(use_->written.begin(), use_->written.end(),
                       [at](const Range& range) { return at >= range.begin && at < range.begin + range.bytes; });
  };
  std::vector<Range> parts;
  for (const Range& range : all_)
    for (std::size_t at = 0; at < range.bytes; at += kPart) {
      const Range part{range.begin + at, std::min(kPart, range.bytes - at)};
      if (is_fresh(part) && !was_written(part.begin)) continue;
      if (!parts.empty() && parts.back().begin + parts.back().bytes == part.begin)
        parts.back().bytes += part.bytes;
      else
        parts.push_back(part);
    }
  use_->written = std::move(parts);
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
