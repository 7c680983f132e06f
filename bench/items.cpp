// Measures derivatives of many items in one call, per item, against loops by hand. The two run in turn;
// before anything is measured they must agree.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "compare.h"
#include "by_hand/items.h"
#include "items.grad.h"

namespace {

template <bool relaxed>
struct Greeks {
  explicit Greeks(std::int64_t n)
      : spot(filled<gradc::Vector<double>>({n}, 80, 120, 0.7)),
        strike(filled<gradc::Vector<double>>({n}, 80, 120, 1.3)),
        time(filled<gradc::Vector<double>>({n}, 0.1, 2, 2.1)) {}
  void generated() {
    if constexpr (relaxed)
      call_option_gradient_each(spot, strike, time, 0.03, 0.2, out, workspace);
    else
      in_order_gradient_each(spot, strike, time, 0.03, 0.2, out, workspace);
  }
  void by_hand() { by_hand::call_option(spot, strike, time, 0.03, 0.2, hand); }
  double difference() const {
    const double sums = std::fabs(out.grad.rate / hand.rate - 1) + std::fabs(out.grad.volatility / hand.volatility - 1);
    return sums + apart(out.value, hand.value) + apart(out.grad.spot, hand.spot) + apart(out.grad.strike, hand.strike) + apart(out.grad.time, hand.time);
  }

  gradc::Vector<double> spot, strike, time;
  std::conditional_t<relaxed, call_option_gradient_each_result, in_order_gradient_each_result> out;
  gradc::Workspace workspace;
  by_hand::Greeks hand;
};

struct Reprojection {
  explicit Reprojection(std::int64_t n)
      : camera(filled<gradc::Matrix<double>>({n, 9}, 0.05, 0.3, 0.7)),
        point(filled<gradc::Matrix<double>>({n, 3}, 1, 3, 1.3)),
        seen(filled<gradc::Matrix<double>>({n, 2}, -1, 1, 2.1)) {}
  void generated() { reprojection_jacobian_each(camera, point, seen, out, workspace); }
  void by_hand() { by_hand::reprojection(camera, point, seen, hand); }
  double difference() const {
    return apart(out.value, hand.value) + apart(out.jacobian.camera, hand.camera) + apart(out.jacobian.point, hand.point);
  }

  gradc::Matrix<double> camera, point, seen;
  reprojection_jacobian_each_result out;
  gradc::Workspace workspace;
  by_hand::Blocks hand;
};

template <class Kernel>
void items(benchmark::State& state) {
  Kernel kernel(state.range(0));
  compare(state, kernel, 1e-9);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("items")->Arg(1000)->Arg(1000000)->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(items<Greeks<true>>)->Name("greeks_relaxed")->Apply(sizes);
BENCHMARK(items<Greeks<false>>)->Name("greeks")->Apply(sizes);
BENCHMARK(items<Reprojection>)->Name("reprojection")->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
