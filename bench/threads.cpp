// Measures generated functions on several threads against the same on one. The two run in turn, and must give the same bits.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "compare.h"
#include "models/items.grad.h"
#include "models/mlp.grad.h"

namespace {

template <class Tensor>
bool same(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof *a.data()) == 0;
}

struct Mlp {
  using Result = mlp_loss_gradient_result;
  Params params{filled<gradc::Matrix<float>>({784, 512}, -0.05, 0.05, 0.7), filled<gradc::Vector<float>>({512}, -0.1, 0.1, 1.3),
                filled<gradc::Matrix<float>>({512, 10}, -0.1, 0.1, 2.1), filled<gradc::Vector<float>>({10}, -0.1, 0.1, 0.3)};
  gradc::Matrix<float> x = filled<gradc::Matrix<float>>({512, 784}, -1, 1, 1.7);
  gradc::Vector<int> labels = filled<gradc::Vector<int>>({512}, 0, 9, 0.9);

  void run(Result& out, gradc::Workspace& workspace) const { mlp_loss_gradient(params, x, labels, out, workspace); }
  static bool are_same(const Result& a, const Result& b) { return same(a.grad.params.w1, b.grad.params.w1) && same(a.grad.params.b2, b.grad.params.b2); }
};

struct Greeks {
  using Result = call_option_gradient_each_result;
  gradc::Vector<double> spot = filled<gradc::Vector<double>>({1'000'000}, 80, 120, 0.7), strike = filled<gradc::Vector<double>>({1'000'000}, 80, 120, 1.3),
                        time = filled<gradc::Vector<double>>({1'000'000}, 0.1, 2, 2.1);

  void run(Result& out, gradc::Workspace& workspace) const { call_option_gradient_each(spot, strike, time, 0.03, 0.2, out, workspace); }
  static bool are_same(const Result& a, const Result& b) { return same(a.value, b.value) && same(a.grad.time, b.grad.time) && a.grad.rate == b.grad.rate; }
};

struct GreeksInOrder : Greeks {
  using Result = in_order_gradient_each_result;
  void run(Result& out, gradc::Workspace& workspace) const { in_order_gradient_each(spot, strike, time, 0.03, 0.2, out, workspace); }
  static bool are_same(const Result& a, const Result& b) { return same(a.value, b.value) && same(a.grad.time, b.grad.time) && a.grad.rate == b.grad.rate; }
};

template <class Work>
void on_threads(benchmark::State& state) {
  const Work work;
  gradc::Threads threads(static_cast<int>(state.range(0)));
  gradc::Workspace alone, together;
  together.use(threads);
  typename Work::Result one, several;
  const auto seconds = [&](typename Work::Result& out, gradc::Workspace& workspace) {
    const auto begin = std::chrono::steady_clock::now();
    work.run(out, workspace);
    benchmark::ClobberMemory();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (int call = 0; call < 2; ++call) seconds(one, alone), seconds(several, together);
  if (!Work::are_same(one, several)) state.SkipWithError("the bits differ");
  double least = std::numeric_limits<double>::infinity(), least_alone = least;
  for (auto step : state) {
    const double once = seconds(several, together);
    state.SetIterationTime(once);
    least = std::min(least, once);
    least_alone = std::min(least_alone, seconds(one, alone));
  }
  state.counters["alone_ms"] = 1e3 * least_alone;
  state.counters["ms"] = 1e3 * least;
  state.counters["faster"] = least_alone / least;
}

void counts(benchmark::internal::Benchmark* bench) {
  bench->ArgName("threads")->Arg(1)->Arg(2)->Arg(4)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(on_threads<Mlp>)->Name("mlp")->Apply(counts);
BENCHMARK(on_threads<Greeks>)->Name("greeks_relaxed")->Apply(counts);
BENCHMARK(on_threads<GreeksInOrder>)->Name("greeks")->Apply(counts);

}  // namespace

BENCHMARK_MAIN();
