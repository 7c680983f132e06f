// Estimates the stiffness, damping and initial state of a pendulum from noisy angles.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#include "model.grad.h"

namespace {

constexpr std::int64_t kSteps = 1000;
constexpr double kStep = 0.01;

/// The unknowns: stiffness, damping, initial angle, initial speed.
using Point = std::array<double, 4>;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

/// The angles of a known pendulum, one a step, each with an error of up to 0.02.
gradc::Vector<double> measure(const Point& truth) {
  std::mt19937 engine(1);
  gradc::Vector<double> angles(gradc::Shape{kSteps});
  State state{truth[2], truth[3]};
  for (double& angle : angles) {
    state = advance({truth[0], truth[1]}, state, kStep);
    angle = state.angle + 0.02 * (2 * static_cast<double>(engine()) / std::mt19937::max() - 1);
  }
  return angles;
}

/// The misfit as a function of a point, with its gradient.
class Misfit {
 public:
  explicit Misfit(const gradc::Vector<double>& measured) : measured_(measured) {}

  /// The misfit at x; its gradient goes to `slope`.
  double operator()(const Point& x, Point& slope) {
    misfit_gradient({x[0], x[1]}, {x[2], x[3]}, kStep, measured_, result_, workspace_);
    const auto& [pendulum, start] = result_.grad;
    slope = {pendulum.stiffness, pendulum.damping, start.angle, start.speed};
    return result_.value;
  }

  /// The size of the workspace, residuals of the loop included.
  std::int64_t bytes() const { return workspace_.high_water(); }

 private:
  const gradc::Vector<double>& measured_;
  gradc::Workspace workspace_;  // grows in the first call; later calls reuse it
  misfit_gradient_result result_;
};

/// BFGS (Nocedal and Wright, Numerical Optimization, chapter 6), with steps halved until the function decreases.
Point minimise(Misfit& misfit, Point x) {
  std::array<Point, 4> inverse{};  // an approximation of the inverse Hessian
  for (std::size_t i = 0; i < 4; ++i) inverse[i][i] = 1;
  Point slope;
  double value = misfit(x, slope);
  for (int iteration = 0; iteration < 100 && dot(slope, slope) > 1e-20; ++iteration) {
    if (iteration % 5 == 0) std::printf("iteration %2d  misfit %.6f\n", iteration, value);
    Point way, next, next_slope;
    for (std::size_t i = 0; i < 4; ++i) way[i] = -dot(inverse[i], slope);
    double next_value = value, length = 2;
    do {
      length /= 2;
      for (std::size_t i = 0; i < 4; ++i) next[i] = x[i] + length * way[i];
      next_value = misfit(next, next_slope);
    } while (!(next_value <= value + 1e-4 * length * dot(slope, way)) && length > 1e-10);

    Point s, y, hy;
    for (std::size_t i = 0; i < 4; ++i) s[i] = next[i] - x[i];
    for (std::size_t i = 0; i < 4; ++i) y[i] = next_slope[i] - slope[i];
    for (std::size_t i = 0; i < 4; ++i) hy[i] = dot(inverse[i], y);
    if (const double sy = dot(s, y); sy > 0)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
          inverse[i][j] += ((1 + dot(y, hy) / sy) * s[i] * s[j] - hy[i] * s[j] - s[i] * hy[j]) / sy;
    x = next;
    value = next_value;
    slope = next_slope;
  }
  return x;
}

}  // namespace

int main() {
  const Point truth{9.81, 0.25, 1.2, -0.5}, guess{9, 0.1, 1, 0};
  const gradc::Vector<double> measured = measure(truth);

  Misfit misfit(measured);
  const Point found = minimise(misfit, guess);
  std::printf("%lld bytes of scratch memory, %lld a step\n", static_cast<long long>(misfit.bytes()),
              static_cast<long long>(misfit.bytes() / kSteps));

  bool close = true;
  const char* const names[] = {"stiffness", "damping", "angle", "speed"};
  for (std::size_t i = 0; i < 4; ++i) {
    std::printf("%-10s guess %6.3f  found %7.4f  true %7.4f\n", names[i], guess[i], found[i], truth[i]);
    close = close && std::fabs(found[i] - truth[i]) < 0.01;
  }
  std::printf("%s\n", close ? "found the pendulum" : "FAILED");
  return close ? 0 : 1;
}
