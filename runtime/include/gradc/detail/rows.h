// How generated functions work on tensors some rows at a time, so that what is made of these stays in the processor's caches.
#pragma once

#include <gradc/kernels/reduce.h>

#include <algorithm>
#include <cstdint>

namespace gradc {

/// Some of the rows that are worked on, and where in memory that isn't made for all rows something of them lies.
struct RowBlock {
  std::int64_t first, count;  // the rows
  std::int64_t place;         // the first row of memory that one block after the other uses
  std::int64_t sum;           // the row of a block's sums in memory for these
  std::int64_t merged;        // how many of the sums before become one with them
  std::int64_t part, begin;   // which of the parts that run at once it is of, and the first row of that

  /// Adds sums of as many rows to each other, in the order of the rows.
  template <class T>
  void add(std::int64_t width, T* sums) const {
    for (std::int64_t k = sum; k > sum - merged; --k)
      for (std::int64_t j = 0; j < width; ++j) sums[(k - 1) * width + j] += sums[k * width + j];
  }
};

/// The sum of all elements, as they are given for one block after the other: the bits are those of all of them at once
/// (kernels::BlockSum). T: float and double.
template <class T>
class RowSum {
 public:
  static constexpr std::int64_t kBlock = kernels::BlockSum<T>::kBlock;
  /// width: elements of a row. Memory: two blocks of elements for each of RowBlocks::kMostParts, and the sums of all blocks of them.
  RowSum(const RowBlock& rows, std::int64_t width, T* memory)
      : at_(rows.first * width), begin_(rows.begin * width), open_(memory + rows.part * 2 * kBlock), sums_(sums_in(memory)) {}
  void add(const T* x, std::int64_t n);

 private:
  friend class RowBlocks;
  static T* sums_in(T* memory);

  std::int64_t at_, begin_;  // the places among all elements of the next one, and of the first of the part
  T* open_;                  // a block that another part has begun, and one that this part has
  T* sums_;
};

/// Blocks of at most so many rows: halves of halves of all rows, as sums over rows are made of (kernels/reduce.h), so that these
/// are the same for any number of threads, and as if nothing were divided.
class RowBlocks {
 public:
  /// More parts don't run at once: so many blocks have memory.
  static constexpr std::int64_t kMostParts = 16;

  /// most, least: rows of a block, of which there are more where there are threads for them. Where rows are summed `least` is at least 16,
  /// as many as sums of all rows halve no more. cost: the operations on elements of one row.
  RowBlocks(std::int64_t rows, std::int64_t most, std::int64_t least, std::int64_t cost);

  /// body(block) for each of them, in the order of the rows or, in parts, at once.
  template <class Body>
  void run(const Body& body) const {
    run([](const void* given, const RowBlock& block) { (*static_cast<const Body*>(given))(block); }, &body);
  }

  /// The sums of all rows, of those of blocks; zeros for no rows.
  template <class T>
  void total(std::int64_t width, T* sums, T* to) const {
    for (std::int64_t size = 1; size < parts_; size *= 2)
      for (std::int64_t part = 0; part < parts_; part += 2 * size)
        for (std::int64_t j = 0; j < width; ++j) sums[sum_of(part) * width + j] += sums[sum_of(part + size) * width + j];
    if (rows_ == 0)
      std::fill(to, to + width, T(0));
    else
      std::copy(sums, sums + width, to);
  }

  /// What was given to a RowSum with this memory.
  template <class T>
  T total(std::int64_t width, T* memory) const;

  /// The same as the sums of all rows, over how many are added to each.
  template <class T>
  void mean(std::int64_t width, T* sums, T* to, std::int64_t count) const {
    total(width, sums, to);
    for (std::int64_t j = 0; j < width; ++j) to[j] /= static_cast<T>(count);
  }

 private:
  void run(void (*body)(const void* given, const RowBlock& block), const void* given) const;
  // The row of the sums of a part.
  std::int64_t sum_of(std::int64_t part) const { return part * (levels_ - levels_of_parts_ + 1); }

  std::int64_t rows_, most_;
  std::int64_t levels_ = 0, levels_of_parts_ = 0;  // of halves
  std::int64_t parts_ = 1;
};

}  // namespace gradc
