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

}  // namespace
