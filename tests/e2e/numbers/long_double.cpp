#include "long_double.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace long_double {
namespace {

struct Pair {
  long double a, b;
  long double dot(const Pair& other) const { return a * other.a + b * other.b; }
};

long double repeated(long double x, int n) { return n == 0 ? x : repeated(x, n - 1) * x + n; }

long double square(const long double& x) { return x * x; }

}  // namespace

double powers(double x, double y) {
  long double s = 0;
  for (int i = 1; i < 5; ++i) s += std::pow(static_cast<long double>(x), i) / i;
  return static_cast<double>(s * y);
}

double names_of_c(double x) {
  return static_cast<double>(sinl(x) + expm1l(x) * log1pl(x * x) + fabsl(x) + fmaxl(x, 0.25L) + cbrtl(x) + hypotl(x, 2.0L) + atan2l(x, 3) + erfl(x));
}

double parts_of_numbers(double x) {
  int exponent = 0;
  const long double fraction = frexpl(x, &exponent);
  return static_cast<double>(fraction * exponent + ldexpl(fraction, 2));
}

double sorted(double x) {
  const long double a[3] = {x, x * x, 1.5L};
  std::vector<long double> v(a, a + 3);
  std::sort(v.begin(), v.end());
  return static_cast<double>(v[0] * v[1] + v[2]);
}

double members(double x, double y) {
  const Pair p{x, y}, q{y, 2.0L};
  return static_cast<double>(p.dot(q));
}

// The limits are those of double where double is computed: those of long double would never be reached.
double until_it_converges(double x) {
  long double term = 1, sum = 0;
  for (int n = 1; std::fabs(term) > std::numeric_limits<long double>::epsilon() * std::fabs(sum); ++n) {
    sum += term;
    term *= x / n;
  }
  return static_cast<double>(sum);
}

double recursive(double x, int n) { return static_cast<double>(repeated(x, n)); }

double through_pointers(double x) {
  long double y = x;
  long double* p = &y;
  *p *= 2;
  return static_cast<double>(square(*p) + std::max<long double>(x, 0.25L));
}

double within_limits(double x) {
  const long double least = std::numeric_limits<long double>::min();
  return static_cast<double>(least > 0 ? x * x * (least / least) : x);
}

double refused_below(double x) {
  if (!(x > -100)) throw std::domain_error("below: " + std::to_string(static_cast<long double>(x)));
  return static_cast<double>(x * 2.0L);
}

}  // namespace long_double
