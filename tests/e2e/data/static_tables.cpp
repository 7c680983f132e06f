// A table may be static and not const, as in the C of special functions.
#include "static_tables.h"

#include <cmath>
#include <vector>

namespace static_tables {

namespace {

double P[3] = {1, 2, 3};
double Q[3] = {1, 2, 3};
int N = 3;
double polevl(double x, const double c[], int n) {
  double s = c[0];
  for (int i = 1; i <= n; ++i) s = s * x + c[i];
  return s;
}

// C without const, which only reads.
double dot(double* a, double b[3]) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += a[i] * b[i];
  return s + *a;
}
double twice_dot(double a[3], double* b) { return 2 * dot(a, b) + b[0]; }
double R[3] = {0.5, -1, 2};
double sum_of_rows(double r[2][3], double x) {
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) s = s * x + r[i][j];
  return s + dot(r[1], r[0]);
}
struct Term {
  int power;
  double factor;
};

}  // namespace

double horner_of_table(double x) { return polevl(x, P, 2); }
double walked_table(double x) {
  double s = 0;
  for (double q : Q) s += q * x * x;
  return s * N;
}
double pointed_table(double x) {
  const double* p = P;
  return p[1] * x * x + *p;
}
double horner_of_vector(double x) {
  static const std::vector<double> w{0.1, 0.2, 0.3};
  double s = 0;
  for (double a : w) s = s * x + a;
  return s;
}
double triangle(const std::vector<double>& x) {
  std::size_t n = x.size();
  double s = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) s += x[i] * x[j] / (1.0 + i - j);
  return s;
}
double triangle_down(const std::vector<double>& x) {
  int n = static_cast<int>(x.size());
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j >= 0; --j)
      for (int k = 0; k <= j; ++k) s += x[i] * x[j] * x[k];
  return s;
}
double triangle_by_two(const std::vector<double>& x) {
  unsigned n = (unsigned)x.size();
  double s = 0;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j <= i; j += 2) s += x[i] * x[j];
  return s;
}
double band(const std::vector<double>& x) {
  std::size_t n = x.size();
  double s = 0;
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t j = i - 1; j <= i + 1 && j < n; ++j) s += x[i] * x[j];
  return s;
}
double layers(const std::vector<std::vector<double>>& l, const std::vector<double>& x0) {
  std::vector<double> x = x0;
  for (const auto& w : l) {
    std::vector<double> z = w;
    x = z;
  }
  double s = 0;
  for (double v : x) s += v * v;
  return s;
}

double table_without_const(double x) {
  static double a[3] = {1, -2, 0.5};
  double b[3] = {x, x * x, 1};
  static double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  static Term terms[] = {{1, 0.5}, {2, -0.25}, {3, 2}};
  double s = 0;
  for (std::size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); ++i) s += std::pow(x, terms[i].power) * terms[i].factor;
  return s + twice_dot(a, b) + dot(b, a) * twice_dot(b, R) + sum_of_rows(rows, x) + dot(rows[1], b);
}

}  // namespace static_tables
