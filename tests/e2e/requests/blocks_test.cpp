#include "blocks.grad.h"

#include <type_traits>

#include "differences.h"

namespace {

using requests_blocks::Matrix;
using requests_blocks::Vector;

// Column j of a block, whose last axes are those of x, against differences of `f` in element j of x: `f` gives the
// elements of what is differentiated.
template <class Block, class X, class F>
void expect_columns(const Block& block, X& x, std::int64_t rows, F f, const std::string& what, double tolerance = 1e-7) {
  ASSERT_EQ(block.size(), rows * x.size()) << what;
  for (std::int64_t j = 0; j < x.size(); ++j)
    for (std::int64_t i = 0; i < rows; ++i)
      e2e::expect_close(block.data()[i * x.size() + j], e2e::difference(x.data()[j], [&] { return f(i); }),
                        what + "[" + std::to_string(i) + ", " + std::to_string(j) + "]", tolerance);
}

TEST(Hessian, GH05_OfAQuadraticForm) {
  const auto a = e2e::filled<Matrix>({4, 4});
  const auto x = e2e::filled<Vector>({4}, -1, 1, 3);
  const auto result = requests_blocks::form_hessian(x, a);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) e2e::expect_close(result.hessian.x_x(i, j), a(i, j) + a(j, i), "x_x", 1e-14);
}

TEST(Hessian, GH10_OfLogisticRegression) {
  auto w = e2e::filled<Vector>({3});
  const auto x = e2e::filled<Matrix>({20, 3}, -2, 2, 3);
  const auto y = gradc::astype<double>(e2e::filled<Vector>({20}, -1, 1, 5) > 0.0);
  const auto result = requests_blocks::logistic_hessian(w, x, y);
  const auto gradient = requests_blocks::logistic_gradient(w, x, y);
  EXPECT_EQ(result.value, gradient.value);
  for (int i = 0; i < 3; ++i) e2e::expect_close(result.grad.w(i), gradient.grad.w(i), "grad", 1e-14);
  expect_columns(result.hessian.w_w, w, 3, [&](std::int64_t i) { return requests_blocks::logistic_gradient(w, x, y).grad.w(i); },
                 "w_w");
}

// 0.5 Σ XᵀX: the unit matrix of rows times ones, for square matrices and others.
void expect_blocks_of_ones(std::int64_t rows, std::int64_t columns) {
  const auto result = requests_blocks::squares_hessian(e2e::filled<Matrix>({rows, columns}));
  ASSERT_EQ(result.hessian.x_x.shape(), (gradc::Shape{rows, columns, rows, columns}));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      for (int k = 0; k < rows; ++k)
        for (int l = 0; l < columns; ++l) e2e::expect_close(result.hessian.x_x(i, j, k, l), i == k ? 1 : 0, "x_x", 1e-14);
}
TEST(Hessian, GH08_OfASquareMatrix) { expect_blocks_of_ones(3, 3); }
TEST(Hessian, GH09_OfAMatrix) { expect_blocks_of_ones(3, 4); }

TEST(Hessian, OfScalars) {
  const auto result = requests_blocks::scalars_hessian(0.7, 0.4);
  e2e::expect_close(result.hessian.x_x, 0.8, "x_x", 1e-15);
  e2e::expect_close(result.hessian.x_y, 1.4, "x_y", 1e-15);
  e2e::expect_close(result.hessian.y_x, 1.4, "y_x", 1e-15);
  e2e::expect_close(result.hessian.y_y, -std::sin(0.4), "y_y", 1e-15);
}

TEST(Hessian, OfAStructure) {
  requests_blocks::Net net{{e2e::filled<Matrix>({3, 2}), e2e::filled<Vector>({2}, -1, 1, 2), 2},
                           e2e::filled<Vector>({2}, -1, 1, 3), 0.8};
  const auto x = e2e::filled<Matrix>({5, 3}, -1, 1, 4);
  const auto h = requests_blocks::network_hessian(net, x).hessian;
  const auto gradient = [&] { return requests_blocks::network_gradient(net, x).grad.net; };
  const auto w = [&](std::int64_t i) { return gradient().first.w.data()[i]; };
  const auto b = [&](std::int64_t i) { return gradient().first.b(i); };
  const auto out = [&](std::int64_t i) { return gradient().out(i); };
  expect_columns(h.net_first_w_net_first_w, net.first.w, 6, w, "w w");
  expect_columns(h.net_first_w_net_first_b, net.first.b, 6, w, "w b");
  expect_columns(h.net_first_w_net_out, net.out, 6, w, "w out");
  expect_columns(h.net_first_b_net_first_w, net.first.w, 2, b, "b w");
  expect_columns(h.net_out_net_first_w, net.first.w, 2, out, "out w");
  expect_columns(h.net_out_net_out, net.out, 2, out, "out out");
  expect_columns(h.net_scale_net_first_w, net.first.w, 1, [&](std::int64_t) { return gradient().scale; }, "scale w");
  for (int i = 0; i < 6; ++i)
    e2e::expect_close(h.net_first_w_net_scale.data()[i], h.net_scale_net_first_w.data()[i], "w scale", 1e-13);
  e2e::expect_close(h.net_scale_net_scale, e2e::difference(net.scale, [&] { return gradient().scale; }), "scale scale");
}

TEST(Hessian, GH06_OfParts) {
  const Vector x{0.3, -0.4}, y{1, 2, 3};
  const auto h = requests_blocks::apart_hessian(x, y, 0.7).hessian;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) e2e::expect_close(h.x_x(i, j), i == j ? std::exp(x(i)) : 0, "x_x", 1e-15);
  ASSERT_EQ(h.x_y.shape(), (gradc::Shape{2, 3}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(h.x_y.data()[i], 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) e2e::expect_close(h.y_y(i, j), i == j ? 1.4 : 0, "y_y", 1e-15);
  for (int i = 0; i < 3; ++i) e2e::expect_close(h.y_z(i), 2 * y(i), "y_z", 1e-15);
  for (int i = 0; i < 3; ++i) e2e::expect_close(h.z_y(i), 2 * y(i), "z_y", 1e-15);
  EXPECT_EQ(h.z_z, 2);
}

// Off the diagonal there is nothing, whatever stands on it.
TEST(Hessian, OfWhatIsInfinite) {
  const auto h = requests_blocks::apart_hessian(Vector{1000, 0}, Vector{1}, 1).hessian;
  EXPECT_TRUE(std::isinf(h.x_x(0, 0)));
  EXPECT_EQ(h.x_x(0, 1), 0);
  EXPECT_EQ(h.x_x(1, 0), 0);
}

// Decided: zeros, not an error.
TEST(Hessian, GH07_OfALinearFunction) {
  const auto result = requests_blocks::linear_hessian(e2e::filled<Matrix>({2, 2}));
  ASSERT_EQ(result.hessian.x_x.shape(), (gradc::Shape{2, 2, 2, 2}));
  for (int i = 0; i < 16; ++i) EXPECT_EQ(result.hessian.x_x.data()[i], 0);
}

TEST(Hessian, LeftOut) {
  const auto h = requests_blocks::half_none_hessian(Vector{1, 2}, Vector{3}).hessian;
  EXPECT_EQ(h.x_x(0, 0), 6);
  EXPECT_EQ(h.x_x(0, 1), 0);
  EXPECT_EQ(sizeof(h), sizeof(h.x_x));
}

TEST(Hessian, OfLoopsAndBranches) {
  Vector x{0.8, -0.4, 1.3, 0.9};
  double y = 0.6;
  const auto result = requests_blocks::loops_hessian(x, y);
  const auto grad = [&](std::int64_t i) { return requests_blocks::loops_hessian(x, y).grad.x(i); };
  expect_columns(result.hessian.x_x, x, 4, grad, "x_x");
  expect_columns(result.hessian.y_x, x, 1, [&](std::int64_t) { return requests_blocks::loops_hessian(x, y).grad.y; }, "y_x");
}

TEST(Hessian, GH11_OfALayer) {
  auto kernel = e2e::filled<Matrix>({2, 1});
  auto bias = e2e::filled<Vector>({1});
  Matrix x({2, 2}), t({2, 1});
  x(0, 0) = -0.5, x(0, 1) = 1, x(1, 0) = 0.5, x(1, 1) = -1, t(0, 0) = -1, t(1, 0) = 2;
  const auto h = requests_blocks::dense_hessian(kernel, bias, x, t).hessian;
  const auto grad = [&] { return requests_blocks::dense_hessian(kernel, bias, x, t).grad; };
  expect_columns(h.kernel_kernel, kernel, 2, [&](std::int64_t i) { return grad().kernel.data()[i]; }, "kernel kernel");
  expect_columns(h.kernel_bias, bias, 2, [&](std::int64_t i) { return grad().kernel.data()[i]; }, "kernel bias");
  expect_columns(h.bias_kernel, kernel, 1, [&](std::int64_t) { return grad().bias(0); }, "bias kernel");
  EXPECT_EQ(h.bias_bias(0, 0), 4);
}

TEST(Hessian, OfNothing) {
  const auto result = requests_blocks::logistic_hessian(Vector(gradc::Shape{0}), Matrix({2, 0}), Vector{0, 1});
  EXPECT_EQ(result.hessian.w_w.shape(), (gradc::Shape{0, 0}));
}

TEST(Jacobian, OfAMatrixVectorProduct) {
  auto x = e2e::filled<Vector>({3});
  auto a = e2e::filled<Matrix>({4, 3}, -1, 1, 5);
  const auto result = requests_blocks::map_jacobian(x, a);
  const auto f = [&](std::int64_t i) { return requests_blocks::map(x, a)(i); };
  ASSERT_EQ(result.jacobian.a.shape(), (gradc::Shape{4, 4, 3}));
  for (int i = 0; i < 4; ++i) e2e::expect_close(result.value(i), f(i), "value", 1e-15);
  expect_columns(result.jacobian.x, x, 4, f, "x");
  expect_columns(result.jacobian.a, a, 4, f, "a");
}

TEST(Jacobian, J01_OfAnElementwiseFunction) {
  const Vector x{1, 2}, y{3, 4};
  const auto result = requests_blocks::elementwise_jacobian(x, y);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(result.jacobian.x(i, j), i == j ? 2 * x(i) * y(i) : 0);
      EXPECT_EQ(result.jacobian.y(i, j), i == j ? x(i) * x(i) : 0);
    }
}

TEST(Jacobian, ForwardToAMatrix) {
  auto x = e2e::filled<Vector>({3});
  double s = 0.4;
  const auto result = requests_blocks::powers_jacobian(x, s);
  const auto f = [&](std::int64_t i) { return requests_blocks::powers(x, s).data()[i]; };
  ASSERT_EQ(result.jacobian.x.shape(), (gradc::Shape{3, 3, 3}));
  ASSERT_EQ(result.jacobian.s.shape(), (gradc::Shape{3, 3}));
  expect_columns(result.jacobian.x, x, 9, f, "x");
  for (int i = 0; i < 9; ++i) e2e::expect_close(result.jacobian.s.data()[i], e2e::difference(s, [&] { return f(i); }), "s");
}

TEST(Jacobian, OfANumberIsItsGradient) {
  auto x = e2e::filled<Matrix>({2, 3});
  e2e::expect_gradient(x, requests_blocks::one_jacobian(x).jacobian.x, [&] { return requests_blocks::one(x); }, "x");
}

TEST(Jacobian, OfAPair) {
  auto x = e2e::filled<Vector>({3});
  double y = 0.7;
  const auto j = requests_blocks::two_jacobian(x, y).jacobian;
  const auto second = [&](std::int64_t i) { return requests_blocks::two(x, y).second(i); };
  e2e::expect_gradient(x, j.first_x, [&] { return requests_blocks::two(x, y).first; }, "first_x");
  expect_columns(j.second_x, x, 3, second, "second_x");
  e2e::expect_close(j.first_y, requests_blocks::two(x, 1).first, "first_y", 1e-14);
  for (int i = 0; i < 3; ++i) e2e::expect_close(j.second_y(i), std::sin(x(i)), "second_y", 1e-14);
}

TEST(Jacobian, J14_OfAFold) {
  const auto result = requests_blocks::folded_jacobian(Vector{0, 0, 0});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(result.jacobian.x(i), 1);
}

TEST(Jacobian, OfLoops) {
  auto x = e2e::filled<Vector>({5});
  double rate = 0.3;
  const auto j = requests_blocks::steps_jacobian(x, rate).jacobian;
  const auto f = [&](std::int64_t i) { return requests_blocks::steps(x, rate)(i); };
  expect_columns(j.x, x, 5, f, "x");
  for (int i = 0; i < 5; ++i) e2e::expect_close(j.rate(i), e2e::difference(rate, [&] { return f(i); }), "rate");
}

TEST(Jacobian, OfAStructure) {
  const Vector x{1, 2};
  const auto result = requests_blocks::several_jacobian(x, 3.0f);
  EXPECT_EQ(result.value.count, 2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_EQ(result.jacobian.a_x(i, j), i == j ? 3 : 0);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(result.jacobian.a_y(i), x(i));
  EXPECT_EQ(result.jacobian.b_x(1), 0);
  EXPECT_EQ(result.jacobian.b_y, 6);
  static_assert(std::is_same_v<std::decay_t<decltype(result.jacobian.b_y)>, float>);
}

// More axes in than out: reverse.
TEST(Jacobian, J03_ReverseFromAMatrix) {
  auto x = e2e::filled<Matrix>({3, 2});
  const auto j = requests_blocks::squared_jacobian(x).jacobian;
  ASSERT_EQ(j.x.shape(), (gradc::Shape{3, 3, 2}));
  expect_columns(j.x, x, 3, [&](std::int64_t i) { return requests_blocks::squared(x)(i); }, "x");
}

TEST(Jacobian, J08_OfNothing) {
  EXPECT_EQ(requests_blocks::squared_jacobian(Matrix({1, 0})).jacobian.x.shape(), (gradc::Shape{1, 1, 0}));
  EXPECT_EQ(requests_blocks::elementwise_jacobian(Vector(gradc::Shape{0}), Vector(gradc::Shape{0})).jacobian.x.shape(), (gradc::Shape{0, 0}));
}

TEST(Jacobian, FormThatAllocatesNothing) {
  auto x = e2e::filled<Vector>({4}), y = e2e::filled<Vector>({4}, -1, 1, 2);
  gradc::Workspace workspace;
  requests_blocks::products_jacobian_result out;
  requests_blocks::products_jacobian(x, y, out, workspace);
  expect_columns(out.jacobian.x, x, 4, [&](std::int64_t i) { return requests_blocks::products(x, y)(i); }, "x");
  expect_columns(out.jacobian.y, y, 4, [&](std::int64_t i) { return requests_blocks::products(x, y)(i); }, "y");
  EXPECT_GE(requests_blocks::products_jacobian_workspace_bytes(x, y), 0);
}

}  // namespace
