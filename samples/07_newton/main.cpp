// The derivative through the trips of Newton's method, beside the one of the implicit function theorem.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "model.grad.h"

namespace {

/// The derivative of `misfit` by hand. Kepler's equation, F(anomaly, ...) = 0, holds for every orbit, so that the
/// derivative of the anomaly with respect to a parameter p is -dF/dp over dF/danomaly, whatever the solver.
Orbit implicit_gradient(const Orbit& orbit, const gradc::Vector<double>& times,
                        const gradc::Vector<double>& distances) {
  Orbit grad{0, 0, 0};
  const double a = orbit.size, e = orbit.eccentricity, speed = std::pow(a, -1.5);
  for (std::int64_t i = 0; i < times.size(); ++i) {
    const double anomaly = solve_kepler(orbit.phase + speed * times(i), e, 1e-14).anomaly;
    const double sine = std::sin(anomaly), cosine = std::cos(anomaly);
    const double by_mean = 1 / (1 - e * cosine);  // of the anomaly, with respect to the mean anomaly
    const double by_eccentricity = sine * by_mean;
    const double by_size = by_mean * -1.5 * speed / a * times(i);
    const double miss = a * (1 - e * cosine) - distances(i);
    const double weight = 2 * miss / static_cast<double>(times.size());
    grad.size += weight * (1 - e * cosine + a * e * sine * by_size);
    grad.eccentricity += weight * (a * e * sine * by_eccentricity - a * cosine);
    grad.phase += weight * a * e * sine * by_mean;
  }
  return grad;
}

double difference(const Orbit& a, const Orbit& b) {
  return std::max({std::fabs(a.size - b.size), std::fabs(a.eccentricity - b.eccentricity),
                   std::fabs(a.phase - b.phase)});
}

}  // namespace

int main() {
  // Distances on a known orbit, and a guess that is near it.
  const Orbit truth{1.3, 0.6, 0.4}, guess{1.25, 0.7, 0.5};
  gradc::Vector<double> times(gradc::Shape{20}), distances(gradc::Shape{20});
  for (std::int64_t i = 0; i < times.size(); ++i) {
    times(i) = 0.37 * static_cast<double>(i);
    const double mean_anomaly = truth.phase + std::pow(truth.size, -1.5) * times(i);
    const double anomaly = solve_kepler(mean_anomaly, truth.eccentricity, 1e-14).anomaly;
    distances(i) = truth.size * (1 - truth.eccentricity * std::cos(anomaly));
  }

  const Orbit expected = implicit_gradient(guess, times, distances);
  std::printf("by the theorem:              d size % .15f  d eccentricity % .15f  d phase % .15f\n", expected.size,
              expected.eccentricity, expected.phase);

  // The tolerance determines the trip count, and with it the accuracy of the gradient.
  double error = 0;
  for (const double tolerance : {1.0, 1e-2, 1e-5, 1e-10}) {
    const auto [value, grad] = misfit_gradient(guess, times, distances, tolerance);
    error = difference(grad.orbit, expected);
    std::printf("through trips, until %5.0e:  d size % .15f  d eccentricity % .15f  d phase % .15f  (off by %.0e)\n",
                tolerance, grad.orbit.size, grad.orbit.eccentricity, grad.orbit.phase, error);
  }

  // An early return is an arm: the code that it skips contributes nothing to the gradient.
  const auto [value, grad] = misfit_gradient({1.3, 1.2, 0.4}, times, distances, 1e-10);
  const bool outside = std::isinf(value) && difference(grad.orbit, {0, 0, 0}) == 0;
  std::printf("not a closed orbit: misfit %f, gradient %g %g %g\n", value, grad.orbit.size, grad.orbit.eccentricity,
              grad.orbit.phase);

  const bool agree = error < 1e-12;
  std::printf("%s\n", agree && outside ? "both agree" : "FAILED");
  return agree && outside ? 0 : 1;
}
