#include "differences.h"
#include "reductions.grad.h"

namespace {

using reductions::Matrix;

const Matrix kPoints{{0.3, -1.2, 2.1, 0.7}, {1.4, 0.2, -0.6, 1.9}, {-0.8, 1.1, 0.5, -2.2}};

// Value and gradient against the eager function, the tangent against the gradient.
template <class F, class G, class J>
void check(const Matrix& points, F of, G gradient, J jvp) {
  Matrix x = points, v = gradc::cos(3.0 * points);
  const auto f = [&] { return of(x); };
  const auto result = gradient(x);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_close(jvp(x, v).tangent, gradc::sum(result.grad.x * v), "tangent", 1e-12);
}
#define CHECK(points, name)                                                                  \
  check(                                                                                      \
      points, [](const Matrix& x) { return reductions::name(x); },                            \
      [](const Matrix& x) { return reductions::name##_gradient(x); },                         \
      [](const Matrix& x, const Matrix& v) { return reductions::name##_jvp(x, v); })

TEST(Reductions, OfStatistics) { CHECK(kPoints, of_statistics); }

TEST(Reductions, OfNorms) { CHECK(kPoints, of_norms); }
TEST(Reductions, OfScans) { CHECK(kPoints, of_scans); }
TEST(Reductions, OfProducts) { CHECK(kPoints, of_products); }
TEST(Reductions, OfProductsWithZeros) { CHECK((Matrix{{0.3, 0, 2.1}, {0, 0.2, -0.6}, {1.3, 0, 0}}), of_products); }
TEST(Reductions, OfParts) { CHECK(kPoints, of_parts); }

TEST(Reductions, OfRecursion) {
  Matrix x = kPoints;
  for (int n : {0, 1, 3}) {
    const auto f = [&] { return reductions::of_recursion(x, n); };
    const auto result = reductions::of_recursion_gradient(x, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
}

TEST(Reductions, InFloat) {
  const auto wide = reductions::of_statistics_gradient(kPoints);
  const auto narrow = reductions::of_statistics_in_float_gradient(gradc::astype<float>(kPoints));
  EXPECT_NEAR(narrow.value, wide.value, 2e-6 * std::fabs(wide.value));
  for (std::int64_t i = 0; i < kPoints.size(); ++i)
    EXPECT_NEAR(narrow.grad.x.data()[i], wide.grad.x.data()[i], 1e-5 * (1 + std::fabs(wide.grad.x.data()[i]))) << i;
}

}  // namespace
