#include "control_check.h"
#include "places.grad.h"

namespace {

using control::Matrix;
using control::Vector;
using Numbers = std::vector<double>;

#define OF_X(f)                                                    \
  TEST(Data, f) {                                                  \
    for (double x : {0.37, 1.21, -0.83, 2.6}) CONTROL_CHECK(f, x); \
  }
#define OF_XY(f)                                             \
  TEST(Data, f) {                                            \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_X_AND(f, ...)                                  \
  TEST(Data, f) {                                         \
    for (double x : {0.37, 1.21, -0.83, 2.6})             \
      for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, n); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Data, f) {                                              \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY(bind_ref)
OF_XY(bind_struct)
OF_XY(decl_many)
OF_XY_AND(compound_elem, 0, 1, 2, 3)
OF_XY(const_ref_elem)
OF_XY_AND(array_structs, 0, 1, 2)
OF_XY(pair_tuple)
OF_XY(raw_ptr)
OF_XY_AND(ptr_index, 0, 1, 2)
OF_XY(memcpy_whole)
TEST(Data, minmax) {
  CONTROL_CHECK(minmax, 0.3, 1.2, -0.7);
  CONTROL_CHECK(minmax, 1.3, 0.2, 2.7);
  CONTROL_CHECK(minmax, -1.3, -0.2, 0.7);
}
OF_XY(tie)
OF_XY_AND(cond_ref, 0, 1, 2, 3)
TEST(Data, tensors) {
  for (int k : {0, 1, 2}) CONTROL_CHECK(tensor_rows, e2e::filled<Matrix>({3, 3}), (Vector{0.4, -0.9}), k);
  for (int n : {0, 3}) CONTROL_CHECK(tensor_inplace, e2e::filled<Matrix>({5, 3}), n);
}
OF_XY_AND(nested_struct, 0, 1)
TEST(Data, array2d) {
  for (int i : {0, 1})
    for (int j : {0, 1, 2}) CONTROL_CHECK(array2d, 0.7, -0.4, i, j);
}
OF_XY_AND(optional_like, 0, 1, 3)
OF_XY_AND(ptr_choice, 0, 1, 2)
OF_XY_AND(ptr_array_choice, 0, 1, 2)
TEST(Data, gauss) { CONTROL_CHECK(gauss, e2e::filled<Matrix>({4, 4}), e2e::filled<Vector>({4}, -1, 1, 3)); }
TEST(Data, moving) {
  for (int w : {0, 2, 5, 9}) CONTROL_CHECK(moving, e2e::filled<Vector>({6}), w);
}
TEST(Data, levenshtein) {
  CONTROL_CHECK(levenshtein, 0.7, 4, 5);
  CONTROL_CHECK(levenshtein, 1.4, 5, 3);
  CONTROL_CHECK(levenshtein, 1.4, 0, 0);
}
OF_XY_AND(ptr_params, 0, 3)
OF_XY(ref_to_ref)
OF_XY(array_param)
OF_XY(return_array)
OF_XY(const_auto_copy)
OF_XY(loop_ref)
OF_X(long_chain)
OF_XY_AND(optional_ptr, 0, 2)
OF_X(negative_zero)
TEST(Data, rows) {
  CONTROL_CHECK(swap_rows, e2e::filled<Matrix>({3, 2}), 0, 2);
  CONTROL_CHECK(swap_rows, e2e::filled<Matrix>({3, 2}), 1, 1);
  CONTROL_CHECK(view_param, e2e::filled<Matrix>({3, 2}), 0.7);
  CONTROL_CHECK(slice_write, e2e::filled<Matrix>({3, 2}), 0.7);
}
OF_X_AND(ping_pong, 0, 1, 4)
TEST(Data, alias_writes) {
  CONTROL_CHECK(alias_writes, 0.37, 0.91);
  CONTROL_CHECK(alias_writes, -0.83, 0.4);
}
OF_XY(bind_map)

}  // namespace
