// How fast the kernels of the CUDA runtime are, in bytes a second beside those of a copy on the device; products in operations.
// One program, which asks for nothing but a device:
//
//     nvcc -O3 -std=c++17 --expt-relaxed-constexpr -fmad=false -arch=sm_90 -I runtime/include bench/cuda_kernels.cu
//          build/runtime/cuda/libgradc_runtime_cuda.a build/runtime/libgradc_runtime.a -lcublas -lcublasLt -o cuda_kernels
//
// Each line: what, the time of one call, its bytes (what must be read and written) a second, and the share of the copy's.
#include <gradc/cuda.h>
#include <gradc/cuda/device.h>
#include <gradc/cuda/kernels.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

namespace kernels = gradc::cuda::kernels;
using gradc::cuda::Stream;
using gradc::half;

constexpr int kWarm = 3, kTimes = 10;

double of_copy = 0;  // bytes a second

// The shortest of some calls, in seconds.
double seconds(const Stream& stream, const std::function<void()>& call) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int i = 0; i < kWarm; ++i) call();
  float least = 1e30f;
  for (int i = 0; i < kTimes; ++i) {
    cudaEventRecord(begin, stream.handle());
    call();
    cudaEventRecord(end, stream.handle());
    cudaEventSynchronize(end);
    float time = 0;
    cudaEventElapsedTime(&time, begin, end);
    least = std::min(least, time);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  stream.wait();
  return static_cast<double>(least) * 1e-3;
}

void report(const Stream& stream, const std::string& what, double bytes, const std::function<void()>& call) {
  const double time = seconds(stream, call);
  std::printf("%-44s %9.1f us %8.1f GB/s %6.1f %%\n", what.c_str(), time * 1e6, bytes / time * 1e-9,
              of_copy > 0 ? bytes / time / of_copy * 100 : 100.0);
  std::fflush(stdout);
}

// Memory of the device that is given back when the program ends.
template <class T>
T* memory(std::int64_t n) {
  void* result = nullptr;
  if (cudaMalloc(&result, static_cast<std::size_t>(n) * sizeof(T)) != cudaSuccess) {
    std::puts("out of memory");
    std::exit(1);
  }
  cudaMemset(result, 0, static_cast<std::size_t>(n) * sizeof(T));
  return static_cast<T*>(result);
}

__global__ void gelu(std::int64_t count, const float* __restrict__ x, float* __restrict__ y) {
  for (std::int64_t element = gradc::cuda::first(); element < count; element += gradc::cuda::step()) {
    const float t = x[element];
    y[element] = 0.5f * t * (1.0f + erff(t * 0.70710678f));
  }
}

template <class T>
void of_type(const Stream& stream, const char* type, T* x, T* y, std::int64_t n) {
  const auto named = [&](const std::string& text) { return text + ", " + type; };
  const double size = sizeof(T), all = static_cast<double>(n);
  report(stream, named("kernels::copy"), 2 * all * size, [&] { kernels::copy(stream, n, x, y); });
  report(stream, named("kernels::fill"), all * size, [&] { kernels::fill(stream, n, T(0.5f), y); });
  report(stream, named("transpose of 8192 x " + std::to_string(n / 8192)), 2 * all * size,
         [&] { kernels::transpose(stream, {{8192, n / 8192}, {1, 0}}, x, y); });
  report(stream, named("broadcast of a row"), all * size, [&] {
    kernels::broadcast(stream, {{4096}, {n / 4096, 4096}}, x, y);
  });
  report(stream, named("broadcast of a column"), all * size, [&] {
    kernels::broadcast(stream, {{n / 4096, 1}, {n / 4096, 4096}}, x, y);
  });
  report(stream, named("sum of all"), all * size, [&] { kernels::sum(stream, {{n}, {0}}, x, y); });
  report(stream, named("sum along the first axis"), all * size, [&] { kernels::sum(stream, {{n / 4096, 4096}, {0}}, x, y); });
  report(stream, named("sum along the middle axis"), all * size, [&] {
    kernels::sum(stream, {{64, n / 65536, 1024}, {1}}, x, y);
  });
  report(stream, named("sum along the last axis, of 4096"), all * size, [&] {
    kernels::sum(stream, {{n / 4096, 4096}, {1}}, x, y);
  });
  report(stream, named("sum along the last axis, of 64"), all * size, [&] { kernels::sum(stream, {{n / 64, 64}, {1}}, x, y); });
  report(stream, named("max along the last axis, of 1024"), all * size, [&] {
    kernels::max(stream, {{n / 1024, 1024}, {1}}, x, y);
  });
  report(stream, named("logsumexp along the last axis, of 1024"), all * size,
         [&] { kernels::logsumexp(stream, {{n / 1024, 1024}, {1}}, x, y); });
  for (const std::int64_t row : {128, 512, 1024, 4096, 16384, 65536})
    report(stream, named("softmax of rows of " + std::to_string(row)), 2 * all * size,
           [&] { kernels::softmax(stream, {n / row, row, 1}, x, y); });
  report(stream, named("softmax along the middle axis"), 2 * all * size, [&] {
    kernels::softmax(stream, {64, n / 65536, 1024}, x, y);
  });
}

}  // namespace

int main() {
  const Stream stream;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("%s\n", properties.name);
  const std::int64_t n = std::int64_t{1} << 27;
  float* const x = memory<float>(n);
  float* const y = memory<float>(n);
  const double bytes = 4.0 * static_cast<double>(n);
  of_copy = 2 * bytes / seconds(stream, [&] {
              cudaMemcpyAsync(y, x, static_cast<std::size_t>(n) * 4, cudaMemcpyDeviceToDevice, stream.handle());
            });
  std::printf("cudaMemcpy on the device: %.1f GB/s\n", of_copy * 1e-9);

  report(stream, "pointwise gelu, float", 2 * bytes, [&] { gradc::cuda::launch(stream, gelu, n, x, y); });
  const std::uint64_t* const key = memory<std::uint64_t>(2);
  report(stream, "random_uniform, float", bytes, [&] { kernels::random_uniform(stream, {n}, key, key + 1, x); });
  of_type<float>(stream, "float", x, y, n);
  of_type<half>(stream, "half", reinterpret_cast<half*>(x), reinterpret_cast<half*>(y), n);

  for (const std::int64_t size : {1024, 4096}) {
    const double operations = 2.0 * static_cast<double>(size * size * size);
    float* const c = memory<float>(size * size);
    const double time = seconds(stream, [&] { kernels::matmul(stream, {size, size, size}, x, y, c); });
    std::printf("matmul of %lld, float %25.1f us %8.1f Tflop/s\n", static_cast<long long>(size), time * 1e6,
                operations / time * 1e-12);
    const double half_time = seconds(stream, [&] {
      kernels::matmul(stream, {size, size, size}, reinterpret_cast<half*>(x), reinterpret_cast<half*>(y),
                      reinterpret_cast<half*>(c));
    });
    std::printf("matmul of %lld, half %26.1f us %8.1f Tflop/s\n", static_cast<long long>(size), half_time * 1e6,
                operations / half_time * 1e-12);
  }

  // Rows of 8 elements of a table of a million, at random.
  const std::int64_t rows = 10000000, table = 1 << 20, width = 8;
  std::vector<int> host(static_cast<std::size_t>(rows));
  std::uint64_t state = 1;
  for (int& index : host) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    index = static_cast<int>((state >> 33) % static_cast<std::uint64_t>(table));
  }
  int* const indices = memory<int>(rows);
  cudaMemcpy(indices, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  const double moved = static_cast<double>(rows) * (4 + 2 * 4 * static_cast<double>(width));
  report(stream, "take of 1e7 rows of 8, float", moved, [&] { kernels::take(stream, {1, table, width, rows}, x, indices, y); });
  const double scattered =
      static_cast<double>(rows) * (4 + 4 * static_cast<double>(width)) + 2.0 * static_cast<double>(table * width) * 4;
  const float* const none = nullptr;
  report(stream, "scatter_add of 1e7 rows of 8, float", scattered,
         [&] { kernels::scatter_add(stream, {1, table, width, rows}, none, indices, x, y); });
  report(stream, "scatter_add of 1e7 numbers, float", static_cast<double>(rows) * 8 + 2.0 * static_cast<double>(table) * 4,
         [&] { kernels::scatter_add(stream, {1, table, 1, rows}, none, indices, x, y); });
  report(stream, "cumsum of 4096 along the first axis, float", 2 * bytes,
         [&] { kernels::cumsum(stream, {1, 4096, n / 4096, false, false}, x, y); });
  report(stream, "cumsum along a line, float", 2 * bytes, [&] { kernels::cumsum(stream, {1, n, 1, false, false}, x, y); });
  stream.wait();
  return 0;
}
