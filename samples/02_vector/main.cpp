// A gradient of a vector is a vector: it is compared with finite differences here, and used for gradient descent.
#include <cmath>
#include <cstdio>

#include "model.grad.h"

namespace {

using gradc::Vector;

// The derivative along `direction` by central differences.
double central_difference(const Vector<double>& x, const Vector<double>& direction, const Vector<double>& places,
                          double stiffness) {
  const double h = 1e-5;
  return (energy(x + h * direction, places, stiffness) - energy(x - h * direction, places, stiffness)) / (2 * h);
}

}  // namespace

int main() {
  const Vector<double> places{0, 1, 2, 3};
  const Vector<double> direction{0.5, -1, 0.25, 2};
  const double stiffness = 4;
  Vector<double> x{0.3, 0.9, 2.2, 2.7};

  // One reverse pass gives the gradient; the derivative along a direction is its product with the gradient.
  const auto [value, grad] = energy_gradient(x, places, stiffness);
  const double by_gradient = gradc::dot(grad.positions, direction);

  // Forward mode gives the derivative along one direction, without the gradient.
  const double by_jvp = energy_jvp(x, places, stiffness, direction).tangent;

  const double by_difference = central_difference(x, direction, places, stiffness);
  std::printf("along the direction: gradient %.9f  jvp %.9f  difference %.9f\n", by_gradient, by_jvp, by_difference);
  const bool agree = std::fabs(by_gradient - by_jvp) < 1e-12 && std::fabs(by_gradient - by_difference) < 1e-6;

  // Gradient descent: at a minimum the gradient is zero.
  for (int step = 0; step < 200; ++step) x = x - 0.05 * energy_gradient(x, places, stiffness).grad.positions;
  const auto [lowest, slope] = energy_gradient(x, places, stiffness);
  const double steepest = gradc::max(gradc::abs(slope.positions));
  std::printf("energy %.6f -> %.6f, slope %.1e\n", value, lowest, steepest);
  const bool settled = lowest < value && steepest < 1e-8;

  std::printf("%s\n", agree && settled ? "found a minimum" : "FAILED");
  return agree && settled ? 0 : 1;
}
