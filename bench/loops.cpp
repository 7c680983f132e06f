// Measures what loops and their adjoints cost, from a thousand trips to ten million, against the same gradient written by hand. The
// two run in turn, and agree before anything is measured.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>

#include "compare.h"
#include "by_hand/loops.h"
#include "loops.grad.h"

namespace {

gradc::Vector<double> noise(std::int64_t n) {
  gradc::Vector<double> x(gradc::Shape{n});
  std::mt19937 engine(1);
  for (double& value : x) value = static_cast<double>(engine()) / std::mt19937::max() * 0.5;
  return x;
}

// Each kernel: `trips` of them in all.
struct Recurrence {
  explicit Recurrence(std::int64_t n) : trips(n) {}
  void generated() { recurrence_gradient(0.3, 3.2, trips, out, workspace); }
  void by_hand() { by_hand::recurrence(0.3, 3.2, trips, stack, d_y, d_rate); }
  double difference() const { return std::fabs(out.grad.y - d_y) + std::fabs(out.grad.rate - d_rate); }

  std::int64_t trips;
  recurrence_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Stack stack;
  double d_y = 0, d_rate = 0;
};

struct Stencil {
  static constexpr std::int64_t kExtent = 1000;
  explicit Stencil(std::int64_t n) : trips(n), u(noise(kExtent)) {}
  void generated() { stencil_gradient(u, trips / kExtent, out, workspace); }
  void by_hand() { by_hand::stencil(u, trips / kExtent, stack, d_u); }
  double difference() const { return apart(out.grad.u, d_u); }

  std::int64_t trips;
  gradc::Vector<double> u, d_u;
  stencil_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Stack stack;
};

struct PrefixSum {
  explicit PrefixSum(std::int64_t n) : trips(n), x(noise(n)) {}
  void generated() { prefix_sum_gradient(x, out, workspace); }
  void by_hand() { by_hand::prefix_sum(x, stack, d_x); }
  double difference() const { return apart(out.grad.x, d_x); }

  std::int64_t trips;
  gradc::Vector<double> x, d_x;
  prefix_sum_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Stack stack;
};

template <bool relaxed>
struct Rosenbrock {
  explicit Rosenbrock(std::int64_t n) : trips(n), x(noise(n)) {}
  void generated() {
    if constexpr (relaxed)
      rosenbrock_relaxed_gradient(x, out, workspace);
    else
      rosenbrock_gradient(x, out, workspace);
  }
  void by_hand() { relaxed ? by_hand::rosenbrock_relaxed(x, d_x) : by_hand::rosenbrock(x, d_x); }
  double difference() const { return apart(out.grad.x, d_x); }

  std::int64_t trips;
  gradc::Vector<double> x, d_x;
  std::conditional_t<relaxed, rosenbrock_relaxed_gradient_result, rosenbrock_gradient_result> out;
  gradc::Workspace workspace;
};

struct RunningMaximum {
  explicit RunningMaximum(std::int64_t n) : trips(n), x(noise(n)) {}
  void generated() { running_maximum_gradient(x, out, workspace); }
  void by_hand() { by_hand::running_maximum(x, stack, d_x); }
  double difference() const { return apart(out.grad.x, d_x); }

  std::int64_t trips;
  gradc::Vector<double> x, d_x;
  running_maximum_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Stack stack;
};

struct Oscillator {
  explicit Oscillator(std::int64_t n) : trips(n) {}
  void generated() { oscillator_gradient({1.2, 0.5}, 0.7, trips, out, workspace); }
  void by_hand() { by_hand::oscillator(1.2, 0.5, 0.7, trips, stack, d_y, d_v, d_rate); }
  double difference() const {
    return std::fabs(out.grad.start[0] - d_y) + std::fabs(out.grad.start[1] - d_v) + std::fabs(out.grad.rate - d_rate);
  }

  std::int64_t trips;
  oscillator_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Stack stack;
  double d_y = 0, d_v = 0, d_rate = 0;
};

template <class Kernel>
void loop(benchmark::State& state) {
  Kernel kernel(state.range(0));
  compare(state, kernel, 1e-6);  // fused operations, by hand, add up over the trips
}

void trips(benchmark::internal::Benchmark* bench) {
  bench->ArgName("trips")
      ->RangeMultiplier(100)
      ->Range(1000, 10000000)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}
BENCHMARK(loop<Recurrence>)->Name("recurrence")->Apply(trips);
BENCHMARK(loop<Stencil>)->Name("stencil")->Apply(trips);
BENCHMARK(loop<PrefixSum>)->Name("prefix_sum")->Apply(trips);
BENCHMARK(loop<Rosenbrock<false>>)->Name("rosenbrock")->Apply(trips);
BENCHMARK(loop<Rosenbrock<true>>)->Name("rosenbrock_relaxed")->Apply(trips);
BENCHMARK(loop<RunningMaximum>)->Name("running_maximum")->Apply(trips);
BENCHMARK(loop<Oscillator>)->Name("oscillator")->Apply(trips);

}  // namespace

BENCHMARK_MAIN();
