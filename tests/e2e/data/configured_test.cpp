#include <gtest/gtest.h>

#include <type_traits>

#include "configured.grad.h"

namespace {

TEST(Configured, TypesAreThoseOfTheSource) {
  static_assert(std::is_same_v<configured::Scalar, double>);
  configured::Point p;
  p.weight = 2;
  p.x = 0.1;
  p.y = 0.2;
  p.z[0] = 0.3;
  p.z[1] = 0.7;
  const auto result = configured::weight_gradient(p, 1.5);
  EXPECT_EQ(result.value, configured::weight(p, 1.5));
  EXPECT_NEAR(result.grad.p.x, 2 * 1.5 * 0.2, 1e-15);
  EXPECT_NEAR(result.grad.p.y, 2 * 1.5 * 0.1, 1e-15);
  EXPECT_EQ(result.grad.p.z[0], 0.7 * 0.7);
  EXPECT_NEAR(result.grad.p.z[1], 2 * 0.3 * 0.7, 1e-15);
}

}  // namespace
