#include "control_check.h"
#include "integers.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Integers, f) {                                              \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Integers, f) {                                        \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Integers, f) {                                     \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Integers, f) {                                          \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY(fmins)
OF_X_AND(enums, 0, 1, 2, 3, 4)
TEST(Integers, unsigned_arith) {
  for (double x : {0.37, -0.83})
    for (unsigned n : {0u, 2u, 5u}) CONTROL_CHECK(unsigned_arith, x, n);
}
OF_X_AND(size_arith, 0, 1, 3, 6)
TEST(Integers, int_div) {
  for (int a : {-7, 5, 100})
    for (int b : {-2, 3}) CONTROL_CHECK(int_div, 0.7, a, b);
}
OF_XY(truncations)
OF_XY(ternaries)
TEST(Integers, bitops) {
  for (double x : {0.37, -0.83})
    for (int m : {0, 5, 63, -9})
      for (unsigned u : {0u, 77u, 4000000000u}) CONTROL_CHECK(bitops, x, m, u);
}
OF_X(nan_safe)
OF_X_AND(short_circuit, 0, 1, 2, 3, 5)
TEST(Integers, isnan_checks) {
  CONTROL_CHECK(isnan_checks, 0.7, 0.4);
  CONTROL_CHECK(isnan_checks, -0.7, 0.4);
  CONTROL_CHECK(isnan_checks, 0.7, -0.4);
}
OF_X_AND(int_overflow, 0, 1, 5)
OF_X_AND(char_arith, 0, 1, 2, 3, -32)
OF_XY(bool_arith)
OF_XY(assign_expr)
OF_X_AND(inc_expr, 1, 2, 4)
OF_X_AND(cond_side, 0, 1, 2, 3)
OF_X_AND(logic_assign, 0, 3, 6)
OF_X(comma_decl)
TEST(Integers, var_step) {
  for (double x : {0.37, 1.21, -0.83})
    for (int n : {0, 1, 9})
      for (int s : {1, 4}) CONTROL_CHECK(var_step, x, n, s);
}
OF_X(inf_nan)
TEST(Integers, max_chain) {
  CONTROL_CHECK(max_chain, 0.3, 1.2, -0.7);
  CONTROL_CHECK(max_chain, 1.3, 0.2, 2.7);
  CONTROL_CHECK(max_chain, -1.3, -0.2, -2.7);
}
OF_X_AND(abs_variants, 0, 3, 7)
OF_X_AND(pow_int, -1, 0, 3)

}  // namespace
