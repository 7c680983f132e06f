#include "batches.h"

#include <cmath>

namespace requests_batches {

Vector map(const Matrix& a, const Vector& x, double s) { return gradc::tanh(gradc::matmul(a, x) * s); }

Outputs layer(const Layer& layer, const Matrix& x) {
  const Matrix h = gradc::relu(gradc::matmul(x, layer.w) + layer.b);
  return {gradc::sum(gradc::softmax(h, 1) * h, {1}), gradc::sum(h * h), static_cast<int>(h.size())};
}

std::pair<double, Vector> loops(const Vector& x, double rate) {
  Vector y = x;
  double s = 0;
  for (std::int64_t i = 1; i < y.size(); ++i) {
    if (y(i) > 0)
      y(i) = y(i) * (1 + rate * y(i - 1));
    else
      s += y(i) * y(i - 1);
  }
  double root = 1;
  while (std::fabs(root * root - s * s - 2) > 1e-13) root = 0.5 * (root + (s * s + 2) / root);
  return {root, y};
}

namespace {
double power(double x, int n) {
  if (n <= 0) return 1;
  return x * power(std::sin(x), n - 1);
}
}  // namespace

double recursive(double x, int n) { return power(x, n); }

float constant(float x, const gradc::Vector<float>&) { return 3 * x; }

Vector ops(const Vector& x, const gradc::Vector<std::int64_t>& places) {
  const Vector taken = gradc::take(x, places);
  const Vector sorted = gradc::sort(gradc::cumsum(taken, 0));
  return gradc::concat({sorted, gradc::flip(x)}, 0) * gradc::logsumexp(x);
}

double with_vectors(const std::vector<double>& x) {
  double s = 0;
  for (double v : x) s += v * v;
  return s;
}

}  // namespace requests_batches
