// Gradients of networks against the same by hand, which has the same products and convolutions.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "by_hand/networks.h"
#include "compare.h"
#include "networks.grad.h"

namespace {

using networks::Images;
using networks::Matrix;
using networks::Vector;

// Numbers of a normal distribution's size for so many inputs of each.
template <class Tensor>
Tensor weights(const gradc::Shape& shape, std::int64_t inputs, double step) {
  const double size = 1 / std::sqrt(static_cast<double>(inputs));
  return filled<Tensor>(shape, -size, size, step);
}

struct Lstm {
  Lstm(std::int64_t steps, std::int64_t units, std::int64_t texts)
      : params{weights<Matrix>({units, 4 * units}, units, 0.7), weights<Matrix>({units, 4 * units}, units, 1.3),
               filled<Vector>({4 * units}, -0.1, 0.1, 2.1)},
        x(filled<gradc::Tensor<float, 3>>({steps, texts, units}, -1, 1, 1.7)),
        wanted(filled<Matrix>({texts, units}, -1, 1, 0.9)) {}
  void generated() { networks::lstm_gradient(params, x, wanted, out, workspace); }
  void by_hand() { loss = hand.gradient(params, x, wanted, grad); }
  double difference() const {
    const networks::Lstm& ours = out.grad.params;
    return std::max({apart_in_all(ours.w, grad.w), apart_in_all(ours.u, grad.u), apart_in_all(ours.b, grad.b),
                     std::fabs(double{out.value} - double{loss})});
  }

  networks::Lstm params;
  gradc::Tensor<float, 3> x;
  Matrix wanted;
  networks::lstm_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Lstm hand;
  networks::Lstm grad;
  float loss = 0;
};

struct Transformer {
  Transformer(std::int64_t width, std::int64_t head_count, std::int64_t places, std::int64_t text_count)
      : texts(text_count),
        heads(head_count),
        params{filled<Vector>({width}, 0.8, 1.2, 0.3),
               filled<Vector>({width}, -0.1, 0.1, 0.4),
               weights<Matrix>({width, 3 * width}, width, 0.7),
               filled<Vector>({3 * width}, -0.1, 0.1, 0.5),
               weights<Matrix>({width, width}, width, 1.3),
               filled<Vector>({width}, -0.1, 0.1, 0.6),
               filled<Vector>({width}, 0.8, 1.2, 0.8),
               filled<Vector>({width}, -0.1, 0.1, 0.9),
               weights<Matrix>({width, 4 * width}, width, 1.7),
               filled<Vector>({4 * width}, -0.1, 0.1, 1.1),
               weights<Matrix>({4 * width, width}, 4 * width, 1.9),
               filled<Vector>({width}, -0.1, 0.1, 1.2)},
        x(filled<Matrix>({texts * places, width}, -1, 1, 2.3)),
        wanted(filled<Matrix>({texts * places, width}, -1, 1, 2.9)) {}
  void generated() { networks::transformer_gradient(params, x, wanted, texts, heads, out, workspace); }
  void by_hand() { loss = hand.gradient(params, x, wanted, texts, heads, grad, d_x); }
  double difference() const {
    const networks::Block& ours = out.grad.params;
    return std::max({apart_in_all(ours.qkv, grad.qkv), apart_in_all(ours.qkv_bias, grad.qkv_bias),
                     apart_in_all(ours.out, grad.out), apart_in_all(ours.scale1, grad.scale1),
                     apart_in_all(ours.offset2, grad.offset2), apart_in_all(ours.up, grad.up), apart_in_all(ours.down, grad.down),
                     apart_in_all(ours.down_bias, grad.down_bias), apart_in_all(out.grad.x, d_x),
                     std::fabs(double{out.value} - double{loss})});
  }

  std::int64_t texts, heads;
  networks::Block params;
  Matrix x, wanted;
  networks::transformer_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Transformer hand;
  networks::Block grad;
  Matrix d_x;
  float loss = 0;
};

struct Convnet {
  Convnet(std::int64_t side, std::int64_t batch)
      : params{weights<Images>({16, 1, 3, 3}, 9, 0.7),
               filled<Vector>({16}, -0.1, 0.1, 0.5),
               weights<Images>({32, 16, 3, 3}, 144, 1.3),
               filled<Vector>({32}, -0.1, 0.1, 0.9),
               weights<Matrix>({2 * side * side, 10}, 2 * side * side, 1.7),
               filled<Vector>({10}, -0.1, 0.1, 1.1)},
        images(filled<Images>({batch, 1, side, side}, -1, 1, 2.3)),
        labels(filled<networks::Labels>({batch}, 0, 9.9, 0.9)) {}
  void generated() { networks::convnet_gradient(params, images, labels, out, workspace); }
  void by_hand() { loss = hand.gradient(params, images, labels, grad); }
  double difference() const {
    const networks::Convnet& ours = out.grad.params;
    return std::max({apart_in_all(ours.filters1, grad.filters1), apart_in_all(ours.bias1, grad.bias1),
                     apart_in_all(ours.filters2, grad.filters2), apart_in_all(ours.bias2, grad.bias2),
                     apart_in_all(ours.w, grad.w), apart_in_all(ours.b, grad.b), std::fabs(double{out.value} - double{loss})});
  }

  networks::Convnet params;
  Images images;
  networks::Labels labels;
  networks::convnet_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Convnet hand;
  networks::Convnet grad;
  float loss = 0;
};

struct Residual {
  Residual(std::int64_t depth, std::int64_t width, std::int64_t batch)
      : x(filled<Matrix>({batch, width}, -1, 1, 2.3)), wanted(filled<Matrix>({batch, width}, -1, 1, 0.9)) {
    for (std::int64_t layer = 0; layer < depth; ++layer)
      layers.push_back({weights<Matrix>({width, width}, width, 0.7 + 0.01 * static_cast<double>(layer)),
                        filled<Vector>({width}, -0.1, 0.1, 1.1)});
  }
  void generated() { networks::residual_gradient(layers, x, wanted, out, workspace); }
  void by_hand() { loss = hand.gradient(layers, x, wanted, grad); }
  double difference() const {
    double most = std::fabs(double{out.value} - double{loss});
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
      most = std::max(
          {most, apart_in_all(out.grad.layers[layer].w, grad[layer].w), apart_in_all(out.grad.layers[layer].b, grad[layer].b)});
    return most;
  }

  std::vector<networks::Dense> layers;
  Matrix x, wanted;
  networks::residual_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Residual hand;
  std::vector<networks::Dense> grad;
  float loss = 0;
};

constexpr double kTolerance = 1e-4;  // of the greatest element: sums of thousands of 32-bit numbers in two orders

void lstm(benchmark::State& state) {
  Lstm kernel(state.range(0), state.range(1), state.range(2));
  compare(state, kernel, kTolerance);
}
BENCHMARK(lstm)->ArgNames({"steps", "hidden", "batch"})->Args({32, 128, 32})->UseManualTime()->Unit(benchmark::kMicrosecond);

void transformer(benchmark::State& state) {
  Transformer kernel(state.range(0), state.range(1), state.range(2), state.range(3));
  compare(state, kernel, kTolerance);
}
BENCHMARK(transformer)
    ->ArgNames({"d", "heads", "sequence", "batch"})
    ->Args({256, 4, 128, 4})
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

void convnet(benchmark::State& state) {
  Convnet kernel(state.range(0), state.range(1));
  compare(state, kernel, kTolerance);
}
BENCHMARK(convnet)->ArgNames({"side", "batch"})->Args({28, 32})->UseManualTime()->Unit(benchmark::kMicrosecond);

void residual(benchmark::State& state) {
  Residual kernel(state.range(0), state.range(1), state.range(2));
  compare(state, kernel, kTolerance);
}
BENCHMARK(residual)->ArgNames({"layers", "width", "batch"})->Args({64, 256, 128})->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
