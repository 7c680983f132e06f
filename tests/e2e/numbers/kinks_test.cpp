// The table of non-smooth points for reductions, scans, order statistics, selection, indexing, losses and attention, in
// generated code: the value is that of the eager function, the gradient that of the table.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kinks.grad.h"

namespace {

using kinks::Vector;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) { return a == b || (a != a && b != b) || std::fabs(a - b) <= 1e-14 * std::fabs(b); }

template <class F, class G>
void expect_at(const char* what, F f, G gradient, const Vector& x, const Vector& expected) {
  const auto result = gradient(x);
  EXPECT_TRUE(same(result.value, f(x))) << what << ": " << result.value << ", eagerly " << f(x);
  ASSERT_EQ(result.grad.x.shape(), expected.shape()) << what;
  for (std::int64_t i = 0; i < x.size(); ++i)
    EXPECT_TRUE(same(result.grad.x(i), expected(i))) << what << ": " << result.grad.x(i) << " at " << i;
}

#define EXPECT_AT(name, ...)                                                                    \
  expect_at(#name, [](const Vector& x) { return kinks::name(x); },                              \
            [](const Vector& x) { return kinks::name##_gradient(x); }, __VA_ARGS__)

TEST(Kinks, Reductions) {
  EXPECT_AT(greatest, {1, 3, 3}, {0, 0.5, 0.5});
  EXPECT_AT(greatest, {1, kNaN, 3}, {kNaN, kNaN, kNaN});
  EXPECT_AT(greatest, {-kInf, -kInf}, {0.5, 0.5});
  EXPECT_AT(smallest, {1, 1, 2}, {0.5, 0.5, 0});
  EXPECT_AT(log_of_sum, {-kInf, -kInf}, {0, 0});
  EXPECT_AT(log_of_sum, {kInf, 2, kInf}, {0.5, 0, 0.5});
  EXPECT_AT(log_of_sum, {-kInf, 0}, {0, 1});
  EXPECT_AT(deviation, {2, 2, 2}, {0, 0, 0});
  EXPECT_AT(euclidean, {0, -0.0}, {0, 0});
  EXPECT_AT(euclidean, {3e200, -4e200}, {0.6, -0.8});
  EXPECT_AT(absolute, {0, -2}, {0, -1});
  EXPECT_AT(extreme, {2, -2, 1}, {0.5, -0.5, 0});
  EXPECT_AT(fractional, {0, -1}, {0, -1});
  EXPECT_AT(direction, {0, 0}, {2, 2});
  EXPECT_AT(product, {2, 0, 3}, {0, 6, 0});
  EXPECT_AT(product, {0, 2, 0}, {0, 0, 0});
}

TEST(Kinks, ScansAndOrder) {
  EXPECT_AT(products, {2, 0, 3}, {1, 8, 0});
  EXPECT_AT(log_of_sums, {-kInf, -kInf}, {0, 0});
  EXPECT_AT(log_of_sums, {0, -kInf}, {1, 0});
  EXPECT_AT(greatest_so_far, {1, 3, 3, 2}, {1, 1, 2, 0});
  EXPECT_AT(two_greatest, {3, 1, 3, 3}, {1, 0, 1, 0});
  EXPECT_AT(middle, {2, 1, 2, 2}, {0.5, 0, 0.5, 0});
  EXPECT_AT(pooled, {1, 5, 5, 5}, {0, 2, 1, 0});
}

TEST(Kinks, SelectionAndLosses) {
  EXPECT_AT(selected, {2, -1}, {1.5, 2});
  EXPECT_AT(clipped, {-1, 1, -2, 2, kNaN}, {1, 1, 0, 0, 0});
  EXPECT_AT(scattered, {5, 5}, {2.0 / 3, 4.0 / 3});
  EXPECT_AT(losses, {0, 2, -3}, {0, 3, -3});
  EXPECT_AT(attended, {1, 5}, {0, 1});
}

}  // namespace
