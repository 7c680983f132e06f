// The gradient that gradc generated for an MLP beside the same by hand, with gradc's matrix products and with
// those of others.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "by_hand/mlp.h"
#include "compare.h"
#include "mlp.grad.h"

namespace {

using Matrix = gradc::Matrix<float>;
using Vector = gradc::Vector<float>;

struct Mlp {
  Mlp(std::int64_t batch, by_hand::Products products)
      : x(filled<Matrix>({batch, 784}, -1, 1, 1.7)), labels(filled<gradc::Vector<int>>({batch}, 0, 9.9, 0.9)), hand(products) {}
  void generated() { mlp_loss_gradient(params, x, labels, out, workspace); }
  void by_hand() { loss = hand.gradient(params, x, labels, grad); }
  double difference() const {
    const Params& ours = out.grad.params;
    return std::max({apart_in_all(ours.w1, grad.w1), apart_in_all(ours.b1, grad.b1), apart_in_all(ours.w2, grad.w2),
                     apart_in_all(ours.b2, grad.b2), apart_in_all(ours.w3, grad.w3), apart_in_all(ours.b3, grad.b3),
                     std::fabs(double{out.value} - double{loss})});
  }

  Params params{filled<Matrix>({784, 512}, -0.06, 0.06, 0.7), filled<Vector>({512}, -0.1, 0.1, 1.3),
                filled<Matrix>({512, 256}, -0.08, 0.08, 2.1), filled<Vector>({256}, -0.1, 0.1, 0.3),
                filled<Matrix>({256, 10}, -0.1, 0.1, 1.9),    filled<Vector>({10}, -0.1, 0.1, 0.4)};
  Matrix x;
  gradc::Vector<int> labels;
  mlp_loss_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Mlp hand;
  Params grad;
  float loss = 0;
};

template <by_hand::Products products>
void mlp(benchmark::State& state) {
  Mlp kernel(state.range(0), products);
  compare(state, kernel, 1e-4);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("batch")->Arg(64)->Arg(256)->Arg(1024)->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(mlp<by_hand::Products::kOwn>)->Name("mlp")->Apply(sizes);
BENCHMARK(mlp<by_hand::Products::kEigen>)->Name("mlp_by_eigen")->Apply(sizes);
#ifdef GRADC_BENCH_OPENBLAS
BENCHMARK(mlp<by_hand::Products::kOpenBlas>)->Name("mlp_by_openblas")->Apply(sizes);
#endif
#ifdef GRADC_BENCH_ONEDNN
BENCHMARK(mlp<by_hand::Products::kOneDnn>)->Name("mlp_by_onednn")->Apply(sizes);
#endif

}  // namespace

BENCHMARK_MAIN();
