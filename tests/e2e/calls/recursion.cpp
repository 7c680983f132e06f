#include "recursion.h"

#include <cmath>

namespace recursion {

static Matrix through(const Matrix& a, const Matrix& w, int depth) {
  if (depth == 0) return a * 2.0;
  return through(gradc::tanh(gradc::matmul(a, w)), w, depth - 1);
}
double layers_of_one(const Matrix& x, const Matrix& w, int depth) { return gradc::sum(gradc::sin(through(x, w, depth))); }

static double sum_of_halves(const Vector& x) {
  const std::int64_t n = x.size();
  if (n == 0) return 0;
  if (n == 1) return std::sin(x(0)) * x(0);
  const double left = sum_of_halves(gradc::slice(x, {0}, {n / 2}));
  return left + (1 + 0.1 * left) * sum_of_halves(gradc::slice(x, {n / 2}, {n}));
}
double divided(const Vector& x) { return sum_of_halves(x); }

static double product_of_halves(const Vector& x, const Vector& y) {
  const std::int64_t n = x.size();
  if (n < 3) return gradc::sum(x * gradc::exp(y));
  return product_of_halves(gradc::slice(x, {0}, {n / 2}), gradc::slice(y, {0}, {n / 2})) +
         std::tanh(product_of_halves(gradc::slice(x, {n / 2}, {n}), gradc::slice(y, {n / 2}, {n})));
}
double divided_product(const Vector& x, const Vector& y) { return product_of_halves(x, y); }

static Vector narrowed(const Vector& x, double scale) {
  const std::int64_t n = x.size();
  if (n < 2) return x;
  return narrowed(scale * gradc::tanh(gradc::slice(x, {1}, {n})) + gradc::slice(x, {0}, {n - 1}), scale);
}
double pyramid(const Vector& x, double scale) { return gradc::sum(gradc::square(narrowed(x, scale))); }

static double levels(const Matrix& x) {
  if (x.extent(0) < 2 || x.extent(1) < 2) return gradc::sum(x * x * x);
  const std::int64_t rows = x.extent(0) / 2, columns = x.extent(1) / 2;
  Matrix y(gradc::Shape{rows, columns});
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      y(i, j) = 0.25 * (x(2 * i, 2 * j) + x(2 * i + 1, 2 * j) + x(2 * i, 2 * j + 1) + x(2 * i + 1, 2 * j + 1));
  return gradc::mean(gradc::square(x)) + 2.0 * levels(y);
}
double pooled(const Matrix& x) { return levels(x); }

static Matrix back(const Matrix& x, const Matrix& u, const Matrix& v, int n);
static Matrix there(const Matrix& x, const Matrix& u, const Matrix& v, int n) {
  if (n == 0) return x;
  return back(gradc::tanh(gradc::matmul(x, u)), u, v, n - 1);
}
static Matrix back(const Matrix& x, const Matrix& u, const Matrix& v, int n) {
  if (n == 0) return x;
  return there(gradc::sin(gradc::matmul(x, v)), u, v, n - 1);
}
double there_and_back(const Matrix& x, const Matrix& u, const Matrix& v, int n) { return gradc::sum(gradc::square(there(x, u, v, n))); }

// Three functions that call one another and write where they are: sums of products of factors, which are sums.
static double sum_of(const std::vector<double>& x, std::size_t& at, int depth);
static double factor_of(const std::vector<double>& x, std::size_t& at, int depth) {
  const double v = x[at++ % x.size()];
  return depth > 0 && v > 0 ? std::sin(sum_of(x, at, depth - 1)) * v : v;
}
static double product_of(const std::vector<double>& x, std::size_t& at, int depth) {
  double p = factor_of(x, at, depth);
  if (p * p < 0.7) p *= 1 + factor_of(x, at, depth);
  return p;
}
static double sum_of(const std::vector<double>& x, std::size_t& at, int depth) {
  double s = product_of(x, at, depth);
  while (at % 3 != 0) s += 0.5 * product_of(x, at, depth) * s;
  return s;
}
double expression(const std::vector<double>& x, int depth) {
  std::size_t at = 0;
  return sum_of(x, at, depth) * x[at % x.size()];
}

static void into(Matrix& h, const Matrix& w, int n) {
  if (n == 0) return;
  h = gradc::tanh(gradc::matmul(h, w));
  into(h, w, n - 1);
}
double written(const Matrix& x, const Matrix& w, int n) {
  Matrix h = x;
  into(h, w, n);
  return gradc::sum(h * h);
}

static void append(Vector& y, const Vector& x, int n) {
  if (n == 0) return;
  y = gradc::concat({y, static_cast<double>(n) * gradc::square(x)}, 0);
  append(y, gradc::slice(x, {0}, {x.size() - 1}), n - 1);
}
double appended(const Vector& x, int n) {
  Vector y = gradc::sin(x);
  append(y, x, n);
  return gradc::sum(y * y);
}

static void add(Vector& sum, const Vector& y, int n) {
  if (n == 0) return;
  sum = sum + gradc::square(y) * sum;
  sum(0) += y(0);
  add(sum, y, n - 1);
}
double summed_in_place(const Vector& x, const Vector& y, int n) {
  Vector sum = x;
  add(sum, y, n);
  return gradc::sum(sum);
}

static Vector forward(const std::vector<Dense>& layers, const Vector& x, std::size_t i) {
  if (i == layers.size()) return x;
  return forward(layers, gradc::tanh(gradc::matmul(layers[i].w, x) + layers[i].b), i + 1);
}
double network(const std::vector<Dense>& layers, const Vector& x) { return gradc::sum(gradc::square(forward(layers, x, 0))); }

static std::vector<Vector> all(const std::vector<Dense>& layers, const Vector& x, std::size_t i) {
  if (i == layers.size()) return {x};
  std::vector<Vector> rest = all(layers, gradc::tanh(gradc::matmul(layers[i].w, x) + layers[i].b), i + 1);
  rest.push_back(x * 2.0);
  return rest;
}
double activations(const std::vector<Dense>& layers, const Vector& x) {
  double sum = 0;
  for (const Vector& h : all(layers, x, 0)) sum += gradc::sum(gradc::square(h)) / static_cast<double>(h.size());
  return sum;
}

static std::vector<double> powers(double x, int n) {
  if (n == 0) return {1.0};
  std::vector<double> before = powers(x, n - 1);
  before.push_back(before.back() * x + 0.5);
  return before;
}
double numbers_of_trips(double x, int n) {
  double sum = 0;
  for (double power : powers(x, n)) sum += power * power;
  return sum;
}

static double twice_as_long(const Vector& x, int n) {
  if (n == 0) return gradc::sum(x * x * x);
  return twice_as_long(gradc::concat({x, 0.5 * x}, 0), n - 1);
}
double doubled(double a, double b, int n) { return twice_as_long(Vector{a, b, a * b}, n); }

static std::pair<Matrix, double> with_norm(const Matrix& x, const Matrix& w, int n) {
  if (n == 0) return {x, 1.0};
  const auto [y, norm] = with_norm(gradc::sin(gradc::matmul(x, w)), gradc::transpose(w), n - 1);
  return {2.0 * y, norm + gradc::sum(y * y)};
}
double with_a_pair(const Matrix& x, const Matrix& w, int n) {
  const auto [y, norm] = with_norm(x, w, n);
  return gradc::sum(y) * norm;
}

static std::array<double, 3> turned(std::array<double, 3> v, int n) {
  if (n == 0) return v;
  return turned({v[1] * v[2], std::sin(v[0]), v[1] + v[0]}, n - 1);
}
double with_an_array(double x, double y, int n) {
  const auto v = turned({x, y, 0.5}, n);
  return v[0] + 2 * v[1] + v[2] * v[2];
}

// Children of i are 2i+1 and 2i+2.
static Vector node(const std::vector<double>& leaves, const Vector& w, std::size_t i) {
  if (i >= leaves.size()) return 0.1 * w;
  const Vector left = node(leaves, w, 2 * i + 1), right = node(leaves, w, 2 * i + 2);
  return gradc::tanh(left * right + leaves[i] * w);
}
double tree(const std::vector<double>& leaves, const Vector& w) { return gradc::sum(node(leaves, w, 0)); }

static std::vector<double> merged(const std::vector<double>& x) {
  if (x.size() < 2) return x;
  const std::size_t half = x.size() / 2;
  const std::vector<double> left = merged(std::vector<double>(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(half)));
  const std::vector<double> right = merged(std::vector<double>(x.begin() + static_cast<std::ptrdiff_t>(half), x.end()));
  std::vector<double> out;
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    if (j == right.size() || (i < left.size() && left[i] < right[j]))
      out.push_back(left[i++]);
    else
      out.push_back(right[j++]);
  }
  return out;
}
double sorted_by_merging(const std::vector<double>& x) {
  double sum = 0, weight = 1;
  for (double number : merged(x)) sum += (weight *= 1.5) * number * number;
  return sum;
}

static double turns(const Matrix& a, const Matrix& b, int n) {
  if (n == 0) return gradc::sum(gradc::matmul(a, b));
  return turns(b, gradc::sin(a), n - 1) + gradc::sum(a) * gradc::mean(b);
}
double of_both_orders(const Matrix& a, const Matrix& b, int n) { return turns(a, b, n); }

}  // namespace recursion
