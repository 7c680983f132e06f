#include "scalars.grad.h"

#include <limits>
#include <vector>

#include "tests/e2e/differences.h"

namespace {

using e2e::expect_close;
using e2e::expect_gradient;

TEST(Scalars, CmathInEveryMode) {
  for (double x : {0.3, -0.7, 1.4})
    for (double y : {0.9, -1.2}) {
      const auto f = [&] { return scalars::cmath(x, y); };
      const auto [value, grad] = scalars::cmath_gradient(x, y);
      expect_close(value, f(), "value", 1e-14);
      const double dx = grad.x, dy = grad.y;
      expect_gradient(x, dx, f, "x");
      expect_gradient(y, dy, f, "y");
      const auto jvp = scalars::cmath_jvp(x, y, 0.5, -2.0);
      expect_close(jvp.value, f(), "jvp value", 1e-14);
      expect_close(jvp.tangent, 0.5 * dx - 2 * dy, "tangent", 1e-12);
      const auto vjp = scalars::cmath_vjp(x, y, 3.0);
      expect_close(vjp.grad.x, 3 * dx, "vjp x", 1e-12);
      const auto forward = scalars::cmath_forward(x, y);
      expect_close(forward.value, f(), "forward value", 1e-14);
      for (double seed : {1.0, -2.0}) {
        const auto back = scalars::cmath_backward(forward.residuals, seed);
        expect_close(back.x, seed * dx, "backward x", 1e-12);
        expect_close(back.y, seed * dy, "backward y", 1e-12);
      }
    }
}

TEST(Scalars, TheRestOfCmath) {
  double x = 0.4, y = 0.8;
  const auto f = [&] { return scalars::more_cmath(x, y); };
  const auto [value, grad] = scalars::more_cmath_gradient(x, y);
  expect_close(value, f(), "value", 1e-14);
  expect_gradient(x, grad.x, f, "x");
  expect_gradient(y, grad.y, f, "y");
}

TEST(Scalars, NumbersAreTakenApart) {
  for (double x : {0.3, -0.7, 1.4, -6.5})
    for (double y : {0.9, -2.3, 17.25})
      for (int n : {0, 3, -5}) {
        const auto f = [&] { return scalars::parts(x, y, n); };
        const auto [value, grad] = scalars::parts_gradient(x, y, n);
        EXPECT_EQ(value, f());
        expect_gradient(x, grad.x, f, "x");
        expect_gradient(y, grad.y, f, "y");
        expect_close(scalars::parts_jvp(x, y, n, 0.5, -2.0).tangent, 0.5 * grad.x - 2 * grad.y, "tangent", 1e-12);
      }
}

// Powers of two, which logarithms are nearly whole beside, and what has no parts.
TEST(Scalars, PartsOfNumbersAreExact) {
  std::vector<double> numbers{0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::max(), 2.5, 1e300, 123456.789};
  for (int k = -1074; k < 1024; ++k)
    for (double x : {std::ldexp(1.0, k), std::nextafter(std::ldexp(1.0, k), 0.0), std::nextafter(std::ldexp(1.0, k), 1e308)})
      numbers.push_back(x);
  const auto same = [](double x, double y) { return std::isnan(y) ? std::isnan(x) : x == y && std::signbit(x) == std::signbit(y); };
  for (const double size : numbers)
    for (const double x : {size, -size}) {
      const auto fraction = scalars::fraction_gradient(x);
      EXPECT_PRED2(same, fraction.value, scalars::fraction(x)) << x;
      EXPECT_PRED2(same, scalars::exponent_gradient(x).value, scalars::exponent(x)) << x;
      EXPECT_PRED2(same, scalars::behind_point_gradient(x).value, scalars::behind_point(x)) << x;
      EXPECT_EQ(scalars::behind_point_gradient(x).grad.x, std::isinf(x) ? 0 : 1) << x;
      int exponent = 0;
      std::frexp(x, &exponent);
      if (std::isnormal(x)) {
        EXPECT_EQ(fraction.grad.x, std::ldexp(1.0, -exponent)) << x;
      }
    }
  for (float x : {1.0f, -3.75f, 1e-40f, 3e38f, 0.0f})
    for (int n : {0, 1, -2, -149}) EXPECT_EQ(scalars::scaled_gradient(x, n).value, scalars::scaled(x, n)) << x << ' ' << n;
}

// Quotients that end with each digit, in between, and no numbers.
TEST(Scalars, RemaindersAndTheirQuotients) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> pairs{{infinity, 1}, {1, infinity}, {5, 0}, {-0.0, 2}, {1e308, 3e-308}, {5e-324, 1.5e-323}};
  for (int i = -60; i <= 60; ++i)
    for (double y : {1.0, -0.75, 3.1, 1e308, 1e-310, 7e-3})
      for (double x : {0.25 * i, i * y, 0.5 * i * y, 1e12 * i + 0.1}) pairs.emplace_back(x, y);
  for (const auto& [x, y] : pairs) {
    double rest;
    int quotient;
    scalars::divided(x, y, rest, quotient);
    const auto got = scalars::divided_jvp(x, y, 1, 2);
    if (std::isnan(rest)) {
      EXPECT_TRUE(std::isnan(got.value.rest)) << x << ' ' << y;
      continue;
    }
    EXPECT_EQ(got.value.rest, rest) << x << ' ' << y;
    EXPECT_EQ(got.value.quotient, quotient) << x << ' ' << y;
  }
  const auto got = scalars::divided_jvp(7.3, 2, 1, 2);
  EXPECT_EQ(got.value.quotient, 4);
  EXPECT_EQ(got.tangent.rest, 1 - 2 * 4);
  const auto in_float = scalars::divided_in_float_gradient(7.25f, 2);
  EXPECT_EQ(in_float.value, scalars::divided_in_float(7.25f, 2));
  EXPECT_EQ(in_float.grad.x, 4);
  EXPECT_EQ(in_float.grad.y, -16);
  EXPECT_TRUE(std::isnan(scalars::divided_in_float_gradient(1, 0).value));
}

TEST(Scalars, ReassignmentAndShadowing) {
  double x = 0.6, y = 1.7;
  const auto f = [&] { return scalars::reassigned(x, y); };
  const auto [value, grad] = scalars::reassigned_gradient(x, y);
  expect_close(value, f(), "value", 1e-14);
  expect_gradient(x, grad.x, f, "x");
  expect_gradient(y, grad.y, f, "y");
}

TEST(Scalars, IntegersAreConstantsOfTheirCppWidth) {
  for (int n : {0, 1, 7, -4}) {
    double x = 1.3;
    const std::int64_t m = 9;
    const auto f = [&] { return scalars::integers(x, n, m); };
    const auto [value, grad] = scalars::integers_gradient(x, n, m);
    expect_close(value, f(), "value", 1e-14);
    expect_gradient(x, grad.x, f, "x");
  }
}

TEST(Scalars, GradientsHaveTheTypeOfTheirInput) {
  const auto result = scalars::narrowing_gradient(1.5f, 2.0);
  static_assert(std::is_same_v<decltype(result.value), float>);
  static_assert(std::is_same_v<decltype(result.grad.x), float>);
  static_assert(std::is_same_v<decltype(result.grad.y), double>);
  EXPECT_FLOAT_EQ(result.grad.x, 6.0f);    // (y x + x) y: d/dx = (y + 1) y
  EXPECT_NEAR(result.grad.y, 1.5 * 2 + 4.5, 1e-6);
}

TEST(Scalars, PoliciesAndChoices) {
  const auto stopped = scalars::stopped_gradient(2.0, 3.0);
  EXPECT_DOUBLE_EQ(stopped.value, 10.0);
  EXPECT_DOUBLE_EQ(stopped.grad.x, 5.0);
  const auto zero = scalars::zero_for_y_gradient(3.0, 4.0);
  EXPECT_DOUBLE_EQ(zero.grad.x, 6.0);
  EXPECT_DOUBLE_EQ(zero.grad.y, 0.0);
  const auto none = scalars::none_for_y_gradient(3.0, 4.0);
  const auto [only_x] = none.grad;  // y is no member
  EXPECT_DOUBLE_EQ(only_x, 6.0);
  const auto label = scalars::through_label_gradient(2.0);
  EXPECT_DOUBLE_EQ(label.grad.a, 48.0);
  EXPECT_DOUBLE_EQ(label.grad.x, 192.0);
  EXPECT_DOUBLE_EQ(scalars::first_gradient(2.0, 5.0).grad.x, 20.0);
  EXPECT_DOUBLE_EQ(scalars::second_gradient(2.0, 5.0).grad.y, 4.0);
  const double tree = scalars::tree_gradient(0.3).grad.x;
  expect_close(scalars::add_n_gradient(0.3).grad.x, tree, "add_n", 1e-15);
  expect_close(scalars::accumulate_n_gradient(0.3).grad.x, tree, "accumulate_n", 1e-15);
}

TEST(Scalars, F06_ValuesThatALambdaCaptures) {
  EXPECT_DOUBLE_EQ(scalars::of_captured_gradient(1.0).grad.x, 2.0);
  EXPECT_DOUBLE_EQ(scalars::by_captured_gradient(1.0).grad.x, 2.0);
}

}  // namespace
