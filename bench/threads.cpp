// Measures generated functions on several threads against the same on one. The two run in turn, and must give the same bits.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "compare.h"
#include "items.grad.h"
#include "kernels.grad.h"
#include "mlp.grad.h"

namespace {

template <class Tensor>
bool same(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof *a.data()) == 0;
}

struct Mlp {
  using Result = mlp_loss_gradient_result;
  Params params{filled<gradc::Matrix<float>>({784, 512}, -0.05, 0.05, 0.7), filled<gradc::Vector<float>>({512}, -0.1, 0.1, 1.3),
                filled<gradc::Matrix<float>>({512, 256}, -0.1, 0.1, 2.1),   filled<gradc::Vector<float>>({256}, -0.1, 0.1, 0.3),
                filled<gradc::Matrix<float>>({256, 10}, -0.1, 0.1, 1.9),    filled<gradc::Vector<float>>({10}, -0.1, 0.1, 0.4)};
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

struct Functions {
  using Result = functions_gradient_result;
  gradc::Vector<float> x = filled<gradc::Vector<float>>({1'000'000}, -0.5, 0.5, 0.7), y = filled<gradc::Vector<float>>({1'000'000}, -0.2, 0.8, 1.3);

  void run(Result& out, gradc::Workspace& workspace) const { functions_gradient(x, y, out, workspace); }
  static bool are_same(const Result& a, const Result& b) { return a.value == b.value && same(a.grad.x, b.grad.x) && same(a.grad.y, b.grad.y); }
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
  const Taken taken([&] { seconds(several, together); });
  seconds(one, alone);
  if (!Work::are_same(one, several)) state.SkipWithError("the bits differ");
  std::vector<double> times, times_alone;
  for (auto step : state) {
    times.push_back(seconds(several, together));
    state.SetIterationTime(times.back());
    times_alone.push_back(seconds(one, alone));
  }
  set_row(state, median(times), median(times_alone), "one_thread", taken);
}

void counts(benchmark::internal::Benchmark* bench) {
  bench->ArgName("threads")->Arg(2)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(on_threads<Mlp>)->Name("mlp")->Apply(counts);
BENCHMARK(on_threads<Functions>)->Name("functions")->Apply(counts);
BENCHMARK(on_threads<Greeks>)->Name("greeks_relaxed")->Apply(counts);
BENCHMARK(on_threads<GreeksInOrder>)->Name("greeks")->Apply(counts);

}  // namespace

BENCHMARK_MAIN();
