// Loops: how often they run may depend on anything, also not at all.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::integer;
using reference::integers;
using reference::real;
using reference::reals;

// v = v² while v < limit
TEST(Loops, W01_W31_WhileOnData) {
  const char* text = R"(
func @f(%x: f64, %limit: f64) -> (f64, i64) {
  %v, %n = while %x, %limit {carried = 1} condition(%v: f64, %limit: f64) {
    %more = less %v, %limit : bool
    -> %more
  } body(%v: f64, %limit: f64) {
    %s = square %v : f64
    -> %s
  } : f64, i64
  return %v, %n
})";
  EXPECT_EQ(number(gradients(text, {real(2), real(8)})[0]), 32);
  EXPECT_EQ(number(gradients(text, {real(2), real(1)})[0]), 1);
  EXPECT_EQ(disagreement(text, {real(1.1), real(2)}, 3), "");
  EXPECT_EQ(disagreement(text, {real(1.1), real(1)}, 3), "");
}

TEST(Loops, ScanForwardAndBackward) {
  for (const char* reverse : {"false", "true"}) {
    const std::string text = std::string(R"(
func @f(%n: i64, %x: f64, %s: seq<f64>, %w: f64) -> (f64, seq<f64>) {
  %y, %t = scan %n, %x, %s, %w {carried = 1, reverse = )") + reverse + R"(, scanned = 1} body(%i: i64, %y: f64, %e: f64, %w: f64) {
    %a = multiply %y, %e : f64
    %k = astype %i {to = f64} : f64
    %b = multiply %k, %w : f64
    %c = add %a, %b : f64
    %d = sin %c : f64
    %q = multiply %a, %w : f64
    -> %d, %q
  } : f64, seq<f64>
  return %y, %t
})";
    const Value s = std::vector<Value>{real(0.5), real(0.9), real(-0.4)};
    EXPECT_EQ(disagreement(text, {integer(3), real(0.7), s, real(0.3)}, 3), "");
    EXPECT_EQ(disagreement(text, {integer(0), real(0.7), Value(std::vector<Value>{}), real(0.3)}), "");
  }
}

// The test of the design: a data-dependent while that holds an if and an inner while.
TEST(Loops, WhileWithIfAndInnerWhile) {
  const char* text = R"(
func @f(%x: f64) -> (f64) {
  %two = constant {element = f64, value = 2.0} : f64
  %one = constant {element = f64, value = 1.0} : f64
  %y, %z, %n = while %x, %one, %two, %x {carried = 2} condition(%y: f64, %z: f64, %two: f64, %x: f64) {
    %m = less %z, %two : bool
    -> %m
  } body(%y: f64, %z: f64, %two: f64, %x: f64) {
    %one = constant {element = f64, value = 1.0} : f64
    %p = less %y, %one : bool
    %a = if %p, %y, %x then(%y: f64, %x: f64) {
      %s = sin %y : f64
      %t = multiply %s, %x : f64
      %u = exp %t : f64
      -> %u
    } else(%y: f64, %x: f64) {
      %t = multiply %y, %x : f64
      %u = sqrt %t : f64
      -> %u
    } : f64
    %b, %k = while %a, %y, %two {carried = 1} condition(%b: f64, %y: f64, %two: f64) {
      %m = less %b, %two : bool
      -> %m
    } body(%b: f64, %y: f64, %two: f64) {
      %c = multiply %b, %b : f64
      %h = constant {element = f64, value = 0.75} : f64
      %d = add %c, %h : f64
      %e = multiply %y, %h : f64
      %g = add %d, %e : f64
      -> %g
    } : f64, i64
    %r = divide %b, %two : f64
    %step = constant {element = f64, value = 0.3} : f64
    %zz = add %z, %step : f64
    %l = log %r : f64
    %w = add %l, %one : f64
    -> %w, %zz
  } : f64, f64, i64
  return %y
})";
  for (double x : {0.2, 0.6}) EXPECT_EQ(disagreement(text, {real(x)}, 3), "") << x;
}

TEST(Loops, SwappedCarriedValues) {
  const char* text = R"(
func @f(%n: i64, %a: f64, %b: f64) -> (f64, f64) {
  %x, %y = scan %n, %a, %b {carried = 2, scanned = 0} body(%i: i64, %x: f64, %y: f64) {
    %p = multiply %x, %y : f64
    -> %y, %p
  } : f64, f64
  return %x, %y
})";
  for (int n : {0, 1, 2, 5}) EXPECT_EQ(disagreement(text, {integer(n), real(0.7), real(1.2)}), "") << n;
}

// One value for two carried ones and an invariant; one result unused.
TEST(Loops, OneValueInSeveralPlaces) {
  const char* text = R"(
func @f(%n: i64, %a: f64[m]) -> (f64[m]) {
  %b = sin %a : f64[m]
  %x, %y = scan %n, %b, %b, %b, %a, %b {carried = 2, scanned = 0} body(%i: i64, %x: f64[m], %y: f64[m], %u: f64[m], %v: f64[m], %w: f64[m]) {
    %p = multiply %x, %u : f64[m]
    %q = multiply %w, %v : f64[m]
    %r = add %p, %q : f64[m]
    %s = multiply %y, %y : f64[m]
    -> %r, %s
  } : f64[m], f64[m]
  %z = multiply %x, %b : f64[m]
  return %z
})";
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), reals({2}, {0.7, 1.2})}), "") << n;
}

// A value that each trip overwrites with something else: its initial value counts only where there is no trip.
TEST(Loops, OverwrittenValues) {
  const char* text = R"(
func @f(%n: i64, %a: f64, %b: f64) -> (f64, f64) {
  %x, %y = scan %n, %a, %a, %b {carried = 2, scanned = 0} body(%i: i64, %x: f64, %y: f64, %b: f64) {
    %c = astype %i {to = f64} : f64
    %d = multiply %c, %b : f64
    -> %c, %d
  } : f64, f64
  return %x, %y
})";
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), real(0.7), real(1.5)}), "") << n;
  EXPECT_EQ(number(gradients(text, {integer(0), real(0.7), real(1.5)})[0]), 2);
  EXPECT_EQ(number(gradients(text, {integer(2), real(0.7), real(1.5)})[0]), 0);
  EXPECT_EQ(number(gradients(text, {integer(2), real(0.7), real(1.5)})[1]), 1);
}

// Trips of inner loops that depend on the outer one, and on data; three deep.
TEST(Loops, ThreeDeep) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %w: f64[m]) -> (f64[m]) {
  %one = constant {element = i64, value = 1} : i64
  %y, %j = scan %n, %x, %one, %w {carried = 2, scanned = 0} body(%i: i64, %y: f64[m], %j: i64, %w: f64[m]) {
    %z = scan %i, %y, %w, %j {carried = 1, scanned = 0} body(%k: i64, %z: f64[m], %w: f64[m], %j: i64) {
      %v, %trips = while %z, %w, %j {carried = 1} condition(%v: f64[m], %w: f64[m], %j: i64) {
        %s = sum %v {axes = [0], keepdims = false} : f64
        %limit = constant {element = f64, value = 1.5} : f64
        %more = less %s, %limit : bool
        -> %more
      } body(%v: f64[m], %w: f64[m], %j: i64) {
        %a = multiply %v, %w : f64[m]
        %b = add %a, %v : f64[m]
        %c = astype %j {to = f64} : f64
        %tenth = constant {element = f64, value = 0.1} : f64
        %d = multiply %c, %tenth : f64
        %e = broadcast %d {shape = <m>} : f64[m]
        %g = add %b, %e : f64[m]
        -> %g
      } : f64[m], i64
      %t = tanh %v : f64[m]
      %u = multiply %t, %w : f64[m]
      -> %u
    } : f64[m]
    %q = multiply %z, %y : f64[m]
    %two = constant {element = i64, value = 2} : i64
    %jj = add %j, %two : i64
    -> %q, %jj
  } : f64[m], i64
  return %y
})";
  for (int n : {0, 1, 3})
    EXPECT_EQ(disagreement(text, {integer(n), reals({2}, {0.7, 0.4}), reals({2}, {0.6, 0.9})}), "") << n;
}

// A loop in a branch in a loop, left early by a flag.
TEST(Loops, EarlyExit) {
  const char* text = R"(
func @f(%x: f64, %w: f64) -> (f64) {
  %false = constant {element = bool, value = 0} : bool
  %zero = constant {element = i64, value = 0} : i64
  %y, %i, %done, %n = while %x, %zero, %false, %w {carried = 3} condition(%y: f64, %i: i64, %done: bool, %w: f64) {
    %ten = constant {element = i64, value = 10} : i64
    %more = less %i, %ten : bool
    %not = logical_not %done : bool
    %go = logical_and %more, %not : bool
    -> %go
  } body(%y: f64, %i: i64, %done: bool, %w: f64) {
    %limit = constant {element = f64, value = 1.0} : f64
    %over = greater %y, %limit : bool
    %one = constant {element = i64, value = 1} : i64
    %ii = add %i, %one : i64
    %z = if %over, %y, %w, %ii then(%y: f64, %w: f64, %ii: i64) {
      %r = multiply %y, %w : f64
      -> %r
    } else(%y: f64, %w: f64, %ii: i64) {
      %r = scan %ii, %y, %w {carried = 1, scanned = 0} body(%k: i64, %y: f64, %w: f64) {
        %h = multiply %w, %w : f64
        %s = add %y, %h : f64
        %t = multiply %s, %w : f64
        -> %t
      } : f64
      -> %r
    } : f64
    -> %z, %ii, %over
  } : f64, i64, bool, i64
  return %y
})";
  EXPECT_EQ(disagreement(text, {real(0.5), real(0.9)}, 3), "");
  EXPECT_EQ(disagreement(text, {real(2), real(0.9)}, 3), "");
}

}  // namespace
}  // namespace control
