#define CONTROL_NAMESPACE cxx20
#include <cmath>
#include <limits>

#include "control_check.h"
#include "cxx20.grad.h"

namespace {

TEST(Cxx20, Spans) {
  for (const std::vector<double>& x : {std::vector<double>{}, {0.7}, {0.7, -0.4}, {0.7, -0.4, 1.3, 0.2, 2.1}}) {
    CONTROL_CHECK(through_span, x);
    CONTROL_CHECK(part_of_span, x);
    CONTROL_CHECK(written_through_span, x, 1.4);
  }
}

TEST(Cxx20, Comparisons) {
  CONTROL_CHECK(three_way, 0.3, 0.7);
  CONTROL_CHECK(three_way, 0.7, 0.3);
  EXPECT_EQ(cxx20::three_way_gradient(0.5, 0.5).grad.x, 1.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(cxx20::three_way_gradient(nan, 0.5).grad.y, 7.0);
  EXPECT_EQ(cxx20::three_way(nan, 0.5), 3.5);
  for (int k : {1, 2, 3})
    for (double x : {0.3, -1.2}) {
      CONTROL_CHECK(by_pairs, x, k);
      CONTROL_CHECK(by_members, x, k);
      CONTROL_CHECK(by_objects, x, k);
    }
}

TEST(Cxx20, ConstructorsOfBaseClasses) { CONTROL_CHECK(inherited, 0.7); }

TEST(Cxx20, TuplesAndSearches) {
  CONTROL_CHECK(applied, 0.7, -1.2);
  for (const std::vector<double>& x : {std::vector<double>{}, {0.7}, {-0.7, -0.4, 0.3, 0.6, 2.1}, {-0.7, 0.2, 0.1, 0.9}}) CONTROL_CHECK(searched, x);
  const std::vector<double> equal{-0.7, -0.4, 0.5, 0.5, 2.1};  // two that are 0.5: another one has other numbers
  EXPECT_EQ(cxx20::searched_gradient(equal).value, cxx20::searched(equal));
  EXPECT_EQ(cxx20::searched_gradient(equal).grad.x, (std::vector<double>{0, 0, 0.75, 0, 0}));
}

}  // namespace
