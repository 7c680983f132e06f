#include "relaxed.h"

#include <cmath>

namespace relaxed {

double rosenbrock(const Vector& x) {
  double s = 0;
  for (int i = 0; i + 1 < x.size(); ++i) {
    const double a = 1 - x(i), b = x(i + 1) - x(i) * x(i);
    s += a * a + 100 * b * b;
  }
  return s;
}

float in_float(const gradc::Vector<float>& x) {
  float s = 2;
  for (std::int64_t i = 0; i < x.size() - 1; ++i) {
    const float a = 1 - x(i), b = x(i + 1) - x(i) * x(i);
    s -= a * a + 100 * b * b;
  }
  return s;
}

double logistic(const Vector& x, const Vector& y, double w, double b) {
  double loss = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.size()); ++i) {
    const double z = w * x(static_cast<std::int64_t>(i)) + b;
    loss += std::log(1 + std::exp(-z * y(static_cast<std::int64_t>(i))));
  }
  return loss + 0.5 * w * w;
}

double of_a_column(const Matrix& a, const Vector& v) {
  double s = 0;
  for (int i = 0; i < a.extent(0); ++i) s = std::sin(a(i, 1)) * v(i) + s;
  return s * s;
}

double written(const Vector& x) {
  Vector y = gradc::zeros_like(x);
  for (int i = 1; i < x.size() - 1; ++i) y(i) = x(i - 1) - 2 * x(i) + x(i + 1);
  double s = 0;
  for (int i = 0; i < x.size(); ++i) s += y(i) * y(i) * x(i);
  return s;
}

double weighted_by_the_trip(const Vector& x) {
  double s = 0;
  for (int i = static_cast<int>(x.size()) - 1; i >= 0; --i) s += 0.5 * i * x(i) * x(i);
  return s;
}

double two_sums(const Vector& x, const Vector& y) {
  double product = 0, square = 1;
  for (int i = 0; i < x.size(); ++i) {
    product += x(i) * y(i);
    square += x(i) * x(i);
  }
  return product / std::sqrt(square);
}

double recurrent(const Vector& x) {
  double s = 0, y = 0.5;
  for (int i = 0; i < x.size(); ++i) {
    y = std::sin(y) + x(i);
    s += y * x(i);
  }
  return s;
}

double gathered(const Vector& x, const gradc::Vector<int>& at) {
  double s = 0;
  for (int i = 0; i < at.size(); ++i) s += x(at(i)) * x(at(i)) * i;
  return s;
}

double selected(const Vector& x, const Vector& y) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double d = x(i) - y(i);
    s += d > 0 ? d * d : -0.1 * d;
  }
  return s;
}

double inside_of_another(const Matrix& a) {
  double s = 0;
  for (int i = 0; i < a.extent(0); ++i) {
    double row = 1;
    for (int j = 0; j < a.extent(1); ++j) row += a(i, j) * a(i, j);
    s += std::log(row);
  }
  return s;
}

Vector differences(const Vector& x) {
  Vector y = x;
  for (int i = 0; i < x.size() - 1; ++i) y(i) = x(i + 1) * x(i);
  return y;
}

}  // namespace relaxed
