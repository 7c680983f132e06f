#include "finance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace finance {

enum class OptionType { call, put };

class CumulativeNormal {
 public:
  double operator()(double x) const { return 0.5 * std::erfc(-x * M_SQRT1_2); }
  double density(double x) const { return std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI); }
};

struct Market {
  double spot, rate, dividend, volatility;
};

class BlackScholes {
 public:
  BlackScholes(const Market& market, double strike, double expiry)
      : market_(market), strike_(strike), expiry_(expiry) {
    if (strike <= 0 || expiry <= 0) throw std::invalid_argument("strike and expiry must be positive");
    const double s = market.volatility * std::sqrt(expiry);
    d1_ = (std::log(market.spot / strike) +
           (market.rate - market.dividend + 0.5 * market.volatility * market.volatility) * expiry) /
          s;
    d2_ = d1_ - s;
  }
  double price(OptionType type) const {
    const CumulativeNormal n;
    const double w = type == OptionType::call ? 1.0 : -1.0;
    return w * (market_.spot * std::exp(-market_.dividend * expiry_) * n(w * d1_) -
                strike_ * std::exp(-market_.rate * expiry_) * n(w * d2_));
  }

 private:
  Market market_;
  double strike_, expiry_, d1_, d2_;
};

double black_scholes(double spot, double strike, double rate, double volatility, double expiry) {
  return BlackScholes({spot, rate, 0.01, volatility}, strike, expiry).price(OptionType::put);
}

double binomial_tree(double spot, double strike, double rate, double sigma, double t, int steps) {
  const double dt = t / steps, u = std::exp(sigma * std::sqrt(dt)), d = 1 / u,
               p = (std::exp(rate * dt) - d) / (u - d), disc = std::exp(-rate * dt);
  std::vector<double> value(steps + 1);
  for (int i = 0; i <= steps; ++i) value[i] = std::max(strike - spot * std::pow(u, 2 * i - steps), 0.0);
  for (int n = steps - 1; n >= 0; --n)
    for (int i = 0; i <= n; ++i) {
      value[i] = disc * (p * value[i + 1] + (1 - p) * value[i]);
      value[i] = std::max(value[i], strike - spot * std::pow(u, 2 * i - n));
    }
  return value[0];
}

double sabr(double alpha, double beta, double rho, double nu, double f, double k, double t) {
  const double fk = std::pow(f * k, 1 - beta), lfk = std::log(f / k), z = nu / alpha * std::sqrt(fk) * lfk;
  const double x = std::log((std::sqrt(1 - 2 * rho * z + z * z) + z - rho) / (1 - rho));
  const double one = 1 - beta, d = std::sqrt(fk) * (1 + one * one / 24 * lfk * lfk +
                                                    one * one * one * one / 1920 * lfk * lfk * lfk * lfk);
  const double e = 1 + (one * one / 24 * alpha * alpha / fk + 0.25 * rho * beta * nu * alpha / std::sqrt(fk) +
                        (2 - 3 * rho * rho) / 24 * nu * nu) *
                           t;
  return std::abs(z) < 1e-8 ? alpha / d * e : alpha / d * z / x * e;
}

class YieldCurve {
  std::vector<double> times_, rates_;

 public:
  YieldCurve(std::vector<double> times, std::vector<double> rates)
      : times_(std::move(times)), rates_(std::move(rates)) {}
  double zero_rate(double t) const {
    if (t <= times_.front()) return rates_.front();
    if (t >= times_.back()) return rates_.back();
    const auto it = std::upper_bound(times_.begin(), times_.end(), t);
    const auto i = static_cast<std::size_t>(it - times_.begin());
    const double w = (t - times_[i - 1]) / (times_[i] - times_[i - 1]);
    return (1 - w) * rates_[i - 1] + w * rates_[i];
  }
  double discount(double t) const { return std::exp(-zero_rate(t) * t); }
};

double bond(const std::vector<double>& rates, double coupon) {
  const YieldCurve curve({0.5, 1, 2, 5}, rates);
  double pv = 0;
  for (double t = 0.5; t < 4.01; t += 0.5) pv += 0.5 * coupon * curve.discount(t);
  return pv + curve.discount(4.0);
}

double implied_volatility(double price, double spot, double strike, double t) {
  double sigma = 0.3;
  for (int i = 0; i < 30; ++i) {
    const double s = sigma * std::sqrt(t), d1 = std::log(spot / strike) / s + 0.5 * s;
    const CumulativeNormal n;
    const double diff = spot * n(d1) - strike * n(d1 - s) - price, vega = spot * std::sqrt(t) * n.density(d1);
    if (std::fabs(diff) < 1e-13) break;
    sigma -= diff / vega;
  }
  return sigma;
}

double heston_integrand(double phi, double kappa, double theta, double sigma, double rho, double v0) {
  const double a = kappa * theta, b = kappa - rho * sigma * phi,
               d = std::sqrt(std::abs(b * b + sigma * sigma * (phi * phi + phi)));
  const double g = (b - d) / (b + d), e = std::exp(-d);
  return a / (sigma * sigma) * ((b - d) - 2 * std::log((1 - g * e) / (1 - g))) +
         v0 / (sigma * sigma) * (b - d) * (1 - e) / (1 - g * e);
}

double simpson(const std::function<double(double)>& f, double a, double b, int n) {
  const double h = (b - a) / n;
  double s = f(a) + f(b);
  for (int i = 1; i < n; ++i) s += f(a + i * h) * (i % 2 == 1 ? 4 : 2);
  return s * h / 3;
}

double heston(double kappa, double theta, double sigma, double rho, double v0) {
  return simpson([=](double phi) { return std::tanh(heston_integrand(phi, kappa, theta, sigma, rho, v0)); },
                 0.1, 2.0, 20);
}

double portfolio_variance(const std::vector<double>& w, const std::vector<std::vector<double>>& cov) {
  double v = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w.size(); ++j) v += w[i] * w[j] * cov[i][j];
  return std::sqrt(v + 1);
}

double value_at_risk(const std::vector<double>& pnl, double scale) {
  std::vector<double> sorted;
  std::transform(pnl.begin(), pnl.end(), std::back_inserter(sorted), [scale](double x) { return scale * x; });
  std::sort(sorted.begin(), sorted.end());
  const auto k = static_cast<std::size_t>(0.3 * sorted.size());
  return -std::accumulate(sorted.begin(), sorted.begin() + k + 1, 0.0) / (k + 1);
}

double monte_carlo(double spot, double sigma, double strike, const std::vector<double>& normals) {
  double sum = 0;
  for (double z : normals) {
    const double s = spot * std::exp(-0.5 * sigma * sigma + sigma * z);
    sum += s > strike ? s - strike : 0.0;
  }
  return normals.empty() ? 0.0 : sum / static_cast<double>(normals.size());
}

}  // namespace finance
