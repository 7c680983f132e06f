#include "special.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace special {

double gamma_lanczos(double x) {
  static const double g = 7;
  static const double coefficients[] = {0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
                                        771.32342877765313,   -176.61502916214059,   12.507343278686905,
                                        -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  if (x < 0.5) return M_PI / (std::sin(M_PI * x) * gamma_lanczos(1 - x));
  x -= 1;
  double a = coefficients[0];
  const double t = x + g + 0.5;
  for (int i = 1; i < g + 2; i++) a += coefficients[i] / (x + i);
  return std::sqrt(2 * M_PI) * std::pow(t, x + 0.5) * std::exp(-t) * a;
}

static double lower_series(double a, double x) {
  double term = 1, sum = 1, n = a;
  do {
    n += 1;
    term *= x / n;
    sum += term;
  } while (term > sum * DBL_EPSILON);
  return sum / a;
}

/* the fraction of the upper function, by its convergents from the front */
static double upper_fraction(double a, double x) {
  const double tiny = DBL_MIN / DBL_EPSILON;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d, change;
  int i = 0;
  do {
    ++i;
    const double an = i * (a - i);
    b += 2;
    d = an * d + b;
    if (fabs(d) < tiny) d = tiny;
    c = b + an / c;
    if (fabs(c) < tiny) c = tiny;
    d = 1 / d;
    change = c * d;
    h *= change;
  } while (fabs(change - 1) > DBL_EPSILON && i < 500);
  return h;
}

double igam(double a, double x) {
  double ax;
  if (x <= 0 || a <= 0) goto undefined;
  ax = a * log(x) - x - lgamma(a);
  if (ax < -700) goto underflow;
  ax = exp(ax);
  if (x > a + 1) return 1 - ax * upper_fraction(a, x);
  return ax * lower_series(a, x);
underflow:
  return x > a ? 1.0 : 0.0;
undefined:
  return 0.0;
}

template <class T>
T rf(T x, T y, T z) {
  if (std::min({x, y, z}) < 0) throw std::domain_error("the arguments must not be negative");
  const T enough = std::sqrt(std::sqrt(std::numeric_limits<T>::epsilon())) / 4;
  T mean, dx, dy;
  for (int k = 0; k < 100; ++k) {
    mean = (x + y + z) / 3;
    dx = 1 - x / mean;
    dy = 1 - y / mean;
    if (std::fabs(dx) < enough && std::fabs(dy) < enough && std::fabs(dx + dy) < enough) break;
    const T lambda = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  const T dz = -dx - dy, e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
  return (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
}

double carlson_rf(double x, double y, double z) { return rf(x, y, z); }

// Clenshaw's recurrence over [a, b].
double chebyshev(const std::vector<double>& c, double a, double b, double x) {
  const double t = (2 * x - a - b) / (b - a);
  double here = 0, after = 0;
  for (auto k = c.rbegin(); k != c.rend() - 1; ++k) {
    const double next = std::exchange(after, here);
    here = 2 * t * here - next + *k;
  }
  return c.front() / 2 + t * here - after;
}

double lambert_w(double x) {
  double w = x < 1 ? x : std::log(x);
  for (int i = 0; i < 50; ++i) {
    const double e = std::exp(w), f = w * e - x;
    const double step = f / (e * (w + 1) - (w + 2) * f / (2 * w + 2));
    w -= step;
    if (std::abs(step) < 1e-15 * (1 + std::abs(w))) return w;
  }
  throw std::runtime_error("lambert_w does not converge");
}

// The rule of trapezia, whose every refinement keeps the values that it has.
template <class F>
class Trapezia {
 public:
  Trapezia(const F& f, double from, double to)
      : f_(f), from_(from), to_(to), sum_((to - from) * (f(from) + f(to)) / 2) {}
  double value() const { return sum_; }
  Trapezia& refine() {
    const double h = (to_ - from_) / pieces_;
    double middles = 0;
    for (int i = 0; i < pieces_; ++i) middles += f_(from_ + (i + 0.5) * h);
    pieces_ <<= 1;
    sum_ = (sum_ + h * middles) / 2;
    return *this;
  }

 private:
  const F& f_;
  double from_, to_, sum_;
  int pieces_ = 1;
};

struct Damped {
  double decay;
  double operator()(double x) const { return std::exp(-decay * x) * std::cos(x); }
};

double romberg_of(double lower, double upper, double decay) {
  const Damped f{decay};
  Trapezia<Damped> rule(f, lower, upper);
  double table[6][6];
  for (int i = 0; i < 6; ++i) {
    table[i][0] = i == 0 ? rule.value() : rule.refine().value();
    double power = 4;
    for (int j = 1; j <= i; ++j, power *= 4)
      table[i][j] = table[i][j - 1] + (table[i][j - 1] - table[i - 1][j - 1]) / (power - 1);
  }
  return table[5][5];
}

double spherical_bessel(int n, double x) {
  switch (n) {
    case 0:
      return std::sin(x) / x;
    case 1:
      return std::sin(x) / (x * x) - std::cos(x) / x;
    default:
      return (2 * n - 1) / x * spherical_bessel(n - 1, x) - spherical_bessel(n - 2, x);
  }
}

namespace detail {
template <std::size_t N>
constexpr double horner(const std::array<double, N>& c, double x) {
  double r = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) r = r * x + c[i];
  return r;
}
}  // namespace detail

double rational(double x) {
  static constexpr std::array<double, 4> P{1.0, 0.5, 0.25, 0.0625};
  static constexpr std::array<double, 3> Q{1.0, -0.3, 0.2};
  if (std::abs(x) <= 1) return detail::horner(P, x) / detail::horner(Q, x);
  const double y = 1 / x;
  return x * detail::horner(P, y) / detail::horner(Q, y * y);
}

}  // namespace special
