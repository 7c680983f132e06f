// What the emulator itself does, beside what a device does too.
#include <gradc/cuda/device.h>

#include <gradc/cuda.h>
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace gradc::cuda {
namespace {

std::vector<int>* order = nullptr;

__global__ void note_order(std::int64_t) { order->push_back(static_cast<int>(threadIdx.x)); }

__global__ void read_unwritten(float* x) {
  __shared__ float tile[64];
  if (blockIdx.x % 2 == 0) tile[threadIdx.x] = 1.0f;
  __syncthreads();
  x[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

std::vector<int> order_with(std::uint64_t seed) {
  const Stream stream;
  std::vector<int> noted;
  order = &noted;
  emulated::seed(seed);
  launch(stream, note_order, 100);
  emulated::seed(0);
  return noted;
}

TEST(Emulator, RunsThreadsInTheOrderOfASeed) {
  std::vector<int> expected;
  for (int i = 0; i < kBlockThreads; ++i) expected.push_back(i);
  EXPECT_EQ(order_with(0), expected);
  const std::vector<int> one = order_with(1), other = order_with(2);
  EXPECT_NE(one, expected);
  EXPECT_NE(one, other);
  EXPECT_EQ(one, order_with(1));
  EXPECT_EQ(std::set<int>(one.begin(), one.end()), std::set<int>(expected.begin(), expected.end()));
}

TEST(Emulator, ForgetsSharedMemoryBetweenBlocks) {
  const Stream stream;
  Vector<float> x;
  for (int i = 0; i < 2; ++i) {
    launch_blocks(stream, read_unwritten, 4, 64, resized(x, {256}, stream));
    const Vector<float> got = to_host(x, stream);
    EXPECT_EQ(got[0], 1.0f);
    EXPECT_TRUE(std::isnan(got[64]));
    EXPECT_EQ(got[128], 1.0f);
    EXPECT_TRUE(std::isnan(got[255]));
  }
}

TEST(Emulator, FillsFreshMemory) {
  const Stream stream;
  Vector<float> x;
  resized(x, {3}, stream);
  EXPECT_TRUE(std::isnan(to_host(x, stream)[2]));
}

}  // namespace
}  // namespace gradc::cuda
