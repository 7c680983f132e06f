#include "control_check.h"
#include "containers.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Containers, f) {                                            \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Containers, f) {                                      \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Containers, f) {                                   \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Containers, f) {                                        \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY_AND(vec_ops, 1, 2, 5)
OF_XY_AND(vec_assign, 0, 2)
OF_X_AND(vec_bool, 0, 3, 7)
OF_XY_AND(vec_of_struct, 0, 2)
OF_XY(vec_insert)
OF_XY_AND(iterators, 0, 3)
OF_XY(swaps)
TEST(Containers, vecs) {
  CONTROL_CHECK(horner_ptr, (Numbers{0.4, -0.9, 1.3}), 0.7);
  CONTROL_CHECK(horner_ptr, (Numbers{}), 0.7);
  CONTROL_CHECK(vector_math, (Numbers{0.4, -0.9, 1.3}), (Numbers{1, 2, -0.5, 4}));
  CONTROL_CHECK(matrix_flat, (Numbers{0.4, -0.9, 1.3, 0.7}), 2);
  CONTROL_CHECK(prefix_max, (Numbers{0.4, -0.9, 1.3, 0.7, 1.5}));
  CONTROL_CHECK(bubble, (Numbers{0.4, -0.9, 1.3, 0.7, 0.1}));
  CONTROL_CHECK(bubble, (Numbers{0.4}));
}
OF_XY_AND(struct_vec, 1, 3)
OF_X_AND(queue_sim, 0, 3, 9)
OF_X_AND(return_vector, 2, 4)
OF_XY(vec_by_value)
OF_XY(vec_move)
OF_XY(range_copy)
TEST(Containers, range_nested) { CONTROL_CHECK(range_nested, e2e::filled<Matrix>({3, 4})); }
OF_XY(idx_array)
TEST(Containers, table_lookup) {
  for (double x : {-1.4, -0.8, 0.37, 0.6, 2.2})
    CONTROL_CHECK(table_lookup, x, (std::array<double, 5>{1, 0.3, -0.7, 2.2, 0.9}));
}
OF_XY_AND(array_of_vec, 0, 1)
OF_XY_AND(pair_vec, 0, 3)
OF_XY(tuple_vec)
OF_XY(array_assign)
OF_X_AND(vla_like, 1, 3)
TEST(Containers, sorted) {
  for (int cut : {0, 1}) CONTROL_CHECK(trimmed_mean, (Numbers{0.4, -0.9, 1.3, 0.7, 0.1}), cut);
  CONTROL_CHECK(trimmed_mean, (Numbers{}), 0);
  for (double x : {0.2, 0.9, 2.3}) CONTROL_CHECK(sorted_parts, (Numbers{1.1}), x);
}

}  // namespace
