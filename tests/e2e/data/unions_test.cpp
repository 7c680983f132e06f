#include "control_check.h"
#include "unions.grad.h"

namespace {

using control::Holding;
using control::Nameless;
using control::Several;
using control::Whole;

#define OF_XY(f)                                             \
  TEST(Unions, f) {                                          \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Unions, f) {                                            \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

const Several kOne{{0.7}, {{1.3, -0.4}}, 2}, kTwo{{-1.1}, {{0.6, 0.9}}, 1};

TEST(Unions, nameless) { CONTROL_CHECK(nameless, (Nameless{{0.7, 1.3}, -0.4})); }
TEST(Unions, several) {
  CONTROL_CHECK(several, kOne);
  CONTROL_CHECK(several, kTwo);
}
TEST(Unions, holding) { CONTROL_CHECK(holding, (Holding{kOne, {kTwo, kOne}, Whole{1.7}}), 0.8); }
TEST(Unions, in_vector) {
  CONTROL_CHECK(in_vector, std::vector<Several>{});
  CONTROL_CHECK(in_vector, (std::vector<Several>{kOne, kTwo, kOne}));
}
OF_XY(both_ways)
OF_XY(references)
OF_XY(copies)
OF_XY(constructors)
OF_XY(lists)
OF_XY(defaults)
OF_XY(constants)
OF_XY_AND(arrays, 0, 1, 4)
OF_XY_AND(vectors, 0, 1, 3)
OF_XY(branches)
OF_XY(objects)
OF_XY(derived)

// A request takes any of the names, and the gradient has the first.
TEST(Unions, by_another_name) {
  const auto result = control::by_another_name_gradient(kOne);
  EXPECT_EQ(result.value, control::by_another_name(kOne));
  EXPECT_EQ(result.grad.p.y, kOne.x * kOne.x);
  EXPECT_EQ(result.grad.p.x, 2 * kOne.x * kOne.y);
}

// Of the cotangent of a result each member is read once.
TEST(Unions, returned) {
  const double x = 0.8, y = -1.2;
  const auto result = control::returned_vjp(x, y, Several{{2}, {{5, 3}}, 0});
  const Several expected = control::returned(x, y);
  EXPECT_EQ(result.value.x, expected.x);
  EXPECT_EQ(result.value.z, expected.z);
  EXPECT_EQ(result.value.n, 3);
  e2e::expect_close(result.grad.x, 2 * y + 3 * (std::cos(x) * x * y + std::sin(x) * y), "x", 1e-12);
  e2e::expect_close(result.grad.y, 2 * x + 3 * std::sin(x) * x, "y", 1e-12);
}

}  // namespace
