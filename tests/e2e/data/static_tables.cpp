// A table may be static and not const, as in the C of special functions.
#include "static_tables.h"

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

}  // namespace static_tables
