#include "models/loops.h"

double recurrence(double y, double rate, std::int64_t trips) {
  for (std::int64_t k = 0; k < trips; ++k) y = rate * y * (1 - y);
  return y;
}

double stencil(const gradc::Vector<double>& u, std::int64_t sweeps) {
  gradc::Vector<double> v = u;
  for (std::int64_t k = 0; k < sweeps; ++k)
    for (std::int64_t i = 1; i + 1 < v.extent(0); ++i)
      v(i) = 0.25 * (v(i - 1) + v(i + 1)) + 0.5 * v(i) * v(i);
  return gradc::sum(v);
}

double prefix_sum(const gradc::Vector<double>& x) {
  double sum = 0, total = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    sum += x(i);
    total += 0.5 * sum * sum;
  }
  return total;
}

double rosenbrock(const gradc::Vector<double>& x) {
  double s = 0;
  for (int i = 0; i + 1 < x.size(); ++i) {
    const double a = 1 - x(i), b = x(i + 1) - x(i) * x(i);
    s += a * a + 100 * b * b;
  }
  return s;
}

double running_maximum(const gradc::Vector<double>& x) {
  double most = x(0), total = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    if (x(i) > most) most = x(i);
    total += most;
  }
  return total;
}

static std::array<double, 2> slope(const std::array<double, 2>& y, double rate) {
  return {y[1], rate * (1 - y[0] * y[0]) * y[1] - y[0]};
}

double oscillator(const std::array<double, 2>& start, double rate, std::int64_t trips) {
  std::array<double, 2> y = start;
  for (std::int64_t k = 0; k < trips; ++k) {
    const std::array<double, 2> first = slope(y, rate);
    std::array<double, 2> middle;
    for (std::size_t i = 0; i < 2; ++i) middle[i] = y[i] + 0.005 * first[i];
    const std::array<double, 2> second = slope(middle, rate);
    for (std::size_t i = 0; i < 2; ++i) y[i] += 0.01 * second[i];
  }
  return y[0] * y[0] + y[1] * y[1];
}
