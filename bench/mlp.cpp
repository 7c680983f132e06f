// Measures the gradient that gradc generated for an MLP against one written by hand with Eigen, on the same inputs.
// Before anything is measured the two must agree.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#include "by_hand/mlp.h"
#include "models/mlp.grad.h"

namespace {

// Batch, features, hidden units, classes.
struct Size {
  std::int64_t n, features, hidden, classes;
};

struct Problem {
  explicit Problem(const Size& size)
      : params{gradc::Matrix<float>(gradc::Shape{size.features, size.hidden}),
               gradc::Vector<float>(gradc::Shape{size.hidden}),
               gradc::Matrix<float>(gradc::Shape{size.hidden, size.classes}),
               gradc::Vector<float>(gradc::Shape{size.classes})},
        x(gradc::Shape{size.n, size.features}),
        labels(gradc::Shape{size.n}) {
    std::mt19937 engine(1);
    const auto fill = [&](auto& tensor, double scale) {
      for (float& value : tensor)
        value = static_cast<float>(scale * (2 * static_cast<double>(engine()) / std::mt19937::max() - 1));
    };
    fill(params.w1, 1 / std::sqrt(static_cast<double>(size.features)));
    fill(params.b1, 0.1);
    fill(params.w2, 1 / std::sqrt(static_cast<double>(size.hidden)));
    fill(params.b2, 0.1);
    fill(x, 1);
    for (int& label : labels) label = static_cast<int>(engine() % static_cast<std::uint64_t>(size.classes));
  }

  Params params;
  gradc::Matrix<float> x;
  gradc::Vector<int> labels;
};

Size size_of(const benchmark::State& state) { return {state.range(0), state.range(1), state.range(2), state.range(3)}; }

void generated(benchmark::State& state) {
  const Problem p(size_of(state));
  mlp_loss_gradient_result result;
  gradc::Workspace workspace;
  for (auto step : state) {
    mlp_loss_gradient(p.params, p.x, p.labels, result, workspace);
    benchmark::DoNotOptimize(result.grad.params.w1.data());
  }
}

void by_hand(benchmark::State& state) {
  const Problem p(size_of(state));
  MlpByHand hand;
  Params grad;
  for (auto step : state) {
    benchmark::DoNotOptimize(hand.gradient(p.params, p.x, p.labels, grad));
    benchmark::DoNotOptimize(grad.w1.data());
  }
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"n", "features", "hidden", "classes"})
      ->Args({1, 64, 64, 10})
      ->Args({32, 64, 256, 10})
      ->Args({128, 784, 512, 10})
      ->Unit(benchmark::kMicrosecond);
}
BENCHMARK(generated)->Apply(sizes);
BENCHMARK(by_hand)->Apply(sizes);

template <class T>
double distance(const T& a, const T& b) {
  double most = a.size() == b.size() ? 0 : 1;
  for (std::int64_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::fabs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
  return most;
}

bool agree() {
  const Problem p({32, 64, 256, 10});
  const auto result = mlp_loss_gradient(p.params, p.x, p.labels);
  const Params& a = result.grad.params;
  Params b;
  const float value = MlpByHand().gradient(p.params, p.x, p.labels, b);
  const double most = std::max({distance(a.w1, b.w1), distance(a.b1, b.b1), distance(a.w2, b.w2), distance(a.b2, b.b2),
                                static_cast<double>(std::fabs(value - result.value))});
  if (most > 1e-5) std::fprintf(stderr, "the two gradients differ by %g\n", most);
  return most <= 1e-5;
}

}  // namespace

int main(int argc, char** argv) {
  if (!agree()) return 1;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
