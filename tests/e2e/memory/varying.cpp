#include "varying.h"

namespace varying {

double layers(const Matrix& x, const std::vector<Matrix>& weights) {
  Matrix h = x;
  for (const Matrix& w : weights) h = gradc::tanh(gradc::matmul(h, w));
  return gradc::sum(h * h);
}

double recurrence(const Matrix& x, const Matrix& w, int steps) {
  Matrix h = gradc::tanh(x);
  for (int i = 0; i < steps; ++i) h = gradc::tanh(gradc::matmul(h, w)) + 0.1 * h;
  return gradc::sum(h * h);
}

double grown(const Vector& x, int steps) {
  Vector h = x;
  for (int i = 0; i < steps; ++i) h = gradc::concat({gradc::sin(h), gradc::slice(h, {0}, {1})}, 0);
  return gradc::sum(h * h);
}

double grown_until(const Vector& x, int size) {
  Vector h = x;
  while (static_cast<int>(h.size()) < size) h = gradc::concat({gradc::sin(h), gradc::slice(h, {0}, {1})}, 0);
  return gradc::sum(h * h * h);
}

double nested(const Vector& x, int steps) {
  Vector h = x;
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    Vector g = gradc::sin(h);
    for (int j = 0; j < i % 4; ++j) g = gradc::concat({gradc::sin(g), gradc::cos(gradc::slice(g, {0}, {1}))}, 0);
    if (i % 3 == 1) {
      const Vector both = gradc::concat({g, h}, 0);
      g = gradc::tanh(both) * both;
    }
    sum += gradc::sum(gradc::exp(g) * g);
    h = h * 0.9 + gradc::slice(g, {0}, {h.size()}) * 0.1;
  }
  return gradc::sum(h * h) + sum;
}

double ended(const Matrix& x, const std::vector<Matrix>& weights, double most) {
  Matrix h = x;
  for (const Matrix& w : weights) {
    h = gradc::tanh(gradc::matmul(h, w));
    if (gradc::sum(h) > most) break;
    if (gradc::sum(h) < -most) return gradc::sum(h) * 2;
  }
  return gradc::sum(h * h);
}

}  // namespace varying
