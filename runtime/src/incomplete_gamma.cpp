// The incomplete gamma function P(a, x) with respect to a, of any order, and backwards: its series and its
// continued fraction (special.cpp) with a + ε for a, as power series in ε that are cut.
#include <gradc/special.h>

#include <cmath>
#include <limits>

namespace gradc {
namespace special {
namespace {

using Wide = long double;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_whole(double x) { return std::floor(x) == x; }

// A function of ε near 0 by the coefficients of its powers, cut at one of them.
constexpr int kPowers = 9;
struct Series {
  Wide c[kPowers] = {};
  int count = 1;

  static Series of(int count, Wide value, Wide slope = 0) {
    Series s;
    s.count = count;
    s.c[0] = value;
    if (count > 1) s.c[1] = slope;
    return s;
  }
};
Series operator*(const Series& a, const Series& b) {
  Series y = Series::of(a.count, 0);
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; i + j < a.count; ++j) y.c[i + j] += a.c[i] * b.c[j];
  return y;
}
Series operator/(const Series& a, const Series& b) {
  Series y = Series::of(a.count, 0);
  for (int i = 0; i < a.count; ++i) {
    Wide rest = a.c[i];
    for (int j = 0; j < i; ++j) rest -= y.c[j] * b.c[i - j];
    y.c[i] = rest / b.c[0];
  }
  return y;
}
Series operator+(Series a, const Series& b) {
  for (int i = 0; i < a.count; ++i) a.c[i] += b.c[i];
  return a;
}

// x^(a + ε - 1) e^-x/Γ(a + ε) over itself at ε = 0: the exponential of ε (ln x - ψ(a)) - ε² ψ'(a)/2 - ...
Series density_ratio(int count, double a, Wide x) {
  Series exponent = Series::of(count, 0), y = Series::of(count, 1);
  Wide factorial = 1;
  for (int k = 1; k < count; ++k) {
    factorial *= k;
    exponent.c[k] = ((k == 1 ? std::log(x) : 0) - static_cast<Wide>(polygamma(k - 1, a))) / factorial;
  }
  for (int k = 1; k < count; ++k)  // k y_k = Σ j e_j y_(k - j)
    for (int j = 1; j <= k; ++j) y.c[k] += j * exponent.c[j] * y.c[k - j] / k;
  return y;
}

}  // namespace

double gammainc_slope(double shape, double end, double order) {
  const Wide a = shape, x = end;
  if (!(shape > 0) || !(end >= 0) || end == kInfinity || !is_whole(order) || order < 1 || order >= kPowers)
    return kNaN;
  if (end == 0) return 0;
  const int count = static_cast<int>(order) + 1;
  Series sum = Series::of(count, 0);
  if (x < a + 1) {  // Σ x^(n + 1)/(a (a + 1) ... (a + n)), DLMF 8.7.1
    Series term = Series::of(count, x) / Series::of(count, a, 1);
    for (Wide n = 1;; ++n) {
      sum = sum + term;
      term = term * Series::of(count, x) / Series::of(count, a + n, 1);
      bool is_small = true;
      for (int k = 0; k < count; ++k)
        is_small = is_small && !(std::fabs(term.c[k]) > 1e-20L * std::fabs(sum.c[k]));
      if (is_small) break;
    }
  } else {  // -x/(x + 1 - a - 1(1 - a)/(x + 3 - a - ...)), DLMF 8.9.2: what is beyond x falls where what is
            // below it grows
    Series b = Series::of(count, x + 1 - a, -1), c = Series::of(count, 1e300L), d = Series::of(count, 1) / b;
    Series fraction = d;
    for (Wide k = 1; k < 1e6L; ++k) {
      const Series top = Series::of(count, -k * (k - a), k);
      b.c[0] += 2;
      d = top * d + b;
      c = b + top / c;
      if (d.c[0] == 0) d.c[0] = 1e-300L;
      if (c.c[0] == 0) c.c[0] = 1e-300L;
      d = Series::of(count, 1) / d;
      const Series step = d * c;
      fraction = fraction * step;
      bool is_one = std::fabs(step.c[0] - 1) < 1e-19L;
      for (int i = 1; i < count; ++i)
        is_one = is_one && !(std::fabs(step.c[i] * fraction.c[0]) > 1e-19L * std::fabs(fraction.c[i]));
      if (is_one) break;
    }
    sum = fraction * Series::of(count, -x);
  }
  Wide y = (sum * density_ratio(count, shape, x)).c[count - 1];
  for (int k = 2; k < count; ++k) y *= k;
  return static_cast<double>(y);
}

double gammaincinv(double a, double p) {
  if (!(a > 0) || a == kInfinity || !(p >= 0 && p <= 1)) return kNaN;
  if (p == 0) return 0;
  if (p == 1) return kInfinity;
  // Newton's steps in ln x for ln P, which is nearly a line for small x, and within the bounds that are
  // known.
  double low = -kInfinity, high = kInfinity;
  const double guess = 1 - 1 / (9 * a) + ndtri(p) / (3 * std::sqrt(a));  // Wilson and Hilferty, 1931
  double t = guess > 0.1 ? std::log(a) + 3 * std::log(guess) : (std::log(p) + lgamma(a + 1)) / a;
  if (!(t > -700)) return std::exp(t);  // P is x^a/Γ(a + 1) there
  for (int k = 0; k < 200; ++k) {
    const double x = std::exp(t), below = gammainc(a, x);
    if (below == p) break;
    (below < p ? low : high) = t;
    // x f(x), f being the density
    const double growth = std::exp(a * t - x - lgamma(a));
    double next = p < 0.5 ? t - below * std::log(below / p) / growth : t - (below - p) / growth;
    if (!(next > low && next < high)) {
      if (low == -kInfinity)
        next = t - 1;
      else if (high == kInfinity)
        next = t + 1;
      else
        next = 0.5 * (low + high);
    }
    if (std::fabs(next - t) <= 1e-16 * std::fabs(t) + 1e-17) {
      t = next;
      break;
    }
    t = next;
  }
  return std::exp(t);
}

}  // namespace special
}  // namespace gradc
