#include "neighbours.h"

#include <cmath>

namespace neighbours {

double total_variation(const Vector& x, double w) {
  double s = 0;
  for (std::int64_t i = 1; i < x.size(); ++i) {
    const double d = x(i) - x(i - 1);
    s += std::sqrt(d * d + w);
  }
  return s;
}

double second_differences(const Vector& x) {
  double s = 0, t = 1;
  for (std::int64_t i = 2; i < x.size(); ++i) {
    const double d = x(i) - 2 * x(i - 1) + x(i - 2);
    s += d * d * t;
    t = 0.5 * t + 0.1;
  }
  return s;
}

double downwards(const Vector& x) {
  double s = 1;
  for (std::int64_t i = x.size() - 1; i > 0; --i) s = 0.75 * s + x(i) * x(i - 1) * 0.5 + x(i);
  return s;
}

// No two trips touch one element, and not all elements are touched.
double strided(const Vector& x) {
  double s = 0;
  for (int i = 0; i + 1 < x.size(); i += 2) s += x(i) * x(i + 1) * x(i + 1);
  return s;
}

float in_float(const gradc::Vector<float>& x) {
  float s = 0;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) s += (x(i + 1) - x(i)) * (x(i + 1) - x(i)) * 0.5f;
  return s;
}

double of_the_sum(const Vector& x) {
  double s = 1;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) s += x(i) * x(i) * x(i + 1) * x(i + 1);
  return std::log(s);
}

double kept_functions(const Vector& x, double w) {
  double s = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) s += std::exp(-w * x(i)) * std::sin(x(i));
  return s;
}

double two_sums(const Vector& x, const Vector& y) {
  double s = 0, p = 0;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) {
    s += x(i) * y(i + 1);
    p += x(i + 1) * y(i) * y(i);
  }
  return 2 * s + 3 * p;
}

double up_to(const Vector& x, std::int64_t n) {
  double s = 0;
  for (std::int64_t i = 0; i < n; ++i) s += x(i) * x(i + 1) * x(i + 1);
  return s;
}

double under_conditions(const Vector& x) {
  double s = 0;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i)
    if (x(i) < x(i + 1)) {
      const double d = x(i + 1) - x(i);
      s += x(i) * d * d * d * d;
    }
  return s;
}

Vector step(const Vector& x, double k) {
  Vector y = x;
  for (std::int64_t i = 0; i < y.size(); ++i) y(i) = y(i) * y(i) + k;
  for (std::int64_t i = 0; i < y.size(); ++i) {
    if (y(i) > 1)
      y(i) = 2 - y(i);
    else
      y(i) *= 3;
  }
  return y;
}

double in_place(const Vector& x) {
  Vector y = x, z = x;
  for (std::int64_t i = 0; i < y.size(); ++i) {
    const double before = y(i);
    y(i) = 0;
    z(i) += before * before;
    y(i) += before * z(i);
  }
  for (std::int64_t i = 0; i + 1 < y.size(); ++i) y(i + 1) = y(i) * 0.5 + y(i + 1);
  return gradc::sum(y * z);
}

double in_a_column(const Matrix& a) {
  Matrix b = a;
  for (std::int64_t i = 0; i < b.extent(0); ++i) b(i, 1) = b(i, 1) * a(i, 0) + b(i, 2);
  return gradc::sum(b * b);
}

double sweeps(const Vector& x, int times) {
  Vector v = x;
  for (int k = 0; k < times; ++k)
    for (std::int64_t i = 1; i + 1 < v.size(); ++i) v(i) = 0.25 * (v(i - 1) + v(i + 1)) + 0.5 * v(i) * v(i);
  return gradc::sum(v);
}

double of_vectors(const std::vector<double>& x) {
  std::vector<double> y(x.size()), z(x.size(), 1.0);
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] * x[i];
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = z[i] * y[i] + x[i];
  double s = 0;
  for (std::size_t i = 1; i < x.size(); ++i) s += (z[i] - z[i - 1]) * y[i];
  return s;
}

}  // namespace neighbours
