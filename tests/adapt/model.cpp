#include "model.h"

#include <cmath>
#include <cstdint>

namespace adapt_test {

void pair_of(const double a[3], const double b[2], double scale, double residual[2]) {
  residual[0] = scale * a[0] * b[0] + std::sin(a[1]);
  residual[1] = a[2] * b[1] * b[1] - scale;
}

double two_outputs(const double a[3], const double b[2], double scale, double& second) {
  second = scale * a[0] * b[0] + std::sin(a[1]);
  return a[2] * b[1] * b[1] - scale;
}

std::array<double, 2> posed(const Pose& pose, const std::array<double, 2>& b, double scale) {
  return {scale * pose.turn[0] * b[0] + std::sin(pose.turn[1]), pose.shift * b[1] * b[1] - scale};
}

double growth(double m, double c, double x, double y) { return y - std::exp(m * x + c); }

gradc::Vector<double> growths(const gradc::Vector<double>& x, const gradc::Vector<double>& times,
                              const gradc::Vector<double>& values) {
  return values - gradc::exp(x(0) * times + x(1));
}

double rosenbrock(const gradc::Vector<double>& x) {
  double sum = 0;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) {
    const double along = 1 - x(i), across = x(i + 1) - x(i) * x(i);
    sum += along * along + 100 * across * across;
  }
  return sum;
}

double rosenbrock_at(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i) {
    const double along = 1 - x[i], across = x[i + 1] - x[i] * x[i];
    sum += along * along + 100 * across * across;
  }
  return sum;
}

double hs071(const double x[4]) { return x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]; }

void hs071_constraints(const double x[4], double g[2]) {
  g[0] = x[0] * x[1] * x[2] * x[3];
  g[1] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
}

double hs071_lagrangian(const double x[4], double sigma, const double lambda[2]) {
  double g[2];
  hs071_constraints(x, g);
  return sigma * hs071(x) + lambda[0] * g[0] + lambda[1] * g[1];
}

double chain(const gradc::Vector<double>& x, double force) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += x(i) * x(i) * x(i) * x(i) - force * x(i);
  return sum;
}

gradc::Vector<double> links(const gradc::Vector<double>& x) {
  gradc::Vector<double> g(gradc::Shape{x.size() - 1});
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) g(i) = x(i + 1) - x(i) - 0.1 * std::sin(x(i));
  return g;
}

double chain_lagrangian(const gradc::Vector<double>& x, double sigma, const gradc::Vector<double>& lambda, double force) {
  return sigma * chain(x, force) + gradc::sum(lambda * links(x));
}

double miss(const double p[2], const Sample& sample) { return sample.y - p[0] * std::exp(p[1] * sample.x); }

}  // namespace adapt_test
