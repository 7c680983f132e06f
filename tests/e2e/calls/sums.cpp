#include "sums.h"

#include <cmath>

namespace sums {
namespace {

// The weights are used in each call, below a branch and in a loop.
Vector node(const Net& net, const Vector& x, int depth) {
  if (depth == 0) return gradc::matmul(net.w, x) + net.b;
  Vector y = x;
  for (int child = 0; child < 2; ++child) y = gradc::tanh(node(net, y * (1.0 - 0.25 * child), depth - 1) + net.b);
  return y * 0.5 + gradc::matmul(net.w, y);
}

// Marks that are integers, and are cleared again.
double rows(const Matrix& a, std::int64_t row, std::vector<int>& used) {
  if (row == a.extent(0)) return 1;
  double sum = 0;
  for (std::int64_t j = 0; j < a.extent(1); ++j) {
    if (used[static_cast<std::size_t>(j)] != 0) continue;
    used[static_cast<std::size_t>(j)] = 1;
    sum += a(row, j) * rows(a, row + 1, used);
    used[static_cast<std::size_t>(j)] = 0;
  }
  return sum;
}

// An element is changed for what is called, and put back: its derivative is that of what was there.
double path(std::vector<double>& x, const Vector& y, std::size_t k) {
  if (k == x.size()) {
    double s = 1;
    for (double each : x) s *= 1 + each * each;
    return s;
  }
  const double before = x[k];
  double sum = path(x, y, k + 1);
  x[k] = before * y(static_cast<std::int64_t>(k));
  sum += 0.5 * path(x, y, k + 1);
  x[k] = before;
  return sum + before;
}

// Not put back: what is called changes it for what comes after.
double changes(Vector& x, int k) {
  if (k == 0) return gradc::sum(x * x);
  x(0) = x(0) * 0.75 + 0.1;
  const double s = changes(x, k - 1);
  return s + x(0) * x(0);
}

double arms(const Vector& x, int n) {
  if (n == 0) return x(0);
  if (n % 2 == 0) return arms(x, n - 1) * x(1) + gradc::sum(x);
  return std::sin(arms(x, n - 1)) + x(2) * arms(x, n / 2);
}

// A sum that is also a result by itself.
double one(const Vector& x, int n) {
  if (n == 0) return gradc::sum(x * x * x);
  return one(x, n - 1);
}

}  // namespace

double tree(const Net& net, const Vector& x, int depth) { return gradc::sum(gradc::square(node(net, x, depth))); }

double permanent(const Matrix& a) {
  std::vector<int> used(static_cast<std::size_t>(a.extent(1)), 0);
  return rows(a, 0, used);
}

double paths(const Vector& x, const Vector& y) {
  std::vector<double> at(x.data(), x.data() + x.size());
  const double s = path(at, y, 0);
  return s + at[0] * at[0];
}

double left_changed(const Vector& x) {
  Vector y = x;
  const double s = changes(y, 3);
  return s * y(0);
}

double in_both_arms(const Vector& x, int n) { return arms(x, n); }

double of_one_result(const Vector& x, int n) { return one(x, n) + one(x, n + 1); }

}  // namespace sums
