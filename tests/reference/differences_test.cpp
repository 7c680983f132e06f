#include "ir/kind.h"
#include "tests/reference/differences.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/reference/graph.h"

namespace reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Differences, AreExactToRoundingOnSmoothFunctions) {
  Graph g;
  const ir::Expr x = g.real("x", {2}), y = g.real("y", {2});
  const auto module = g.finish({g.op(ir::Kind::Sin, {x}) * y, x < y});
  const auto found =
      directional_differences(module, last(module), {reals({2}, {0.3, 2}), reals({2}, {5, -7})},
                              {reals({2}, {1, 0.5}), reals({2}, {0, 2})});
  const Value expected = reals({2}, {5 * std::cos(0.3), -3.5 * std::cos(2) + 2 * std::sin(2)});
  EXPECT_LT(relative_error(found[0], expected), 1e-10);
  EXPECT_EQ(found[1].tensor().integers, (std::vector<std::int64_t>{0, 0}));
}

TEST(Differences, TellApartWhatDiffers) {
  const Value one = reals({2}, {1, 2});
  EXPECT_EQ(relative_error(one, one), 0);
  EXPECT_DOUBLE_EQ(relative_error(one, reals({2}, {1, 4})), 0.5);
  EXPECT_DOUBLE_EQ(relative_error(one, reals({2}, {1, 4}), 20), 0.1);
  EXPECT_EQ(relative_error(one, reals({1}, {1})), kInfinity);
  EXPECT_EQ(relative_error(one, reals({2}, {1, 2}, ir::ElementType::f32)), kInfinity);
  EXPECT_EQ(relative_error(one, reals({2}, {1, std::nan("")})), kInfinity);
  EXPECT_EQ(relative_error(reals({1}, {kInfinity}), reals({1}, {-kInfinity})), kInfinity);
  EXPECT_EQ(relative_error(reals({1}, {std::nan("")}), reals({1}, {std::nan("")})), 0);
  EXPECT_EQ(relative_error(integer(1), integer(2)), kInfinity);
  EXPECT_EQ(relative_error(Value(std::vector<Value>{one}), one), kInfinity);
}

TEST(Differences, MultiplyThroughSequences) {
  const Value pair(std::vector<Value>{reals({2}, {1, 2}), real(3)});
  EXPECT_EQ(dot(pair, pair), 14);
  EXPECT_EQ(dot(plus(pair, -1, pair), pair), 0);
  EXPECT_EQ(greatest(pair), 3);
}

TEST(Differences, DrawTheSameNumbersFromTheSameSeed) {
  Random a(1), b(1), c(2);
  const Value like = reals({3}, {0, 0, 0});
  const Value first = random_like(like, a);
  EXPECT_EQ(relative_error(first, random_like(like, b)), 0);
  EXPECT_GT(relative_error(first, random_like(like, c)), 0);
  EXPECT_LE(greatest(first), 1);
}

}  // namespace
}  // namespace reference
