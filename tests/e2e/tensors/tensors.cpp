#include "tensors.h"

namespace tensors {

double elementwise(const Matrix& x, const Matrix& y, const Vector& row, double s) {
  auto a = gradc::exp(x / 2) + gradc::log(y) * row - 2;
  auto b = gradc::tanh(a) * gradc::sigmoid(x) + gradc::softplus(x - row) + gradc::sqrt(y) * gradc::rsqrt(y + 1);
  auto c = gradc::sin(a) - gradc::cos(b) * s + gradc::square(x) / (1 + gradc::abs(x));
  auto d = gradc::where(x > 0.1, a * b, c) + gradc::maximum(x, row) - gradc::minimum(y, s) + gradc::pow(y, 1.5);
  c += gradc::relu(d) * gradc::log1p(y) - gradc::expm1(x) * gradc::reciprocal(y) + gradc::sign(x);
  c *= -d;
  return gradc::sum(c);
}

double reductions(const gradc::Tensor<double, 3>& x) {
  auto all = gradc::sum(x) + gradc::mean(gradc::square(x));
  auto one = gradc::max(x, 1) * gradc::min(x, -2);
  auto two = gradc::logsumexp(x, {0, 2});
  auto kept = x - gradc::mean(x, {1, 2}, gradc::keepdims);
  auto soft = gradc::softmax(x, 1) * gradc::log_softmax(x) * kept;
  return all + gradc::sum(one) + gradc::sum(gradc::square(two)) + gradc::sum(soft);
}

double products(const Matrix& a, const Matrix& b, const Vector& v) {
  auto c = gradc::matmul(a, b);
  auto d = gradc::matmul(b, a, gradc::MatMul().transpose_a().transpose_b());
  auto e = gradc::matmul(c, v);
  return gradc::sum(c * gradc::transpose(d)) + gradc::sum(gradc::square(e)) + gradc::dot(e, gradc::tanh(e));
}

double batches(const gradc::Tensor<double, 3>& a, const gradc::Tensor<double, 3>& b, const Matrix& c) {
  return gradc::sum(gradc::square(gradc::matmul(gradc::matmul(a, b), c)));
}

double shapes(const Matrix& x, const Matrix& y) {
  auto joined = gradc::concat({x, y}, 0);
  auto piece = gradc::slice(joined, {1, 0}, {-1, 2});
  auto flat = gradc::reshape(x, {-1});
  auto column = gradc::expand_dims(flat, 1);
  auto outer = column * gradc::expand_dims(gradc::sin(flat), 0);
  auto back = gradc::squeeze(gradc::sum(outer, 1, gradc::keepdims), 1);
  auto turned = gradc::transpose(gradc::expand_dims(x, 0), {2, 0, 1});
  return gradc::sum(gradc::square(piece)) + gradc::sum(back * flat) + gradc::sum(turned * turned * turned);
}

double losses(const Matrix& logits, const gradc::Vector<int>& labels, const Matrix& dense, const Matrix& table) {
  auto rows = gradc::take(table, labels);
  auto hits = gradc::one_hot<double>(labels, logits.extent(1));
  auto best = gradc::argmax(rows, 1);
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels)) +
         gradc::sum(gradc::softmax_cross_entropy(logits, dense)) + gradc::sum(hits * gradc::tanh(logits)) +
         gradc::sum(gradc::square(rows)) + gradc::sum(gradc::astype<double>(best));
}

Matrix layer(const Matrix& x, const Matrix& w, const Vector& b) { return gradc::tanh(gradc::matmul(x, w) + b); }

double views(gradc::View<const double, 2> x, const gradc::StaticTensor<double, 2, 3>& w) {
  return gradc::sum(gradc::square(gradc::matmul(x, w)));
}

float single(const gradc::Matrix<float>& x) { return gradc::mean(gradc::square(x) * 0.5f); }

double extents(const Matrix& x) {
  const auto rows = x.extent(0);
  return gradc::sum(x) / static_cast<double>(rows * x.size()) + gradc::sum(gradc::reshape(x, {rows * x.extent(1)}));
}

}  // namespace tensors
