#include "differences.h"
#include "elements.grad.h"
#include "thrown.h"

namespace {

using elements::Vector;

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -1.2, 1.3, seed); }

// The same, and none near 0, where logarithms and roots end.
Vector away_from_zero(std::int64_t n) {
  Vector x = vector(n);
  for (std::int64_t i = 0; i < n; ++i) x(i) += x(i) > 0 ? 0.2 : -0.2;
  return x;
}

// Sizes of no trip, of one, of less than a block and of several.
constexpr std::int64_t kSizes[] = {0, 1, 2, 3, 9, 70, 1100};

// The value is the function's, bit by bit, where nothing else is asked for; both gradients are its derivative.
template <class Plain, class InOrder, class Relaxed>
void expect_both(Plain plain, InOrder in_order, Relaxed relaxed) {
  for (const std::int64_t n : kSizes) {
    Vector x = away_from_zero(n);
    const auto result = in_order(x);
    const auto other = relaxed(x);
    EXPECT_EQ(result.value, plain(x)) << n;
    e2e::expect_close(other.value, plain(x), "value of " + std::to_string(n), 1e-12);
    if (n < 100)
      e2e::expect_gradient(
          x, result.grad.x, [&] { return plain(x); }, "x of " + std::to_string(n));
    ASSERT_EQ(other.grad.x.shape(), x.shape());
    for (std::int64_t i = 0; i < n; ++i) e2e::expect_close(other.grad.x(i), result.grad.x(i), "relaxed x", 1e-12);
  }
}

#define EXPECT_BOTH(name, ...)                                                            \
  expect_both([](const Vector& x) { return elements::name(x __VA_OPT__(, ) __VA_ARGS__); }, \
              [](const Vector& x) { return elements::name##_gradient(x __VA_OPT__(, ) __VA_ARGS__); }, \
              [](const Vector& x) { return elements::name##_relaxed_gradient(x __VA_OPT__(, ) __VA_ARGS__); })

TEST(Elements, BranchesThatAdd) {
  EXPECT_BOTH(huber, vector(x.size(), 2));
  EXPECT_BOTH(one_armed, 0.3);
  EXPECT_BOTH(in_branches, vector(x.size(), 3));
  EXPECT_BOTH(with_neighbours);
  EXPECT_BOTH(when_asked, true);
  EXPECT_BOTH(when_asked, false);
}

TEST(Elements, ArmsThatAreNotExecuted) {
  EXPECT_BOTH(logs);
  const Vector x = away_from_zero(40), d = vector(40, 2);
  Vector ahead = x, behind = x;
  for (std::int64_t i = 0; i < 40; ++i) ahead(i) += 1e-5 * d(i), behind(i) -= 1e-5 * d(i);
  const Vector product = elements::logs_hvp(x, d).hvp.x, relaxed = elements::logs_relaxed_hvp(x, d).hvp.x;
  const Vector after = elements::logs_gradient(ahead).grad.x, before = elements::logs_gradient(behind).grad.x;
  const auto forward = elements::logs_forward(x);
  const Vector halves = elements::logs_backward(forward.residuals, 1.0).x;
  for (std::int64_t i = 0; i < 40; ++i) {
    e2e::expect_close(product(i), (after(i) - before(i)) / 2e-5, "hvp", 1e-4);
    e2e::expect_close(relaxed(i), product(i), "relaxed hvp", 1e-12);
    e2e::expect_close(halves(i), elements::logs_gradient(x).grad.x(i), "halves", 1e-13);
  }
}

TEST(Elements, ElementsThatAreSet) {
  EXPECT_BOTH(set_in_arms);
  EXPECT_BOTH(scaled_in_place, 1.7);
  const Vector x = vector(70), d = vector(70, 2);
  double expected = 0;
  for (std::int64_t i = 0; i < 70; ++i) expected += elements::set_in_arms_gradient(x).grad.x(i) * d(i);
  e2e::expect_close(elements::set_in_arms_jvp(x, d).tangent, expected, "tangent", 1e-12);
}

// What the pass over the values computes by functions is computed again in lanes by the pass over the adjoints, and isn't kept.
TEST(Elements, NothingIsKept) {
  EXPECT_BOTH(functions, 0.4);
  EXPECT_BOTH(with_a_recurrence);
  EXPECT_BOTH(compared);
  EXPECT_EQ(elements::functions_gradient_workspace_bytes(vector(1100), 0.4), 0);
  EXPECT_EQ(elements::huber_gradient_workspace_bytes(vector(1100), vector(1100)), 0);
}

TEST(Elements, PointsWhereAComparisonIsClose) {
  const Vector x(std::vector<double>{0.0, 1e-300, -1e-300, 1e-17, 3e-16, -3e-16});
  const auto result = elements::compared_gradient(x);
  EXPECT_EQ(result.value, elements::compared(x));
  for (std::int64_t i = 0; i < x.size(); ++i) EXPECT_EQ(result.grad.x(i), std::exp(x(i)) > 1 ? 2 * x(i) : 0) << i;
}

TEST(Elements, WhatIsMissing) {
  EXPECT_EQ(e2e::thrown([] { elements::short_of_gradient(vector(5), vector(3)); }),
            "elements.cpp:125: index 4 is out of range for axis 0 of y, whose extent is 3");
  EXPECT_EQ(elements::short_of_gradient(vector(3), vector(5)).grad.y(4), 0);
}

}  // namespace
