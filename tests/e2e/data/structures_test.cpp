#include "structures.grad.h"

#include "tests/e2e/differences.h"

namespace {

using e2e::expect_close;
using e2e::expect_gradient;
using e2e::filled;
using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using namespace structures;

Net some_net() {
  return {{filled<Matrix>({3, 4}, -1, 1, 1), filled<Vector>({4}, -1, 1, 2)},
          {filled<Matrix>({4, 2}, -1, 1, 3), filled<Vector>({2}, -1, 1, 4)}, 0.7, 5};
}

TEST(Structures, TheGradientHasTheStructureOfTheParameter) {
  Net net = some_net();
  auto x = filled<Matrix>({5, 3}, -1, 1, 9);
  const auto f = [&] { return whole(net, x); };
  const auto out = whole_gradient(net, x);
  static_assert(std::is_same_v<std::decay_t<decltype(out.grad.net)>, Net>);
  expect_close(out.value, f(), "value", 1e-12);
  expect_gradient(net.first.w, out.grad.net.first.w, f, "first.w");
  expect_gradient(net.first.b, out.grad.net.first.b, f, "first.b");
  expect_gradient(net.second.w, out.grad.net.second.w, f, "second.w");
  expect_gradient(net.second.b, out.grad.net.second.b, f, "second.b");
  expect_gradient(net.scale, out.grad.net.scale, f, "scale");
  expect_gradient(x, out.grad.x, f, "x");

  Net direction = some_net();
  direction.scale = -0.3;
  const auto jvp = whole_jvp(net, x, direction, x);
  double expected = direction.scale * out.grad.net.scale;
  const auto dot = [&](const auto& a, const auto& b) {
    for (std::int64_t i = 0; i < a.size(); ++i) expected += a.data()[i] * b.data()[i];
  };
  dot(direction.first.w, out.grad.net.first.w);
  dot(direction.first.b, out.grad.net.first.b);
  dot(direction.second.w, out.grad.net.second.w);
  dot(direction.second.b, out.grad.net.second.b);
  dot(x, out.grad.x);
  expect_close(jvp.tangent, expected, "tangent", 1e-11);

  const auto forward = whole_forward(net, x);
  const auto back = whole_backward(forward.residuals, 2.0);
  expect_close(back.net.second.w(1, 1), 2 * out.grad.net.second.w(1, 1), "backward", 1e-12);
}

TEST(Structures, MembersInWrt) {
  Net net = some_net();
  const auto x = filled<Matrix>({5, 3}, -1, 1, 9);
  const auto f = [&] { return parts(net, x); };
  const auto out = parts_gradient(net, x);
  expect_gradient(net.second.w, out.grad.net.second.w, f, "second.w");
  expect_gradient(net.scale, out.grad.net.scale, f, "scale");
  expect_gradient(net.first.b, out.grad.net.first.b, f, "first.b");
}

TEST(Structures, SeveralResults) {
  auto x = filled<Vector>({4});
  double shift = 0.4;
  Statistics seed{0.7, filled<Vector>({4}, -1, 1, 5), 99};
  const auto f = [&] {
    const Statistics s = statistics(x, shift);
    return seed.mean * s.mean + static_cast<double>(gradc::dot(seed.squares, s.squares));
  };
  const auto out = statistics_vjp(x, shift, seed);
  EXPECT_EQ(out.value.count, 3);
  expect_gradient(x, out.grad.x, f, "x");
  expect_gradient(shift, out.grad.shift, f, "shift");
  const auto forward = statistics_forward(x, shift);
  expect_close(statistics_backward(forward.residuals, seed).shift, out.grad.shift, "backward", 1e-13);
  const auto jvp = statistics_jvp(x, shift, x, 2.0);
  expect_close(jvp.tangent.mean, static_cast<double>(gradc::mean(x)) * (shift + 2), "tangent", 1e-13);

  const auto pair = two_results_vjp(x, {2.0, Vector(gradc::Shape{4})});
  for (int i = 0; i < 4; ++i) expect_close(pair.grad.x(i), 4 * x(i), "pair", 1e-13);
  const auto tuple = three_results_vjp(2.0, 3.0, {1.0, 10.0, 100.0});
  expect_close(tuple.grad.x, 13.0, "tuple x", 1e-14);
  expect_close(tuple.grad.y, 2 + 100 * std::cos(3.0), "tuple y", 1e-14);
}

TEST(Structures, CallsOfHelpers) {
  double x = 0.8;
  auto v = filled<Vector>({3});
  const auto f = [&] { return helpers(x, v); };
  const auto out = helpers_gradient(x, v);
  expect_close(out.value, f(), "value", 1e-13);
  expect_gradient(x, out.grad.x, f, "x");
  expect_gradient(v, out.grad.v, f, "v");
}

TEST(Structures, AMemberWithoutInfluenceGetsZeros) {
  const Layer layer{filled<Matrix>({2, 3}), filled<Vector>({3})};
  const auto out = half_used_gradient(layer);
  ASSERT_EQ(out.grad.layer.b.shape(), layer.b.shape());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out.grad.layer.b(i), 0);
  expect_close(out.grad.layer.w(1, 2), 2 * layer.w(1, 2), "w", 1e-15);
}

}  // namespace
