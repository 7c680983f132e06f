#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace statistics {

template <typename T>
T log_sum_exp(const std::vector<T>& v) {
  const T m = *std::max_element(v.begin(), v.end());
  T s = 0;
  for (const T& x : v) s += std::exp(x - m);
  return m + std::log(s);
}

double mixture(const std::vector<double>& x, const std::vector<double>& weight,
               const std::vector<double>& mean, double sigma) {
  double total = 0;
  for (const double xi : x) {
    std::vector<double> terms;
    terms.reserve(mean.size());
    for (std::size_t k = 0; k < mean.size() && k < weight.size(); ++k) {
      const double z = (xi - mean[k]) / sigma;
      terms.push_back(weight[k] - 0.5 * z * z - std::log(sigma * sigma) * 0.5);
    }
    if (!terms.empty()) total += log_sum_exp(terms);
  }
  return total;
}

double gamma_lpdf(double y, double alpha, double beta) {
  return alpha * std::log(beta) - std::lgamma(alpha) + (alpha - 1) * std::log(y) - beta * y;
}

double student_lpdf(double y, double nu, double mu, double s) {
  const double z = (y - mu) / s;
  return std::lgamma(0.5 * (nu + 1)) - std::lgamma(0.5 * nu) - 0.5 * std::log(nu * M_PI) -
         std::log(std::fabs(s)) - 0.5 * (nu + 1) * std::log1p(z * z / nu);
}

double hmm(const std::vector<int>& seen, double stay, double p) {
  std::vector<double> alpha{0.5, 0.5};
  double ll = 0;
  for (int s : seen) {
    std::vector<double> next(2);
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) next[j] += alpha[i] * (i == j ? stay : 1 - stay);
      next[j] *= (s % 2 == j) ? p : 1 - p;
    }
    const double c = next[0] + next[1];
    for (double& a : next) a /= c;
    ll += std::log(c);
    alpha = std::move(next);
  }
  return ll;
}

struct Kalman {
  double x = 0, p = 1;
  void predict(double q) { p += q; }
  double update(double z, double r) {
    const double k = p / (p + r), e = z - x, s = p + r;
    x += k * e;
    p *= 1 - k;
    return -0.5 * (std::log(s) + e * e / s);
  }
};

double kalman(const std::vector<double>& z, double q, double r) {
  Kalman f;
  double ll = 0;
  for (double v : z) {
    f.predict(q * q);
    ll += f.update(v, r * r + 0.1);
  }
  return ll;
}

double logistic(const std::vector<std::vector<double>>& x, const std::vector<int>& y,
                const std::vector<double>& beta) {
  double ll = 0;
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
    const double eta = std::inner_product(x[i].begin(), x[i].end(), beta.begin(), 0.0);
    ll += (y[i] % 2 ? eta : 0.0) - std::log1p(std::exp(eta));
  }
  return ll;
}

std::pair<double, double> moments(const std::vector<double>& v) {
  double m = 0, s = 0;
  int n = 0;
  for (double x : v) {
    ++n;
    const double d = x - m;
    m += d / n;
    s += d * (x - m);
  }
  return {m, n > 1 ? s / (n - 1) : 0.0};
}

double t_statistic(const std::vector<double>& a, const std::vector<double>& b) {
  const auto [ma, va] = moments(a);
  const auto [mb, vb] = moments(b);
  return (ma - mb) / std::sqrt(va + vb + 0.1);
}

double trimmed(std::vector<double> v) {
  if (v.size() < 3) return 0;
  std::sort(v.begin(), v.end());
  double s = 0;
  for (auto it = v.begin() + 1; it != v.end() - 1; ++it) s += *it * *it;
  return s / static_cast<double>(v.size() - 2);
}

double huber(const std::vector<double>& r, double delta) {
  return std::accumulate(r.begin(), r.end(), 0.0, [delta](double s, double x) {
    const double a = std::abs(x);
    return s + (a <= delta ? 0.5 * x * x : delta * (a - 0.5 * delta));
  });
}

double spearman(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size() || x.size() < 2) return 0;
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&x](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  double s = 0;
  for (std::size_t i = 1; i < order.size(); ++i)
    s += (y[order[i]] - y[order[i - 1]]) * (y[order[i]] - y[order[i - 1]]);
  return s;
}

std::optional<double> safe_log(double x) {
  if (x <= 0) return std::nullopt;
  return std::log(x);
}

double with_optional(double x) {
  const auto r = safe_log(x);
  return r ? *r * x : 0.0;
}

double poisson_by_group(const std::vector<int>& group, const std::vector<int>& count,
                        const std::vector<double>& effect, double base) {
  double ll = 0;
  for (std::size_t i = 0; i < group.size() && i < count.size(); ++i) {
    if (effect.empty()) break;
    const double eta = base + effect[static_cast<std::size_t>(std::abs(group[i])) % effect.size()];
    ll += count[i] * eta - std::exp(eta);
  }
  return ll;
}

double ar1(const std::vector<double>& y, double phi, double sigma) {
  double ll = 0;
  for (auto it = std::next(y.begin()); it < y.end(); ++it) {
    const double e = *it - phi * *std::prev(it);
    ll -= 0.5 * e * e / (sigma * sigma) + std::log(std::fabs(sigma));
  }
  return ll;
}

}  // namespace statistics
