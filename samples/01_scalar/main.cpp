// Newton's method on a function and its generated derivative (model.grad.cpp).
#include <cmath>
#include <cstdio>

#include "model.grad.h"  // declares kepler_gradient; it includes model.h

int main() {
  const double eccentricity = 0.6, mean_anomaly = 1.0;

  double anomaly = mean_anomaly;
  for (int step = 0; step < 8; ++step) {
    // `value` is kepler(...) itself; `grad` has one member for each name in wrt(...).
    const auto [value, grad] = kepler_gradient(anomaly, eccentricity, mean_anomaly);
    std::printf("step %d  anomaly %.15f  remains % .1e\n", step, anomaly, value);
    if (std::fabs(value) < 1e-14) break;
    anomaly -= value / grad.anomaly;
  }

  // The derivative is known here: 1 - e cos(anomaly). The generated one must agree to the last bits.
  const double expected = 1 - eccentricity * std::cos(anomaly);
  const double derivative = kepler_gradient(anomaly, eccentricity, mean_anomaly).grad.anomaly;
  const bool solved = std::fabs(kepler(anomaly, eccentricity, mean_anomaly)) < 1e-14;
  const bool right = std::fabs(derivative - expected) < 1e-15;
  std::printf("%s\n", solved && right ? "solved" : "FAILED");
  return solved && right ? 0 : 1;
}
