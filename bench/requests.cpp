// Measures what products with a Hessian and a whole Hessian cost in gradients, of the same function in the
// same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "models/requests.grad.h"

namespace {

constexpr std::int64_t kFeatures = 200;

template <class Tensor>
Tensor filled(const gradc::Shape& shape, double step) {
  Tensor x(shape);
  double at = 0;
  for (double& value : x) value = std::sin(at += step);
  return x;
}

double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least time of several runs.
template <class F>
double least(int runs, F run) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < runs; ++i) {
    const double begin = seconds();
    run();
    best = std::min(best, seconds() - begin);
  }
  return best;
}

void requests(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const auto x = filled<Matrix>({n, kFeatures}, 0.7);
  const auto y = filled<Vector>({n}, 1.3), w = filled<Vector>({kFeatures}, 2.1),
             v = filled<Vector>({kFeatures}, 0.9);
  gradc::Workspace workspace;
  logistic_gradient_result gradient;
  logistic_hvp_result product;
  logistic_hessian_result whole;
  const auto once = [&] { logistic_gradient(w, x, y, gradient, workspace); };
  double of_gradient = 1, of_product = 0, of_hessian = 0;
  for (auto _ : state) {
    of_gradient = least(20, once);
    of_product = least(20, [&] { logistic_hvp(w, x, y, v, product, workspace); });
    of_hessian = least(5, [&] { logistic_hessian(w, x, y, whole, workspace); });
  }
  double apart = 0;
  for (std::int64_t i = 0; i < kFeatures; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < kFeatures; ++j) sum += whole.hessian.w_w(i, j) * v(j);
    apart = std::max(apart, std::fabs(sum - product.hvp.w(i)));
  }
  if (apart > 1e-10) state.SkipWithError("the Hessian and the product with it disagree");
  state.counters["gradient_us"] = 1e6 * of_gradient;
  state.counters["hvp"] = of_product / of_gradient;
  state.counters["hessian"] = of_hessian / of_gradient;
}
BENCHMARK(requests)->Arg(1000)->Arg(5000)->Arg(20000)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
