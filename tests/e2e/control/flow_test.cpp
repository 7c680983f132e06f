#include "control_check.h"
#include "flow.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Flow, f) {                                                  \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Flow, f) {                                            \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Flow, f) {                                         \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Flow, f) {                                              \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY_AND(fall, 0, 1, 2, 3, 4, 5, 7, 9)
OF_X_AND(do_continue, 0, 1, 4, 7)
TEST(Flow, nested) {
  for (double l : {-0.4, 0.3, 1.5, 6.0}) {
    CONTROL_CHECK(nested_flags, e2e::filled<Matrix>({3, 4}), l);
    CONTROL_CHECK(return_from_nested, e2e::filled<Matrix>({3, 5}), std::abs(l));
  }
}
OF_X_AND(comma_for, 0, 3, 6)
OF_X_AND(shadow, 0, 3)
OF_X_AND(goto_less, 0, 3)
OF_X_AND(while_decl, 0, 4, -2)
OF_X_AND(switch_in_loop, 0, 1, 2, 3, 5, 9)
OF_X_AND(switch_return, -3, 0, 1, 2, 3)
OF_X_AND(switch_of_many, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
TEST(Flow, switch_nested) {
  for (double x : {0.4, 1.3})
    for (int k : {0, 1, 2, 3})
      for (int j : {0, 1, 2, 4}) CONTROL_CHECK(switch_nested, x, k, j);
}
OF_X_AND(loop_labels, 0, 1, 5)
TEST(Flow, while_true) { CONTROL_CHECK(while_true, 0.8, 2.0); }
OF_XY(float_loop)
OF_X_AND(early_do, 0, 2, 6)
OF_X_AND(cont_for, 0, 5, 9)
OF_X_AND(do_nested, 0, 1, 4)
OF_X_AND(while_multi, 0, 1, 4, 7)
OF_X_AND(switch_enum_ret, 0, 1, 2)
OF_X_AND(for_double_cond, 0, 3, 7)
OF_X_AND(down, 0, 1, 5)
OF_X_AND(bound_changes, 0, 1, 2, 4, 8)
OF_X_AND(early_vector, 0, 1, 3, 9)
OF_X_AND(goto_free_fsm, 0, 1, 7)

}  // namespace
