#include "signatures.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace signatures {

void square(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i] * x[i];
}

void product(const double* a, const double* x, double* y, int m, int n) {
  for (int i = 0; i < m; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j) y[i] += a[i * n + j] * x[j];
  }
}

void products(const double* a, const double* b, double* c, int n, int m, int k) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int l = 0; l < k; ++l) s += a[i * k + l] * b[l * m + j];
      c[i * m + j] = s;
    }
}

void prefix_sums(const double* x, double* y, int n) {
  y[0] = x[0];
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i] * x[i];
}

void tridiagonal(const double* a, const double* b, const double* c, const double* d, double* x, int n) {
  std::vector<double> upper(static_cast<std::size_t>(n)), right(static_cast<std::size_t>(n));
  upper[0] = c[0] / b[0];
  right[0] = d[0] / b[0];
  for (int i = 1; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double m = b[i] - a[i] * upper[k - 1];
    upper[k] = c[i] / m;
    right[k] = (d[i] - a[i] * right[k - 1]) / m;
  }
  x[n - 1] = right[static_cast<std::size_t>(n) - 1];
  for (int i = n - 2; i >= 0; --i) x[i] = right[static_cast<std::size_t>(i)] - upper[static_cast<std::size_t>(i)] * x[i + 1];
}

void triangular_sums(const double* x, double* y, int n) {
  std::fill(y, y + n, 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) y[i] += x[i] * x[j];
}

void by_arms(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      y[i] = x[i] * x[i];
    else
      y[i] = 3 * x[i];
  }
}

void checked(const double* x, double* y, int n) {
  if (n > 5) throw std::invalid_argument("at most 5 numbers");
  for (int i = 0; i < n; ++i) y[i] = std::sqrt(x[i] * x[i] + 1);
}

void by_moving(const double* x, double* y, int n) {
  while (n-- > 0) {
    *y++ = std::sin(*x);
    ++x;
  }
}

void rotated(const double q[4], const double p[3], double out[3]) {
  out[0] = q[0] * p[0] - q[1] * p[1];
  out[1] = q[2] * p[1] + q[3] * p[2] * p[2];
  out[2] = p[2] * p[0] * out[0];
}

void of_arrays(const double (&m)[2][2], double (&x)[2]) {
  for (int i = 0; i < 2; ++i) x[i] = m[i][0] * m[1][i];
}

void lowest_and_highest(const double* x, double& low, double& high) {
  low = x[0] * x[1];
  high = x[2] - low * low;
}

void moved(const Pose& from, double step, Pose& to) {
  to.angle = from.angle;
  to.x = from.x + step * std::cos(to.angle);
  to.y = from.y + step * std::sin(from.angle);
}

void squares(std::vector<double>& y, const std::vector<double>& x) {
  y.clear();
  for (double v : x) y.push_back(v * v);
}

void axpy(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

void every_other(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[2 * i] = x[i] * y[2 * i + 1];
}

void from_second(const double* x, double* y, int n) {
  for (int i = 1; i < n; ++i) y[i] = x[i] * x[i];
}

void first_added(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i] * x[i];
  y[0] += x[0];
}

void if_positive(const double* x, double* y, int n, int which) {
  for (int i = 0; i < n; ++i)
    if (which > i) y[i] = x[i] * x[i];
}

void while_small(const double* x, double* y, int n) {
  int i = 0;
  while (i < n && x[i] < 1) {
    y[i] = x[i] * 2;
    ++i;
  }
}

double scaled(double* x, int n, double& scale) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    x[i] *= scale;
    s += x[i] * x[i];
  }
  scale = s;
  return s * s;
}

void advanced(Pose& pose, double step) {
  pose.x += step * std::cos(pose.angle);
  pose.y += step * std::sin(pose.angle);
}

void as_many(const gradc::Vector<double>& x, gradc::Vector<double>& y) {
  for (std::int64_t i = 0; i < y.extent(0); ++i) y(i) = x(i) * x(i);
}

double sum_of_cubes(double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i] * x[i] * x[i];
  return s;
}

double unchanged(double& x, Pose& pose) { return x * pose.x * pose.y + pose.angle; }

void energy(const double* x, int n, double* e) {
  *e = 0;
  for (int i = 0; i < n; ++i) *e += x[i] * x[i] * x[i];
}

void energy_by_reference(const double* x, int n, double& e) {
  e = 0;
  for (int i = 0; i + 1 < n; ++i) e += x[i] * x[i + 1] * x[i + 1];
}

double norm(const double* x, int n, double* unit) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i] * x[i];
  const double length = std::sqrt(s);
  for (int i = 0; i < n; ++i) unit[i] = x[i] / length;
  return length;
}

double quadratic_form(const double* a, const double* x, int n) {
  const gradc::View<const double, 2> m(a, {n, n});
  const gradc::View<const double, 1> v(x, {n});
  return gradc::sum(gradc::matmul(m, v) * v);
}

double perceptron(const double* weights, const double* x, int inputs, int hidden) {
  const gradc::View<const double, 2> w1(weights, {hidden, inputs});
  const gradc::View<const double, 1> b1(weights + hidden * inputs, {hidden}), w2(weights + hidden * inputs + hidden, {hidden});
  const auto h = gradc::tanh(gradc::matmul(w1, gradc::View<const double, 1>(x, {inputs})) + b1);
  return gradc::sum(h * w2) * weights[0];
}

double sum_of_rows(const double* x, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const gradc::View<const double, 1> row(x + i * m, {m});
    s += gradc::logsumexp(row) * x[i];
  }
  return s;
}

double squared(const double* p, int n) {
  double s = 0;
  while (n-- > 0) {
    s += *p * *p;
    ++p;
  }
  return s;
}

double stencil(const double* u, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double left = i > 0 ? u[i - 1] : u[0];
    const double right = i + 1 < n ? u[i + 1] : u[n - 1];
    s += (right - left) * (right - left) * u[i];
  }
  return s;
}

double largest(const double* x, int n) {
  if (n == 0) return 0;
  double m = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > m) m = x[i];
  return m * m;
}

double until(const double* x, int n, double limit) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    if (s > limit) break;
  }
  return s;
}

double packed_triangle(const double* l, const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) s += l[i * (i + 1) / 2 + j] * x[j] * x[i];
  return s;
}

double neighbours(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n / 2; ++i) s += x[2 * i] * x[2 * i + 1];
  return s;
}

double distances(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double* a = x + 3 * i;
      const double* b = x + 3 * j;
      double d = 0;
      for (int k = 0; k < 3; ++k) d += (a[k] - b[k]) * (a[k] - b[k]);
      s += 1 / std::sqrt(d);
    }
  return s;
}

double weighted(const double* w, const gradc::Vector<double>& x) {
  double s = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) s += w[i] * x(i);
  return s;
}

double cyclic(const double* x, const double* w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[(i + 1) % n] * x[i] * w[i % 3] * w[std::min(i, 4)];
  return s;
}

double gathered(const double* table, const int* index, int n, int rows) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += table[2 * index[i]] * table[2 * (index[i] % rows) + 1];
  return s;
}

double recursive(const double* p, int n) { return n == 0 ? 0 : p[0] * p[n - 1] + recursive(p + 1, n - 1); }

double picked(const double* x, const unsigned* index, const unsigned char* on, const short* sign, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (on[i] != 0) s += x[index[i]] * x[index[i]] * sign[i];
  return s;
}

float single(const float* x, float w) { return w * x[0] * x[2]; }

}  // namespace signatures
