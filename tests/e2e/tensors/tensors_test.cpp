#include "tensors.grad.h"

#include "tests/e2e/differences.h"

namespace {

using e2e::expect_close;
using e2e::expect_gradient;
using e2e::filled;
using tensors::Matrix;
using tensors::Vector;
using Cube = gradc::Tensor<double, 3>;

TEST(Tensors, ElementwiseOpsAndBroadcasting) {
  auto x = filled<Matrix>({3, 4}), y = filled<Matrix>({3, 4}, 0.3, 2.5, 2);
  auto row = filled<Vector>({4}, -1, 1, 3);
  double s = 1.1;
  const auto f = [&] { return tensors::elementwise(x, y, row, s); };
  const auto out = tensors::elementwise_gradient(x, y, row, s);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(x, out.grad.x, f, "x");
  expect_gradient(y, out.grad.y, f, "y");
  expect_gradient(row, out.grad.row, f, "row");
  expect_gradient(s, out.grad.s, f, "s");

  const auto x_dot = filled<Matrix>({3, 4}, -1, 1, 5), y_dot = filled<Matrix>({3, 4}, -1, 1, 6);
  const auto row_dot = filled<Vector>({4}, -1, 1, 7);
  const auto jvp = tensors::elementwise_jvp(x, y, row, s, x_dot, y_dot, row_dot, 0.7);
  double expected = 0.7 * out.grad.s;
  for (int i = 0; i < 12; ++i)
    expected += x_dot.data()[i] * out.grad.x.data()[i] + y_dot.data()[i] * out.grad.y.data()[i];
  for (int i = 0; i < 4; ++i) expected += row_dot.data()[i] * out.grad.row.data()[i];
  expect_close(jvp.tangent, expected, "tangent", 1e-11);

  const auto forward = tensors::elementwise_forward(x, y, row, s);
  const auto back = tensors::elementwise_backward(forward.residuals, -2.0);
  for (int i = 0; i < 12; ++i) expect_close(back.x.data()[i], -2 * out.grad.x.data()[i], "backward", 1e-11);
}

TEST(Tensors, Reductions) {
  auto x = filled<Cube>({2, 3, 4});
  const auto f = [&] { return tensors::reductions(x); };
  const auto out = tensors::reductions_gradient(x);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(x, out.grad.x, f, "x");
}

TEST(Tensors, Products) {
  auto a = filled<Matrix>({3, 4}), b = filled<Matrix>({4, 5}, -1, 1, 2);
  auto v = filled<Vector>({5}, -1, 1, 3);
  const auto f = [&] { return tensors::products(a, b, v); };
  const auto out = tensors::products_gradient(a, b, v);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(a, out.grad.a, f, "a");
  expect_gradient(b, out.grad.b, f, "b");
  expect_gradient(v, out.grad.v, f, "v");
}

TEST(Tensors, BatchesOfProducts) {
  auto a = filled<Cube>({2, 3, 4}), b = filled<Cube>({2, 4, 2}, -1, 1, 2);
  auto c = filled<Matrix>({2, 3}, -1, 1, 3);
  const auto f = [&] { return tensors::batches(a, b, c); };
  const auto out = tensors::batches_gradient(a, b, c);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(a, out.grad.a, f, "a");
  expect_gradient(b, out.grad.b, f, "b");
  expect_gradient(c, out.grad.c, f, "c");
}

TEST(Tensors, ShapeOps) {
  auto x = filled<Matrix>({3, 4}), y = filled<Matrix>({2, 4}, -1, 1, 2);
  const auto f = [&] { return tensors::shapes(x, y); };
  const auto out = tensors::shapes_gradient(x, y);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(x, out.grad.x, f, "x");
  expect_gradient(y, out.grad.y, f, "y");
}

TEST(Tensors, LossesAndIndices) {
  auto logits = filled<Matrix>({4, 3}), dense = filled<Matrix>({4, 3}, 0, 1, 2), table = filled<Matrix>({3, 2}, -1, 1, 3);
  const gradc::Vector<int> labels{2, 0, 2, 1};
  const auto f = [&] { return tensors::losses(logits, labels, dense, table); };
  const auto out = tensors::losses_gradient(logits, labels, dense, table);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(logits, out.grad.logits, f, "logits");
  expect_gradient(dense, out.grad.dense, f, "dense");
  expect_gradient(table, out.grad.table, f, "table");
  const gradc::Vector<int> outside{2, 0, 3, 1};
  EXPECT_THROW(tensors::losses_gradient(logits, outside, dense, table), gradc::IndexError);
}

TEST(Tensors, AdjointsAndTangentsOfATensor) {
  auto x = filled<Matrix>({3, 4}), w = filled<Matrix>({4, 2}, -1, 1, 2);
  auto b = filled<Vector>({2}, -1, 1, 3);
  const auto y_bar = filled<Matrix>({3, 2}, -1, 1, 4);
  const auto f = [&] { return static_cast<double>(gradc::sum(tensors::layer(x, w, b) * y_bar)); };
  const auto out = tensors::layer_vjp(x, w, b, y_bar);
  expect_gradient(x, out.grad.x, f, "x");
  expect_gradient(w, out.grad.w, f, "w");
  expect_gradient(b, out.grad.b, f, "b");
  const auto forward = tensors::layer_forward(x, w, b);
  const auto back = tensors::layer_backward(forward.residuals, y_bar);
  for (int i = 0; i < 8; ++i) expect_close(back.w.data()[i], out.grad.w.data()[i], "backward", 1e-13);
  const auto jvp = tensors::layer_jvp(x, w, b, x, w, b);
  double pairing = 0, reverse = 0;
  for (int i = 0; i < 6; ++i) pairing += y_bar.data()[i] * jvp.tangent.data()[i];
  for (int i = 0; i < 12; ++i) reverse += x.data()[i] * out.grad.x.data()[i];
  for (int i = 0; i < 8; ++i) reverse += w.data()[i] * out.grad.w.data()[i];
  for (int i = 0; i < 2; ++i) reverse += b.data()[i] * out.grad.b.data()[i];
  expect_close(pairing, reverse, "dot product of the two modes", 1e-12);
  EXPECT_THROW(tensors::layer_vjp(x, w, b, filled<Matrix>({3, 3})), gradc::ShapeError);
  EXPECT_THROW(tensors::layer_vjp(x, filled<Matrix>({5, 2}), b, y_bar), gradc::ShapeError);
}

TEST(Tensors, ViewsStaticTensorsAndFloats) {
  auto x = filled<Matrix>({4, 2});
  gradc::StaticTensor<double, 2, 3> w;
  for (int i = 0; i < 6; ++i) w.data()[i] = 0.3 * i - 0.8;
  const auto f = [&] { return tensors::views(x, w); };
  const auto out = tensors::views_gradient(x, w);
  static_assert(std::is_same_v<decltype(out.grad.x), Matrix>);
  expect_gradient(x, out.grad.x, f, "x");
  for (int i = 0; i < 6; ++i) expect_close(out.grad.w.data()[i], e2e::difference(w.data()[i], f), "w");
  EXPECT_THROW(tensors::views_gradient(filled<Matrix>({4, 3}), w), gradc::ShapeError);
  const auto single = tensors::single_gradient(gradc::Matrix<float>{{1, 2}, {3, 4}});
  EXPECT_FLOAT_EQ(single.grad.x(1, 0), 0.75f);
}

TEST(Tensors, ExtentsAsNumbers) {
  auto x = filled<Matrix>({3, 4});
  const auto f = [&] { return tensors::extents(x); };
  expect_gradient(x, tensors::extents_gradient(x).grad.x, f, "x");
}

TEST(Tensors, NoElements) {
  const Matrix none(gradc::Shape{0, 4});
  const auto out = tensors::layer_vjp(none, filled<Matrix>({4, 2}), filled<Vector>({2}), Matrix(gradc::Shape{0, 2}));
  EXPECT_EQ(out.value.shape(), (gradc::Shape{0, 2}));
  EXPECT_EQ(out.grad.x.shape(), (gradc::Shape{0, 4}));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out.grad.w.data()[i], 0);
}

}  // namespace
