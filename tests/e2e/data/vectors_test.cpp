#include "control_check.h"
#include "vectors.grad.h"

namespace {

using control::Cell;
using control::Layer;
using control::Matrix;
using control::Particle;
using control::Vector;
using e2e::filled;
using List = std::vector<double>;
using Wholes = std::vector<int>;

std::vector<Layer> layers(const std::vector<std::int64_t>& widths) {
  std::vector<Layer> out;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    out.push_back({filled<Matrix>({widths[i + 1], widths[i]}, -1, 1, static_cast<unsigned>(i)), filled<Vector>({widths[i + 1]}, -1, 1, 7)});
  return out;
}

TEST(Vectors, LayersOfDifferentWidths) {
  CONTROL_CHECK(mlp, layers({3, 5, 2, 4}), filled<Vector>({3}));
  CONTROL_CHECK(mlp, layers({2, 2}), filled<Vector>({2}));
  CONTROL_CHECK(mlp, layers({2}), filled<Vector>({2}));
  auto net = layers({3, 5, 2});
  const auto x = filled<Vector>({3});
  EXPECT_THROW(control::mlp_gradient(net, filled<Vector>({4})), gradc::ShapeError);
  const auto gradient = control::mlp_gradient(net, x);
  const auto forward = control::mlp_forward(net, x);
  for (double seed : {1.0, -2.0}) {
    auto back = control::mlp_backward(forward.residuals, seed);
    for (std::int64_t i = 0; i < 15; ++i) e2e::expect_close(back.layers[0].w.data()[i], seed * gradient.grad.layers[0].w.data()[i], "backward", 1e-12);
  }
}

Cell cell(unsigned seed) { return {filled<Matrix>({3, 2}, -1, 1, seed), filled<Matrix>({3, 3}, -1, 1, seed + 1), filled<Vector>({3}, -1, 1, seed + 2)}; }

TEST(Vectors, LstmCell) {
  for (std::int64_t length : {1, 4}) CONTROL_CHECK(lstm, cell(1), cell(4), cell(7), cell(10), filled<Matrix>({length, 2}));
}

TEST(Vectors, GrowAndShrink) {
  const List x{0.5, -0.3, 1.2, 0.9, -1.1, 0.4};
  for (int width : {1, 2, 6, 9}) CONTROL_CHECK(moving_average, x, width);
  CONTROL_CHECK(filtered, x);
  CONTROL_CHECK(filtered, (List{0.1, -2.0}));
  CONTROL_CHECK(filtered, (List{0.7}));
  for (int n : {0, 1, 4}) CONTROL_CHECK(nested_vectors, 0.8, n);
  for (int n : {0, 1, 3}) CONTROL_CHECK(assigned_whole, 0.8, n);
  CONTROL_CHECK(polynomial_product, (List{0.5, -0.3, 1.2}), (List{0.7, 1.1}), 0.9);
  CONTROL_CHECK(in_place, x, 0.6);
}

TEST(Vectors, IntegersSteer) {
  CONTROL_CHECK(histogram, (List{0.5, -0.3, 1.2, 0.9}), (Wholes{2, 7, 2, 0}));
  for (int n : {1, 2, 3, 7}) CONTROL_CHECK(collatz, 0.8, 0.3, n);
  CONTROL_CHECK(machine_of_code, 0.8, 0.3, (Wholes{0, 1, 2, 3, 2, 3, 1, 3}));
  CONTROL_CHECK(machine_of_code, 0.8, 0.3, (Wholes{3, 2, 2, 2}));
  CONTROL_CHECK(machine_of_code, 0.8, 0.3, (Wholes{1, 4}));
}

TEST(Vectors, OfTensorsAndStructures) {
  CONTROL_CHECK(of_vectors, (std::vector<Vector>{Vector{0.5, -0.3}, Vector{1.2}, Vector{0.9, 0.1, 0.4}}), 0.7);
  CONTROL_CHECK(particles, (std::vector<Particle>{{0, 0.3}, {1.1, 0}, {2.3, -0.2}}), 2.0, 5);
}

TEST(Vectors, AsResults) {
  const List x{0.5, -0.3, 1.2}, seed{1.0, -2.0, 0.5};
  const auto vjp = control::cumulative_vjp(x, 0.9, seed);
  const auto jvp = control::cumulative_jvp(x, 0.9, List{0.1, 0.2, 0.3}, 0.4);
  double forward = 0;
  ASSERT_EQ(jvp.tangent.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) forward += seed[i] * jvp.tangent[i];
  e2e::expect_close(forward, 0.1 * vjp.grad.x[0] + 0.2 * vjp.grad.x[1] + 0.3 * vjp.grad.x[2] + 0.4 * vjp.grad.decay, "products", 1e-12);
  EXPECT_EQ(vjp.value, control::cumulative(x, 0.9));

  const auto kept = control::cumulative_forward(x, 0.9);
  e2e::expect_close(control::cumulative_backward(kept.residuals, seed).decay, vjp.grad.decay, "backward", 1e-12);
  for (const List& wrong : {List{1.0, -2.0}, List{1.0, -2.0, 0.5, 3.0}, List{}}) {
    EXPECT_THROW(control::cumulative_backward(kept.residuals, wrong), gradc::ShapeError);
    EXPECT_THROW(control::cumulative_vjp(x, 0.9, wrong), gradc::ShapeError);
  }
}

}  // namespace
