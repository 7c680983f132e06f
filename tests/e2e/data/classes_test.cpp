#include "control_check.h"
#include "classes.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Classes, f) {                                               \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Classes, f) {                                         \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Classes, f) {                                      \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Classes, f) {                                           \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY(class_template)
OF_XY(operators)
OF_XY(ctors)
OF_X(static_consts)
OF_X(globals)
OF_XY(default_member_init)
OF_XY(ref_member)
OF_XY(this_chain)
OF_XY(const_method_cache)
OF_XY_AND(ref_return_method, 0, 1, 2)
OF_XY(stack_machine)
OF_XY(matrix_class)
OF_XY(dual)
OF_X_AND(iter_class, 0, 4)
OF_XY(static_member)
OF_XY(this_capture)
OF_XY(functor)
OF_XY(crtp)
OF_XY(variadic)
OF_XY(constexpr_if)
OF_X(consteval_table)
OF_XY(using_decl)
OF_XY(local_struct)
OF_XY(lambda_in_struct)
OF_XY(arrays_of_complex)
OF_XY(arrays_of_defaults)

}  // namespace
