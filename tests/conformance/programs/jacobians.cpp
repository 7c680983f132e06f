#include "jacobians.h"

#include <cmath>

#include "jacobians.grad.h"

namespace jacobians {

Vector no_path(const Vector& x, const Vector&) { return x * x; }
gradc::Vector<float> no_path_single(const gradc::Vector<float>&, const Vector& y) {
  return gradc::astype<float>(y);
}

// Each of the elements is added to what came before, which begins with x.
Cube scanned(const Matrix& x, const Vector& elements) {
  Cube all({elements.size(), x.extent(0), x.extent(1)});
  Matrix a = x;
  for (std::int64_t k = 0; k < elements.size(); ++k) {
    a = a + elements(k);
    for (std::int64_t i = 0; i < x.extent(0); ++i)
      for (std::int64_t j = 0; j < x.extent(1); ++j) all(k, i, j) = a(i, j);
  }
  return all;
}

Matrix looped(const Matrix& x, double from) {
  Matrix a = x;
  for (double i = from; i > 5; i -= 1) a = a * i;
  return gradc::slice(a, {0, 0}, {2, 3});
}

Matrix squares(const Matrix& x) { return x * x; }
Cube squares_of_all(const Cube& x) { return x * x; }
gradc::Tensor<double, 5> batch_of_squares(const Cube& x) {
  gradc::Tensor<double, 5> all({x.extent(0), x.extent(1), x.extent(2), x.extent(1), x.extent(2)});
  const std::int64_t block = x.extent(1) * x.extent(2) * x.extent(1) * x.extent(2);
  for (std::int64_t n = 0; n < x.extent(0); ++n) {
    const auto one = squares_jacobian(gradc::take(x, n)).jacobian.x;
    for (std::int64_t i = 0; i < block; ++i) all.data()[n * block + i] = one.data()[i];
  }
  return all;
}

double sum_of_squares(const Vector& x) { return gradc::sum(x * x); }
Vector slope_of_squares(const Vector& x) { return sum_of_squares_jacobian(x).jacobian.x; }

double folded(const Vector& x) {
  double a = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) a = std::cos(a + x(i));
  return a;
}
Vector slope_of_folded(const Vector& x) { return folded_jacobian(x).jacobian.x; }

Images convolved(const Images& x, const Images& filters) {
  return gradc::square(gradc::conv2d(x, filters, gradc::Conv().same()));
}
double of_jacobian(const Images& x, const Images& filters) {
  return gradc::sum(gradc::sin(convolved_jacobian(x, filters).jacobian.x));
}

Matrix lookup(const Matrix& table, const Ids& ids) { return gradc::embedding_lookup(table, ids); }

double either(double x) {
  if (x > 0) return x * x * x;
  return x * x;
}
double slope_of_either(double x) { return either_gradient(x).grad.x; }

Matrix of_nothing(double variable, const Matrix& left, const Matrix& right) {
  return variable * gradc::concat({left, right}, 0);
}

Cube sliced(const Cube& x, std::int64_t n) {
  const Cube part = gradc::slice(x, {0, 0, 0}, {x.extent(0), n, x.extent(2)});
  return part * part;
}

// --- networks ---

Matrix logits_of(const Dense& p, const Matrix& x) {
  return gradc::matmul(gradc::tanh(gradc::matmul(x, p.w1) + p.b1), p.w2) + p.b2;
}
Vector dense_losses(const Dense& p, const Matrix& x, const gradc::Vector<int>& labels) {
  return gradc::softmax_cross_entropy(logits_of(p, x), labels);
}
double dense_loss(const Dense& p, const Vector& x, int label) {
  const Matrix logits = logits_of(p, gradc::reshape(x, {1, x.size()}));
  const Vector row = gradc::take(logits, 0);
  return gradc::logsumexp(row) - row(label);
}

Matrix last_state(const Cell& p, const Cube& steps) {
  Matrix h({steps.extent(1), p.u.extent(1)}), c({steps.extent(1), p.u.extent(1)});
  for (std::int64_t t = 0; t < steps.extent(0); ++t) {
    const auto next = gradc::lstm_cell(gradc::take(steps, t), h, c, p.w, p.u, p.b);
    h = next.h;
    c = next.c;
  }
  return h;
}
Vector lstm_losses(const Cell& p, const Cube& steps) {
  return gradc::sum(gradc::square(last_state(p, steps)), {1});
}
double lstm_loss(const Cell& p, const Cube& steps) { return gradc::sum(gradc::square(last_state(p, steps))); }

Matrix image_logits(const Net& p, const Images& x) {
  const auto h =
      gradc::relu(gradc::conv2d(x, p.filters, gradc::Conv().same()) + gradc::expand_dims(p.bias, {1, 2}));
  return gradc::matmul(gradc::reshape(gradc::max_pool2d(h, 2), {x.extent(0), -1}), p.w);
}
Vector image_losses(const Net& p, const Images& x, const gradc::Vector<int>& labels) {
  return gradc::softmax_cross_entropy(image_logits(p, x), labels);
}
double image_loss(const Net& p, const Images& x, const gradc::Vector<int>& labels) {
  return gradc::sum(gradc::softmax_cross_entropy(image_logits(p, x), labels));
}

}  // namespace jacobians
