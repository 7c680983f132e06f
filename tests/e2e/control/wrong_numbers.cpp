#include "wrong_numbers.h"

#include <algorithm>
#include <cmath>

namespace control {

double overwritten(double x, double y) {
  double a = x * y;
  double b = std::sin(a);
  a = b * b;
  b = a * x;
  x = x * b;
  y *= x;
  return a + b * y;
}

double overwritten_elements(const Vector& x, int n) {
  Vector y = x;
  for (int k = 0; k < n; ++k) {
    for (int i = 1; i < y.extent(0); ++i) {
      const double before = y(i);
      y(i) = before * y(i - 1);
      y(i - 1) = std::sin(before);
      y(i) *= y(i - 1);
    }
  }
  double s = 0;
  for (int i = 0; i < y.extent(0); ++i) s += y(i) * (i + 1);
  return s;
}

double condition_with_effect(double x, int n) {
  double s = x, t = 1;
  int k = 0;
  while (k++ < n) {
    if ((t *= 0.5 + 0.2 * x) > 0.3) s += t * k;
    if (k > 1 && (s *= 1.1) > 4) t += s;
  }
  int i = 0;
  double v[4] = {x, x * x, s, t};
  s += v[i++] * x;
  s *= v[++i];
  s += v[i--];
  return s + v[--i];
}

static double counted_sine(double x, int& calls) {
  ++calls;
  return std::sin(x);
}

double short_circuits(double x, double y) {
  int calls = 0;
  double s = 0;
  if (x > 0 && std::sqrt(x) > 0.5) s += std::sqrt(x);
  if (y < 0 || std::log(y) < 0) s += y * y;
  if (counted_sine(x, calls) > 0.2 || counted_sine(y, calls) > 0.2) s += x * y;
  return s * (1 + calls) + (x > 0 ? std::sqrt(x) : x * x) + x + y;
}

double bound_depends_on_input(double x, int n, int step) {
  double s = 1;
  for (int i = n; i < 3 * n + 2; i += step) s += s * x / (i + 2);
  for (int i = n * n; i > n; i -= step) s = s * 0.9 + x * x;
  return s * x;
}

double bound_changes_in_loop(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0 && n < 12) n += 1;
    if (s > 2) ++i;
    s += 0.3 * x * s;
  }
  return s;
}

double bound_depends_on_value(double x) {
  double s = 0;
  const int n = static_cast<int>(4 * x * x);
  for (int i = 0; i < n; ++i) s += std::pow(x, i);
  for (double h = 0.15; h < x * x; h += 0.4) s += h * x;
  return s + x;
}

double breaks(const Vector& x, double lim) {
  double s = 0;
  for (int i = 0; i < x.extent(0); ++i) {
    double t = lim * 0.01;
    for (int j = i;; ++j) {
      if (j >= x.extent(0)) break;
      t += x(i) * x(j);
      if (t > lim) break;
    }
    s += t * t;
    if (s > 4 * lim) break;
  }
  return s;
}

double continues(const Vector& x) {
  double s = 0.1;
  int i = -1;
  while (++i < x.extent(0)) {
    if (x(i) < 0) continue;
    if (i % 3 == 2) {
      s *= x(i);
      continue;
    }
    do {
      s += x(i) * s;
      if (s < 0.5) continue;
      s *= 0.5;
    } while (s > 1.5);
  }
  return s;
}

double returns(double x, int n) {
  if (n == 0) return x;
  if (n == 1) {
    if (x > 0) return x * x;
    x = -x;
  }
  while (true) {
    for (int i = 0; i < n; ++i) {
      x *= 1.2;
      switch (i) {
        case 2: return x * x * x;
        case 1: if (x > 2) return std::sin(x); break;
        default: break;
      }
    }
    if (x > 1.5) return x + x * x;
    x += 0.5;
  }
}

double recursion(double x, int n) {
  if (n <= 0) return std::cos(x);
  const double y = x * 0.8 + 0.1 * n;
  if (n % 2 == 0) return recursion(y, n - 1) * x;
  return recursion(y * y, n - 2) + recursion(x, n - 1);
}

static double odd(double x, int n);
static double even(double x, int n) { return n == 0 ? x * x : odd(x * 1.1, n - 1) + x; }
static double odd(double x, int n) { return n == 0 ? std::sin(x) : even(x - 0.2, n - 1) * x; }
double mutual_recursion(double x, int n) { return even(x, n) - 0.5 * odd(x, n); }

static double smooth(double x, int n) {
  for (int i = 0; i < n; ++i) x = std::sin(x) + 0.3 * x;
  return x;
}
double two_calls(double x, int n) { return smooth(x, n) * smooth(smooth(x, 2), n + 1) + smooth(x, n); }

double repeated_in_a_product(double x, const Vector& v) {
  double p = x;
  for (int i = 0; i < v.extent(0); ++i) p *= v(i) * v(i) * x * x + p;
  return p * p * (x * x) * (x * x);
}

double glued_minus(double x, double y) {
  double s = -x - -y;
  s = s - -1.5 * -(-x);
  s -= -(-(-y * s));
  return - -s * -1 - -x;
}

double element_through_reference(const Vector& x) {
  Vector y = x;
  double s = 1;
  for (int i = 1; i < y.extent(0); ++i) {
    double& a = y(i);
    const double& b = y(i - 1);
    a *= b;
    y(i) += s;
    s += a * b;
  }
  auto& last = y;
  last(0) *= s;
  return s * y(0) + y(y.extent(0) - 1);
}

double element_through_pointer(const Vector& x) {
  double y[4] = {x(0), x(1), x(2), x(0) * x(1)};
  double* p = y;
  double* q = &y[1];
  *p *= 2;
  q[1] += p[1] * y[0];
  *(p + 3) *= *q;
  y[2] = y[2] * y[2];
  const double* r = p + 1;
  return r[2] + *q * p[2] + *p;
}

double least_by_reference(double x, double y, double z) {
  const double& low = std::min(x, y);
  double high = std::max({x, y, z});
  return low * high + std::clamp(y, -0.5, 0.5) * std::abs(z) + x * z;
}

double reference_chosen(double x, double y) {
  double& larger = x < y ? y : x;
  larger *= 2;
  return x * x + y;
}

static double inner(double a) { return a * a * a; }
static double middle(double a, double b) { return inner(a * b) + inner(inner(b)) * a; }
double nested_calls(double x, double y) { return inner(middle(inner(x), middle(x, y))) * middle(y, x); }

double compared_and_copied(const Vector& x) {
  double a = x(0), b = x(1);
  if (a <= b) b = a;
  double best = x(0);
  int where = 0;
  for (int i = 1; i < x.extent(0); ++i)
    if (x(i) > best) {
      best = x(i);
      where = i;
    }
  return b * b + best * best * x(where);
}

static Point turned(Point p, double angle) {
  const Point before = p;
  p.x = std::cos(angle) * before.x - std::sin(angle) * before.y;
  p.y = std::sin(angle) * before.x + std::cos(angle) * before.y;
  return p;
}

double structure_by_value(const Point& p, int n) {
  Point q = p;
  for (int i = 0; i < n; ++i) {
    q = turned(q, 0.3 * q.x);
    if (q.y < 0) q = Point{q.y, -q.x};
  }
  return q.x * q.x + 3 * q.y + p.x;
}

double unused_with_nan(double x, double y) {
  const double unused = std::sqrt(y) + std::log(y);
  double s = x;
  if (x > 100) s += unused;
  (void)unused;
  return s * x;
}

double branch_not_taken(double x, const Vector& v) {
  double s = 0;
  for (int i = 0; i < v.extent(0); ++i) s += v(i) > 0 ? std::sqrt(v(i)) : 0.0;
  double r;
  if (x > 0) r = std::log(x) * std::sqrt(x);
  else r = std::sqrt(-x);
  return x == 0 ? s : s * r;
}

double invariant_after_loop(double x, double y, int n) {
  const double k = x * y;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    const double k2 = k * s;
    s = std::tanh(k2 + y);
  }
  return s * k + y * k;
}

double swapped(double x, double y, int n) {
  double a = x, b = y;
  for (int i = 0; i < n; ++i) {
    std::swap(a, b);
    a += 0.5 * b * b;
    const double t = a;
    a = b;
    b = t * x;
  }
  return a * a * b + a;
}

// A number is read from memory that another tensor then takes.
double read_and_replaced(const Vector& x, int n) {
  Vector v = x * x;
  double s = 0;
  if (n > 0) {
    v(0) = x(1) * 3;
    s = v(1) + v(0);
    v = x;
  }
  for (std::int64_t i = 0; i + 1 < v.size(); ++i) v(i + 1) = v(i) * v(i + 1) + x(i);
  return s + v(1) * v(1);
}

static void mix(double& a, double& b, double c) {
  a += b * c;
  b *= a;
}

double aliased_arguments(double x, double y) {
  double s = x;
  mix(s, s, y);
  mix(s, y, s);
  mix(x, y, x);
  return s * y + x;
}

}  // namespace control
