// Launches of kernels, what they report, and graphs; on the emulator and on devices.
#include <gradc/cuda/device.h>

#include <gradc/cuda.h>
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "errors.h"

namespace gradc::cuda {
namespace {

using testing::error_of;

__global__ void scale(std::int64_t count, float by, float* x) {
  for (std::int64_t element = first(); element < count; element += step()) x[element] *= by;
}

// The sum of each row, by shuffles and shared memory: one block a row.
template <class T>
__global__ void sum_rows(std::int64_t columns, const T* __restrict__ x, T* __restrict__ sums) {
  __shared__ T of_warps[32];
  T sum = 0;
  for (std::int64_t j = threadIdx.x; j < columns; j += blockDim.x) sum += x[blockIdx.x * columns + j];
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : T(0);
    for (unsigned lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffffu, sum, lanes);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  }
}

// Sums of all prefixes of a block, with a barrier after each step.
__global__ void scan(int* x) {
  __shared__ int part[256];
  const int i = static_cast<int>(threadIdx.x);
  part[i] = x[i];
  __syncthreads();
  for (int by = 1; by < 256; by *= 2) {
    const int before = i >= by ? part[i - by] : 0;
    __syncthreads();
    part[i] += before;
    __syncthreads();
  }
  x[i] = part[i];
}

__global__ void reverse_lanes(int* x) {
  const int i = static_cast<int>(threadIdx.x);
  const int mirrored = __shfl_sync(0xffffffffu, x[i], 31 - i % 32);
  const unsigned odd = __ballot_sync(0xffffffffu, mirrored % 2);
  x[i] = mirrored + static_cast<int>(odd == 0x55555555u ? 1000 : 0);
}

__global__ void histogram(std::int64_t count, const int* x, int* bins, unsigned long long* largest) {
  for (std::int64_t element = first(); element < count; element += step()) {
    atomicAdd(bins + x[element], 1);
    atomicMax(largest, static_cast<unsigned long long>(x[element]));
  }
}

__global__ void gather(std::int64_t count, const float* x, std::int64_t extent, const int* indices, float* y, Status* status,
                       std::uint64_t name, std::uint64_t where, std::uint64_t text) {
  for (std::int64_t element = first(); element < count; element += step()) {
    const std::int64_t index = indices[element];
    if (index >= 0 && index < extent) {
      y[element] = x[index];
    } else if (atomicCAS(&status->kind, 0, static_cast<int>(Status::kIndex)) == 0) {
      status->axis = 0;
      status->index = index;
      status->extent = extent;
      status->place = element;
      status->name = name;
      status->where = where;
      status->text = text;
    }
  }
}

__global__ void put(std::int64_t count, float value, float* x) {
  for (std::int64_t element = first(); element < count; element += step()) x[element] = value;
}

std::uint64_t number(const char* text) { return reinterpret_cast<std::uintptr_t>(text); }

TEST(Launch, ReachesEachElementOnce) {
  const Stream stream;
  for (const std::int64_t n : {0, 1, 255, 256, 257, 10000}) {
    Vector<float> x{Shape{n}};
    for (std::int64_t i = 0; i < n; ++i) x[i] = static_cast<float>(i);
    Vector<float> there = to_device(x, stream);
    launch(stream, scale, n, 2, data(there, "x", stream));  // 2 becomes a float
    const Vector<float> back = to_host(there, stream);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(back[i], 2 * x[i]) << i << " of " << n;
  }
}

template <class T>
void expect_sums_of_rows() {
  const Stream stream;
  Matrix<T> x(Shape{7, 1000});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<T>(i % 13);
  const Matrix<T> there = to_device(x, stream);
  Vector<T> sums;
  launch_blocks(stream, sum_rows<T>, 7, 256, 1000, data(there, "x", stream), resized(sums, {7}, stream));
  const Vector<T> expected = sum(x, 1), got = to_host(sums, stream);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(got[i], expected[i]);
}
TEST(Launch, SumsRowsInBlocks) {
  expect_sums_of_rows<float>();
  expect_sums_of_rows<double>();
}

TEST(Launch, HasManyBarriers) {
  const Stream stream;
  Vector<int> x{Shape{256}};
  for (int i = 0; i < 256; ++i) x[i] = i;
  Vector<int> there = to_device(x, stream);
  launch_blocks(stream, scan, 1, 256, data(there, "x", stream));
  const Vector<int> sums = to_host(there, stream);
  for (int i = 0; i < 256; ++i) ASSERT_EQ(sums[i], i * (i + 1) / 2);
}

TEST(Launch, ExchangesLanes) {
  const Stream stream;
  Vector<int> x{Shape{64}};
  for (int i = 0; i < 64; ++i) x[i] = i;
  Vector<int> there = to_device(x, stream);
  launch_blocks(stream, reverse_lanes, 1, 64, data(there, "x", stream));
  const Vector<int> got = to_host(there, stream);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(got[i], i / 32 * 32 + 31 - i % 32 + 1000);
}

TEST(Launch, HasAtomicsOfIntegers) {
  const Stream stream;
  Vector<int> x{Shape{5000}};
  for (int i = 0; i < 5000; ++i) x[i] = i * i % 10;
  const Vector<int> there = to_device(x, stream);
  Vector<int> bins = to_device(Vector<int>(Shape{10}), stream);
  Scalar<unsigned long long> largest;
  unsigned long long* const most = resized(largest, stream);
  copy(Vector<std::uint64_t>{0}, View<std::uint64_t, 1>(reinterpret_cast<std::uint64_t*>(most), {1}, stream.device()), stream);
  launch(stream, histogram, 5000, data(there, "x", stream), data(bins, "bins", stream), most);
  const Vector<int> got = to_host(bins, stream);
  EXPECT_EQ(got[0], 500);
  EXPECT_EQ(got[1], 1000);
  EXPECT_EQ(got[2], 0);
  EXPECT_EQ(largest.get(), 9u);
}

class StatusTest : public ::testing::Test {
 protected:
  void take(const Vector<int>& indices, const char* name, const char* where, const char* text) {
    const Vector<int> there = to_device(indices, stream_);
    launch(stream_, gather, indices.size(), data(x_, "x", stream_), x_.size(), data(there, "indices", stream_),
           resized(y_, {indices.size()}, stream_), status(stream_), number(name), number(where), number(text));
  }

  Stream stream_;
  Vector<float> x_ = to_device(Vector<float>{1, 2, 3}, stream_);
  Vector<float> y_;
};

TEST_F(StatusTest, ThrowsWhatTheHostThrows) {
  take({0, 7, 2}, "x", "model.cpp:4", nullptr);
  EXPECT_EQ(error_of<IndexError>([&] { stream_.wait(); }),
            "model.cpp:4: index 7 is out of range for axis 0 of x, whose extent is 3");
  EXPECT_NO_THROW(stream_.wait());
  take({0, -1, 2}, "x", nullptr, nullptr);
  EXPECT_EQ(error_of<IndexError>([&] { to_host(y_, stream_); }), "index -1 is out of range for axis 0 of x, whose extent is 3");
  take({2, 1}, "x", nullptr, nullptr);
  EXPECT_EQ(to_host(y_, stream_)[0], 3.0f);
}

TEST_F(StatusTest, HasTheTextsOfKernels) {
  const Vector<float> x{1, 2, 3};
  const Vector<int> indices{0, 1, 5};
  const std::string expected = error_of<IndexError>([&] { gradc::take(x, indices); });
  take(indices, "take", nullptr, "index {index}, at place {place}, is out of range for an axis of extent {extent}");
  Scalar<float> value;
  resized(value, stream_);
  EXPECT_EQ(error_of<IndexError>([&] { value.get(); }), expected);
}

TEST(GraphTest, DoesAgainWhatWasCaptured) {
  const Stream stream;
  Vector<float> x = to_device(Vector<float>{1, 2}, stream);
  float* const there = data(x, "x", stream);
  Workspace workspace(stream);
  Vector<float> y;
  const auto call = [&] {
    const Memory memory = workspace.take(8);
    copy(x, View<float, 1>(memory.at<float>(0), {2}, stream.device()), stream);
    launch(stream, scale, 2, 3.0f, memory.at<float>(0));
    copy(View<float, 1>(memory.at<float>(0), {2}, stream.device()), x, stream);
  };
  call();
  const Graph graph = capture(stream, call);
  EXPECT_EQ(to_host(x, stream)[1], 6.0f);
  graph.launch(stream);
  graph.launch(stream);
  EXPECT_EQ(to_host(x, stream)[1], 54.0f);

  static_cast<void>(workspace.take(1000000));  // keeps what the graph uses
  graph.launch(stream);
  launch(stream, put, 1, 5.0f, there);
  EXPECT_EQ(to_host(x, stream)[1], 162.0f);

  const Stream second;
  EXPECT_THROW(graph.launch(second), DeviceError);
}

TEST(GraphTest, AllocatesNothing) {
  const Stream stream;
  Vector<float> x;
  EXPECT_EQ(error_of<DeviceError>([&] { capture(stream, [&] { resized(x, {3}, stream); }); }),
            "a stream of cuda:0 is being captured, which refuses memory for a tensor; call once before capturing");
  EXPECT_THROW(capture(stream, [&] { stream.wait(); }), DeviceError);
  EXPECT_THROW(capture(stream, [&] { scratch(stream, 100); }), DeviceError);
  EXPECT_NO_THROW(resized(x, {3}, stream));
}

}  // namespace
}  // namespace gradc::cuda
