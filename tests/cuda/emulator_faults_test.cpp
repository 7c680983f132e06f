// What the emulator ends a program for, and what it says then.
#include <gradc/cuda/device.h>

#include <gradc/cuda.h>
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace gradc::cuda {
namespace {

__global__ void half_reach_the_barrier(float* x) {
  if (threadIdx.x < 100) __syncthreads();
  x[threadIdx.x] = 1;
}

__global__ void different_barriers(float* x) {
  if (threadIdx.x % 2 == 0)
    __syncthreads();
  else
    __syncthreads();
  x[threadIdx.x] = 1;
}

__global__ void half_a_warp(float* x) {
  if (threadIdx.x % 32 < 16) x[threadIdx.x] = __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
  __syncthreads();
}

__global__ void read_other_lane(float* x) {
  if (threadIdx.x < 16) x[threadIdx.x] = __shfl_sync(0x0000ffffu, x[threadIdx.x], 20);
}

__global__ void write_past_the_end(std::int64_t count, float* x) {
  for (std::int64_t element = first(); element < count; element += step()) x[element] = 0;
}

__global__ void recurse(std::int64_t depth, float* x) {
  volatile float memory[1024] = {};
  memory[depth % 1024] = x[0];
  if (depth > 0) recurse(depth - 1, x);
  x[0] += memory[0];
}

__global__ void divide_by_zero(std::int64_t count, const int* x, int* y) {
  for (std::int64_t element = first(); element < count; element += step()) y[element] = scalar::quotient(1, x[element]);
}

class EmulatorDeath : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  Stream stream_;
  Vector<float> x_ = to_device(Vector<float>(Shape{250}), stream_);
  float* there_ = data(x_, "x", stream_);
};

TEST_F(EmulatorDeath, BarrierThatNotAllReach) {
  Vector<float> y;
  EXPECT_DEATH(launch_blocks(stream_, half_reach_the_barrier, 3, 200, resized(y, {200}, stream_)),
               "a barrier that not all threads reach: this one waits at .*emulator_faults_test.cpp:[0-9]+, 100 of the 200 threads "
               "of the block do; thread [0-9]+ has ended\n  in kernel .*half_reach_the_barrier \\(launched at "
               ".*emulator_faults_test.cpp:[0-9]+\\), block 0 of 3, thread [0-9]+ of 200");
}

TEST_F(EmulatorDeath, DifferentBarriers) {
  EXPECT_DEATH(launch_blocks(stream_, different_barriers, 1, 64, there_), "threads of one block wait at different barriers");
}

TEST_F(EmulatorDeath, BarrierOfAWarpThatNotAllReach) {
  EXPECT_DEATH(launch_blocks(stream_, half_a_warp, 1, 64, there_),
               "not all lanes that it waits for come there; thread [0-9]+ waits at ");
}

TEST_F(EmulatorDeath, ShuffleFromALaneThatTakesNoPart) {
  EXPECT_DEATH(launch_blocks(stream_, read_other_lane, 1, 32, there_), "a shuffle reads lane 20, which does not take part");
}

TEST_F(EmulatorDeath, IndexPastTheEnd) {
  EXPECT_DEATH(launch(stream_, write_past_the_end, 251, there_),
               "(written outside its allocation: byte 1000 of an allocation of 1000 bytes on cuda:0|use-after-poison)");
  EXPECT_DEATH(launch(stream_, write_past_the_end, 5000, there_),
               "(access of memory outside its allocation: byte [0-9]+ of an allocation of 1000 bytes on cuda:0\n  in|"
               "the report above is of) kernel .*write_past_the_end \\(launched at .*:[0-9]+\\), block ");
}

TEST_F(EmulatorDeath, HostAccess) {
  EXPECT_DEATH(static_cast<void>(static_cast<volatile float*>(there_)[3]),
               "the host touched memory of the device: byte 12 of an allocation of 1000 bytes on cuda:0; use gradc::cuda::to_host");
}

TEST_F(EmulatorDeath, NullPointer) {
  EXPECT_DEATH(launch(stream_, write_past_the_end, 1, nullptr),
               "a null pointer\\?|null pointer of type|of kernel .*write_past_the_end");
}

TEST_F(EmulatorDeath, StackThatIsUsedUp) {
  EXPECT_DEATH(launch(stream_, recurse, 10000, there_), "stack is used up|stack-overflow");
}

TEST_F(EmulatorDeath, ExceptionInAKernel) {
  const Vector<int> zeros = to_device(Vector<int>(Shape{3}), stream_);
  Vector<int> y;
  EXPECT_DEATH(launch(stream_, divide_by_zero, 3, data(zeros, "zeros", stream_), resized(y, {3}, stream_)),
               "an exception leaves a kernel: integer division by zero");
}

TEST_F(EmulatorDeath, CopyBeyondAnAllocation) {
  Vector<float> y;
  EXPECT_DEATH(copy(View<const float, 1>(there_, {251}, stream_.device()), y, stream_),
               "a copy of 1004 bytes goes beyond its allocation");
}

}  // namespace
}  // namespace gradc::cuda
