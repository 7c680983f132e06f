#include "models.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace models {

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

double attention(const DenseMatrix& q, const DenseMatrix& k, const DenseMatrix& v, bool causal) {
  DenseMatrix out(q.rows(), v.cols());
  const double scale = 1 / std::sqrt(double(q.cols()));
  Vector score(k.rows());
  for (std::size_t i = 0; i < q.rows(); ++i) {
    const std::size_t last = causal ? std::min(i + 1, k.rows()) : k.rows();
    double most = -1e300;
    for (std::size_t j = 0; j < last; ++j) {
      score[j] = 0;
      for (std::size_t c = 0; c < q.cols(); ++c) score[j] += q(i, c) * k(j, c);
      score[j] *= scale;
      most = std::max(most, score[j]);
    }
    double sum = 0;
    for (std::size_t j = 0; j < last; ++j) sum += (score[j] = std::exp(score[j] - most));
    for (std::size_t j = 0; j < last; ++j)
      for (std::size_t c = 0; c < v.cols(); ++c) out(i, c) += score[j] / sum * v(j, c);
  }
  double total = 0;
  for (std::size_t i = 0; i < out.rows(); ++i)
    for (std::size_t c = 0; c < out.cols(); ++c) total += (1.0 + c) * out(i, c) * out(i, c);
  return total;
}

class Cholesky {
 public:
  explicit Cholesky(DenseMatrix a) : l_(std::move(a)) {
    for (std::size_t j = 0; j < l_.rows(); ++j) {
      double d = l_(j, j);
      for (std::size_t k = 0; k < j; ++k) d -= l_(j, k) * l_(j, k);
      if (!(d > 0)) throw std::domain_error("not positive definite");
      l_(j, j) = std::sqrt(d);
      for (std::size_t i = j + 1; i < l_.rows(); ++i) {
        double s = l_(i, j);
        for (std::size_t k = 0; k < j; ++k) s -= l_(i, k) * l_(j, k);
        l_(i, j) = s / l_(j, j);
      }
    }
  }
  double log_determinant() const {
    double s = 0;
    for (std::size_t i = 0; i < l_.rows(); ++i) s += 2 * std::log(l_(i, i));
    return s;
  }
  Vector half_solve(Vector b) const {
    for (std::size_t i = 0; i < b.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= l_(i, k) * b[k];
      b[i] /= l_(i, i);
    }
    return b;
  }

 private:
  DenseMatrix l_;
};

double gp_log_likelihood(const Vector& x, const Vector& y, double amplitude, double length, double noise) {
  const auto kernel = [&](double a, double b) {
    const double r = std::fabs(a - b) / length * std::sqrt(3.0);
    return amplitude * amplitude * (1 + r) * std::exp(-r);
  };
  DenseMatrix K(x.size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i + 1; ++j)
      K(i, j) = K(j, i) = kernel(x[i], x[j]) + (i == j ? noise * noise : 0.0);
  const Cholesky llt(K);
  const Vector z = llt.half_solve(y);
  return -0.5 * std::inner_product(z.cbegin(), z.cend(), z.cbegin(), 0.0) - 0.5 * llt.log_determinant() -
         0.5 * x.size() * std::log(2 * M_PI);
}

double factorisation(const DenseMatrix& users, const DenseMatrix& items, const std::vector<Rating>& ratings,
                     double lambda) {
  double loss = 0;
  for (const auto& [user, item, value] : ratings) {
    double predicted = 0, norm = 0;
    for (std::size_t f = 0; f < users.cols(); ++f) {
      const auto u = users(user, f), v = items(item, f);
      predicted += u * v;
      norm += u * u + v * v;
    }
    loss += std::pow(value - predicted, 2) + lambda * norm;
  }
  return loss;
}

static double log_add(double a, double b) {
  if (a == -INFINITY) return b;
  if (b == -INFINITY) return a;
  return a > b ? a + std::log1p(std::exp(b - a)) : b + std::log1p(std::exp(a - b));
}

double ctc(const DenseMatrix& logits, const std::vector<int>& labels) {
  std::vector<int> extended{0};
  for (int label : labels) {
    extended.push_back(label);
    extended.push_back(0);
  }
  const std::size_t S = extended.size(), T = logits.rows();
  std::vector<double> alpha(S, -INFINITY);
  for (std::size_t t = 0; t < T; ++t) {
    double norm = -INFINITY;
    for (std::size_t c = 0; c < logits.cols(); ++c) norm = log_add(norm, logits(t, c));
    std::vector<double> next(S, -INFINITY);
    for (std::size_t s = 0; s < S; ++s) {
      double a = alpha[s];
      if (t == 0)
        a = s < 2 ? 0.0 : -INFINITY;
      else {
        if (s >= 1) a = log_add(a, alpha[s - 1]);
        if (s >= 2 && extended[s] != 0 && extended[s] != extended[s - 2]) a = log_add(a, alpha[s - 2]);
      }
      next[s] = a + logits(t, extended[s]) - norm;
    }
    alpha = next;
  }
  return -log_add(alpha[S - 1], S > 1 ? alpha[S - 2] : -INFINITY);
}

double skip_gram(const DenseMatrix& words, const DenseMatrix& contexts,
                 const std::vector<std::pair<int, int>>& pairs) {
  const auto score = [&](int w, int c) {
    double s = 0;
    for (std::size_t f = 0; f < words.cols(); ++f) s += words(w, f) * contexts(c, f);
    return s;
  };
  double loss = 0;
  for (auto [w, c] : pairs) {
    loss -= std::log(sigmoid(score(w, c)));
    for (int negative = 0; negative < (int)contexts.rows(); ++negative) {
      if (negative == c) continue;
      loss -= std::log(sigmoid(-score(w, negative)));
    }
  }
  return loss;
}

}  // namespace models
