#include "differences.h"
#include "masks.grad.h"

namespace {

using masks::Mask;
using masks::Matrix;
using masks::Vector;

// At the points that are left out, the gradient of what is selected alone; elsewhere that of differences.
TEST(Masks, EveryOp) {
  const Vector at_points{0, 0, 1, -1, 0}, w{0.5, -1.5, 0.7, 0.3, 2};
  const auto at = masks::guarded_gradient(at_points, w);
  EXPECT_EQ(at.value, masks::guarded(at_points, w));
  for (std::int64_t i = 0; i < w.size(); ++i) {
    EXPECT_TRUE(std::isfinite(at.grad.x(i))) << i;
    EXPECT_TRUE(std::isfinite(at.grad.w(i))) << i;
  }
  // At 0: that of asin, -acos(x/2), atanh, log1p, and the other branches of log and of the power.
  const double slope = 1.1 + 1.4 * (1 - 0.5 + 1) + 0.7 + 0.4;
  EXPECT_DOUBLE_EQ(at.grad.x(0), slope);
  EXPECT_EQ(at.grad.w(0), 0);

  Vector x{0.3, 0.8, 1.7, -0.4, -1.9};
  Vector v = w;
  const auto f = [&] { return masks::guarded(x, v); };
  const auto beside = masks::guarded_gradient(x, v);
  EXPECT_EQ(beside.value, f());
  e2e::expect_gradient(x, beside.grad.x, f, "x");
  e2e::expect_gradient(v, beside.grad.w, f, "w");
}

TEST(Masks, SecondDerivatives) {
  const Vector x{0, 0.3, 1, -1, 2.5}, w{0.5, 0.4, 0.7, 0.3, 2}, ones{1, 1, 1, 1, 1};
  const auto product = masks::guarded_hvp(x, w, ones, ones);
  for (std::int64_t i = 0; i < x.size(); ++i) EXPECT_TRUE(std::isfinite(product.hvp.x(i))) << i;
}

// Without it the gradient is what IEEE arithmetic gives.
TEST(Masks, NotAskedFor) {
  const auto result = masks::unguarded_gradient(Vector{0, 4});
  EXPECT_TRUE(std::isnan(result.grad.x(0)));
  EXPECT_EQ(result.grad.x(1), 0.25);
}

TEST(Masks, RowsOfPadding) {
  const Matrix x{{1, 2}, {0, 3}, {0.5, 4}};
  const Mask valid{true, false, true};
  const auto result = masks::of_rows_vjp(x, valid, Vector{1, 10, 100});
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(result.value(i), masks::of_rows(x, valid)(i));
  const Matrix expected{{1, 0.5}, {0, 0}, {200, 25}};
  for (std::int64_t i = 0; i < x.size(); ++i) EXPECT_EQ(result.grad.x.data()[i], expected.data()[i]) << i;
}

TEST(Masks, CallsAndLoops) {
  const Vector x{0, 1, 2.5, 0.7};
  const Mask m{false, true, true, true};
  const auto result = masks::through_calls_gradient(x, m);
  EXPECT_EQ(result.value, masks::through_calls(x, m));
  EXPECT_EQ(result.grad.x(0), 0);
  EXPECT_TRUE(std::isfinite(result.grad.x(1)));
  // Where nothing is singular it is the same gradient.
  const Vector y{0.4, 0.6, 2.5, 0.7};
  const auto safe = masks::through_calls_gradient(y, m);
  const auto plain = masks::plain_calls_gradient(y, m);
  EXPECT_EQ(safe.value, plain.value);
  for (std::int64_t i = 0; i < y.size(); ++i) EXPECT_NEAR(safe.grad.x(i), plain.grad.x(i), 1e-15) << i;
}

}  // namespace
