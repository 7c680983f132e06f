#include "checkpoints.h"

namespace checkpoints {
namespace {

Matrix node(const Matrix& a, const Matrix& w) { return gradc::tanh(gradc::matmul(a, w)); }
Matrix ten(const Matrix& a, const Matrix& w) {
  const Matrix five = node(node(node(node(node(a, w), w), w), w), w);
  return node(node(node(node(node(five, w), w), w), w), w);
}
Matrix added(const Matrix& a, const Matrix& w) { return a + gradc::tanh(gradc::matmul(a, w)); }
Matrix ten_added(const Matrix& a, const Matrix& w) {
  const Matrix five = added(added(added(added(added(a, w), w), w), w), w);
  return added(added(added(added(added(five, w), w), w), w), w);
}

}  // namespace

double chain(const Matrix& x, const Matrix& w) {
  const Matrix a1 = gradc::label("a1", node(x, w));
  const Matrix a2 = gradc::label("a2", node(a1, w));
  const Matrix a3 = gradc::label("a3", node(a2, w));
  const Matrix a4 = node(a3, w);
  const Matrix a5 = node(a4, w);
  return gradc::sum(node(a5, w));
}

double hundred(const Matrix& x, const Matrix& w) {
  const Matrix half = ten(ten(ten(ten(ten(x, w), w), w), w), w);
  return gradc::sum(ten(ten(ten(ten(ten(half, w), w), w), w), w));
}

double dual(const Matrix& x, const Matrix& w) {
  const Matrix a2 = gradc::label("a2", node(node(x, w), w));
  const Matrix a4 = node(node(a2, w), w);
  const Matrix b2 = gradc::label("b2", node(node(gradc::sin(x), w), w));
  const Matrix b4 = node(node(b2, w), w);
  return gradc::sum(a4 + b4);
}

double residual(const Matrix& x, const Matrix& w) {
  const Matrix third = gradc::checkpoint(added(added(added(x, w), w), w));
  return gradc::sum(added(added(added(third, w), w), w));
}
double long_residual(const Matrix& x, const Matrix& w) {
  const Matrix half = ten_added(ten_added(ten_added(ten_added(ten_added(x, w), w), w), w), w);
  return gradc::sum(ten_added(ten_added(ten_added(ten_added(ten_added(half, w), w), w), w), w));
}

double deep(const Matrix& x, const std::vector<Block>& blocks, double threshold) {
  Matrix h = x;
  double penalty = 0;
  for (const Block& block : blocks) {
    const Matrix a = gradc::checkpoint(gradc::tanh(gradc::matmul(h, block.w) + block.b));
    Matrix b = gradc::sigmoid(gradc::matmul(a, block.v));
    if (gradc::mean(b) > threshold)
      b = b * a;
    else
      penalty += threshold * gradc::sum(gradc::square(b));
    for (int i = 0; i < 2; ++i) b = gradc::sin(b) * a;
    h = h + b;
  }
  return gradc::sum(h * h) + penalty;
}

double dropped(const Matrix& x, const Matrix& w, const gradc::Key& key) {
  const gradc::Key second = gradc::fold_in(key, 1);
  const Matrix first = gradc::dropout(gradc::relu(gradc::matmul(x, w)), key, 0.4);
  const Matrix next = gradc::dropout(gradc::relu(gradc::matmul(first, w)), second, 0.4);
  return gradc::sum(gradc::square(gradc::tanh(gradc::matmul(next, w))));
}

double pointwise(const Matrix& x, const Matrix& w) {
  const Matrix a = gradc::matmul(x, w);
  const Matrix b = gradc::sin(a) * gradc::exp(-a);
  const Matrix c = b * gradc::cos(b) + a;
  return gradc::sum(gradc::square(c) * b);
}

double fixed(const Fixed& x, const Fixed& w) {
  const auto a = gradc::tanh(gradc::matmul(x, w));
  const auto b = gradc::tanh(gradc::matmul(a, w));
  const auto c = gradc::tanh(gradc::matmul(b, w));
  const auto d = gradc::tanh(gradc::matmul(c, w));
  const auto e = gradc::tanh(gradc::matmul(d, w));
  return gradc::sum(gradc::tanh(gradc::matmul(e, w)));
}

double several(const Matrix& x, const Matrix& table, const gradc::Vector<std::int64_t>& ids) {
  const auto s = gradc::matmul(gradc::transpose(x), x);
  const auto [values, vectors] = gradc::eigh(s + gradc::transpose(s));
  const Matrix rows = gradc::tanh(gradc::take(table, ids));
  const Matrix held = gradc::stop_gradient(gradc::exp(rows));
  const Matrix mixed = gradc::tanh(gradc::matmul(rows * held, vectors));
  const double one = gradc::sum(gradc::square(mixed));
  const Matrix last = gradc::sin(mixed) * one;
  return gradc::sum(last * last) + gradc::sum(gradc::log1p(gradc::square(values))) + one;
}

double looked_up(const Matrix& table, const gradc::Vector<std::int64_t>& ids) {
  const Matrix rows = gradc::take(table, ids);
  const Matrix a = gradc::tanh(rows * rows);
  const Matrix b = gradc::sin(a * gradc::take(table, ids));
  return gradc::sum(gradc::exp(b) * a);
}

double with_outside(const Matrix& x, const Matrix& w) {
  const Matrix a = node(node(x, w), w);
  const double y = outside(gradc::mean(a));
  const Matrix b = node(node(a * y, w), w);
  return gradc::sum(b * y);
}

}  // namespace checkpoints
