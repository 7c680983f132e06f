#include <gradc/detail/parallel.h>
#include <gradc/detail/rows.h>

namespace gradc {
namespace {

// How many of the lowest bits are 1.
std::int64_t trailing_ones(std::int64_t n) {
  std::int64_t count = 0;
  for (; n % 2 == 1; n /= 2) ++count;
  return count;
}

std::int64_t ones(std::int64_t n) {
  std::int64_t count = 0;
  for (; n > 0; n /= 2) count += n % 2;
  return count;
}

struct Range {
  std::int64_t begin, end;
  std::int64_t size() const { return end - begin; }
};

// The index-th of the halves of halves of all rows, so often halved.
Range range_of(std::int64_t rows, std::int64_t levels, std::int64_t index) {
  Range range{0, rows};
  for (std::int64_t bit = levels - 1; bit >= 0; --bit) {
    const std::int64_t middle = range.begin + range.size() / 2;
    ((index >> bit) % 2 == 1 ? range.begin : range.end) = middle;
  }
  return range;
}

}  // namespace

RowBlocks::RowBlocks(std::int64_t rows, std::int64_t most, std::int64_t least, std::int64_t cost) : rows_(rows), most_(most) {
  const Work work{rows, cost};
  const std::int64_t threads = detail::is_worth_threads(work) ? std::min(detail::divided(work).parts, kMostParts) : 1;
  // A part has two blocks, which may be one.
  if (threads > 1) most_ = std::min(most, std::max(least, rows / (2 * threads)));
  for (std::int64_t size = rows; size > most_; size -= size / 2) ++levels_;
  for (; parts_ < threads && levels_of_parts_ + 1 < levels_; parts_ *= 2) ++levels_of_parts_;
}

void RowBlocks::run(void (*body)(const void* given, const RowBlock& block), const void* given) const {
  if (rows_ == 0) return;
  detail::for_each_part({1, parts_}, parts_, [&](std::int64_t part, std::int64_t, std::int64_t) {
    const std::int64_t blocks = std::int64_t{1} << (levels_ - levels_of_parts_);
    const std::int64_t place = std::min(part * most_, range_of(rows_, levels_of_parts_, part).begin);
    for (std::int64_t k = 0; k < blocks;) {
      Range rows = range_of(rows_, levels_, part * blocks + k);
      RowBlock block{0, 0, place, sum_of(part) + ones(k), trailing_ones(k), part, range_of(rows_, levels_of_parts_, part).begin};
      const Range whole = levels_ > 0 ? range_of(rows_, levels_ - 1, (part * blocks + k) / 2) : rows;
      k += 1;
      if (levels_ > 0 && whole.size() <= most_) {  // two that are one
        rows = whole;
        block.merged = trailing_ones(k) - 1;
        k += 1;
      }
      block.first = rows.begin, block.count = rows.size();
      body(given, block);
    }
  });
}

namespace {

template <class T>
T block_sum(const T* x, std::int64_t n) {
  kernels::BlockSum<T> sum;
  sum.add(x, n);
  return sum.total();
}

}  // namespace

template <class T>
T* RowSum<T>::sums_in(T* memory) {
  return memory + RowBlocks::kMostParts * 2 * kBlock;
}

template <class T>
void RowSum<T>::add(const T* x, std::int64_t n) {
  while (n > 0) {
    const std::int64_t place = at_ % kBlock, count = std::min(kBlock - place, n);
    const bool is_own = at_ - place >= begin_, is_whole = place + count == kBlock;
    const T* block = x;
    if (count < kBlock) {
      T* const open = is_own ? open_ + kBlock : open_;
      std::copy(x, x + count, open + place);
      block = open;
    }
    if (is_own && is_whole) sums_[at_ / kBlock] = block_sum(block, kBlock);
    at_ += count, x += count, n -= count;
  }
}

// The blocks of elements that no part has all of are put together; then all of them are added.
template <class T>
T RowBlocks::total(std::int64_t width, T* memory) const {
  constexpr std::int64_t kBlock = RowSum<T>::kBlock;
  T* const sums = RowSum<T>::sums_in(memory);
  T block[kBlock];
  for (std::int64_t part = 0; part < parts_; ++part) {
    const Range rows = range_of(rows_, levels_of_parts_, part);
    const std::int64_t begin = rows.begin * width, end = rows.end * width;
    const std::int64_t own = std::min((begin + kBlock - 1) / kBlock * kBlock, end), last = std::max(own, end / kBlock * kBlock);
    const T* const open = memory + part * 2 * kBlock;
    std::copy(open + begin % kBlock, open + begin % kBlock + (own - begin), block + begin % kBlock);
    if (own > begin && own % kBlock == 0) sums[begin / kBlock] = block_sum(block, kBlock);
    std::copy(open + kBlock, open + kBlock + (end - last), block);
  }
  const std::int64_t count = rows_ * width;
  if (count % kBlock > 0) sums[count / kBlock] = block_sum(block, count % kBlock);
  kernels::BlockSum<T> all;
  for (std::int64_t i = 0; i * kBlock < count; ++i) all.add(&sums[i], 1);
  return all.total();
}

template class RowSum<float>;
template class RowSum<double>;
template float RowBlocks::total(std::int64_t, float*) const;
template double RowBlocks::total(std::int64_t, double*) const;

}  // namespace gradc
