// Branches: one arm is taken, and only that arm counts.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::boolean;
using reference::real;
using reference::reals;

TEST(Branches, EachArm) {
  const char* text = R"(
func @f(%p: bool, %x: f64, %y: f64) -> (f64) {
  %r = if %p, %x, %y then(%x: f64, %y: f64) {
    %s = sin %x : f64
    %e = multiply %s, %y : f64
    -> %e
  } else(%x: f64, %y: f64) {
    %e = exp %x : f64
    %q = multiply %e, %e : f64
    -> %q
  } : f64
  return %r
})";
  EXPECT_EQ(disagreement(text, {boolean(true), real(0.4), real(0.7)}, 3), "");
  EXPECT_EQ(disagreement(text, {boolean(false), real(0.4), real(0.7)}, 3), "");
}

// 1/x² would be infinite, and log of a negative number NaN: the arm that isn't taken must not be computed.
TEST(Branches, TheOtherArmIsNotComputed) {
  const char* text = R"(
func @f(%x: f64) -> (f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %p = greater %x, %zero : bool
  %r = if %p, %x then(%x: f64) {
    %l = log %x : f64
    %s = sqrt %x : f64
    %e = divide %l, %s : f64
    -> %e
  } else(%x: f64) {
    %e = square %x : f64
    -> %e
  } : f64
  return %r
})";
  EXPECT_EQ(disagreement(text, {real(0.5)}, 3), "");
  EXPECT_EQ(disagreement(text, {real(-0.5)}, 3), "");
  EXPECT_EQ(number(gradients(text, {real(0)})[0]), 0);
}

TEST(Branches, Nested) {
  const char* text = R"(
func @f(%p: bool, %q: bool, %x: f64[n], %w: f64[n]) -> (f64[n], f64) {
  %r, %t = if %p, %x, %q, %w then(%x: f64[n], %q: bool, %w: f64[n]) {
    %s = sin %x : f64[n]
    %u = if %q, %s, %w, %q then(%s: f64[n], %w: f64[n], %q: bool) {
      %v = if %q, %s, %w then(%s: f64[n], %w: f64[n]) {
        %a = multiply %s, %w : f64[n]
        %b = tanh %a : f64[n]
        -> %b
      } else(%s: f64[n], %w: f64[n]) {
        -> %w
      } : f64[n]
      %vv = multiply %v, %s : f64[n]
      -> %vv
    } else(%s: f64[n], %w: f64[n], %q: bool) {
      %e = exp %w : f64[n]
      -> %e
    } : f64[n]
    %m = multiply %u, %s : f64[n]
    %total = sum %m {axes = [0], keepdims = false} : f64
    -> %m, %total
  } else(%x: f64[n], %q: bool, %w: f64[n]) {
    %one = constant {element = f64, value = 1.0} : f64
    -> %w, %one
  } : f64[n], f64
  %rr = multiply %r, %x : f64[n]
  return %rr, %t
})";
  for (bool p : {true, false})
    for (bool q : {true, false})
      EXPECT_EQ(disagreement(text, {boolean(p), boolean(q), reals({2}, {0.3, -0.4}), reals({2}, {0.9, 0.2})}), "");
}

// An operand that is passed twice, and one that already has an adjoint.
TEST(Branches, SumsThatArrive) {
  const char* text = R"(
func @f(%p: bool, %x: f64) -> (f64, f64) {
  %a, %b = if %p, %x, %x then(%u: f64, %v: f64) {
    %e = multiply %u, %v : f64
    -> %e, %u
  } else(%u: f64, %v: f64) {
    -> %v, %v
  } : f64, f64
  %c = multiply %a, %x : f64
  %d = if %p, %c, %x then(%c: f64, %x: f64) {
    -> %c
  } else(%c: f64, %x: f64) {
    %e = multiply %c, %x : f64
    -> %e
  } : f64
  %e = multiply %d, %x : f64
  return %e, %b
})";
  EXPECT_EQ(disagreement(text, {boolean(true), real(0.6)}, 3), "");
  EXPECT_EQ(disagreement(text, {boolean(false), real(0.6)}, 3), "");
}

// The extents of a value that is kept are known in the arm only.
TEST(Branches, ExtentsOfTheArm) {
  const char* text = R"(
func @f(%p: bool, %s: seq<f64[?]>, %x: f64) -> (f64) {
  %r = if %p, %s, %x then(%s: seq<f64[?]>, %x: f64) {
    %i = constant {element = i64, value = 1} : i64
    %a = sequence_at %s, %i {shape = <rows>} : f64[rows]
    %b = sin %a : f64[rows]
    %xx = broadcast %x {shape = <rows>} : f64[rows]
    %c = multiply %b, %xx : f64[rows]
    %d = tanh %c : f64[rows]
    %t = sum %d {axes = [0], keepdims = false} : f64
    -> %t
  } else(%s: seq<f64[?]>, %x: f64) {
    %e = square %x : f64
    -> %e
  } : f64
  return %r
})";
  const Value s = std::vector<Value>{reals({1}, {0.5}), reals({3}, {0.1, 0.2, -0.3})};
  EXPECT_EQ(disagreement(text, {boolean(true), s, real(0.6)}), "");
  EXPECT_EQ(disagreement(text, {boolean(false), s, real(0.6)}), "");
}

}  // namespace
}  // namespace control
