#include "control_check.h"
#include "long_functions.grad.h"

namespace {

using control::Vector;

Vector numbers_of(int n) {
  Vector x(gradc::Shape{n});
  for (int i = 0; i < n; ++i) x(i) = 1 + 0.25 * std::sin(1.7 * i);
  return x;
}

TEST(LongFunctions, StraightLines) {
  CONTROL_CHECK(long_chain, 0.8, 0.4, numbers_of(10));
  CONTROL_CHECK(long_chain, -1.3, 0.9, numbers_of(12));
}

TEST(LongFunctions, SecondOrder) {
  const Vector x = numbers_of(10);
  constexpr double step = 1e-6;
  const auto product = control::long_chain_hvp(0.8, 0.4, x, 1, 0, gradc::zeros_like(x));
  const auto after = control::long_chain_gradient(0.8 + step, 0.4, x), before = control::long_chain_gradient(0.8 - step, 0.4, x);
  e2e::expect_close(product.hvp.a, (after.grad.a - before.grad.a) / (2 * step), "a", 1e-6);
  for (int i = 0; i < 10; ++i) e2e::expect_close(product.hvp.x(i), (after.grad.x(i) - before.grad.x(i)) / (2 * step), "x", 1e-6);
}

TEST(LongFunctions, ArmsOfBranches) {
  CONTROL_CHECK(long_arms, 0.8, 0.4, numbers_of(12));
  CONTROL_CHECK(long_arms, -0.8, 0.4, numbers_of(12));
}

TEST(LongFunctions, TripsOfLoops) {
  for (int n : {0, 1, 3, 6}) CONTROL_CHECK(long_trips, 0.8, 0.4, numbers_of(18), n);
}

TEST(LongFunctions, StatementsOfTensors) {
  CONTROL_CHECK(long_tensors, 0.8, numbers_of(1));
  CONTROL_CHECK(long_tensors, 0.3, numbers_of(5));
}

}  // namespace
