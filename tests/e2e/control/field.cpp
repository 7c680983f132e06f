#include "field.h"

#include <cmath>
#include <cstring>
#include <numeric>

namespace control {

double fn1(const Vector& x) {
  double s = 0;
  for (int i = 0; i < x.extent(0); ++i) {
    double a = x(i) * x(i), b = x(i);
    s += a * b;
  }
  return s;
}

double fn2(const Vector& x, double lim) {
  double acc = 0;
  for (int i = 0; i < x.extent(0); ++i) {
    acc += x(i) * x(i) + 0.1 * lim;
    if (acc > lim) return acc * acc;
  }
  return acc;
}

double fn3(double x, double y, int k) {
  double r = 2;
  switch (k) {
    case 0: r *= x; break;
    default: r += y;
  }
  return r;
}

double fn3_plain(double x, double y, int k) {
  double r = 2;
  switch (k) {
    case 0: r = r * x; break;
    case 5: r = r * x * x; break;
    default: r = r + y * r;
  }
  return r;
}

double fn3_braces(double x, double y, int k) {
  double r = 2;
  switch (k) {
    case 0: { r *= x; break; }
    default: { r += y; }
  }
  return r;
}

double fn3_falls_through(double x, double y, int k) {
  double r = 2;
  switch (k) {
    case 0: r *= x; [[fallthrough]];
    case 1: r *= x; [[fallthrough]];
    default: r += y * r; break;
    case 2: r -= y; [[fallthrough]];
    case 3: r = r * r;
  }
  return r;
}

double fn4(const std::vector<double>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += std::sin(x[i]);
  return s;
}

double fn5(double x, double y) {
  double a[3] = {x * x * x, x * y, y}, b[3];
  std::memcpy(b, a, sizeof(a));
  a[0] = 0;
  return b[0] + b[1] * b[2] + a[0];
}

double fn6(double x) {
  double a = x * x, b = a * a;
  return b;
}

static double minors(const Matrix& a, int* used, int row, int n) {
  if (row == n) return 1;
  double sum = 0, sign = 1;
  for (int j = 0; j < n; ++j) {
    if (used[j]) continue;
    used[j] = 1;
    sum += sign * a(row, j) * minors(a, used, row + 1, n);
    used[j] = 0;
    sign = -sign;
  }
  return sum;
}

double fn7(const Matrix& a) {
  int used[4] = {0, 0, 0, 0};
  return minors(a, used, 0, static_cast<int>(a.extent(0)));
}

double fr1(const std::vector<double>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i];
  return s;
}

double fr2(const Vector& x, int limit) {
  double s = 0, p = 1;
  for (int i = 0; i < x.extent(0); ++i) {
    if (x(i) < 0) continue;
    for (int j = 0; j < 4; ++j) {
      p *= 1 + 0.1 * x(i) * j;
      if (p > 2.5) break;
      s += p * x(i);
    }
    switch (i % 3) {
      case 0: s *= p; break;
      case 1: s += x(i) * x(i); [[fallthrough]];
      default: p = p * 0.5 + x(i);
    }
    if (i == limit) return s * p;
  }
  return s + p;
}

double fr2_reduced(const Vector& x, double lim) {
  double s = 0;
  for (int i = 0; i < x.extent(0); ++i) {
    for (int j = 0; j <= i; ++j) {
      if (s > lim * 0.5) break;
      s += x(j) * x(i);
    }
    if (s > lim) return s * s * lim;
  }
  return s * lim;
}

double fc2(double x, double y) {
  double total = 0;
  auto add = [&](double v) {
    total += v * y;
    return total;
  };
  const double first = add(x);
  y *= 2;
  return first * add(x * x);
}

double fc3_range_for(const std::vector<double>& x) {
  double s = 1;
  for (double e : x) s *= 1 + e * e;
  for (const auto& e : x) s += e;
  return s;
}

double fc3_push_back(double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i) v.push_back(i == 0 ? x : v[static_cast<std::size_t>(i - 1)] * x);
  double s = x;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * v[i];
  return s;
}

static std::vector<double> powers(double x, std::size_t n) {
  std::vector<double> v(n);
  double p = 1;
  for (std::size_t i = 0; i < n; ++i) {
    v[i] = p;
    p *= x;
  }
  return v;
}

double fc3_returned(double x, double y) {
  const std::vector<double> a = powers(x, 4);
  const auto b = powers(y, a.size());
  return a[3] * b[2] + a[1] * b[3];
}

double fc3_resize_back(double x, int n) {
  std::vector<double> v(2, x);
  v.resize(static_cast<std::size_t>(n), x * x);
  v.back() *= 3;
  v[0] += v.back();
  double s = 0;
  for (double e : v) s += e * e;
  return s;
}

double fc4_accumulate(const std::vector<double>& x) {
  return std::sin(std::accumulate(x.begin(), x.end(), 0.0)) * std::accumulate(x.begin(), x.end(), 1.0);
}

double fc4_inner_product(const std::vector<double>& x, const std::vector<double>& y) {
  return std::exp(0.1 * std::inner_product(x.begin(), x.end(), y.begin(), 0.5));
}

static double weighted(const double* p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += (i + 1) * p[i] * p[i];
  return s + *p * p[n - 1];
}

double fc6(const std::array<double, 4>& x) { return weighted(x.data(), 4) * weighted(&x[1], 2); }

template <int N>
double link(double x) {
  return 0.9 * link<N - 1>(x) + 0.01 * std::sin(0.05 * N * x);
}
template <>
double link<0>(double x) {
  return x * x;
}

double fc8(double x) { return link<199>(x); }

}  // namespace control
