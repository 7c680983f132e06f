// Times derivatives on a device, each beside what bounds it in the same run: a copy's bandwidth, products alone. Prints a line of
// JSON for each row; `bench/cuda/torch_rows.py` prints the same rows of torch.
#include <gradc/cuda.h>
#include <gradc/cuda/kernels.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "models.grad.h"

namespace {

using gradc::cuda::Stream;
using gradc::cuda::Workspace;

// Seconds of one call: the median of several groups of calls.
double seconds(const Stream& stream, const std::function<void()>& call, int calls) {
  using Clock = std::chrono::steady_clock;
  for (int i = 0; i < 3; ++i) call();
  stream.wait();
  std::vector<double> times;
  for (int group = 0; group < 7; ++group) {
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    stream.wait();
    times.push_back(std::chrono::duration<double>(Clock::now() - begin).count() / calls);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <int R>
gradc::Tensor<float, R> random(const gradc::Shape& shape, unsigned seed, float size = 1.0f) {
  gradc::Tensor<float, R> x(shape);
  std::minstd_rand engine(seed);
  for (float& each : x) each = (static_cast<float>(engine() % 20001) / 10000.0f - 1.0f) * size;
  return x;
}

void row(const char* name, double time, const char* beside, double bound) {
  std::printf("{\"row\": \"%s\", \"us\": %.2f, \"%s\": %.2f, \"of it\": %.3f}\n", name, 1e6 * time, beside, 1e6 * bound, bound / time);
  std::fflush(stdout);
}

models::Mlp mlp(std::int64_t width, std::int64_t classes) {
  const float size = 1.0f / std::sqrt(static_cast<float>(width));
  return {{random<2>({width, width}, 1, size), random<1>({width}, 2)},
          {random<2>({width, width}, 3, size), random<1>({width}, 4)},
          {random<2>({width, classes}, 5, size), random<1>({classes}, 6)}};
}

}  // namespace

int main(int argc, char** argv) {
  const bool small = argc > 1;  // as a test: few elements
  const Stream stream;
  Workspace workspace(stream);
  const std::int64_t n = small ? 1000 : 100'000'000;

  // A copy of so many bytes: read and written.
  const auto x = gradc::cuda::to_device(random<1>({n}, 1), stream);
  gradc::Vector<float> y;
  float* const to = gradc::cuda::resized(y, {n}, stream);
  const float* const from = gradc::cuda::data(x, "x", stream);
  const double copy = seconds(stream, [&] { gradc::cuda::kernels::copy(stream, n, from, to); }, 20);
  std::printf("{\"row\": \"copy of %lld floats\", \"us\": %.2f, \"GB/s\": %.1f}\n", static_cast<long long>(n), 1e6 * copy, 8e-9 * static_cast<double>(n) / copy);

  {
    models::chain_vjp_cuda_result out;
    const double time = seconds(stream, [&] { models::chain_vjp(x, x, out, workspace); }, 20);
    row("chain, value and vjp, 1e8", time, "copy of its bytes", 2 * copy);  // x, d_y read; y, d_x written
  }
  for (const std::int64_t columns : {128, 1024, 8192, 65536}) {
    const std::int64_t rows = n / columns;
    const auto m = gradc::cuda::to_device(random<2>({rows, columns}, 2), stream);
    const auto gain = gradc::cuda::to_device(random<1>({columns}, 3), stream);
    const double bytes = static_cast<double>(rows * columns) / static_cast<double>(n);
    char name[64];
    models::softmax_rows_vjp_cuda_result soft;
    std::snprintf(name, sizeof name, "softmax, value and vjp, rows of %lld", static_cast<long long>(columns));
    row(name, seconds(stream, [&] { models::softmax_rows_vjp(m, m, soft, workspace); }, 10), "copy of its bytes", 2 * copy * bytes);
    models::normal_rows_vjp_cuda_result normal;
    std::snprintf(name, sizeof name, "layer norm, value and vjp, rows of %lld", static_cast<long long>(columns));
    row(name, seconds(stream, [&] { models::normal_rows_vjp(m, gain, gain, m, normal, workspace); }, 10), "copy of its bytes", 2 * copy * bytes);
  }
  for (const std::int64_t width : {64, 1024, 4096}) {
    if (small && width > 64) continue;
    const models::Mlp model = gradc::cuda::to_device(mlp(width, width == 64 ? 10 : width), stream);
    const std::int64_t classes = model.third.weights.extent(1), batch = width == 64 ? 32 : width;
    const auto images = gradc::cuda::to_device(random<2>({batch, width}, 7), stream);
    gradc::Vector<int> numbers(gradc::Shape{batch});
    for (std::int64_t i = 0; i < batch; ++i) numbers(i) = static_cast<int>(i % classes);
    const auto labels = gradc::cuda::to_device(numbers, stream);
    models::loss_gradient_cuda_result out;
    const auto step = [&] { models::loss_gradient(model, images, labels, out, workspace); };
    const double time = seconds(stream, step, width == 4096 ? 5 : 50);
    // Its products alone: three forward, three for the weights, two for what is before.
    gradc::Matrix<float> product;
    const double products = seconds(stream, [&] {
      const float* const a = gradc::cuda::data(images, "images", stream);
      for (const models::Layer* layer : {&model.first, &model.second, &model.third}) {
        const std::int64_t columns = layer->weights.extent(1);
        const float* const w = gradc::cuda::data(layer->weights, "weights", stream);
        float* const c = gradc::cuda::resized(product, {std::max(batch, width), std::max(width, columns)}, stream);
        gradc::cuda::kernels::matmul(stream, {batch, columns, width}, a, w, c);
        gradc::cuda::kernels::matmul(stream, {width, columns, batch, true, false}, a, w, c);
        if (layer != &model.first) gradc::cuda::kernels::matmul(stream, {batch, width, columns, false, true}, a, w, c);
      }
    }, width == 4096 ? 5 : 50);
    char name[64];
    std::snprintf(name, sizeof name, "MLP, gradient, width and batch %lld", static_cast<long long>(width));
    row(name, time, "its products alone", products);
    const gradc::cuda::Graph graph = gradc::cuda::capture(stream, step);
    std::snprintf(name, sizeof name, "the same, captured, width %lld", static_cast<long long>(width));
    row(name, seconds(stream, [&] { graph.launch(stream); }, width == 4096 ? 5 : 50), "its products alone", products);
    std::printf("{\"row\": \"value\", \"loss\": %.6f}\n", static_cast<double>(out.value.get()));
  }
  return 0;
}
