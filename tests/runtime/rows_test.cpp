// Blocks of rows: each row once, sums as if nothing were divided, memory that no two blocks share at once.
#include <gradc/detail/parallel.h>
#include <gradc/detail/rows.h>
#include <gradc/kernels/reduce.h>
#include <gradc/threads.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "backwards.h"

namespace {

using gradc_test::Backwards;

std::int64_t held(std::int64_t rows, std::int64_t most) { return std::min(rows, gradc::RowBlocks::kMostParts * most); }
std::int64_t summed(std::int64_t rows, std::int64_t most) {
  const std::int64_t least = std::min<std::int64_t>(most, 16);
  return std::min(16 * (6 + rows / (512 * least)), 2 * (rows / least) + 1);
}

constexpr std::int64_t kDear = std::int64_t{1} << 22;  // the cost of a row: worth a thread

template <class F>
void for_each_case(F f) {
  for (const std::int64_t most : {1, 4, 16, 17, 100})
    for (const std::int64_t rows : {0, 1, 2, 15, 16, 17, 31, 32, 33, 34, 63, 65, 100, 129, 1000}) f(rows, most);
}

void check_blocks(std::int64_t rows, std::int64_t most) {
  std::vector<int> done(static_cast<std::size_t>(rows));
  std::vector<gradc::RowBlock> ran;
  std::mutex mutex;
  gradc::RowBlocks(rows, most, std::min<std::int64_t>(most, 16), kDear).run([&](const gradc::RowBlock& block) {
    const std::lock_guard lock(mutex);
    ran.push_back(block);
  });
  for (const gradc::RowBlock& block : ran) {
    ASSERT_GE(block.count, 1);
    ASSERT_LE(block.count, most);
    ASSERT_GE(block.place, 0);
    ASSERT_LE(block.place + block.count, held(rows, most)) << rows << " rows, at most " << most;
    ASSERT_LE(block.place, block.first);
    ASSERT_LT(block.sum, summed(rows, most)) << rows << " rows, at most " << most;
    for (std::int64_t row = block.first; row < block.first + block.count; ++row) ++done.at(static_cast<std::size_t>(row));
  }
  for (const int times : done) ASSERT_EQ(times, 1);
  // Those in one place come one after the other; those in other places may be worked on at once.
  std::vector<std::int64_t> places;
  for (const gradc::RowBlock& block : ran)
    if (places.empty() || places.back() != block.place) places.push_back(block.place);
  std::sort(places.begin(), places.end());
  ASSERT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
  for (const gradc::RowBlock& a : ran)
    for (const gradc::RowBlock& b : ran)
      ASSERT_TRUE(a.place == b.place || a.place + a.count <= b.place || b.place + b.count <= a.place)
          << rows << " rows, at most " << most;
}

TEST(RowBlocks, HaveEachRowOnce) { for_each_case(check_blocks); }

// As many as generated code has memory for.
TEST(RowBlocks, HaveFewSums) {
  for (const int threads : {1, 2, 40}) {
    Backwards executor(threads);
    gradc::Workspace workspace;
    workspace.use(executor);
    const gradc::Parallel parallel(workspace);
    for (std::int64_t rows = 1; rows < (1 << 20); rows += 1 + rows / 5)
      for (const std::int64_t each : {rows, rows / 16 * 16, rows / 16 * 16 + 1})
        gradc::RowBlocks(each, 16, 16, kDear).run([&](const gradc::RowBlock& block) { ASSERT_LT(block.sum, summed(each, 16)) << each; });
  }
}

TEST(RowBlocks, AreApartOnThreads) {
  for (const int threads : {2, 3, 8, 40}) {
    Backwards executor(threads);
    gradc::Workspace workspace;
    workspace.use(executor);
    const gradc::Parallel parallel(workspace);
    for_each_case(check_blocks);
  }
}

template <class T>
std::vector<T> sum_in_blocks(std::int64_t rows, std::int64_t most, std::int64_t width, const std::vector<T>& x) {
  std::vector<T> sums(static_cast<std::size_t>(summed(rows, most) * width), T(NAN)), total(static_cast<std::size_t>(width), T(NAN));
  const gradc::RowBlocks blocks(rows, most, std::min<std::int64_t>(most, 16), kDear);
  blocks.run([&](const gradc::RowBlock& block) {
    gradc::kernels::sum({{block.count, width}, {0}}, x.data() + block.first * width, sums.data() + block.sum * width);
    block.add(width, sums.data());
  });
  blocks.total(width, sums.data(), total.data());
  return total;
}

template <class T>
void check_sums() {
  for_each_case([](std::int64_t rows, std::int64_t most) {
    if (most < 16) return;  // the runtime adds so many one after the other
    for (const std::int64_t width : {0, 2, 3, 70}) {  // 1: the runtime sums a line
      std::vector<T> x(static_cast<std::size_t>(rows * width)), all(static_cast<std::size_t>(width));
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(std::sin(static_cast<double>(i) * 1.7) * 100);
      gradc::kernels::sum({{rows, width}, {0}}, x.data(), all.data());
      ASSERT_EQ(sum_in_blocks(rows, most, width, x), all) << rows << " rows, at most " << most << ", of " << width;
    }
  });
}

// All elements, given in pieces.
template <class T>
T sum_of_all(std::int64_t rows, std::int64_t most, std::int64_t width, const std::vector<T>& x) {
  constexpr std::int64_t kBlock = gradc::RowSum<T>::kBlock;
  std::vector<T> memory(static_cast<std::size_t>(gradc::RowBlocks::kMostParts * 2 * kBlock + rows * width / kBlock + 1), T(NAN));
  const gradc::RowBlocks blocks(rows, most, std::min<std::int64_t>(most, 16), kDear);
  blocks.run([&](const gradc::RowBlock& block) {
    gradc::RowSum<T> sum(block, width, memory.data());
    for (std::int64_t at = 0, n = block.count * width; at < n; at += kBlock) sum.add(x.data() + block.first * width + at, std::min(kBlock, n - at));
  });
  return blocks.total(width, memory.data());
}

template <class T>
void check_sums_of_all() {
  for_each_case([](std::int64_t rows, std::int64_t most) {
    for (const std::int64_t width : {0, 1, 3, 128, 512, 700}) {
      std::vector<T> x(static_cast<std::size_t>(rows * width));
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(std::sin(static_cast<double>(i) * 1.7) * 100);
      T all = T(NAN);
      gradc::kernels::sum({{rows * width}, {0}}, x.data(), &all);
      ASSERT_EQ(sum_of_all(rows, most, width, x), all) << rows << " rows, at most " << most << ", of " << width;
    }
  });
}

TEST(RowBlocks, SumAllAsIfNothingWereDivided) {
  check_sums_of_all<double>();
  check_sums_of_all<float>();
}

TEST(RowBlocks, SumAllTheSameOnThreads) {
  for (const int threads : {2, 3, 8, 40}) {
    Backwards executor(threads);
    gradc::Workspace workspace;
    workspace.use(executor);
    const gradc::Parallel parallel(workspace);
    check_sums_of_all<double>();
  }
}

TEST(RowBlocks, SumAsIfNothingWereDivided) {
  check_sums<double>();
  check_sums<float>();
}

TEST(RowBlocks, SumTheSameOnThreads) {
  for (const int threads : {2, 8}) {
    Backwards executor(threads);
    gradc::Workspace workspace;
    workspace.use(executor);
    const gradc::Parallel parallel(workspace);
    check_sums<float>();
  }
}

}  // namespace
