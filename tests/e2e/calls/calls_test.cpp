#include "calls.grad.h"
#include "control_check.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Calls, f) {                                                 \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Calls, f) {                                           \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Calls, f) {                                        \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Calls, f) {                                             \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY(accum_lambda)
OF_XY(transforms)
OF_XY(lambda_caps)
OF_XY_AND(lambda_generic, 0, 3)
OF_X_AND(lambda_recursive, 0, 4)
OF_XY(fn_template)
OF_X_AND(two_recursions, 0, 1, 5)
OF_X_AND(mutual, 0, 1, 4)
OF_XY_AND(half_of_pair, 0, 1, 4)
OF_XY_AND(both_of_pair, 0, 1, 4)
OF_X_AND(recursion_ref, 0, 3)
OF_X_AND(recursion_vec, 0, 3)
OF_XY(init_list)
OF_XY_AND(ref_return, 0, 1)
OF_XY(fn_ptr)
OF_XY_AND(fn_template_arg, 0, 1, 3)
OF_XY(alg_loops)
OF_XY_AND(alg_search, 0, 2)
TEST(Calls, newton_fn) { CONTROL_CHECK(newton_fn, 0.7, 1.3); }
OF_X_AND(simpson, 1, 4)
OF_XY_AND(rk4, 0, 1, 5)
OF_XY(out_params)
OF_XY_AND(return_struct, 0, 1, 3, 6)
OF_XY(return_lambda)

}  // namespace
