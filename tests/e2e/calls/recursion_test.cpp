#define CONTROL_NAMESPACE recursion
#include "control_check.h"
#include "recursion.grad.h"

namespace {

using e2e::expect_close;
using e2e::filled;
using recursion::Matrix;
using recursion::Vector;

TEST(Recursion, ShapesThatMustBeProven) {
  for (int depth : {0, 1, 2, 5}) CONTROL_CHECK(layers_of_one, filled<Matrix>({2, 3}), filled<Matrix>({3, 3}, -1, 1, 2), depth);
  for (int n : {0, 1, 2, 3}) CONTROL_CHECK(with_a_pair, filled<Matrix>({2, 3}), filled<Matrix>({3, 3}, -1, 1, 2), n);
}

TEST(Recursion, ProductsOfShapesThatMustBeProven) {
  const auto x = filled<Matrix>({2, 3}), v = filled<Matrix>({2, 3}, -1, 1, 5);
  const auto w = filled<Matrix>({3, 3}, -1, 1, 2), u = filled<Matrix>({3, 3}, -1, 1, 6);
  const auto result = recursion::layers_of_one_gradient(x, w, 3);
  const double along = gradc::sum(result.grad.x * v) + gradc::sum(result.grad.w * u);
  expect_close(recursion::layers_of_one_jvp(x, w, 3, v, u).tangent, along, "jvp", 1e-12);
  const auto forward = recursion::layers_of_one_forward(x, w, 3);
  for (double seed : {1.0, -0.5})
    EXPECT_EQ(gradc::sum(recursion::layers_of_one_backward(forward.residuals, seed).x), seed * gradc::sum(result.grad.x));
  const auto product = recursion::layers_of_one_hvp(x, w, 3, v, u).hvp;
  double t = 0;
  const auto gradient = [&] { return recursion::layers_of_one_gradient(x + t * v, w + t * u, 3).grad; };
  for (std::int64_t i = 0; i < x.size(); ++i) expect_close(product.x.data()[i], e2e::difference(t, [&] { return gradient().x.data()[i]; }), "hvp of x");
  for (std::int64_t i = 0; i < w.size(); ++i) expect_close(product.w.data()[i], e2e::difference(t, [&] { return gradient().w.data()[i]; }), "hvp of w");
}

TEST(Recursion, ExtentsThatDoNotFitAreFoundWhereTheyMeet) {
  const auto x = filled<Matrix>({2, 3}), w = filled<Matrix>({3, 4});
  EXPECT_THROW(recursion::layers_of_one_gradient(x, w, 2), gradc::ShapeError);
  // There and back again fits once only.
  const auto u = filled<Matrix>({3, 4}, -1, 1, 2), v = filled<Matrix>({4, 2}, -1, 1, 3);
  EXPECT_THROW(recursion::there_and_back_gradient(x, u, v, 3), gradc::ShapeError);
  EXPECT_THROW(recursion::of_both_orders_gradient(x, w, 1), gradc::ShapeError);
}

TEST(Recursion, Halves) {
  for (std::int64_t n : {0, 1, 2, 3, 8, 11}) {
    CONTROL_CHECK(divided, filled<Vector>({n}));
    CONTROL_CHECK(divided_product, filled<Vector>({n}), filled<Vector>({n}, -1, 1, 2));
  }
  const auto x = filled<Vector>({7}), y = filled<Vector>({7}, -1, 1, 2), v = filled<Vector>({7}, -1, 1, 3), w = filled<Vector>({7}, -1, 1, 4);
  const auto product = recursion::divided_product_hvp(x, y, v, w).hvp;
  double t = 0;
  const auto gradient = [&] { return recursion::divided_product_gradient(x + t * v, y + t * w).grad; };
  for (std::int64_t i = 0; i < 7; ++i) {
    expect_close(product.x(i), e2e::difference(t, [&] { return gradient().x(i); }), "x");
    expect_close(product.y(i), e2e::difference(t, [&] { return gradient().y(i); }), "y");
  }
}

TEST(Recursion, Pyramids) {
  for (std::int64_t n : {1, 2, 5}) CONTROL_CHECK(pyramid, filled<Vector>({n}), 0.7);
  CONTROL_CHECK(pooled, filled<Matrix>({1, 3}));
  CONTROL_CHECK(pooled, filled<Matrix>({5, 4}));
  CONTROL_CHECK(pooled, filled<Matrix>({8, 8}));
}

TEST(Recursion, AGrammarOfThreeFunctions) {
  const std::vector<double> x{0.3, -0.4, 0.9, 0.7, 1.1}, v{0.5, 1.0, -2.0, 0.3, 0.7};
  for (int depth : {0, 1, 3, 5}) {
    CONTROL_CHECK(expression, x, depth);
    const auto gradient = recursion::expression_gradient(x, depth).grad.x;
    double along = 0, t = 0;
    for (std::size_t i = 0; i < x.size(); ++i) along += gradient[i] * v[i];
    expect_close(recursion::expression_jvp(x, depth, v).tangent, along, "jvp", 1e-12);
    const auto product = recursion::expression_hvp(x, depth, v).hvp.x;
    for (std::size_t i = 0; i < x.size(); ++i)
      expect_close(product[i], e2e::difference(t, [&] {
                     std::vector<double> to = x;
                     for (std::size_t k = 0; k < x.size(); ++k) to[k] += t * v[k];
                     return recursion::expression_gradient(to, depth).grad.x[i];
                   }), "hvp", 1e-5);
  }
}

TEST(Recursion, FunctionsThatCallEachOther) {
  const auto x = filled<Matrix>({2, 3}), u = filled<Matrix>({3, 4}, -1, 1, 2), v = filled<Matrix>({4, 3}, -1, 1, 3);
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(there_and_back, x, u, v, n);
  const auto grad = recursion::there_and_back_gradient(x, u, v, 3).grad;
  expect_close(recursion::there_and_back_jvp(x, u, v, 3, x, u, v).tangent,
               gradc::sum(grad.x * x) + gradc::sum(grad.u * u) + gradc::sum(grad.v * v), "jvp", 1e-12);
  for (int n : {0, 1, 2, 3}) CONTROL_CHECK(of_both_orders, filled<Matrix>({3, 3}), filled<Matrix>({3, 3}, -1, 1, 2), n);
}

TEST(Recursion, WhatIsWrittenMayGrow) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(written, filled<Matrix>({2, 3}), filled<Matrix>({3, 3}, -1, 1, 2), n);
  // One step turns it into another shape.
  CONTROL_CHECK(written, filled<Matrix>({2, 3}), filled<Matrix>({3, 4}, -1, 1, 2), 1);
  for (int n : {0, 1, 3}) CONTROL_CHECK(appended, filled<Vector>({4}), n);
  for (int n : {0, 1, 3}) CONTROL_CHECK(summed_in_place, filled<Vector>({4}), filled<Vector>({4}, -1, 1, 2), n);
  for (int n : {0, 1, 6}) CONTROL_CHECK(doubled, 0.8, -1.1, n);
}

TEST(Recursion, OverVectors) {
  std::vector<recursion::Dense> layers;
  const std::int64_t widths[] = {3, 5, 2, 4};
  for (unsigned i = 0; i < 3; ++i)
    layers.push_back({filled<Matrix>({widths[i + 1], widths[i]}, -1, 1, i), filled<Vector>({widths[i + 1]}, -1, 1, i + 7)});
  const auto x = filled<Vector>({3});
  CONTROL_CHECK(network, layers, x);
  CONTROL_CHECK(activations, layers, x);
  CONTROL_CHECK(network, std::vector<recursion::Dense>{}, x);
  CONTROL_CHECK(activations, std::vector<recursion::Dense>{}, x);
  for (int n : {0, 1, 4}) CONTROL_CHECK(numbers_of_trips, 0.9, n);
  for (int n : {0, 1, 4}) CONTROL_CHECK(with_an_array, 0.9, 0.4, n);
  for (std::size_t n : {0u, 1u, 2u, 6u}) {
    std::vector<double> leaves(n);
    for (std::size_t i = 0; i < n; ++i) leaves[i] = std::cos(2.3 * static_cast<double>(i) + 0.2);
    CONTROL_CHECK(tree, leaves, filled<Vector>({3}));
    CONTROL_CHECK(sorted_by_merging, leaves);
  }
}

}  // namespace
