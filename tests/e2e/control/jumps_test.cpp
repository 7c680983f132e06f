#include <stdexcept>

#include "control_check.h"
#include "jumps.grad.h"

namespace {

TEST(Jumps, Forward) {
  for (double x : {0.4, 1.3, -0.7})
    for (double y : {0.3, 1.7}) {
      CONTROL_CHECK(past_statements, x, y);
      CONTROL_CHECK(and_returns, x, y);
      CONTROL_CHECK(in_a_callee, x, y);
    }
  for (int k : {0, 1, 2, 3})
    for (double x : {0.7, 1.4}) {
      CONTROL_CHECK(to_two_labels, x, k);
      CONTROL_CHECK(out_of_a_switch, x, k);
    }
}

TEST(Jumps, AndLoops) {
  for (int n : {0, 1, 2, 4})
    for (double x : {0.4, 1.3}) {
      CONTROL_CHECK(out_of_loops, x, 0.6, n);
      CONTROL_CHECK(out_of_loops, x, -1.5, n);
      CONTROL_CHECK(within_a_loop, x, n);
    }
}

TEST(Jumps, Back) {
  for (int n : {-1, 0, 1, 3, 12})
    for (double x : {0.4, 1.3}) {
      CONTROL_CHECK(back, x, n);
      CONTROL_CHECK(back_and_out, x, 0.7, n);
    }
  for (double x : {0.4, -1.3, 2.0}) CONTROL_CHECK(series, x);
  EXPECT_EQ(control::series_gradient(0).value, 1);
}

TEST(Jumps, IntoBlocks) {
  for (double x : {0.4, 1.3, 3.5, 5.5})
    for (double y : {0.1, 0.7}) {
      CONTROL_CHECK(into_a_block, x, y);
      CONTROL_CHECK(out_of_a_loop_into_a_block, x, y);
      CONTROL_CHECK(into_an_arm, x, y);
      CONTROL_CHECK(back_to_what_returns, x, y);
      CONTROL_CHECK(to_a_throw, x, y);
      CONTROL_CHECK(to_a_throw, x, y + 1);
    }
  for (double x : {0.12, 0.9, 1.3, 40.0})
    for (int n : {0, 1, 4}) CONTROL_CHECK(out_of_loops_into_blocks, x, n);
  for (double x : {0.4, 1.3}) CONTROL_CHECK(to_the_end_of_a_function, x);
  EXPECT_THROW(control::to_a_throw_gradient(0.5, -6), std::domain_error);
  EXPECT_THROW(control::to_a_throw_gradient(9.5, 1), std::domain_error);
}

TEST(Jumps, ThatMakeLoops) {
  for (double x : {0.4, 1.3, -0.3, 2.2}) {
    CONTROL_CHECK(back_in_a_loop, x);
    CONTROL_CHECK(names_after_a_jump_back, x);
    for (int k : {0, 1, 2, 3}) {
      CONTROL_CHECK(into_what_repeats, x, k);
      CONTROL_CHECK(crossing, x, k);
      CONTROL_CHECK(back_in_what_repeats, x, k);
      CONTROL_CHECK(back_to_three, x, k);
      CONTROL_CHECK(reported, x, k);
    }
    for (double n : {0.7, -1.6, 2.3}) CONTROL_CHECK(recurrence, x, n);
  }
}

TEST(Jumps, PastDeclarations) {
  for (int n : {0, 1, 3, 6})
    for (double x : {0.4, 1.35, -0.3, 2.2, -6.0}) {
      CONTROL_CHECK(declared_after_a_return, x, n);
      CONTROL_CHECK(declared_without_a_value, x, n);
      CONTROL_CHECK(declared_in_what_repeats, x, n);
      CONTROL_CHECK(objects_after_a_return, x, n);
      CONTROL_CHECK(declared_past_a_jump, x, n);
      CONTROL_CHECK(bound_before, x, n);
      CONTROL_CHECK(next_trip, x, n);
    }
}

TEST(Jumps, NamesInSwitches) {
  for (int k : {0, 1, 2, 3})
    for (double x : {0.4, -1.3}) CONTROL_CHECK(named_in_a_switch, x, k);
}

}  // namespace
