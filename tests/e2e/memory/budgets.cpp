#include "budgets.h"

namespace budgets {

double steps(const Fixed& x, const Fixed& w) {
  Matrix h = x;
  for (int i = 0; i < 60; ++i) h = gradc::tanh(gradc::matmul(h, w) / (1.0 + 0.1 * i));
  return gradc::sum(gradc::square(h));
}

double nested(const Fixed& x, const Fixed& w, double limit) {
  Matrix h = gradc::sin(gradc::matmul(x, w));
  double sum = 0;
  for (int i = 0; i < 14; ++i) {
    for (int j = 0; j < 3; ++j) h = gradc::tanh(gradc::matmul(h, w)) + 0.1 * h;
    if (h(0, 0) > limit) h = h * gradc::exp(-h);
    sum += h(i % 12, 2);
  }
  return sum + gradc::sum(gradc::exp(gradc::matmul(h, x)));
}

double chain(const Matrix& x, const Matrix& w) {
  Matrix a = gradc::tanh(gradc::matmul(x, w));
  Matrix b = gradc::tanh(gradc::matmul(a, w));
  Matrix c = gradc::tanh(gradc::matmul(b, w));
  Matrix d = gradc::tanh(gradc::matmul(c, w));
  Matrix e = gradc::tanh(gradc::matmul(d, w));
  Matrix f = gradc::tanh(gradc::matmul(e, w));
  return gradc::sum(gradc::exp(gradc::matmul(f, w)));
}

double rounds(const Vector& x, const Vector& w, int n) {
  Vector h = x;
  for (int i = 0; i < n; ++i) h = h + gradc::sin(h * w) / (1.0 + i);
  return gradc::sum(h * h);
}

Wave wave(const Wave& start, const Vector& speed, std::int64_t steps) {
  Vector now = start.now, before = start.before;
  for (std::int64_t i = 0; i < steps; ++i) {
    const Vector next = 2.0 * now - before - 0.1 * speed * gradc::sin(now);
    before = now;
    now = next;
  }
  return {now, before};
}

double energy(const Vector& x) {
  Vector h = x;
  for (int i = 0; i < 3; ++i) h = gradc::sin(h) * x;
  return gradc::sum(h * gradc::exp(h));
}

double until(const Vector& x, const Vector& w, double limit) {
  Vector h = x;
  while (gradc::sum(h * h) > limit) h = gradc::sin(h) * w;
  return gradc::sum(gradc::exp(h) * x);
}

double told(const Vector& x, const Vector& w, double limit) {
  Vector h = x;
  while (gradc::sum(gradc::print("h", h) * h) > limit) h = gradc::sin(h) * w;
  return gradc::sum(gradc::exp(h) * x);
}

double layered(const Matrix& x, const std::vector<Matrix>& layers) {
  Matrix h = x;
  for (const Matrix& w : layers) {
    const Matrix a = gradc::tanh(gradc::matmul(h, w));
    h = a * gradc::sigmoid(a + gradc::sin(a));
  }
  return gradc::sum(h * h);
}

double looked_up(const Matrix& table, const gradc::Vector<std::int64_t>& rows) {
  const Matrix found = gradc::take(table, rows, 0);
  return gradc::sum(gradc::exp(found) * gradc::sin(gradc::tanh(found)));
}

}  // namespace budgets
