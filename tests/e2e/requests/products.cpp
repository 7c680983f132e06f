#include "products.h"

#include <cmath>

namespace requests_products {
namespace {

Vector forward(const Net& net, const Matrix& x) {
  Matrix h = x;
  for (const Layer& layer : net.hidden) h = gradc::tanh(gradc::matmul(h, layer.w) + layer.b);
  return net.scale * gradc::matmul(h, net.out);
}

double power(double x, int n) {
  if (n <= 0) return 1;
  return x * power(std::sin(x), n - 1);
}

}  // namespace

double quadratic(const Vector& x, const Matrix& a, const Vector& b) {
  return 0.5 * gradc::dot(x, gradc::matmul(a, x)) + gradc::dot(b, x) + gradc::sum(gradc::exp(b));
}

double logistic(const Vector& w, const Matrix& x, const Vector& y) {
  const Vector z = gradc::matmul(x, w);
  return gradc::mean(gradc::softplus(z) - y * z) + 0.5 * gradc::sum(w * w);
}

double scalars(double x, double y) { return x * x * y + std::sin(y) + std::exp(x * y); }

float floats(const gradc::Vector<float>& x) { return gradc::sum(gradc::tanh(x) * x); }

double network(const Net& net, const Matrix& x) {
  const Vector y = forward(net, x);
  return gradc::mean(y * y) + gradc::sum(gradc::softmax(y) * gradc::sin(y));
}

double members(const Net& net, const Matrix& x) { return gradc::sum(gradc::exp(0.1 * forward(net, x))); }

double branches(const Vector& x, double limit) {
  double s = limit;
  if (gradc::sum(x) > limit) s = gradc::sum(x * x * x) * limit;
  return s > 3 ? s * s : std::exp(0.3 * s);
}

double loops(const Vector& x, double tolerance) {
  double s = 1;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (x(i) > 0)
      s *= std::sin(x(i));
    else
      s += x(i) * x(i) * s;
  }
  double root = 1;
  while (std::fabs(root * root - s * s - 2) > 1e-13) root = 0.5 * (root + (s * s + 2) / root);
  Vector y = x;
  for (int k = 0; k < 3; ++k) y(k) = y(k) * y(k + 1) + root;
  return root * gradc::sum(y * y) * tolerance;
}

double recursive(double x, int n) { return power(x, n) * power(x, n); }

double conditioned(const Matrix& a, const Vector& b) {
  return gradc::logsumexp(gradc::cumsum(gradc::matmul(a, b), 0)) + gradc::max(a) * gradc::sum(gradc::softmax(a, 0) * a) +
         gradc::vector_norm(b);
}

double linear(const Vector& x, double y) { return gradc::sum(2.0 * x) + 3 * y; }

double half_zero(const Vector& x, const Vector&) { return gradc::sum(x * x * x); }
double half_none(const Vector& x, const Vector&) { return gradc::sum(x * x * x); }

double labelled(const Vector& x) {
  const Vector h = gradc::label("h", gradc::sin(x));
  return gradc::sum(h * h * x);
}

double stopped(const Vector& x) {
  const Vector h = gradc::label("h", gradc::sin(x));
  return gradc::sum(h * x * x);
}

double shared(const Matrix& x) { return gradc::sum(gradc::matmul(x, gradc::matmul(x, x))); }

}  // namespace requests_products
