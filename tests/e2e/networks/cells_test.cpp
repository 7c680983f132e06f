#include "cells.grad.h"
#include "differences.h"

namespace {

using cells::Matrix;
using cells::Vector;

template <int R>
gradc::Tensor<double, R> wave(const gradc::Shape& shape, double step) {
  gradc::Tensor<double, R> x(shape);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(step * static_cast<double>(i + 1));
  return x;
}

double sigma(double x) { return 1 / (1 + std::exp(-x)); }

// By hand: one unit, one input.
TEST(Cells, OneUnit) {
  const Matrix x{{0.3}}, h{{-0.2}}, c{{0.7}}, w{{0.1}, {0.2}, {0.3}, {0.4}}, u{{0.5}, {-0.6}, {0.7}, {-0.8}};
  const Vector b{0.01, 0.02, 0.03, 0.04};
  const auto z = [&](int k) { return 0.3 * w(k, 0) - 0.2 * u(k, 0) + b(k); };
  const double memory = sigma(z(1)) * 0.7 + sigma(z(0)) * std::tanh(z(2));
  const auto next = gradc::lstm_cell(x, h, c, w, u, b);
  EXPECT_NEAR(next.c(0, 0), memory, 1e-15);
  EXPECT_NEAR(next.h(0, 0), sigma(z(3)) * std::tanh(memory), 1e-15);
  const Matrix w3{{0.1}, {0.2}, {0.3}}, u3{{0.5}, {-0.6}, {0.7}};
  const Vector b3{0.01, 0.02, 0.03}, d3{-0.1, 0.2, -0.3};
  const auto p = [&](int k) { return 0.3 * w3(k, 0) + b3(k); };
  const auto q = [&](int k) { return -0.2 * u3(k, 0) + d3(k); };
  const double keep = sigma(p(1) + q(1)), fresh = std::tanh(p(2) + sigma(p(0) + q(0)) * q(2));
  EXPECT_NEAR(gradc::gru_cell(x, h, w3, u3, b3, d3)(0, 0), (1 - keep) * fresh + keep * -0.2, 1e-15);
  EXPECT_THROW(gradc::gru_cell(x, h, w, u, b, b), gradc::ShapeError);
  EXPECT_THROW(gradc::lstm_cell(x, h, c, w3, u3, b3), gradc::ShapeError);
}

TEST(Cells, Lstm) {
  auto steps = wave<3>({4, 2, 3}, 0.9);
  auto w = wave<2>({8, 3}, 0.7), u = wave<2>({8, 2}, 1.3);
  auto b = wave<1>({8}, 0.5);
  const auto f = [&] { return cells::lstm(steps, w, u, b); };
  const auto result = cells::lstm_gradient(steps, w, u, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(steps, result.grad.steps, f, "steps");
  e2e::expect_gradient(w, result.grad.w, f, "w");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_gradient(b, result.grad.b, f, "b");
}

TEST(Cells, Gru) {
  auto steps = wave<3>({3, 2, 3}, 0.9);
  auto w = wave<2>({6, 3}, 0.7), u = wave<2>({6, 2}, 1.3);
  auto b = wave<1>({6}, 0.5), d = wave<1>({6}, 0.8);
  const auto f = [&] { return cells::gru(steps, w, u, b, d); };
  const auto result = cells::gru_gradient(steps, w, u, b, d);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(steps, result.grad.steps, f, "steps");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_gradient(d, result.grad.d, f, "d");
}

TEST(Cells, BagsOfWords) {
  auto table = wave<2>({5, 3}, 0.7);
  const cells::Ids ids{{4, 0, 4}, {1, 1, 1}};
  const auto f = [&] { return cells::bags(table, ids); };
  const auto result = cells::bags_gradient(table, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(table, result.grad.table, f, "table");
  EXPECT_THROW(cells::bags_gradient(table, cells::Ids{{5}}), gradc::IndexError);
}

TEST(Cells, Repetitions) {
  auto x = wave<2>({3, 2}, 0.7);
  const gradc::Vector<int> counts{2, 0, 3};
  for (const std::int64_t n : {5, 3, 0}) {
    const auto f = [&] { return cells::repeated(x, counts, n); };
    const auto result = cells::repeated_gradient(x, counts, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
  EXPECT_THROW(cells::repeated(x, counts, 6), gradc::IndexError);
  EXPECT_THROW(cells::repeated_gradient(x, counts, 6), gradc::IndexError);
}

TEST(Cells, Triplets) {
  auto x = wave<2>({4, 3}, 0.7), y = wave<2>({4, 3}, 1.9), z = wave<2>({4, 3}, 0.4);
  const auto f = [&] { return cells::triplets(x, y, z); };
  const auto result = cells::triplets_gradient(x, y, z);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(y, result.grad.y, f, "y");
  e2e::expect_gradient(z, result.grad.z, f, "z");
  EXPECT_EQ(gradc::triplet_loss(x, x, x), 1.0);
}

TEST(Cells, SpectralNorm) {
  auto x = wave<2>({4, 3}, 0.7), c = wave<2>({4, 3}, 1.1);
  EXPECT_NEAR(gradc::svdvals(gradc::spectral_norm(x))(0), 1, 1e-14);
  const auto f = [&] { return cells::spectral(x, c); };
  const auto result = cells::spectral_gradient(x, c);
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

}  // namespace
