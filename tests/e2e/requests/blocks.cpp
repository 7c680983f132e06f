#include "blocks.h"

#include <cmath>

namespace requests_blocks {

double logistic(const Vector& w, const Matrix& x, const Vector& y) {
  const Vector z = gradc::matmul(x, w);
  return gradc::mean(gradc::softplus(z) - y * z) + 0.5 * gradc::sum(w * w);
}

double form(const Vector& x, const Matrix& a) { return gradc::dot(x, gradc::matmul(a, x)); }
double squares(const Matrix& x) { return 0.5 * gradc::sum(gradc::matmul(gradc::transpose(x), x)); }
double scalars(double x, double y) { return x * x * y + std::sin(y); }

double network(const Net& net, const Matrix& x) {
  const Matrix h = gradc::tanh(gradc::matmul(x, net.first.w) + net.first.b);
  const Vector y = net.scale * gradc::matmul(h, net.out);
  return gradc::mean(y * y) + gradc::sum(gradc::softmax(y) * gradc::sin(y));
}

double apart(const Vector& x, const Vector& y, double z) {
  return gradc::sum(gradc::exp(x)) + gradc::sum(y * y) * z + z * z;
}
double half_none(const Vector& x, const Vector&) { return gradc::sum(x * x * x); }

double linear(const Matrix& x) { return gradc::sum(3.0 * x); }
double folded(const Vector& x) {
  double s = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) s += x(i);
  return s;
}

double loops(const Vector& x, double y) {
  double s = 1;
  for (std::int64_t i = 0; i + 1 < x.size(); ++i) {
    if (x(i) > 0)
      s += std::sin(x(i) * x(i + 1)) * y;
    else
      s *= 1 + 0.1 * x(i) * y;
  }
  return s * s;
}

double dense(const Matrix& kernel, const Vector& bias, const Matrix& x, const Matrix& t) {
  return gradc::sum(gradc::square(gradc::matmul(x, kernel) + bias - t));
}

Vector map(const Vector& x, const Matrix& a) { return gradc::tanh(gradc::matmul(a, x)); }
Vector elementwise(const Vector& x, const Vector& y) { return x * x * y; }
Matrix powers(const Vector& x, double s) {
  return gradc::exp(s * gradc::reshape(x, {x.size(), 1})) * gradc::reshape(x, {1, x.size()});
}
double one(const Matrix& x) { return gradc::sum(gradc::sin(x) * x); }
std::pair<double, Vector> two(const Vector& x, double y) { return {gradc::sum(x * x) * y, gradc::sin(x) * y}; }

Vector steps(const Vector& x, double rate) {
  Vector y = x;
  for (int k = 0; k < 4; ++k)
    for (std::int64_t i = 1; i < y.size(); ++i) y(i) = y(i) + rate * y(i - 1) * y(i);
  return y;
}

Outputs several(const Vector& x, float y) {
  return {x * static_cast<double>(y), y * y, static_cast<int>(x.size())};
}
Vector squared(const Matrix& x) { return gradc::sum(x * x, {1}); }
Vector products(const Vector& x, const Vector& y) { return gradc::cumsum(x, 0) * gradc::sum(y); }

}  // namespace requests_blocks
