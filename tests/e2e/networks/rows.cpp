#include "rows.h"

#include <cmath>

namespace rows {

Matrix normalised(const Matrix& x, const Vector& scale, const Vector& offset) { return gradc::layer_norm(x, scale, offset); }

gradc::Matrix<float> normalised_in_float(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale) {
  return gradc::rms_norm(x, scale) * gradc::sigmoid(x);
}

double of_classes(const Matrix& x, const Vector& bias, const Matrix& targets) {
  Matrix z = gradc::tanh(x + bias);
  return -gradc::mean(gradc::sum(targets * gradc::log_softmax(z, 1), {1}));
}

Cube attended(const Cube& x, const Vector& mask, const Matrix& at_place) {
  Cube weights = gradc::softmax(x * 0.5 + mask, 2);
  return weights * gradc::logsumexp(x, {2}, gradc::keepdims) + gradc::softmax(x + at_place, 2);
}

Matrix centred_twice(const Matrix& x) {
  Matrix rows = x - gradc::mean(x, {1}, gradc::keepdims);
  Matrix both = rows - gradc::mean(rows, {0}, gradc::keepdims);
  return gradc::softmax(both, 1) * both;
}

Matrix symmetric(const Matrix& x) {
  Matrix s = gradc::softmax(x, 1);
  return s * gradc::transpose(s) + gradc::sum(s * x, {1}, gradc::keepdims);
}

Matrix gated(const Matrix& x, std::int64_t half) {
  Matrix a = gradc::slice(x, {0, 0}, {x.extent(0), half}), b = gradc::slice(x, {0, half}, {x.extent(0), 2 * half});
  return gradc::softmax(a, 1) * gradc::tanh(b) + gradc::mean(b * b, {1}, gradc::keepdims);
}

double differences(const Matrix& x) {
  const std::int64_t n = x.extent(0), m = x.extent(1);
  Matrix step = gradc::slice(x, {1, 0}, {n, m}) - gradc::slice(x, {0, 0}, {n - 1, m});
  return gradc::sum(gradc::logsumexp(step * step, {1})) + gradc::sum(gradc::sum(step, {0}) * gradc::sum(gradc::exp(step), {0}));
}

Matrix layers(const Matrix& x, const Vector& scale, int times) {
  Matrix h = x;
  for (int i = 0; i < times; ++i) {
    Matrix normed = (h - gradc::mean(h, {1}, gradc::keepdims)) * scale;
    h = h + gradc::softmax(normed, 1) * gradc::tanh(h);
  }
  return h;
}

double scaled_by_all(const Matrix& x) {
  Matrix p = gradc::softmax(x, 1);
  double all = gradc::sum(p * x);
  Matrix q = p * all - gradc::mean(p * x, {1}, gradc::keepdims);
  return gradc::sum(gradc::log(1.0 + q * q) * p) + std::sin(all);
}

double greatest(const Matrix& x) {
  Matrix y = x - gradc::max(x, {1}, gradc::keepdims);
  return gradc::sum(gradc::exp(y) * gradc::prod(gradc::tanh(y) + 1.5, {1}, gradc::keepdims)) + gradc::sum(gradc::sum(y * x, {0}));
}

}  // namespace rows
