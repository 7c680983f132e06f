// Gradients of small functions against the same by hand: into a result of the caller's, and returned by value.
#include <benchmark/benchmark.h>

#include <cmath>

#include "by_hand/small.h"
#include "compare.h"
#include "small.grad.h"

namespace {

template <bool by_value>
struct Scalar {
  void generated() {
    if constexpr (by_value)
      out = small::scalar_gradient(z);
    else
      small::scalar_gradient(z, out, workspace);
  }
  void by_hand() { hand = by_hand::scalar(z); }
  double difference() const { return std::fabs(out.value - hand.value) + std::fabs(out.grad.z - hand.d_z); }

  double z = 0.7;
  small::scalar_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Scalar hand{};
};

template <bool by_value>
struct Reprojected {
  void generated() {
    if constexpr (by_value)
      out = small::reprojected_gradient(rotation, shift, point, seen);
    else
      small::reprojected_gradient(rotation, shift, point, seen, out, workspace);
  }
  void by_hand() { hand = by_hand::reprojected(rotation, shift, point, seen); }
  double difference() const {
    return std::fabs(out.value - hand.value) + apart(out.grad.rotation, hand.rotation) + apart(out.grad.shift, hand.shift) +
           apart(out.grad.point, hand.point);
  }

  small::Point rotation{0.3, -0.2, 0.5}, shift{0.1, 0.2, 3}, point{0.5, -0.7, 0.4};
  std::array<double, 2> seen{0.1, -0.2};
  small::reprojected_gradient_result out;
  gradc::Workspace workspace;
  by_hand::Reprojected hand{};
};

template <class Kernel>
void kernel(benchmark::State& state) {
  Kernel kernel;
  compare(state, kernel, 1e-12);
}
BENCHMARK(kernel<Scalar<false>>)->Name("scalar")->UseManualTime();
BENCHMARK(kernel<Scalar<true>>)->Name("scalar_by_value")->UseManualTime();
BENCHMARK(kernel<Reprojected<false>>)->Name("reprojected_point")->UseManualTime();
BENCHMARK(kernel<Reprojected<true>>)->Name("reprojected_point_by_value")->UseManualTime();

}  // namespace

BENCHMARK_MAIN();
