#include <gradc/detail/budget.h>
#include <gradc/workspace.h>

#include <limits>
#include <utility>
#include <vector>

#include "allocation_count.h"
#include "expect.h"

namespace {

using gradc::Memory;
using gradc::Workspace;

TEST(Workspace, PadsToCacheLines) {
  static_assert(gradc::padded_bytes(0) == 0 && gradc::padded_bytes(1) == 64 &&
                gradc::padded_bytes(64) == 64 && gradc::padded_bytes(65) == 128);
}

TEST(Workspace, BytesOfTripsDoNotOverflow) {
  using gradc::Bytes;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  static_assert((8 * Bytes(5)).value() == 40 && (8 * Bytes(5) * Bytes(-3) + 1).value() == -119);
  static_assert((Bytes(kMost) * Bytes(0)).value() == 0 && (0 * Bytes(kMost)).value() == 0);
  for (std::int64_t n : {kMost, kMost - 7, std::int64_t{1} << 61, std::int64_t{1} << 53}) {
    EXPECT_GE(gradc::padded_bytes(8 * Bytes(n)), std::int64_t{1} << 56) << n;
    EXPECT_GE(gradc::padded_bytes(8 * Bytes(n) * Bytes(n)), std::int64_t{1} << 56) << n;
    EXPECT_LE((8 * Bytes(-n)).value(), -(std::int64_t{1} << 56)) << n;
    EXPECT_GT(16 * gradc::padded_bytes(8 * Bytes(n) + Bytes(n)), 0) << n;
  }
}

TEST(Workspace, GrowsAndThenAllocatesNothing) {
  Workspace workspace;
  EXPECT_EQ(workspace.capacity(), 0);
  { const Memory memory = workspace.take(1000); }
  const std::int64_t before = gradc_test::allocations();
  for (int i = 0; i < 3; ++i) {
    const Memory memory = workspace.take(1000);
    float* values = memory.at<float>(64);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values) % 64, 0u);
    values[0] = 1;
  }
  EXPECT_EQ(gradc_test::allocations(), before);
  EXPECT_EQ(workspace.capacity(), 1024);
  EXPECT_EQ(workspace.high_water(), 1024);
}

// A call that takes a frame, and calls another of half the size while it holds it.
void nested(Workspace& workspace, std::int64_t bytes) {
  const Memory memory = workspace.take(bytes);
  unsigned char* values = memory.at<unsigned char>(0);
  for (std::int64_t i = 0; i < bytes; ++i) values[i] = static_cast<unsigned char>(bytes);
  for (int i = 0; i < 2; ++i)
    if (bytes > 16) nested(workspace, bytes / 2);
  for (std::int64_t i = 0; i < bytes; ++i) ASSERT_EQ(values[i], static_cast<unsigned char>(bytes));
}

TEST(Workspace, NestedFramesStayValidAndCoalesce) {
  Workspace workspace;
  nested(workspace, 5000);
  const std::int64_t capacity = workspace.capacity(), before = gradc_test::allocations();
  EXPECT_EQ(capacity, workspace.high_water());
  nested(workspace, 5000);
  EXPECT_EQ(gradc_test::allocations(), before);
  EXPECT_EQ(workspace.capacity(), capacity);
  nested(workspace, 20000);
  nested(workspace, 5000);
  EXPECT_EQ(workspace.capacity(), workspace.high_water());
}

// It asked for up to twice as much.
TEST(Workspace, HoldsLittleMoreThanIsInUse) {
  for (const std::int64_t first : {1 << 20, 1 << 14, 1})
    for (const std::vector<std::int64_t>& sizes :
         {std::vector<std::int64_t>{1088}, {70000}, {1 << 20}, {64, 30000, 1088}, {600000, 640}}) {
      Workspace workspace;
      std::vector<Memory> frames;
      frames.push_back(workspace.take(first));
      for (std::size_t i = 0; i < 400; ++i) {
        frames.push_back(workspace.take(sizes[i % sizes.size()]));
        frames.back().at<unsigned char>(0)[0] = 1;
        EXPECT_LE(workspace.capacity(), workspace.high_water() + workspace.high_water() / 20 + 4096) << sizes[0] << ' ' << i;
      }
      while (!frames.empty()) frames.pop_back();
      EXPECT_EQ(workspace.capacity(), workspace.high_water());
    }
}

TEST(Workspace, FramesOfNothingStandOnNoBlock) {
  Workspace workspace;
  { const Memory block = workspace.take(64); }
  const Memory nothing = workspace.take(0);
  const Memory large = workspace.take(1 << 20);  // in the place of a block that held nothing
  EXPECT_EQ(workspace.high_water(), 1 << 20);
  EXPECT_EQ(workspace.capacity(), 1 << 20);
}

TEST(Workspace, FramesCanBeMoved) {
  Workspace workspace;
  {
    Memory first = workspace.take(100);
    const Memory second(std::move(first));
    second.at<int>(0)[0] = 1;
  }
  const Memory again = workspace.take(100);
  EXPECT_EQ(workspace.high_water(), 128);
}

TEST(Workspace, OfFixedSizeNeverGrows) {
  alignas(64) unsigned char bytes[256];
  Workspace workspace(bytes, 256);
  const std::int64_t before = gradc_test::allocations();
  {
    const Memory first = workspace.take(100);
    EXPECT_EQ(first.at<unsigned char>(0), bytes);
    const Memory second = workspace.take(128);
    EXPECT_EQ(second.at<unsigned char>(0), bytes + 128);
  }
  { const Memory whole = workspace.take(256); }
  EXPECT_EQ(gradc_test::allocations(), before);
  EXPECT_EQ(workspace.capacity(), 256);
  EXPECT_ERROR(workspace.take(257), gradc::Error,
               "a workspace of 256 bytes, of which 0 are in use, cannot hold 257 bytes more");
  const Memory first = workspace.take(1);
  EXPECT_ERROR(workspace.take(200), gradc::Error,
               "a workspace of 256 bytes, of which 64 are in use, cannot hold 200 bytes more");
}

TEST(Workspace, OfFixedSizeTakesMemoryOfMallocWhole) {
  std::vector<unsigned char> bytes(1000);
  Workspace workspace(bytes.data(), 1000);
  const Memory whole = workspace.take(1000);
  EXPECT_EQ(whole.at<unsigned char>(0), bytes.data());
  Workspace odd(bytes.data() + 1, 100);
  EXPECT_EQ(odd.capacity(), 85);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(odd.take(10).at<unsigned char>(0)) % 16, 0u);
}

TEST(Workspace, RefusesNegativeSizes) {
  Workspace workspace;
  EXPECT_ERROR(workspace.take(-1), gradc::Error, "a frame of -1 bytes was asked for");
  EXPECT_ERROR(Workspace(nullptr, -1), gradc::Error, "a workspace of -1 bytes was asked for");
  const Memory nothing = workspace.take(0);
  EXPECT_EQ(workspace.high_water(), 0);
}

// Ways that take 8192, 4096 and 1024 bytes: which of them end.
std::vector<int> ways_that_end(Workspace& workspace, std::int64_t budget, std::string& error) {
  std::vector<int> ended;
  const auto way = [&](int which, std::int64_t bytes) {
    return [&ended, &workspace, which, bytes] {
      const Memory memory = workspace.take(bytes / 2), other = workspace.take(bytes / 2 - 64), last = workspace.take(64);
      *memory.at<int>(0) = which;
      ended.push_back(which);
    };
  };
  try {
    gradc::within_budget("f", budget, workspace, way(0, 8192), way(1, 4096), way(2, 1024));
    error.clear();
  } catch (const gradc::Error& thrown) {
    error = thrown.what();
  }
  return ended;
}

TEST(Workspace, TakesTheFirstWayThatIsWithinABudget) {
  std::string error;
  for (const std::int64_t budget : {100'000, 8192, 8191, 5000, 4096, 4095, 1024, 1023, 70, 0}) {
    const int expected = budget >= 8192 ? 0 : budget >= 4096 ? 1 : budget >= 1024 ? 2 : 3;
    const std::string short_of = "f takes more than " + std::to_string(budget) +
                                 " bytes of workspace for these arguments; they are its budget";
    const auto expect = [&](Workspace& workspace) {
      EXPECT_EQ(ways_that_end(workspace, budget, error), expected < 3 ? std::vector<int>{expected} : std::vector<int>{})
          << budget;
      EXPECT_EQ(error, expected < 3 ? "" : short_of);
    };
    Workspace growing;
    for (int i = 0; i < 3; ++i) expect(growing);
    EXPECT_LE(growing.high_water(), budget);
    EXPECT_LE(growing.capacity(), budget);
    { const Memory memory = growing.take(100'000); }  // The limit has ended.
    expect(growing);
    const Memory other = growing.take(1000);  // What is taken around it doesn't count.
    expect(growing);
  }
}

TEST(Workspace, OfFixedSizeIsABudget) {
  alignas(64) static unsigned char memory[4096];
  std::string error;
  Workspace workspace(memory, 4096), small(memory, 512);
  EXPECT_EQ(ways_that_end(workspace, 100'000, error), std::vector<int>{1});
  EXPECT_EQ(ways_that_end(small, 100'000, error), std::vector<int>{});
  EXPECT_EQ(error.rfind("a workspace of 512 bytes", 0), 0u) << error;
}

// Another error is the caller's at once.
TEST(Workspace, TriesNoOtherWayAfterAnError) {
  Workspace workspace;
  int called = 0;
  const auto failing = [&] {
    ++called;
    gradc::fail_shape("extents differ");
  };
  EXPECT_THROW(gradc::within_budget("f", 1000, workspace, failing, failing), gradc::ShapeError);
  EXPECT_EQ(called, 1);
}

}  // namespace
