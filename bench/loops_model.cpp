#include "loops_model.h"

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

double running_maximum(const gradc::Vector<double>& x) {
  double most = x(0), total = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    if (x(i) > most) most = x(i);
    total += most;
  }
  return total;
}
