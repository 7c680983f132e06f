#include "markets.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

namespace markets {

namespace {

const Real kOneOverSqrt2Pi = 0.398942280401432677939946059934;

Real phi(Real x) { return kOneOverSqrt2Pi * std::exp(-x * x / 2); }
Real Phi(Real x) { return std::erfc(-x / M_SQRT2) / 2; }

#define REQUIRE(condition, message)             \
  do {                                          \
    if (!(condition)) {                         \
      std::string text("markets: ");            \
      throw std::runtime_error(text + message); \
    }                                           \
  } while (false)

}  // namespace

Real nelson_siegel(const std::array<double, 4>& beta, const std::vector<double>& maturities,
                   const std::vector<double>& quotes) {
  REQUIRE(maturities.size() == quotes.size(), "as many maturities as quotes");
  const auto& [level, slope, curvature, tau] = beta;
  Real error = 0;
  for (size_t i = 0; i != maturities.size(); ++i) {
    const Time t = maturities[i];
    REQUIRE(t > 0, "maturities must be positive");
    const Real x = t / tau, decay = (1 - std::exp(-x)) / x;
    error += std::pow(level + slope * decay + curvature * (decay - std::exp(-x)) - quotes[i], 2);
  }
  return std::sqrt(error / maturities.size());
}

class Tridiagonal {
 public:
  explicit Tridiagonal(int n) : n_(n), lower_(n), main_(n), upper_(n) {}
  void set(int i, Real l, Real m, Real u) {
    lower_[i] = l;
    main_[i] = m;
    upper_[i] = u;
  }
  std::vector<Real> apply(const std::vector<Real>& v) const {
    std::vector<Real> r(n_);
    for (int i = 0; i < n_; ++i) {
      r[i] = main_[i] * v[i];
      if (i > 0) r[i] += lower_[i] * v[i - 1];
      if (i < n_ - 1) r[i] += upper_[i] * v[i + 1];
    }
    return r;
  }
  std::vector<Real> solve(const std::vector<Real>& rhs) const {
    std::vector<Real> x(rhs), factor(n_);
    Real pivot = main_.front();
    for (int i = 0; i < n_; ++i) {
      if (i > 0) {
        factor[i] = upper_[i - 1] / pivot;
        pivot = main_[i] - lower_[i] * factor[i];
        x[i] -= lower_[i] * x[i - 1];
      }
      REQUIRE(pivot != 0.0, "the system is singular");
      x[i] /= pivot;
    }
    for (int i = n_ - 1; i > 0; --i) x[i - 1] -= factor[i] * x[i];
    return x;
  }

 private:
  int n_;
  std::vector<Real> lower_, main_, upper_;
};

Real crank_nicolson(Real spot, Real strike, Real r, Real sigma, Time t, int space, int time) {
  const Real half = 4 * sigma * std::sqrt(t), dx = 2 * half / (space - 1), dt = t / time;
  std::vector<Real> v(space);
  for (int i = 0; i < space; ++i) v[i] = std::max(strike - spot * std::exp(-half + i * dx), 0.0);
  const Real nu = r - 0.5 * sigma * sigma, d = 0.25 * dt * sigma * sigma / (dx * dx), a = 0.25 * dt * nu / dx;
  Tridiagonal implicit(space), explicit_(space);
  implicit.set(0, 0, 1, 0);
  explicit_.set(0, 0, 1, 0);
  for (int i = 1; i < space - 1; ++i) {
    implicit.set(i, a - d, 1 + 2 * d + r * dt / 2, -a - d);
    explicit_.set(i, d - a, 1 - 2 * d - r * dt / 2, a + d);
  }
  implicit.set(space - 1, 0, 1, 0);
  explicit_.set(space - 1, 0, 1, 0);
  for (int n = 0; n < time; ++n) v = implicit.solve(explicit_.apply(v));
  return v[space / 2];
}

struct Schedule {
  struct Period {
    Time start, end;
  };
  std::vector<Period> periods;
  static Schedule quarterly(int years) {
    Schedule s;
    for (int q = 0; q < 4 * years; ++q) s.periods.push_back({q * 0.25, (q + 1) * 0.25});
    return s;
  }
};

Real cds(Real hazard, Real recovery, Real rate, int years) {
  const Schedule schedule = Schedule::quarterly(years);
  Real protection = 0, annuity = 0;
  std::optional<Real> last;
  for (const auto& [start, end] : schedule.periods) {
    const Real before = last.value_or(1.0), survival = std::exp(-hazard * end);
    const Real discount = std::exp(-rate * (start + end) / 2);
    protection += (1 - recovery) * discount * (before - survival);
    annuity += (end - start) * discount * (before + survival) / 2;
    last = survival;
  }
  return protection / annuity;
}

Real bootstrapped(const std::vector<double>& par, Real notional) {
  std::vector<Real> discounts;
  for (const Real s : par) {
    const Real sum = std::accumulate(discounts.begin(), discounts.end(), 0.0);
    discounts.emplace_back((1 - s * sum) / (1 + s));
  }
  return discounts.empty() ? notional : notional * discounts.back();
}

class Lcg {
 public:
  explicit Lcg(std::uint32_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) * (1.0 / 16777216.0);
  }
  double normal() {
    const double u = uniform() + 1e-9, v = uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v);
  }

 private:
  std::uint32_t state_;
};

Real asian(Real spot, Real sigma, Real strike, int paths) {
  Lcg random(42);
  constexpr int steps = 4;
  Real total = 0;
  for (int i = 0; i < paths; ++i) {
    Real s = spot, sum = 0;
    for (int j = 0; j < steps; ++j) {
      s *= std::exp(-sigma * sigma / (2 * steps) + sigma * std::sqrt(1.0 / steps) * random.normal());
      sum += s;
    }
    if (const Real payoff = sum / steps - strike; payoff > 0) total += payoff;
  }
  return total / paths;
}

Real heston_path(const HestonParams& p, Real spot, const std::vector<double>& normals) {
  Real x = std::log(spot), v = p.v0;
  const Real dt = 0.1, c = std::sqrt(1 - p.rho * p.rho);
  for (auto z = normals.begin(); z + 1 < normals.end(); z += 2) {
    const Real plus = std::max(v, 0.0), root = std::sqrt(plus * dt);
    x += -plus / 2 * dt + root * z[0];
    v += p.kappa * (p.theta - plus) * dt + p.sigma * root * (p.rho * z[0] + c * z[1]);
  }
  return std::exp(x);
}

Real curve_value(const Curve& curve, Real t) {
  const auto right = std::lower_bound(curve.begin(), curve.end(), t,
                                      [](const auto& node, Real at) { return node.first < at; });
  if (right == curve.begin()) return curve.front().second;
  if (right == curve.end()) return curve.back().second;
  const auto left = std::prev(right);
  const Real w = (t - left->first) / (right->first - left->first);
  return std::exp((1 - w) * std::log(left->second) + w * std::log(right->second));
}

Real copula(Real rho, const std::vector<double>& thresholds, int nodes) {
  Real total = 0, weight = 0;
  for (int i = 0; i < nodes; ++i) {
    const Real m = -3 + 6.0 * i / (nodes - 1), w = phi(m);
    Real none = 1;
    for (Real c : thresholds) none *= 1 - Phi((c - std::sqrt(rho) * m) / std::sqrt(1 - rho));
    total += w * (1 - none);
    weight += w;
  }
  return total / weight;
}

}  // namespace markets
