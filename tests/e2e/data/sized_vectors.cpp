#include "sized_vectors.h"

#include <cmath>
#include <utility>

namespace sized {

static void slope(const List& x, const List& y, List& out) {
  out[0] = x[0];
  for (std::size_t i = 1; i < y.size(); ++i) out[i] = x[i] * y[i - 1];
}
double stages(const List& x, std::int64_t steps) {
  const std::size_t n = x.size();
  List y(n, 0.5), k1(n), k2(n), middle(n);
  for (std::int64_t step = 0; step < steps; ++step) {
    slope(x, y, k1);
    for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + 0.1 * k1[i];
    slope(x, middle, k2);
    for (std::size_t i = 0; i < n; ++i) y[i] += 0.2 * std::sin(k1[i] + k2[i]);
  }
  return y[n - 1] + y[0];
}

double swapped(const List& x, int steps) {
  List a = x, b(x.size(), 1.0);
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] * a[a.size() - 1 - i] + b[i];
    std::swap(a, b);
  }
  return a[0] * b[a.size() - 1];
}

// Copies in each trip: elements lie elsewhere after each.
double assigned(const List& x, int steps) {
  List a = x;
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    sum += a[0] * a[1];
    List b = a;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += a[i] * a[b.size() - 1 - i];
    List c(b.size() + static_cast<std::size_t>(t), 0.25);
    for (std::size_t i = 0; i < b.size(); ++i) c[i] = std::sin(b[i]);
    a = c;
    a[0] *= 0.5;
    sum += a[1] * c[0];
  }
  for (double v : a) sum += v * v;
  return sum;
}

// More elements than lie side by side.
double pushed(const List& x, int count) {
  List a;
  for (int i = 0; i < count; ++i) a.push_back(x[static_cast<std::size_t>(i) % x.size()] * (1 + 1e-4 * i));
  for (int i = 1; i < count; ++i) a[static_cast<std::size_t>(i)] += 0.5 * a[static_cast<std::size_t>(i - 1)];
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += a[static_cast<std::size_t>(i)] * a[static_cast<std::size_t>(i)];
  a.push_back(sum);
  for (int i = 0; i < count; ++i) a[static_cast<std::size_t>(i)] *= x[0];
  return (sum + a[static_cast<std::size_t>(count / 2)] + a.back()) / count;
}

double growing(const List& x, int steps) {
  List a(1, x[0]);
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] *= x[i % x.size()];
    a.push_back(a[0] + sum);
    if (t % 3 == 2) a.resize(a.size() - 2);
    for (std::size_t i = 0; i < a.size(); ++i) sum += 0.1 * a[i] * a[i];
    if (sum > 1) a = x;
  }
  return sum;
}

double triangle(const List& x) {
  const std::size_t n = x.size();
  List y(n, 0.1), z = x;
  std::int64_t at = 0;
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t row = column + 1; row < n; ++row) y[row] += x[static_cast<std::size_t>(at++) % n] * z[column];
  double sum = 0;
  for (std::size_t i = n; i-- > 0;) sum += y[i] * z[n - 1 - i];
  return sum;
}

double turned(const List& x) {
  List a = x;
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] * a[a.size() - 1 - i] + a[0];
  for (std::size_t i = 0; i + 2 < a.size(); ++i) a[i + 2] -= a[i] * a[i + 1];
  return a[a.size() - 1];
}

double chosen(const List& x, int steps) {
  List a = x, b = x;
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    if (t % 2 == 0)
      for (std::size_t i = 0; i < a.size(); ++i) a[i] *= 0.5 + b[i];
    else
      a = b;
    List& which = sum > 1 ? a : b;
    for (std::size_t i = 0; i < x.size(); ++i) which[i] += 0.1 * x[i];
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  }
  return sum;
}

double beyond(const List& x, std::size_t to) {
  List y(x.size());
  for (std::size_t i = 0; i < to; ++i) y[i + 1] = x[i] * x[i];
  double sum = 0;
  for (double v : y) sum += v;
  return sum;
}

double of_lists(const std::vector<List>& x) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    List y = x[k];
    for (std::size_t i = 0; i < y.size(); ++i) y[i] *= y[i] + static_cast<double>(k);
    for (std::size_t i = 0; i < x[k].size(); ++i) sum += y[i] * x[k][i];
  }
  return sum;
}

double indexed(const List& x, const std::vector<int>& at) {
  std::vector<bool> used(at.size(), false);
  for (std::size_t i = 1; i < used.size(); i += 3) used[i] = true;
  double sum = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (used[i]) continue;
    used[i] = true;
    sum += x[static_cast<std::size_t>(at[i])] * x[i % x.size()];
  }
  for (std::size_t i = 0; i < used.size(); ++i) sum += used[i] ? x[0] : 2 * x[0] * x[1];
  return sum;
}

double of_parts(const List& x, const Parts& p) {
  List y(p.a.size(), p.s);
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) y[i] += x[i] * p.a[i];
  double sum = 0;
  for (const double v : y) sum += v * v;
  for (const List& one : p.deep)
    for (const double v : one) sum += std::sin(v) * p.s;
  return sum;
}

List scaled(const List& x, const Parts& p) {
  List y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] *= p.a[y.size() - 1 - i] + x[0];
  return y;
}

double one_that_grows(List x, const List& y) {
  x.push_back(y[0] * y[1]);
  double sum = 0;
  for (const double v : x) sum += v * v * y[y.size() - 1];
  return sum;
}

double of_literals(const List& x) {
  List weights{0.5, x[0], x[1] * x[0]};
  const List powers = {1, 2};
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    weights[i % weights.size()] += x[i];
    sum += weights[(i + 1) % weights.size()] * powers[i % powers.size()];
  }
  return sum;
}

double of_any_size(const List& x, int m, bool take) {
  double sum = x[0];
  if (take) {
    std::vector<double> y(static_cast<std::size_t>(m), 0.5);
    std::vector<bool> is_set(static_cast<std::size_t>(m));
    for (int k = 0; k < m; k += 2) {
      y[static_cast<std::size_t>(k)] = x[static_cast<std::size_t>(k) % x.size()] * sum;
      is_set[static_cast<std::size_t>(k)] = true;
    }
    for (int k = 0; k < m; ++k) sum += is_set[static_cast<std::size_t>(k)] ? y[static_cast<std::size_t>(k)] : x[0];
  }
  return sum;
}

// What is read at an index of an outer loop is kept once.
double products(const List& x, const List& y) {
  List z(y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double before = z[0];
    for (std::size_t j = 0; j < y.size(); ++j) z[j] += x[i] * y[j] * (before + y[i % y.size()]);
    for (std::size_t j = i + 1; j < x.size(); ++j) z[0] += x[j] * x[i];
  }
  double sum = 0;
  for (std::size_t j = 0; j < z.size(); ++j) sum += z[j] * z[j];
  return sum;
}

// Each derivative reads elements that others have been written for.
template <class Numbers>
static double of_neighbours(const Numbers& x, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; i + 1 < n; ++i) sum += x(i) * x(i) * x(i + 1);
  return sum;
}
double of_tensor(const gradc::Vector<double>& x) { return of_neighbours(x, x.size()); }
double of_view(gradc::View<const double, 1> x) { return of_neighbours(x, x.size()); }
double of_numbers(const std::array<double, 3>& x) { return x[0] * x[0] * x[1] + x[1] * x[1] * x[2]; }

}  // namespace sized
