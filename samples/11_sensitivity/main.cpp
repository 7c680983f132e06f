// Jacobians of two simulations, in forward and in reverse mode.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "model.grad.h"  // declares hares_jacobian and readings_jacobian

namespace {

/// The minimum time of a call, in milliseconds.
template <class F>
double milliseconds(F f) {
  double least = 1e300;
  for (int i = 0; i < 20; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    least = std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

bool close(double a, double b) { return std::fabs(a - b) <= 1e-5 * std::fmax(1, std::fabs(b)); }

bool few_inputs() {
  const gradc::Vector<double> rates{0.55, 0.028, 0.024, 0.8};
  constexpr std::int64_t kSteps = 2000;
  const auto course = [&](const gradc::Vector<double>& at) { return hares(at, 30, 4, 0.01, kSteps); };
  const auto result = hares_jacobian(rates, 30, 4, 0.01, kSteps);
  std::printf("hares after 20 years: %.2f; a rate that is 1 %% higher changes that by", result.value(kSteps - 1));
  bool right = true;
  for (std::int64_t j = 0; j < 4; ++j) {
    std::printf(" %+.2f", 0.01 * rates(j) * result.jacobian.rates(kSteps - 1, j));
    gradc::Vector<double> up = rates, down = rates;
    up(j) += 1e-6, down(j) -= 1e-6;
    right = right && close(result.jacobian.rates(kSteps - 1, j), (course(up)(kSteps - 1) - course(down)(kSteps - 1)) / 2e-6);
  }
  const double one = milliseconds([&] { course(rates); });
  const double all = milliseconds([&] { hares_jacobian(rates, 30, 4, 0.01, kSteps); });
  std::printf("\n4 inputs, 2000 outputs, forward:  %6.3f ms, the simulation alone %6.3f ms\n", all, one);
  return right;
}

bool few_outputs() {
  gradc::Vector<double> ring(gradc::Shape{1000});
  for (std::int64_t i = 0; i < ring.size(); ++i) ring(i) = std::sin(0.01 * static_cast<double>(i));
  const auto result = readings_jacobian(ring, 0.3, 300);
  bool right = true;
  for (std::int64_t j : {0, 10, 500, 510, 999}) {
    gradc::Vector<double> up = ring, down = ring;
    up(j) += 1e-3, down(j) -= 1e-3;
    right = right && close(result.jacobian.here_ring(j), (readings(up, 0.3, 300).here - readings(down, 0.3, 300).here) / 2e-3);
    right = right && close(result.jacobian.opposite_ring(j), (readings(up, 0.3, 300).opposite - readings(down, 0.3, 300).opposite) / 2e-3);
  }
  std::int64_t felt = 0;
  for (double share : result.jacobian.here_ring) felt += share > 1e-3;
  std::printf("what a place of the ring becomes depends on %d of 1000 places\n", static_cast<int>(felt));
  const double one = milliseconds([&] { readings(ring, 0.3, 300); });
  const double all = milliseconds([&] { readings_jacobian(ring, 0.3, 300); });
  std::printf("1000 inputs, 2 outputs, reverse:  %6.3f ms, the simulation alone %6.3f ms\n", all, one);
  return right;
}

}  // namespace

int main() {
  const bool right = few_inputs() && few_outputs();
  if (!right) std::printf("differences say something else\n");
  return right ? 0 : 1;
}
