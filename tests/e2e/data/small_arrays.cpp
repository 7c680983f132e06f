#include "small_arrays.h"

#include <cmath>

namespace small_arrays {
namespace {

double total(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * a[i];
  return sum;
}
void scale(One& a, double by) {
  for (double& e : a) e *= by;
}

}  // namespace

double c_array_of_constant(const Vector& x) {
  const double a[1] = {5};
  double sum = 0;
  for (int i = 0; i < 1; ++i) sum += a[i] * x(i);
  return sum;
}

double array_of_constant(const Vector& x) {
  const One a{5};
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * x(static_cast<std::int64_t>(i));
  return sum;
}

double list_of_constant(const Vector& x) {
  const std::vector<double> a{5.0};
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * x(static_cast<std::int64_t>(i));
  return sum;
}

double tensor_of_constant(const Vector& x) {
  const Vector a{5.0};
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a(i) * x(i);
  return sum;
}

double member_of_constant(const Vector& x) {
  const Small p{2, {5}};
  double sum = p.s;
  for (std::size_t i = 0; i < 1; ++i) sum += p.a[i] * x(static_cast<std::int64_t>(i));
  return sum;
}

double grid_of_constant(const Vector& x) {
  const double a[1][1] = {{5}};
  const Matrix b{{7.0}};
  double sum = 0;
  for (int i = 0; i < 1; ++i)
    for (int j = 0; j < 1; ++j) sum += a[i][j] * x(i) + b(j, i) * x(j) * x(j);
  return sum;
}

double of_argument(double y, const Vector& x) {
  const double a[1] = {y};
  double sum = 0;
  for (int i = 0; i < 1; ++i) sum += a[i] * a[i] * std::sin(x(i));
  return sum;
}

double of_computed(double y, const Vector& x) {
  const One a{y * y + 1};
  const Vector b{std::exp(y)};
  double sum = 0;
  for (int i = 0; i < 1; ++i) sum += a[static_cast<std::size_t>(i)] * x(i) / b(i);
  return sum;
}

double of_integer(double y, int n) {
  const int a[1] = {n + 1};
  double sum = y;
  for (int i = 0; i < 1; ++i)
    for (int k = 0; k < a[i]; ++k) sum *= y * a[i];
  return sum;
}

double summed_into(const Vector& x) {
  double a[1] = {5};
  for (std::int64_t i = 0; i < x.size(); ++i) a[0] += x(i) * x(i);
  return a[0] * a[0];
}

double carried(double y, const Vector& x, int n) {
  Vector a{y};
  for (int i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < a.size(); ++k) a(k) = a(k) * x(i) + std::sin(a(0));
  return a(0);
}

double chosen(double y, const Vector& x) {
  double a[1] = {y};
  if (y > 0)
    a[0] = x(0) * y;
  else
    a[0] *= 3;
  One b{2};
  if (x(0) > 0.5) b = {x(0)};
  for (std::size_t i = 0; i < 2; ++i) b[i / 2] += a[i / 2] * b[i / 2];
  return b[0];
}

double handed(double y) {
  const double a[1] = {y};
  One b{y + 1};
  scale(b, y);
  return total(a, 1) * total(b.data(), 1);
}

double ranged(double y) {
  double sum = 0;
  for (const double v : One{y}) sum += v * v;
  for (const double v : std::vector<double>{3.0}) sum += v * y;
  return sum;
}

double reshaped(double y, const Vector& x) {
  auto a = gradc::reshape(gradc::sum(x) * y, {1, 1});
  double sum = 0;
  for (int i = 0; i < 1; ++i) sum += a(i, i) * a(0, i);
  a(0, 0) = sum * y;
  return gradc::sum(gradc::tanh(a)) + a(0, 0);
}

double expanded(double y, int n) {
  const auto a = gradc::expand_dims(gradc::sum(Vector{y * y}, 0), {0, 1});
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a(i / n, 0) * (i + 1);
  return sum;
}

double decided(double y) {
  const bool a[1] = {y > 0};
  double sum = 0;
  for (int i = 0; i < 1; ++i)
    if (a[i]) sum += y * y;
  return sum + y;
}

double kept(double y, int n) {
  std::vector<Vector> all;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    all.push_back(Vector{y * (i + 1)});
    sum += all[static_cast<std::size_t>(i / 2)](0) * all.back()(0);
  }
  return sum;
}

double rows_of_one(const Matrix& x, double y) {
  Matrix a{{y}};
  Matrix none(gradc::Shape{0, 1});
  for (std::int64_t i = 0; i < x.extent(0); ++i)
    for (std::int64_t j = 0; j < x.extent(1); ++j) a(0, 0) = a(0, 0) * x(i, j) + y;
  for (std::int64_t i = 0; i < none.extent(0); ++i) a(0, 0) += none(i, 0);
  return gradc::sum(a * a) + gradc::sum(none);
}

double structures(const std::array<Small, 1>& p, double y) {
  std::array<Small, 1> q{{{y, {2}}}};
  for (std::size_t i = 0; i < p.size(); ++i) q[i].a[0] += p[i].a[i] * q[i].s * p[i].s;
  return q[0].a[0] * q[0].a[0];
}

double all_of(const std::vector<double>& p, const Matrix& x, double y) {
  std::vector<double> q;
  for (const double e : p) q.push_back(e * y);
  double sum = y;
  for (std::size_t i = 0; i < q.size(); ++i) sum += q[i] * q[0];
  for (std::int64_t i = 0; i < x.extent(0); ++i)
    for (std::int64_t j = 0; j < x.extent(1); ++j) sum *= x(i, j);
  return sum;
}

One result(double y, const Vector& x) {
  One a{y};
  for (std::int64_t i = 0; i < x.size(); ++i) a[0] *= x(i);
  return a;
}

}  // namespace small_arrays
