#include "numerics.h"

#include <cmath>
#include <utility>

namespace control {

double pendulum(double angle, double damping, double length, int steps) {
  const double dt = 0.02, g = 9.81;
  double theta = angle, omega = 0;
  for (int i = 0; i < steps; ++i) {
    const double acceleration = -g / length * std::sin(theta) - damping * omega;
    omega += dt * acceleration;
    theta += dt * omega;
  }
  return theta * theta + 0.1 * omega;
}

static Orbit rate_of(const Orbit& s, double mass) {
  const double r2 = s.x * s.x + s.y * s.y;
  const double k = -mass / (r2 * std::sqrt(r2));
  return {s.vx, s.vy, k * s.x, k * s.y};
}
static Orbit moved(const Orbit& s, const Orbit& rate, double h) {
  Orbit out = s;
  out.x += h * rate.x;
  out.y += h * rate.y;
  out.vx += h * rate.vx;
  out.vy += h * rate.vy;
  return out;
}

double rk4_orbit(const Orbit& start, double mass, int steps) {
  const double h = 0.05;
  Orbit s = start;
  for (int i = 0; i < steps; ++i) {
    const Orbit k1 = rate_of(s, mass);
    const Orbit k2 = rate_of(moved(s, k1, h / 2), mass);
    const Orbit k3 = rate_of(moved(s, k2, h / 2), mass);
    const Orbit k4 = rate_of(moved(s, k3, h), mass);
    s = moved(s, k1, h / 6);
    s = moved(s, k2, h / 3);
    s = moved(s, k3, h / 3);
    s = moved(s, k4, h / 6);
  }
  return s.x * s.vy - s.y + s.vx * s.vx;
}

double newton_root(double a, double start) {
  double x = start;
  int steps = 0;
  while (std::abs(x * x * x - a) > 1e-3 && steps < 50) {
    x -= (x * x * x - a) / (3 * x * x);
    ++steps;
  }
  return x;
}

double bisection(double a, double low, double high) {
  auto f = [a](double x) { return std::tanh(x) * x - a; };
  for (int i = 0; i < 12; ++i) {
    const double middle = 0.5 * (low + high);
    if (f(low) * f(middle) <= 0)
      high = middle;
    else
      low = middle;
  }
  return 0.5 * (low + high) * a - f(low);
}

double power_iteration(const Matrix& a) {
  const std::int64_t n = a.extent(0);
  Vector v(gradc::Shape{n});
  for (std::int64_t i = 0; i < n; ++i) v(i) = 1;
  double lambda = 0, before = 1;
  int trips = 0;
  while (std::abs(lambda - before) > 0.02 && trips++ < 100) {
    before = lambda;
    Vector w = gradc::matmul(a, v);
    const double norm = gradc::sqrt(gradc::sum(w * w));
    lambda = 0;
    for (std::int64_t i = 0; i < n; ++i) lambda += v(i) * w(i);
    v = w / norm;
  }
  return lambda;
}

double horner(const std::vector<double>& c, double x) {
  double p = 0;
  for (int i = static_cast<int>(c.size()) - 1; i >= 0; --i) p = p * x + c[i];
  return p;
}

double trapezoid(double a, double b, double k, int n) {
  const double h = (b - a) / n;
  double sum = 0.5 * (std::exp(-k * a * a) + std::exp(-k * b * b));
  for (int i = 1; i < n; i++) {
    const double x = a + i * h;
    sum += std::exp(-k * x * x);
  }
  return sum * h;
}

double lu_determinant(const Matrix& a) {
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = a(i, j);
  for (int k = 0; k < 3; ++k)
    for (int i = k + 1; i < 3; ++i) {
      m[i][k] /= m[k][k];
      for (int j = k + 1; j < 3; ++j) m[i][j] -= m[i][k] * m[k][j];
    }
  double det = 1;
  for (int k = 0; k < 3; ++k) det *= m[k][k];
  return det;
}

double cholesky_log_determinant(const Matrix& a) {
  const std::int64_t n = a.extent(0);
  Matrix l(gradc::Shape{n, n});
  double log_det = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    double d = a(j, j);
    for (std::int64_t k = 0; k < j; ++k) d -= l(j, k) * l(j, k);
    l(j, j) = std::sqrt(d);
    log_det += 2 * std::log(l(j, j));
    for (std::int64_t i = j + 1; i < n; ++i) {
      double s = a(i, j);
      for (std::int64_t k = 0; k < j; ++k) s -= l(i, k) * l(j, k);
      l(i, j) = s / l(j, j);
    }
  }
  return log_det;
}

double thomas(const Vector& lower, const Vector& diagonal, const Vector& upper, const Vector& right) {
  const auto n = diagonal.extent(0);
  Vector c = upper, x = right;
  c(0) /= diagonal(0);
  x(0) /= diagonal(0);
  for (std::int64_t i = 1; i < n; ++i) {
    const double m = 1.0 / (diagonal(i) - lower(i) * c(i - 1));
    c(i) *= m;
    x(i) = (x(i) - lower(i) * x(i - 1)) * m;
  }
  for (std::int64_t i = n - 2; i >= 0; --i) x(i) -= c(i) * x(i + 1);
  double s = 0;
  for (std::int64_t i = 0; i < n; ++i) s += x(i) * x(i);
  return s;
}

double heat(const Vector& start, double rate, int steps) {
  Vector now = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (std::int64_t i = 1; i + 1 < now.extent(0); ++i)
      next(i) = now(i) + rate * (now(i - 1) - 2 * now(i) + now(i + 1));
    std::swap(now, next);
  }
  return gradc::sum(gradc::square(now)) + now(1);
}

double prefix_sums(const Vector& x) {
  Vector sums = x;
  for (int i = 1; i < sums.extent(0); ++i) sums(i) += sums(i - 1);
  return gradc::sum(sums * sums);
}

double running_max(const Vector& x) {
  double best = x(0), sum = 0;
  for (int i = 0; i < x.extent(0); ++i) {
    best = std::max(best, x(i));
    sum += best * (i + 1);
  }
  return sum * best;
}

double sorted(const std::array<double, 5>& x) {
  std::array<double, 5> a = x;
  for (std::size_t i = 1; i < a.size(); ++i)
    for (std::size_t j = i; j > 0 && a[j - 1] > a[j]; --j) std::swap(a[j - 1], a[j]);
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += static_cast<double>(i) * a[i] * a[i];
  return s;
}

double matrix_power(const Matrix& a, int n) {
  Matrix result = a, base = a;
  for (int e = n; e > 0; e /= 2) {
    if (e % 2 == 1) result = gradc::matmul(result, base);
    base = gradc::matmul(base, base) * 0.5;
  }
  return gradc::sum(result);
}

double gauss_seidel(const Matrix& a, const Vector& b) {
  const std::int64_t n = b.extent(0);
  Vector x(gradc::Shape{n});
  double change = 1;
  for (int trip = 0; trip < 20 && change > 0.01; ++trip) {
    change = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      double s = b(i);
      for (std::int64_t j = 0; j < n; ++j)
        if (j != i) s -= a(i, j) * x(j);
      const double updated = s / a(i, i);
      change = std::fmax(change, std::fabs(updated - x(i)));
      x(i) = updated;
    }
  }
  return x(0) * x(n - 1) + gradc::sum(x);
}

double convolution(const Vector& x, const Vector& kernel) {
  const std::int64_t n = x.extent(0), m = kernel.extent(0);
  Vector y(gradc::Shape{n});
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < m; ++k) {
      const std::int64_t j = i + k - m / 2;
      if (j < 0 || j >= n) continue;
      y(i) += x(j) * kernel(k);
    }
  return gradc::sum(gradc::tanh(y));
}

double gradient_descent(const Vector& w, const Matrix& x, const Vector& y, double rate) {
  Vector v = w;
  for (int step = 0; step < 5; ++step) {
    const auto miss = gradc::matmul(x, v) - y;
    v = v - rate * gradc::matmul(miss, x);
  }
  return gradc::sum(gradc::square(gradc::matmul(x, v) - y));
}

}  // namespace control
