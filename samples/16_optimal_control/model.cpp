#include "model.h"

#include <cmath>
#include <cstdint>

Rates motion(double angle, double speed, double turning, double force) {
  constexpr double kCart = 1, kPole = 0.3, kLength = 0.5, kGravity = 9.81;
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const double mass = kCart + kPole * sine * sine;
  return {speed, turning, (kLength * kPole * sine * turning * turning + force + kPole * kGravity * cosine * sine) / mass,
          -(kLength * kPole * cosine * sine * turning * turning + force * cosine + (kCart + kPole) * kGravity * sine) /
              (kLength * mass)};
}

double effort(const gradc::Vector<double>& x, double step) {
  double sum = 0;
  for (std::int64_t k = 0; k + 1 < x.size() / kNumbers; ++k) {
    const double before = x(kNumbers * k + kState), after = x(kNumbers * (k + 1) + kState);
    sum += step / 2 * (before * before + after * after);
  }
  return sum;
}

gradc::Vector<double> defects(const gradc::Vector<double>& x, double step) {
  const std::int64_t steps = x.size() / kNumbers - 1;
  gradc::Vector<double> result(gradc::Shape{kState * steps});
  for (std::int64_t k = 0; k < steps; ++k) {
    const std::int64_t i = kNumbers * k, j = i + kNumbers;
    const Rates before = motion(x(i + 1), x(i + 2), x(i + 3), x(i + 4)),
                after = motion(x(j + 1), x(j + 2), x(j + 3), x(j + 4));
    result(kState * k) = x(j) - x(i) - step / 2 * (before.place + after.place);
    result(kState * k + 1) = x(j + 1) - x(i + 1) - step / 2 * (before.angle + after.angle);
    result(kState * k + 2) = x(j + 2) - x(i + 2) - step / 2 * (before.speed + after.speed);
    result(kState * k + 3) = x(j + 3) - x(i + 3) - step / 2 * (before.turning + after.turning);
  }
  return result;
}

double lagrangian(const gradc::Vector<double>& x, double factor, const gradc::Vector<double>& multipliers, double step) {
  return factor * effort(x, step) + gradc::dot(multipliers, defects(x, step));
}
