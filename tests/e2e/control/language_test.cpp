#include "control_check.h"
#include "language.grad.h"

#include <limits>

namespace {

using control::Matrix;
using control::Vector;

TEST(Language, StateMachineAndFlags) {
  for (int steps : {0, 1, 9, 30}) CONTROL_CHECK(state_machine, 0.3, 0.21, steps);
  for (double lim : {0.1, 1.3, 3.1, 90.0}) CONTROL_CHECK(breaks_by_flags, e2e::filled<Matrix>({3, 4}), lim);
}

TEST(Language, EarlyReturns) {
  for (double x : {-1.5, -0.4, 0.05, 0.3, 0.7, 1.9})
    for (double y : {-1.2, -0.3, 0.4, 1.7}) CONTROL_CHECK(early_returns, x, y);
}

TEST(Language, Lambdas) {
  for (int n : {0, 1, 3})
    for (double x : {0.4, 1.7}) CONTROL_CHECK(lambdas_in_loops, x, 0.9, n);
}

TEST(Language, Templates) {
  CONTROL_CHECK(function_templates, 0.7, -0.4);
  CONTROL_CHECK(class_templates, 0.7, -0.4);
}

TEST(Language, Members) {
  for (int n : {0, 1, 5}) CONTROL_CHECK(members_that_mutate, 0.7, -0.4, n);
}

TEST(Language, Algorithms) {
  CONTROL_CHECK(algorithms, (std::array<double, 4>{0.4, -0.9, 1.3, 0.2}));
  CONTROL_CHECK(algorithms, (std::array<double, 4>{-2.4, 0.9, 0.3, -1.2}));
}

TEST(Language, Comparisons) {
  CONTROL_CHECK(comparisons, (std::array<double, 4>{0.4, -0.9, 1.3, 0.2}));
  CONTROL_CHECK(comparisons, (std::array<double, 4>{-2.4, 0.9, 2.3, -1.2}));
}

TEST(Language, ConstantLambdas) {
  CONTROL_CHECK(constant_lambdas, 0.7, -0.4);
  CONTROL_CHECK(constant_lambdas, -1.9, 1.4);
}

TEST(Language, Bindings) {
  for (int n : {0, 1, 4}) CONTROL_CHECK(bindings, 0.7, -0.4, n);
}

TEST(Language, ArraysAndPointers) {
  CONTROL_CHECK(pointers_with_length, (Vector{0.4, -0.9, 1.3, 0.2, 0.8}), 1.2);
  CONTROL_CHECK(two_dimensional, 0.7, -0.4);
  CONTROL_CHECK(constants, 0.7);
}

TEST(Language, IntegersAndConditions) {
  for (int n : {0, 1, 4})
    for (double x : {0.4, 1.3}) {
      CONTROL_CHECK(declared_in_conditions, x, n);
      CONTROL_CHECK(narrow_and_unsigned, x, n);
      CONTROL_CHECK(bound_by_both, x, n);
      CONTROL_CHECK(loop_without_float, x, n);
      CONTROL_CHECK(shadows, x, n);
      CONTROL_CHECK(commas, x, n);
    }
  for (int mask = 0; mask < 32; mask += 3) CONTROL_CHECK(bits, 0.7, mask);
}

TEST(Language, SinglePrecision) {
  for (int n : {0, 3}) {
    const auto result = control::single_precision_gradient(0.7f, n);
    const double h = 1e-2;
    const double slope = (control::single_precision(0.7f + static_cast<float>(h), n) - control::single_precision(0.7f - static_cast<float>(h), n)) / (2 * h);
    EXPECT_NEAR(result.grad.x, slope, 1e-3);
    EXPECT_FLOAT_EQ(result.value, control::single_precision(0.7f, n));
  }
}

TEST(Language, Calls) {
  CONTROL_CHECK(result_of_void_helper, 0.7, -0.4);
  CONTROL_CHECK(result_of_void_helper, 1.7, 1.4);
  for (int n : {1, 3}) CONTROL_CHECK(overloads, 0.7, n);
  CONTROL_CHECK(default_arguments, 0.7);
}

TEST(Language, WhatPeopleHaveWritten) {
  for (int n : {0, 1, 5}) CONTROL_CHECK(volatile_locals, 0.7, n);
  CONTROL_CHECK(empty_destructors, 0.7, -0.4);
  CONTROL_CHECK(objects_made_at_start, 0.7);
  for (int i : {0, 1}) CONTROL_CHECK(globals_that_nobody_writes, 0.7, i);
  for (double x : {0.7, -2.5})
    for (double y : {1.5, -0.4})
      for (double z : {0.3, -3.0}) CONTROL_CHECK(hypot_of_three, x, y, z);
  EXPECT_EQ(control::hypot_of_three_gradient(0, 0, 0).grad.x, 0);
  CONTROL_CHECK(classes_of_numbers, 0.7, 1.5);
  for (double x : {0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(control::classes_of_numbers_gradient(x, 1.5).value, control::classes_of_numbers(x, 1.5)) << x;
}

// In float, of which differences are coarse.
TEST(Language, NamesOfC) {
  for (double x : {0.25, 1.3125, 2.75}) {
    const auto result = control::names_of_c_gradient(x);
    EXPECT_EQ(result.value, control::names_of_c(x));
    EXPECT_NEAR(result.grad.x, (control::names_of_c(x + 0.03125) - control::names_of_c(x - 0.03125)) / 0.0625, 1e-5) << x;
  }
}

}  // namespace
