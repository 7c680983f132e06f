#include "threads.h"

#include <cmath>

namespace threads {

float classify(const Matrix<float>& x, const Matrix<float>& w, const Vector<float>& b, const Vector<std::int64_t>& labels) {
  const auto h = gradc::tanh(gradc::matmul(x, w) + b);
  return gradc::mean(gradc::softmax_cross_entropy(h * h - 0.5f * h, labels));
}

double residual(const Tensor<double, 3>& x, const Vector<double>& b) {
  const auto d = gradc::tanh(x * b) - 0.25 * x;
  return gradc::sum(d * d) + gradc::mean(gradc::exp(d));
}

Tensor<float, 4> filtered(const Tensor<float, 4>& x, const Tensor<float, 4>& w, const Tensor<float, 4>& v) {
  const auto y = gradc::relu(gradc::conv2d(x, w));
  return gradc::conv2d(y, v, gradc::Conv().stride(2));
}

double energy(const Vector<double>& x, double k) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) sum += std::exp(-k * x(i) * x(i));
  for (std::int64_t i = 0; i + 1 < x.extent(0); ++i) {
    const double d = x(i + 1) - x(i);
    sum += 0.5 * k * d * d;
  }
  return sum;
}

double price(const Option& option, double rate) {
  const double root = 0.2 * std::sqrt(option.years);
  const double d = (std::log(option.spot / option.strike) + (rate + 0.02) * option.years) / root;
  return option.spot * 0.5 * std::erfc(-d / std::sqrt(2.0)) -
         option.strike * std::exp(-rate * option.years) * 0.5 * std::erfc(-(d - root) / std::sqrt(2.0));
}

std::array<double, 2> bend(const Vector<double>& table, const std::array<double, 3>& point, int n) {
  double u = point[0], v = point[1] * point[2];
  for (int i = 0; i < n; ++i) {
    if (u > v)
      u = std::sin(u) * table(i);
    else
      v = v - 0.5 * u * table(i);
  }
  return {u, u * v};
}

namespace {

Matrix<double> step(const Matrix<double>& h, const Matrix<double>& w, int depth) {
  const Matrix<double> next = gradc::tanh(gradc::matmul(h, w)) + 0.1 * h;
  return depth <= 1 ? next : step(next, w, depth - 1);
}

}  // namespace

double steps(const Matrix<double>& x, const Matrix<double>& w, int n) {
  Matrix<double> h = x;
  for (int i = 0; i < n; ++i) h = step(h, w, 1 + i % 2);
  return gradc::sum(h * h);
}

}  // namespace threads
