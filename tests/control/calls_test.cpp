// Calls, also of functions that call themselves.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::integer;
using reference::real;
using reference::reals;

TEST(Calls, Plain) {
  const char* text = R"(
func @g(%a: f64[k], %b: f64, %n: i64) -> (f64[k], f64, i64) {
  %bb = broadcast %b {shape = <k>} : f64[k]
  %c = multiply %a, %bb : f64[k]
  %s = sin %c : f64[k]
  %t = sum %c {axes = [0], keepdims = false} : f64
  return %s, %t, %n
}

func @f(%x: f64[m], %y: f64) -> (f64[m], f64) {
  %n = constant {element = i64, value = 2} : i64
  %u, %v, %k = call @g %x, %y, %n : f64[m], f64, i64
  %one = constant {element = f64, value = 1.0} : f64
  %p, %q, %r = call @g %u, %one, %k : f64[m], f64, i64
  %z = multiply %v, %q : f64
  return %p, %z
})";
  EXPECT_EQ(disagreement(text, {reals({2}, {0.3, 0.8}), real(0.7)}, 3), "");
}

const char* const kPower = R"(
func @power(%x: f64, %n: i64) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y = if %more, %x, %n then(%x: f64, %n: i64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %p = call @power %x, %m : f64
    %y = multiply %p, %x : f64
    -> %y
  } else(%x: f64, %n: i64) {
    %one = constant {element = f64, value = 1.0} : f64
    -> %one
  } : f64
  return %y
}
)";

TEST(Calls, Power) {
  EXPECT_EQ(number(gradients(kPower, {real(2), integer(3)})[0]), 12);
  EXPECT_EQ(number(gradients(kPower, {real(2), integer(0)})[0]), 0);
  EXPECT_EQ(disagreement(kPower, {real(0.7), integer(3)}, 3), "");
}

// In a loop that depends on data.
TEST(Calls, InALoop) {
  std::string text(kPower);
  text += R"(
func @f(%x: f64, %w: f64) -> (f64) {
  %y, %n = while %x, %w {carried = 1} condition(%y: f64, %w: f64) {
    %limit = constant {element = f64, value = 2.0} : f64
    %more = less %y, %limit : bool
    -> %more
  } body(%y: f64, %w: f64) {
    %two = constant {element = i64, value = 2} : i64
    %p = call @power %y, %two : f64
    %q = call @power %w, %two : f64
    %s = add %p, %q : f64
    -> %s
  } : f64, i64
  return %y
})";
  EXPECT_EQ(disagreement(text, {real(0.7), real(0.9)}, 3), "");
}

// Two calls of itself, on a vector.
TEST(Calls, Fibonacci) {
  const char* text = R"(
func @fib(%n: i64, %x: f64[m], %w: f64) -> (f64[m]) {
  %two = constant {element = i64, value = 2} : i64
  %more = greater_equal %n, %two : bool
  %y = if %more, %n, %x, %w, %two then(%n: i64, %x: f64[m], %w: f64, %two: i64) {
    %one = constant {element = i64, value = 1} : i64
    %a = subtract %n, %one : i64
    %b = subtract %n, %two : i64
    %s = sin %x : f64[m]
    %p = call @fib %a, %s, %w : f64[m]
    %q = call @fib %b, %x, %w : f64[m]
    %ww = broadcast %w {shape = <m>} : f64[m]
    %r = multiply %p, %ww : f64[m]
    %t = add %r, %q : f64[m]
    -> %t
  } else(%n: i64, %x: f64[m], %w: f64, %two: i64) {
    -> %x
  } : f64[m]
  return %y
})";
  EXPECT_EQ(disagreement(text, {integer(4), reals({2}, {0.3, 0.8}), real(0.7)}, 2), "");
}

// Each calls the other.
TEST(Calls, Mutual) {
  const char* text = R"(
func @even(%n: i64, %x: f64) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y = if %more, %n, %x then(%n: i64, %x: f64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %s = sin %x : f64
    %p = call @odd %m, %s : f64
    -> %p
  } else(%n: i64, %x: f64) {
    -> %x
  } : f64
  return %y
}

func @odd(%n: i64, %x: f64) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y = if %more, %n, %x then(%n: i64, %x: f64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %s = exp %x : f64
    %p = call @even %m, %s : f64
    %q = multiply %p, %x : f64
    -> %q
  } else(%n: i64, %x: f64) {
    %s = square %x : f64
    -> %s
  } : f64
  return %y
})";
  for (int n : {0, 1, 4}) EXPECT_EQ(disagreement(text, {integer(n), real(0.3)}, 2), "") << n;
}

TEST(Calls, WhatIsPreventedInside) {
  const std::string text = R"(
func @g(%a: f64) -> (f64) {
  %b = prevent_gradient %a {why = "it is a table"} : f64 loc 0
  return %b
}

func @f(%x: f64) -> (f64) {
  %y = call @g %x : f64 loc 1
  return %y
}

locations {
  0 = "model.cpp":4:10 "b"
  1 = "model.cpp":9:1 "g"
})";
  const ir::Module module = module_of(text);
  ir::Diagnostics diagnostics;
  ir::DerivativeOptions options;
  options.wrt = module.functions[1].arguments();
  EXPECT_FALSE(ir::differentiate_reverse(module, reference::last(module), options, diagnostics));
  EXPECT_FALSE(ir::differentiate_forward(module, reference::last(module), options, diagnostics));
  ASSERT_EQ(diagnostics.list().size(), 2u);
  for (const ir::Diagnostic& problem : diagnostics.list()) {
    EXPECT_EQ(problem.loc.index, 0);
    EXPECT_NE(problem.notes.at(0).text.find("of 'f' requested here"), std::string::npos) << problem.notes[0].text;
  }
}

}  // namespace
}  // namespace control
