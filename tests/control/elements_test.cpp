// Elements and sequences that loops read, write, build and use up.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::integer;
using reference::integers;
using reference::real;
using reference::reals;

// y(i) = x(i - 1) + w x(i) + x(i + 1)
TEST(Elements, Stencil) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %w: f64, %y: f64[m]) -> (f64[m]) {
  %z = scan %n, %y, %x, %w {carried = 1, scanned = 0} body(%i: i64, %y: f64[m], %x: f64[m], %w: f64) {
    %one = constant {element = i64, value = 1} : i64
    %two = constant {element = i64, value = 2} : i64
    %j = add %i, %one : i64
    %k = add %i, %two : i64
    %a = element %x, %i : f64
    %b = element %x, %j : f64
    %c = element %x, %k : f64
    %wb = multiply %w, %b : f64
    %ab = multiply %a, %wb : f64
    %abc = add %ab, %c : f64
    %s = sin %abc : f64
    %z = set_element %y, %s, %j : f64[m]
    -> %z
  } : f64[m]
  return %z
})";
  EXPECT_EQ(disagreement(text, {integer(3), reals({5}, {0.3, 0.5, -0.2, 0.9, 0.4}), real(0.8), reals({5}, {1, 2, 3, 4, 5})}, 3), "");
}

// y(i) += y(i - 1): reads what was written the trip before.
TEST(Elements, PrefixSumInPlace) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m]) -> (f64[m]) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[m]) {
    %one = constant {element = i64, value = 1} : i64
    %j = add %i, %one : i64
    %a = element %y, %i : f64
    %b = element %y, %j : f64
    %c = multiply %a, %b : f64
    %d = add %c, %a : f64
    %z = set_element %y, %d, %j : f64[m]
    %e = square %d : f64
    %w = add_element %z, %e, %i : f64[m]
    -> %w
  } : f64[m]
  return %y
})";
  EXPECT_EQ(disagreement(text, {integer(3), reals({4}, {0.3, 0.5, -0.2, 0.9})}, 3), "");
}

// A matrix by rows and by elements, in nested loops; the trips of the inner one depend on the row.
TEST(Elements, LowerTriangle) {
  const char* text = R"(
func @f(%n: i64, %a: f64[m, m], %x: f64[m]) -> (f64[m], f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %y = scan %n, %x, %a {carried = 1, scanned = 0} body(%i: i64, %y: f64[m], %a: f64[m, m]) {
    %xi = element %y, %i : f64
    %s = scan %i, %xi, %a, %y, %i {carried = 1, scanned = 0} body(%j: i64, %s: f64, %a: f64[m, m], %y: f64[m], %i: i64) {
      %aij = element %a, %i, %j : f64
      %yj = element %y, %j : f64
      %p = multiply %aij, %yj : f64
      %t = subtract %s, %p : f64
      -> %t
    } : f64
    %aii = element %a, %i, %i : f64
    %q = divide %s, %aii : f64
    %z = set_element %y, %q, %i : f64[m]
    -> %z
  } : f64[m]
  %one = constant {element = i64, value = 1} : i64
  %row = element %a, %one : f64[m]
  %d = multiply %row, %y : f64[m]
  %t = sum %d {axes = [0], keepdims = false} : f64
  return %y, %t
})";
  const Value a = reals({3, 3}, {1.2, 0, 0, 0.4, 0.9, 0.1, -0.3, 0.5, 1.5});
  EXPECT_EQ(disagreement(text, {integer(3), a, reals({3}, {0.5, -0.7, 0.9})}, 3), "");
}

TEST(Elements, RunningMaximum) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m]) -> (f64, f64[m]) {
  %low = constant {element = f64, value = -10.0} : f64
  %m, %y = scan %n, %low, %x, %x {carried = 2, scanned = 0} body(%i: i64, %m: f64, %y: f64[m], %x: f64[m]) {
    %a = element %x, %i : f64
    %p = greater %a, %m : bool
    %k = if %p, %a, %m then(%a: f64, %m: f64) {
      -> %a
    } else(%a: f64, %m: f64) {
      -> %m
    } : f64
    %e = exp %k : f64
    %z = set_element %y, %e, %i : f64[m]
    -> %k, %z
  } : f64, f64[m]
  return %m, %y
})";
  EXPECT_EQ(disagreement(text, {integer(5), reals({5}, {0.3, 0.5, -0.2, 0.9, 0.4})}, 3), "");
}

// W51, W49: rows that are gathered in a loop.
TEST(Elements, GatheredRows) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %ids: i64[2], %v: f64[m]) -> (f64) {
  %zero = constant {element = f64, value = 0.1} : f64
  %y = scan %n, %zero, %x, %ids, %v {carried = 1, scanned = 0} body(%i: i64, %y: f64, %x: f64[m], %ids: i64[2], %v: f64[m]) {
    %r = take %x, %ids {axis = 0} : f64[2]
    %u = take %v, %ids {axis = 0} : f64[2]
    %ru = multiply %r, %u : f64[2]
    %s = sum %ru {axes = [0], keepdims = false} : f64
    %t = multiply %s, %y : f64
    %w = add %t, %s : f64
    -> %w
  } : f64
  return %y
})";
  EXPECT_EQ(disagreement(text, {integer(3), reals({4}, {0.3, 0.5, -0.2, 0.9}), integers({2}, {1, 3}),
                                reals({4}, {1, 0.5, 0.3, 0.2})}, 3), "");
}

// Built by push in one loop, read backwards in another, with extents of their own.
TEST(Sequences, BuiltAndConsumed) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %w: f64) -> (f64, seq<f64[?]>) {
  %empty = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
  %s, %v = scan %n, %empty, %x, %w {carried = 2, scanned = 0} body(%i: i64, %s: seq<f64[?]>, %v: f64[m], %w: f64) {
    %ww = broadcast %w {shape = <m>} : f64[m]
    %a = multiply %v, %ww : f64[m]
    %b = sin %a : f64[m]
    %t = sequence_push %s, %b : seq<f64[?]>
    -> %t, %a
  } : seq<f64[?]>, f64[m]
  %zero = constant {element = f64, value = 0.5} : f64
  %size = sequence_size %s : i64
  %y = scan %size, %zero, %s, %w {carried = 1, scanned = 0} body(%i: i64, %y: f64, %s: seq<f64[?]>, %w: f64) {
    %a = sequence_at %s, %i {shape = <rows>} : f64[rows]
    %q = square %a : f64[rows]
    %r = sum %q {axes = [0], keepdims = false} : f64
    %t = multiply %r, %y : f64
    %u = add %t, %w : f64
    -> %u
  } : f64
  return %y, %s
})";
  for (int n : {0, 1, 3})
    EXPECT_EQ(disagreement(text, {integer(n), reals({2}, {0.7, 0.4}), real(0.8)}, n == 1 ? 3 : 2), "") << n;
}

// A stack that grows and shrinks.
TEST(Sequences, PushAndPop) {
  const char* text = R"(
func @f(%n: i64, %x: f64, %s: seq<f64>) -> (f64, seq<f64>) {
  %t, %y = scan %n, %s, %x {carried = 2, scanned = 0} body(%i: i64, %s: seq<f64>, %y: f64) {
    %one = constant {element = i64, value = 1} : i64
    %size = sequence_size %s : i64
    %k = subtract %size, %one : i64
    %a = sequence_at %s, %k {shape = <>} : f64
    %t = sequence_pop %s : seq<f64>
    %b = multiply %a, %y : f64
    %c = sin %b : f64
    %u = sequence_push %t, %c : seq<f64>
    %v = sequence_push %u, %y : seq<f64>
    %d = add %a, %c : f64
    -> %v, %d
  } : seq<f64>, f64
  return %y, %t
})";
  const Value s = std::vector<Value>{real(0.5), real(0.9), real(-0.4)};
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), real(0.7), s}, 2), "") << n;
}

// Sequences of sequences, one for each trip of the outer loop, of different sizes.
TEST(Sequences, OfSequences) {
  const char* text = R"(
func @f(%n: i64, %x: f64) -> (f64, seq<seq<f64>>) {
  %empty = sequence_empty {depth = 1, element = f64, rank = 0} : seq<seq<f64>>
  %s, %v = scan %n, %empty, %x {carried = 2, scanned = 0} body(%i: i64, %s: seq<seq<f64>>, %v: f64) {
    %u, %t = scan %i, %v {carried = 1, scanned = 0} body(%j: i64, %v: f64) {
      %a = sin %v : f64
      %b = square %v : f64
      -> %a, %b
    } : f64, seq<f64>
    %r = sequence_push %s, %t : seq<seq<f64>>
    -> %r, %u
  } : seq<seq<f64>>, f64
  %zero = constant {element = f64, value = 0.5} : f64
  %y = scan %n, %zero, %s, %x {carried = 1, scanned = 1} body(%i: i64, %y: f64, %t: seq<f64>, %x: f64) {
    %z = scan %i, %y, %t, %x {carried = 1, scanned = 1} body(%j: i64, %y: f64, %e: f64, %x: f64) {
      %a = multiply %y, %e : f64
      %b = add %a, %x : f64
      -> %b
    } : f64
    -> %z
  } : f64
  return %y, %s
})";
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), real(0.7)}, 2), "") << n;
}

// Elements that are overwritten and added to; the whole sequence is carried.
TEST(Sequences, SetAndAdd) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %s: seq<f64[?]>) -> (seq<f64[?]>, f64) {
  %t = scan %n, %s, %x {carried = 1, scanned = 0} body(%i: i64, %s: seq<f64[?]>, %x: f64[m]) {
    %a = sequence_at %s, %i {shape = <m>} : f64[m]
    %b = multiply %a, %x : f64[m]
    %t = sequence_set %s, %b, %i : seq<f64[?]>
    %zero = constant {element = i64, value = 0} : i64
    %c = sin %b : f64[m]
    %u = sequence_add_at %t, %c, %zero : seq<f64[?]>
    -> %u
  } : seq<f64[?]>
  %zero = constant {element = i64, value = 0} : i64
  %total = sequence_sum %t, %zero {shape = <m>} : f64[m]
  %q = square %total : f64[m]
  %r = sum %q {axes = [0], keepdims = false} : f64
  return %t, %r
})";
  const Value s = std::vector<Value>{reals({2}, {0.5, 0.2}), reals({2}, {0.9, -0.4}), reals({2}, {0.1, 0.6})};
  for (int n : {0, 2, 3}) EXPECT_EQ(disagreement(text, {integer(n), reals({2}, {0.7, 0.4}), s}, 2), "") << n;
}

// Extents that no value shows: only the shape of what was read counts.
TEST(Sequences, ExtentsOfElements) {
  const char* text = R"(
func @f(%s: seq<f64[?, ?]>, %x: f64) -> (f64) {
  %n = sequence_size %s : i64
  %y = scan %n, %x, %s {carried = 1, scanned = 1} body(%i: i64, %y: f64, %a: f64[rows, columns]) {
    %t = sum %a {axes = [0, 1], keepdims = false} : f64
    %ny = extent {value = <rows*columns>} : i64
    %k = astype %ny {to = f64} : f64
    %tenth = constant {element = f64, value = 0.1} : f64
    %kk = multiply %k, %tenth : f64
    %ky = multiply %kk, %y : f64
    %z = add %t, %ky : f64
    %w = sin %z : f64
    -> %w
  } : f64
  return %y
})";
  const Value s = std::vector<Value>{reals({1, 2}, {0.5, 0.2}), reals({2, 1}, {0.9, -0.4}), reals({1, 1}, {0.1})};
  EXPECT_EQ(disagreement(text, {s, real(0.3)}, 3), "");
}

}  // namespace
}  // namespace control
