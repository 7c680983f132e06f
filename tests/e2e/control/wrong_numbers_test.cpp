#include "control_check.h"
#include "wrong_numbers.grad.h"

namespace {

using control::Point;
using control::Vector;

TEST(WrongNumbers, ValuesOverwritten) {
  for (double x : {0.8, -1.3}) CONTROL_CHECK(overwritten, x, 0.6);
  for (int n : {0, 1, 3}) CONTROL_CHECK(overwritten_elements, (Vector{0.9, -0.7, 1.4, 0.3}), n);
  CONTROL_CHECK(overwritten_elements, Vector{0.9}, 2);
}

TEST(WrongNumbers, ConditionsWithEffects) {
  for (double x : {0.4, 1.7, -1.2})
    for (int n : {0, 1, 4}) CONTROL_CHECK(condition_with_effect, x, n);
}

TEST(WrongNumbers, ShortCircuits) {
  for (double x : {0.1, 0.6, -0.7})
    for (double y : {0.5, 3.0, -0.4}) CONTROL_CHECK(short_circuits, x, y);
}

TEST(WrongNumbers, BoundsThatDependOnInput) {
  for (int n : {0, 1, 2, 4})
    for (int step : {1, 2, 3}) CONTROL_CHECK(bound_depends_on_input, 0.7, n, step);
  for (int n : {0, 1, 4, 9})
    for (double x : {0.3, 1.1}) CONTROL_CHECK(bound_changes_in_loop, x, n);
  for (double x : {0.2, 0.7, 1.3, -1.1}) CONTROL_CHECK(bound_depends_on_value, x);
}

TEST(WrongNumbers, BreakContinueReturn) {
  const Vector x{0.7, -0.4, 1.1, 0.3, 0.9};
  for (double lim : {0.3, 0.8, 2.0, 100.0}) CONTROL_CHECK(breaks, x, lim);
  CONTROL_CHECK(continues, x);
  CONTROL_CHECK(continues, (Vector{-1.0, 2.0}));
  CONTROL_CHECK(continues, (Vector{2.1, 0.4, 0.8, 1.9}));
  for (int n : {0, 1, 2, 3, 4})
    for (double x0 : {0.4, 1.1, -0.3, 2.2}) CONTROL_CHECK(returns, x0, n);
}

TEST(WrongNumbers, Recursion) {
  for (int n : {-1, 0, 1, 2, 5}) CONTROL_CHECK(recursion, 0.7, n);
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(mutual_recursion, 0.7, n);
}

TEST(WrongNumbers, CallsTwiceAndNested) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(two_calls, 0.9, n);
  CONTROL_CHECK(nested_calls, 0.9, -0.7);
}

TEST(WrongNumbers, RepeatedFactors) { CONTROL_CHECK(repeated_in_a_product, 0.7, (Vector{0.5, -1.1, 0.8})); }
TEST(WrongNumbers, MinusOfMinus) { CONTROL_CHECK(glued_minus, 0.7, 1.3); }

TEST(WrongNumbers, Aliases) {
  CONTROL_CHECK(element_through_reference, (Vector{0.5, -1.1, 0.8, 0.9}));
  CONTROL_CHECK(element_through_pointer, (Vector{0.5, -1.1, 0.8}));
  CONTROL_CHECK(aliased_arguments, 0.5, -1.1);
  CONTROL_CHECK(swapped, 0.5, -1.1, 5);
}

TEST(WrongNumbers, ReadAndReplaced) {
  for (const int n : {0, 1}) CONTROL_CHECK(read_and_replaced, (Vector{0.5, -1.1, 0.8}), n);
}

TEST(WrongNumbers, LeastByReference) {
  CONTROL_CHECK(least_by_reference, 0.3, 0.8, 1.7);
  CONTROL_CHECK(least_by_reference, 0.3, -0.2, -1.7);
  CONTROL_CHECK(least_by_reference, 2.3, -0.8, 1.7);
}

TEST(WrongNumbers, ReferenceChosen) {
  CONTROL_CHECK(reference_chosen, 0.3, 0.8);
  CONTROL_CHECK(reference_chosen, 0.8, 0.3);
}

TEST(WrongNumbers, ComparedAndCopied) {
  CONTROL_CHECK(compared_and_copied, (Vector{0.5, -1.1, 0.8, 0.3}));
  CONTROL_CHECK(compared_and_copied, (Vector{0.5, 1.1}));
}

TEST(WrongNumbers, StructureByValue) {
  for (double x : {0.4, -1.3}) CONTROL_CHECK(structure_by_value, (Point{x, 0.9}), 4);
}

TEST(WrongNumbers, NoNanFromWhatIsNotUsed) {
  EXPECT_DOUBLE_EQ(control::unused_with_nan_gradient(2, -1).grad.x, 4);
  CONTROL_CHECK(branch_not_taken, 0.7, (Vector{0.5, -1.1, 0.8}));
  CONTROL_CHECK(branch_not_taken, -0.7, (Vector{0.5, -1.1, 0.8}));
  const auto at_zero = control::branch_not_taken_gradient(0, Vector{4, -1});
  EXPECT_DOUBLE_EQ(at_zero.grad.v(0), 0.25);
  EXPECT_DOUBLE_EQ(at_zero.grad.v(1), 0);
}

TEST(WrongNumbers, InvariantsReadAfterwards) { CONTROL_CHECK(invariant_after_loop, 0.5, -1.1, 4); }

}  // namespace
