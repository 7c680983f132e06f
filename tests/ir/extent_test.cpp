#include "ir/extent.h"

#include <gtest/gtest.h>

#include <limits>

namespace ir {
namespace {

const Extent x = Extent::symbol("x.0"), y = Extent::symbol("y.0"), n = Extent::symbol("%n");
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

TEST(Extent, IsCanonical) {
  EXPECT_EQ(x + y, y + x);
  EXPECT_EQ((x + 1) * (x - 1), x * x - 1);
  EXPECT_EQ(x - x, Extent(0));
  EXPECT_FALSE(x == y);
  EXPECT_EQ((2 * x * y - 3 + y).text(), "2*x.0*y.0 + y.0 - 3");
  EXPECT_EQ((Extent(0) - x).text(), "-x.0");
  EXPECT_EQ(Extent().text(), "0");
}

TEST(Extent, TellsConstantsAndSymbols) {
  EXPECT_EQ((x - x + 4).constant(), 4);
  EXPECT_EQ(x.constant(), std::nullopt);
  EXPECT_EQ(x.as_symbol(), "x.0");
  EXPECT_EQ((2 * x).as_symbol(), std::nullopt);
}

TEST(Extent, KnowsThatExtentsAreNeverNegativeButIntegersMayBe) {
  EXPECT_TRUE((x * y + 2).never_negative());
  EXPECT_FALSE((x - 1).never_negative());
  EXPECT_FALSE(n.never_negative());
  EXPECT_TRUE(Extent::max(n, 0).never_negative());
  EXPECT_TRUE((Extent::max(n, 0) - n).never_negative());
  EXPECT_TRUE((2 * Extent::max(n - 1, x) + 2 - 2 * n + Extent::max(n, 0)).never_negative());
  EXPECT_FALSE((Extent::max(n, 0) - n - 1).never_negative());
  EXPECT_FALSE((n - Extent::max(n, 0)).never_negative());
  Extent many = Extent(0) - n;  // each choice of so many would take for ever
  for (int i = 0; i < 40; ++i) many = many + Extent::max(Extent::symbol("%a" + std::to_string(i)), Extent::symbol("%b" + std::to_string(i)));
  EXPECT_FALSE(many.never_negative());
}

TEST(Extent, SimplifiesMinAndMaxWhereOneIsProvablyLess) {
  EXPECT_EQ(Extent::min(x, x + y), x);
  EXPECT_EQ(Extent::max(x, x + y), x + y);
  EXPECT_EQ(Extent::max(x, y), Extent::max(y, x));
  EXPECT_EQ(Extent::min(3, 2), Extent(2));
}

TEST(Extent, DividesTowardMinusInfinity) {
  EXPECT_EQ(Extent::floor_divide(-7, 2), Extent(-4));
  EXPECT_EQ(Extent::floor_divide(7, -2), Extent(-4));
  EXPECT_EQ(Extent::floor_divide(4 * x + 2, 2), 2 * x + 1);
  EXPECT_EQ(Extent::floor_divide(x + 1, 2).text(), "div(x.0 + 1, 2)");
  EXPECT_EQ(Extent::floor_divide(x, 0).evaluate({{"x.0", 1}}), std::nullopt);
}

TEST(Extent, QuotientsOfProductsAreTheirFactors) {
  const Extent rows = x - y + 3, half = Extent::floor_divide(x, 2);
  EXPECT_EQ((rows * (x - 1) * n).quotient(rows), (x - 1) * n);
  EXPECT_EQ((4 * rows * rows * half).quotient(2 * rows), 2 * rows * half);
  EXPECT_EQ((x - y).quotient(y - x), Extent(-1));
  EXPECT_EQ(Extent(kLeast).quotient(-1), Extent(kLeast));  // as it wraps
  EXPECT_EQ(Extent(0).quotient(rows), Extent(0));
  EXPECT_EQ((rows * n + 1).quotient(rows), std::nullopt);
  EXPECT_EQ((3 * x).quotient(2), std::nullopt);
  EXPECT_EQ(x.quotient(0), std::nullopt);
}

TEST(Extent, SubstitutesAndEvaluates) {
  const Extent e = Extent::min(x * y, n) + 1;
  EXPECT_EQ(e.substitute({{"%n", x * y + 2}}), x * y + 1);
  EXPECT_EQ(e.evaluate({{"x.0", 2}, {"y.0", 3}, {"%n", 5}}), 6);
  EXPECT_EQ(e.evaluate({{"x.0", 2}}), std::nullopt);
}

TEST(Extent, IsSolvedForTheSymbolOfGreatestRank) {
  const auto rank = [](const std::string& name) { return name == "y.0" ? 2 : name == "x.0" ? 1 : -1; };
  const auto solution = (x + 2 * n - y + 1).solve(rank);
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->first, "y.0");
  EXPECT_EQ(solution->second, x + 2 * n + 1);
  EXPECT_FALSE((2 * x - 3).solve(rank));      // not an integer for every right side
  EXPECT_FALSE((x + x * y - 3).solve(rank));  // x stands twice
}

TEST(Extent, WrapsRatherThanOverflows) {
  EXPECT_EQ((Extent(kLeast) - 1).constant(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Extent(kLeast).text(), "-9223372036854775808");
  EXPECT_EQ(Extent::floor_divide(kLeast, -1), Extent(kLeast));
  EXPECT_EQ(Extent::floor_divide(x, -1), Extent(0) - x);
}

TEST(Extent, IsWrittenAsCpp) {
  const auto name = [](const std::string& symbol) { return symbol == "x.0" ? "rows" : "n"; };
  EXPECT_EQ((Extent::min(x, n) * x + 1).cpp(name), "gradc::scalar::min_extent(n, rows) * rows + 1");
  EXPECT_EQ((Extent::min(1, Extent::max(-1 - n, 0)) * x).cpp(name), "(n + 1 < 0 ? 1 : 0) * rows");
  EXPECT_EQ(Extent::min(2, Extent::max(0 - n, 0)).cpp(name), "gradc::scalar::min_extent(2, gradc::scalar::max_extent(-n, 0))");
}

TEST(Extent, IsSaidInWords) {
  const auto name = [](const std::string& symbol) { return symbol == "x.0" ? "x.extent(0)" : "n"; };
  const Extent half = Extent::floor_divide(x, 2);
  EXPECT_EQ(half.words(name), "x.extent(0) / 2");
  EXPECT_EQ((2 * half).words(name), "2 * (x.extent(0) / 2)");
  EXPECT_EQ((x - half).words(name), "-(x.extent(0) / 2) + x.extent(0)");
  EXPECT_EQ(Extent::floor_divide(x + 1, n).words(name), "(x.extent(0) + 1) / n");
  EXPECT_EQ(Extent::floor_divide(n, half).words(name), "n / (x.extent(0) / 2)");
  EXPECT_EQ((Extent::max(half, n) + 1).words(name), "max(n, x.extent(0) / 2) + 1");
}

}  // namespace
}  // namespace ir
