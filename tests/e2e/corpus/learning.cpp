#include "learning.h"

#include <algorithm>
#include <numeric>

namespace learning {

// ---- a mixture of Gaussians: the factor of each precision is a logarithm of its diagonal, then the lower
// triangle ----

namespace {

struct Prior {
  double scale;
  int freedom;
};

double max_of(const double* first, int n) {
  double m = *first;
  while (--n > 0)
    if (*++first > m) m = *first;
  return m;
}

double log_sum_exp(const double* v, int n) {
  const double m = max_of(v, n);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += std::exp(v[i] - m);
  return m + std::log(sum);
}

double squares(const double* v, int n) {
  double s = 0;
  for (const double* end = v + n; v != end; ++v) s += *v * *v;
  return s;
}

// out = L x, for the triangle below the diagonal by columns
void lower_times(int d, const double* diagonal, const double* below, const double* x, double* out) {
  for (int i = 0; i < d; ++i) out[i] = diagonal[i] * x[i];
  for (int j = 0, at = 0; j < d; ++j)
    for (int i = j + 1; i < d; ++i, ++at) out[i] += below[at] * x[j];
}

double log_multigamma(double a, int p) {
  double r = 0.25 * p * (p - 1) * std::log(M_PI);
  for (int j = 0; j < p; ++j) r += std::lgamma(a - 0.5 * j);
  return r;
}

void mixture_likelihood(const double* logits, const double* means, const double* factors, const double* x,
                        int d, int k, int n, Prior prior, double* result) {
  const int size = d * (d + 1) / 2;
  std::vector<double> diagonals(k * d), traces(k), centred(d), scaled(d), terms(k);
  for (int c = 0; c < k; ++c)
    for (int i = 0; i < d; ++i) {
      const double log_diagonal = factors[c * size + i];
      traces[c] += log_diagonal;
      diagonals[c * d + i] = std::exp(log_diagonal);
    }
  double sum = -0.5 * n * d * std::log(2 * M_PI) - n * log_sum_exp(logits, k);
  for (int s = 0; s < n; ++s) {
    for (int c = 0; c < k; ++c) {
      for (int i = 0; i < d; ++i) centred[i] = x[s * d + i] - means[c * d + i];
      lower_times(d, &diagonals[c * d], factors + c * size + d, centred.data(), scaled.data());
      terms[c] = logits[c] + traces[c] - 0.5 * squares(scaled.data(), d);
    }
    sum += log_sum_exp(terms.data(), k);
  }
  const int freedom = d + prior.freedom + 1;
  const double norm =
      freedom * d * (std::log(prior.scale) - 0.5 * std::log(2.0)) - log_multigamma(0.5 * freedom, d);
  for (int c = 0; c < k; ++c) {
    const double frobenius = squares(&diagonals[c * d], d) + squares(&factors[c * size + d], size - d);
    sum += 0.5 * prior.scale * prior.scale * frobenius - prior.freedom * traces[c] - norm;
  }
  *result = sum;
}

}  // namespace

double gmm(const Vector& alphas, const Vector& means, const Vector& icf, const Vector& x, int d, int k,
           int n) {
  double result;
  mixture_likelihood(alphas.data(), means.data(), icf.data(), x.data(), d, k, n, Prior{1.2, 1}, &result);
  return result;
}

// ---- a recurrent cell ----

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

static void step(std::size_t n, const double* weight, const double* bias, double* hidden, double* cell,
                 const double* input) {
  std::vector<double> gates(4 * n);
  double* forget = gates.data();
  double* fresh = forget + n;
  double* shown = fresh + n;
  double* change = shown + n;
  for (std::size_t i = 0; i < n; ++i) {
    forget[i] = sigmoid(input[i] * weight[i] + bias[i]);
    fresh[i] = sigmoid(hidden[i] * weight[n + i] + bias[n + i]);
    shown[i] = sigmoid(input[i] * weight[2 * n + i] + bias[2 * n + i]);
    change[i] = std::tanh(hidden[i] * weight[3 * n + i] + bias[3 * n + i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    cell[i] = cell[i] * forget[i] + fresh[i] * change[i];
    hidden[i] = shown[i] * std::tanh(cell[i]);
  }
}

double lstm(const Vector& weights, const Vector& scales, const Vector& state, const Vector& sequence) {
  const std::size_t b = state.size() / 2, steps = sequence.size() / b;
  std::vector<double> s(state), output(b);
  double total = 0;
  for (std::size_t t = 0; t + 1 < steps; ++t) {
    const double* x = &sequence[t * b];
    std::vector<double> scaled(b);
    for (std::size_t i = 0; i < b; ++i) scaled[i] = x[i] * scales[i];
    step(b, weights.data(), weights.data() + 4 * b, s.data(), s.data() + b, scaled.data());
    for (std::size_t i = 0; i < b; ++i) output[i] = s[i] * scales[b + i] + scales[2 * b + i];
    double sum = 0;
    for (double y : output) sum += std::exp(y);
    const double lse = std::log(sum + 2);
    for (std::size_t i = 0; i < b; ++i) total += sequence[(t + 1) * b + i] * (output[i] - lse);
  }
  return -total / static_cast<double>(b * (steps - 1));
}

double focal(const Vector& logits, int label, double gamma) {
  const double most = *std::max_element(std::begin(logits), std::end(logits));
  Vector p(logits.size());
  std::transform(logits.begin(), logits.end(), p.begin(), [most](double z) { return std::exp(z - most); });
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  std::for_each(p.begin(), p.end(), [sum](double& x) { x /= sum; });
  return -std::pow(1 - p.at(label), gamma) * std::log(p.at(label));
}

struct Adam {
  double rate, beta1 = 0.9, beta2 = 0.999, m = 0, v = 0;
  int t = 0;
  void step(double& x, double g) {
    ++t;
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g * g;
    x -= rate * (m / (1 - std::pow(beta1, t))) / (std::sqrt(v / (1 - std::pow(beta2, t))) + 1e-8);
  }
};

double adam_steps(double x, double rate, int steps) {
  Adam optimiser{rate};
  while (steps-- > 0) optimiser.step(x, 4 * x * x * x - 2 * x + 0.3);
  return x * x;
}

}  // namespace learning
