// Special functions by their definitions, for the reference interpreter: sums and integrals of fixed length.
#include "ir/ops/elementwise/special.h"

namespace ir::ops::slow {
namespace {

constexpr double kPi = std::numbers::pi;

// The mean of f(θ) over [0, π] by the trapezoidal rule, which converges at once for what is periodic and smooth.
template <class F>
double mean_over_half_turn(F f) {
  constexpr int kSteps = 400;
  double sum = 0.5 * (f(0.0) + f(kPi));
  for (int i = 1; i < kSteps; ++i) sum += f(kPi * i / kSteps);
  return sum / kSteps;
}

}  // namespace

double erfcx(double x) {
  if (x < 5) return std::exp(x * x) * std::erfc(x);
  double below = 0;  // x + (1/2)/(x + (2/2)/(x + ...))
  for (int k = 200; k > 0; --k) below = 0.5 * k / (x + below);
  return std::numbers::inv_sqrtpi / (x + below);
}

double erfinv(double y) {
  double low = -6, high = 6;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (std::erf(middle) < y ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double log_ndtr(double x) {
  const double u = -x / std::numbers::sqrt2;
  return x < -5 ? std::log(0.5 * erfcx(u)) - u * u : std::log1p(-0.5 * std::erfc(-u));
}

double digamma(double x) {
  double sum = 0;
  for (; x < 30; x += 1) sum -= 1 / x;
  const double w = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x - w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w / 240)));
}

// γ + ln |x| + Σ xᵏ/(k k!) over k = 1, 2, ... (DLMF 6.6.2), for a moderate x.
double expint(double x) {
  double term = 1, sum = std::numbers::egamma + std::log(std::abs(x));
  for (int k = 1; k < 500; ++k) {
    term *= x / k;
    sum += term / k;
  }
  return sum;
}

double zeta(double s, double q) {
  double sum = 0;
  for (int k = 0; k < 60; ++k) sum += std::pow(q++, -s);
  const double w = 1 / (q * q), third = (s + 1) * (s + 2) * w;
  const double rest = s / 12 * (1 - third / 60 * (1 - (s + 3) * (s + 4) * w / 42));
  return sum + std::pow(q, -s) * (q / (s - 1) + 0.5 + rest / q);
}

double polygamma(double n, double x) {
  if (n == 0) return digamma(x);
  return (std::fmod(n, 2) == 0 ? -1 : 1) * std::tgamma(n + 1) * zeta(n + 1, x);
}

double i0e(double x) {
  return mean_over_half_turn([a = std::abs(x)](double t) { return std::exp(a * (std::cos(t) - 1)); });
}
double i1e(double x) {
  const double a = std::abs(x);
  return std::copysign(mean_over_half_turn([a](double t) { return std::cos(t) * std::exp(a * (std::cos(t) - 1)); }), x);
}

// ∫ over [0, 1] of the k-th derivative of cos πxt, by Simpson's rule.
double sinc(double k, double x) {
  constexpr int kSteps = 2000;
  const auto f = [&](double t) { return std::pow(kPi * t, k) * std::cos(kPi * (x * t + 0.5 * k)); };
  double sum = f(0) + f(1);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 0 ? 2 : 4) * f(static_cast<double>(i) / kSteps);
  return sum / (3 * kSteps);
}

double gammainc(double a, double x) {
  double term = std::exp(a * std::log(x) - x - std::lgamma(a + 1)), sum = term;
  for (int k = 1; k < 400; ++k) sum += term *= x / (a + k);
  return sum;
}

// By the moments ∫ t^(a - 1) e^-t (ln t)^j dt from 0 to x, with t = x e^-u and u = e^(s - e^-s), by the trapezoidal rule.
double gammainc_slope(double a, double x, double order) {
  const int k = static_cast<int>(order);
  const auto chosen = [](int n, int i) { return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1))); };
  // (∂/∂a)ⁱ (1/Γ(a)) · Γ(a)
  std::vector<double> q{1};
  for (int n = 0; n < k; ++n) {
    q.push_back(0);
    for (int i = 0; i <= n; ++i) q.back() -= chosen(n, i) * polygamma(i, a) * q[static_cast<std::size_t>(n - i)];
  }
  double total = 0;
  for (int j = 0; j <= k; ++j) {
    double moment = 0;
    constexpr double kStep = 0.02;
    for (double s = -4; s < 6; s += kStep) {
      const double u = std::exp(s - std::exp(-s));
      moment += kStep * u * (1 + std::exp(-s)) * std::exp(-a * u - x * std::expm1(-u)) * std::pow(std::log(x) - u, j);
    }
    total += chosen(k, j) * q[static_cast<std::size_t>(k - j)] * x * moment;
  }
  return total;
}

double gammaincinv(double a, double p) {
  double low = -200, high = 5;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (gammainc(a, std::exp(middle)) < p ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace ir::ops::slow
