#include <limits>

#include "differences.h"
#include "functions.grad.h"

namespace {

using Vector = gradc::Vector<double>;

// On both sides of every kink, and away from them.
const Vector kPoints{-7.3, -3.6, -2.2, -1.3, -0.7, -0.2, 0.3, 0.6, 1.45, 2.3, 3.4, 6.7};

TEST(Functions, OfTensors) {
  Vector x = kPoints, p(x.shape());
  for (std::int64_t i = 0; i < p.size(); ++i) p(i) = 0.45 + 0.17 * static_cast<double>(i);
  const auto f = [&] { return functions::of_tensors(x, p); };
  const auto result = functions::of_tensors_gradient(x, p);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(p, result.grad.p, f, "p");
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += result.grad.x(i) * p(i) + result.grad.p(i) * x(i);
  e2e::expect_close(functions::of_tensors_jvp(x, p, p, x).tangent, sum, "tangent", 1e-12);
}

TEST(Functions, OfScalars) {
  for (double x : kPoints) {
    double p = 0.83;
    const auto f = [&] { return functions::of_scalars(x, p); };
    const auto result = functions::of_scalars_gradient(x, p);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(p, result.grad.p, f, "p");
  }
}

TEST(Functions, OfFloats) {
  const Vector p = 0.0 * kPoints + 0.85;
  const auto wide = functions::of_tensors_gradient(kPoints, p);
  const auto narrow = functions::of_floats_gradient(gradc::astype<float>(kPoints), gradc::astype<float>(p));
  EXPECT_NEAR(narrow.value, wide.value, 2e-6 * std::fabs(wide.value));
  for (std::int64_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(narrow.grad.x(i), wide.grad.x(i), 2e-5 * (1 + std::fabs(wide.grad.x(i)))) << i;
    EXPECT_NEAR(narrow.grad.p(i), wide.grad.p(i), 2e-5 * (1 + std::fabs(wide.grad.p(i)))) << i;
  }
}

TEST(Functions, OfPredicates) {
  const double inf = std::numeric_limits<double>::infinity();
  const Vector x{-2, 3, -inf, std::numeric_limits<double>::quiet_NaN(), inf};
  const auto result = functions::of_predicates_gradient(x);
  EXPECT_EQ(result.value, functions::of_predicates(x));
  const double expected[] = {1, 6, 0, 0, 0};
  for (std::int64_t i = 0; i < 5; ++i) EXPECT_EQ(result.grad.x(i), expected[i]) << i;
}

TEST(Functions, OfIntegers) {
  Vector x{1, 2, 3, 4};
  const gradc::Vector<std::int64_t> i{-5, -1, 2, 7};
  const auto f = [&] { return functions::of_integers(x, i); };
  const auto result = functions::of_integers_gradient(x, i);
  EXPECT_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

}  // namespace
