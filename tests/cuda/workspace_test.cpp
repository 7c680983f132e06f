// Workspaces on a device.
#include <gradc/cuda.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "errors.h"

namespace gradc::cuda {
namespace {

using testing::error_of;

TEST(DeviceWorkspace, RoundsUpWhatSeveralBuffersShare) {
  EXPECT_EQ(gradc::cuda::padded_bytes(0), 0);
  EXPECT_EQ(gradc::cuda::padded_bytes(gradc::Bytes(1)), 256);
  EXPECT_EQ(gradc::cuda::padded_bytes(gradc::Bytes(300), 8), 512);
  EXPECT_EQ(gradc::cuda::padded_bytes(8, gradc::Bytes(257), gradc::Bytes(1)), 512);
}

TEST(DeviceWorkspace, GrowsOnceForTheSameCall) {
  const Stream stream;
  Workspace workspace(stream);
  const auto call = [&] {
    const Memory outer = workspace.take(1000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(outer.at<char>(0)) % 256, 0u);
    const Memory inner = workspace.take(100000);
    const Memory innermost = workspace.take(1);
    EXPECT_NE(innermost.at<char>(0), inner.at<char>(0));
    EXPECT_EQ(outer.at<float>(8), outer.at<float>(0) + 2);
  };
  call();
  EXPECT_EQ(workspace.high_water(), 1024 + 100096 + 256);
  EXPECT_EQ(workspace.capacity(), workspace.high_water());
  const std::int64_t before = workspace.capacity();
  call();
  EXPECT_EQ(workspace.capacity(), before);
  EXPECT_EQ(&workspace.stream(), &stream);
}

TEST(DeviceWorkspace, GivesTheSameMemoryAgain) {
  const Stream stream;
  Workspace workspace(stream);
  static_cast<void>(workspace.take(512));
  const char* first = nullptr;
  {
    const Memory outer = workspace.take(256);
    const Memory inner = workspace.take(256);
    first = outer.at<char>(0);
    EXPECT_EQ(inner.at<char>(0), first + 256);
  }
  EXPECT_EQ(workspace.take(512).at<char>(0), first);
  EXPECT_EQ(workspace.capacity(), 512);
}

TEST(DeviceWorkspace, OfFixedSizeNeverGrows) {
  const Stream stream;
  Workspace owner(stream);
  const Memory memory = owner.take(1024);
  Workspace workspace(stream, memory.at<char>(0), 1024);
  EXPECT_EQ(workspace.capacity(), 1024);
  const Memory frame = workspace.take(700);
  EXPECT_EQ(frame.at<char>(0), memory.at<char>(0));
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(workspace.take(300)); }),
            "a workspace of 1024 bytes, of which 768 are in use, cannot hold 300 bytes more");
  EXPECT_NO_THROW(static_cast<void>(workspace.take(256)));
  Workspace shifted(stream, memory.at<char>(8), 512);
  EXPECT_EQ(shifted.capacity(), 512 - 248);
  EXPECT_EQ(error_of<Error>([&] { static_cast<void>(workspace.take(-1)); }), "a frame of -1 bytes was asked for");
}

TEST(Scratch, GrowsAndIsKept) {
  const Stream stream;
  void* const first = scratch(stream, 100);
  EXPECT_EQ(scratch(stream, 10), first);
  void* const larger = scratch(stream, 100000);
  EXPECT_EQ(scratch(stream, 100000), larger);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(larger) % 256, 0u);
}

}  // namespace
}  // namespace gradc::cuda
