#include "control_check.h"
#include "field.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using List = std::vector<double>;

TEST(Field, FN1TwoVariablesInOneDeclaration) {
  CONTROL_CHECK(fn1, Vector{2, 3});
  EXPECT_DOUBLE_EQ(control::fn1_gradient(Vector{2, 3}).grad.x(0), 12);
  CONTROL_CHECK(fn1, Vector{-0.7});
  CONTROL_CHECK(fn1, e2e::filled<Vector>({9}));
}

TEST(Field, FN2ReturnInsideALoop) {
  for (double lim : {0.1, 0.6, 1.7, 50.0}) CONTROL_CHECK(fn2, (Vector{0.5, -0.7, 1.2, 0.4}), lim);
  CONTROL_CHECK(fn2, (Vector{3.0}), 1.0);
}

TEST(Field, FN3SwitchAndCompoundAssignment) {
  for (int k = -1; k < 7; ++k) {
    CONTROL_CHECK(fn3, 3.0, 0.7, k);
    CONTROL_CHECK(fn3_plain, 3.0, 0.7, k);
    CONTROL_CHECK(fn3_braces, 3.0, 0.7, k);
    CONTROL_CHECK(fn3_falls_through, 3.0, 0.7, k);
  }
  EXPECT_DOUBLE_EQ(control::fn3_gradient(3, 0.7, 0).grad.x, 2);
}

TEST(Field, FN4ConstVector) {
  CONTROL_CHECK(fn4, (List{0.3, -1.2, 2.5}));
  CONTROL_CHECK(fn4, List{});
}

TEST(Field, FN5Memcpy) { CONTROL_CHECK(fn5, 1.3, -0.4); }

TEST(Field, FN6OneDeclaration) {
  CONTROL_CHECK(fn6, 2.0);
  EXPECT_DOUBLE_EQ(control::fn6_gradient(2).grad.x, 32);
}

TEST(Field, FN7RecursionThatMarks) {
  for (std::int64_t n : {1, 2, 3, 4}) CONTROL_CHECK(fn7, e2e::filled<Matrix>({n, n}));
}

TEST(Field, FR1ElementTwiceInAProduct) { CONTROL_CHECK(fr1, (List{0.3, -1.2, 2.5, 1.0})); }

TEST(Field, FR2EveryJumpInOneFunction) {
  const Vector x{0.5, -0.3, 0.9, 1.4, 0.2, -1.0, 2.0};
  for (int limit : {-1, 0, 1, 2, 3, 6}) CONTROL_CHECK(fr2, x, limit);
  for (double lim : {0.2, 0.9, 2.0, 30.0}) CONTROL_CHECK(fr2_reduced, (Vector{0.5, 0.8, 0.3, 1.1}), lim);
}

TEST(Field, FC2LambdaByReference) { CONTROL_CHECK(fc2, 1.2, -0.4); }

TEST(Field, FC3Vectors) {
  CONTROL_CHECK(fc3_range_for, (List{0.3, -1.2, 2.5}));
  CONTROL_CHECK(fc3_range_for, List{});
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(fc3_push_back, 0.8, n);
  CONTROL_CHECK(fc3_returned, 1.1, -0.6);
  for (int n : {1, 2, 4}) CONTROL_CHECK(fc3_resize_back, 0.8, n);
}

TEST(Field, FC4Algorithms) {
  CONTROL_CHECK(fc4_accumulate, (List{0.3, -1.2, 2.5}));
  CONTROL_CHECK(fc4_inner_product, (List{0.3, -1.2, 2.5}), (List{0.9, 0.2, -0.4, 7.0}));
}

TEST(Field, FC6PointerToConst) { CONTROL_CHECK(fc6, (std::array<double, 4>{0.4, -0.9, 1.3, 0.2})); }

TEST(Field, FC8TwoHundredCalls) { CONTROL_CHECK(fc8, 0.7); }

}  // namespace
