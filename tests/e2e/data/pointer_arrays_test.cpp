#define CONTROL_NAMESPACE pointer_arrays
#include "control_check.h"
#include "pointer_arrays.grad.h"

namespace {

// What can't be told apart is refused (refused_objects_test.cpp).
TEST(PointerArrays, LeadWhereTheirItemsDo) {
  for (double x : {0.3, -1.2})
    for (double y : {0.7, 1.9}) {
      CONTROL_CHECK(rows_of_a_matrix, x, y);
      CONTROL_CHECK(rows_of_their_own, x, y);
      CONTROL_CHECK(passed_on, x, y);
      CONTROL_CHECK(without_jacobians, x, y);
      CONTROL_CHECK(with_jacobians, x, y);
      CONTROL_CHECK(swapped_rows, x, y);
      CONTROL_CHECK(rows_of_a_member, x, y);
      CONTROL_CHECK(set_in_a_loop, x, y);
      CONTROL_CHECK(array_of_pointers, x, y);
      CONTROL_CHECK(set_and_written, x, y);
      CONTROL_CHECK(layers, x, y);
      CONTROL_CHECK(layers_of_a_member, x, y);
      CONTROL_CHECK(two_axes, x, y);
      CONTROL_CHECK(pointers_to_vectors, x, y);
      CONTROL_CHECK(set_by_each_trip, x, y);
      CONTROL_CHECK(set_again_after_a_loop, x, y);
      CONTROL_CHECK(tables_in_turn, x);
      CONTROL_CHECK(member_set_by_each_trip, x, y);
      for (int k : {0, 1, 2, 5}) {
        CONTROL_CHECK(table_of_tables, x, k);
        CONTROL_CHECK(one_of_two, x, k);
        CONTROL_CHECK(rows_of_a_vector, x, k);
        CONTROL_CHECK(set_somewhere, x, y, k);
        CONTROL_CHECK(turning_rows, x, y, k);
        CONTROL_CHECK(set_in_arms, x, y, k);
        CONTROL_CHECK(set_here_and_there, x, y, k);
        CONTROL_CHECK(layers_set, x, y, k);
        CONTROL_CHECK(either_array, x, y, k);
        CONTROL_CHECK(pointer_of_either_structure, k, x, y);
        CONTROL_CHECK(through_either_structure, k, x, y);
        CONTROL_CHECK(either_pointer, k, x, y);
      }
    }
}

}  // namespace
