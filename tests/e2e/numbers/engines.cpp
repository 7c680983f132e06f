// As simulations are written. The numbers are those that the library draws.
#include "engines.h"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace engines {

double claim(double spot, double volatility, int paths) {
  std::mt19937 rng(42);
  std::normal_distribution<double> normal(0, 1);
  double sum = 0;
  for (int i = 0; i < paths; ++i) {
    const double end = spot * std::exp(-0.5 * volatility * volatility + volatility * normal(rng));
    sum += end * std::log1p(end);
  }
  return sum / paths;
}
double moved_normals(double mean, double deviation) {
  std::mt19937_64 rng;
  std::normal_distribution<> normal(mean, deviation);
  const double a = normal(rng), b = normal(rng);
  normal.reset();
  const double c = normal(rng, std::normal_distribution<>::param_type(mean * mean, 2));
  return a * b * c + normal.mean() * normal.stddev();
}
double of_parameters(double x, std::uint32_t seed) {
  std::minstd_rand g(seed);
  std::exponential_distribution<> exponential(x * x + 1);
  std::lognormal_distribution<> lognormal(x, 0.5);
  std::cauchy_distribution<> cauchy(0, x);
  std::weibull_distribution<> weibull(2, x * x + 1);
  std::uniform_real_distribution<> uniform(-x, 2);
  std::bernoulli_distribution heads(0.3);
  double sum = 0;
  for (int i = 0; i < 6; ++i) {
    sum += exponential(g) * lognormal(g) + cauchy(g) * weibull(g) + uniform(g) * (heads(g) ? x : x * x);
  }
  return sum;
}
double in_float(double x, std::uint32_t seed) {
  std::mt19937 g(seed);
  g.discard(700);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> uniform;
  return x * normal(g) * x + uniform(g) * x;
}
double dice(double x, std::uint32_t seed) {
  std::default_random_engine g(seed);
  std::mt19937 h(seed);
  std::mt19937_64 k(seed);
  std::uniform_int_distribution<int> d(1, 6), e(-3, 1000000);
  double sum = 0;
  for (int i = 0; i < 20; ++i) sum = sum * 0.9 + x * d(g) + x * x * d(h) + d(k) + 1e-6 * x * (e(g) + e(h) + e(k));
  return sum;
}
double wide_numbers(double x, std::uint32_t seed) {
  std::minstd_rand g(seed);
  std::mt19937 h(seed);
  std::uniform_int_distribution<long> d(-5, 6000000000L);
  std::uniform_int_distribution<unsigned long long> e;
  double sum = 0;
  for (int i = 0; i < 10; ++i)
    sum = sum * 0.5 + 1e-9 * x * x * static_cast<double>(d(g) + d(h)) + 1e-19 * x * (static_cast<double>(e(g)) + static_cast<double>(e(h)));
  return sum;
}
double shuffled(double x, std::uint64_t seed) {
  std::mt19937_64 g(seed);
  std::vector<double> w{x, 2 * x, 3, 4, x * x};
  for (std::size_t i = w.size() - 1; i > 0; --i) std::swap(w[i], w[std::uniform_int_distribution<std::size_t>(0, i)(g)]);
  return w[0] * w[1] + w[2] * w[3];
}
struct Simulation {
  std::mt19937 g{9};
  std::uniform_real_distribution<double> uniform{0.0, 1.0};
  double next() { return uniform(g); }
};
double walk(double x, int n) {
  Simulation simulation;
  double y = 0;
  for (int i = 0; i < n; ++i)
    if (simulation.next() < 0.5) y += x * simulation.next();
    else y *= x;
  return y;
}

}  // namespace engines
