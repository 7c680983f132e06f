// Values whose extents change from trip to trip or from arm to arm.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::boolean;
using reference::integer;
using reference::real;
using reference::reals;

// W70: h grows by a row each trip.
TEST(Varying, GrowsEachTrip) {
  const char* text = R"(
func @f(%n: i64, %x: f64[x.0], %w: f64) -> (f64) {
  %y = scan %n, %x, %w {carried = 1, scanned = 0, shapes = <y.0>, varying = [0]} body(%i: i64, %v: f64[v.0], %w: f64) {
    %ww = broadcast %w {shape = <v.0>} : f64[v.0]
    %a = multiply %v, %ww : f64[v.0]
    %s = sin %a : f64[v.0]
    %e = expand_dims %w {axes = [0]} : f64[1]
    %c = concat %s, %e {axis = 0} : f64[v.0 + 1]
    -> %c
  } : f64[y.0]
  %q = square %y : f64[y.0]
  %t = sum %q {axes = [0], keepdims = false} : f64
  return %t
})";
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), reals({2}, {0.3, 0.8}), real(0.7)}, 2), "") << n;
}

TEST(Varying, BetweenArms) {
  const char* text = R"(
func @f(%p: bool, %s: seq<f64[?]>, %x: f64[x.0], %w: f64) -> (f64) {
  %i = constant {element = i64, value = 1} : i64
  %y = if %p, %s, %x, %i, %w {shapes = <y.0>, varying = [0]} then(%s: seq<f64[?]>, %x: f64[x.0], %i: i64, %w: f64) {
    %a = sequence_at %s, %i {shape = <a.0>} : f64[a.0]
    %b = sin %a : f64[a.0]
    %ww = broadcast %w {shape = <a.0>} : f64[a.0]
    %c = multiply %b, %ww : f64[a.0]
    -> %c
  } else(%s: seq<f64[?]>, %x: f64[x.0], %i: i64, %w: f64) {
    -> %x
  } : f64[y.0]
  %q = exp %y : f64[y.0]
  %t = sum %q {axes = [0], keepdims = false} : f64
  return %t
})";
  const Value s = std::vector<Value>{reals({1}, {0.5}), reals({3}, {0.1, 0.2, -0.3})};
  for (bool p : {true, false}) EXPECT_EQ(disagreement(text, {boolean(p), s, reals({2}, {0.4, 0.6}), real(0.7)}, 2), "") << p;
}

// Parameters of arms under symbols of their own, and an integer that is an extent.
TEST(Varying, SymbolsOfArms) {
  const char* text = R"(
func @f(%p: bool, %x: f64[x.0], %n: i64, %w: f64) -> (f64[%n], f64) {
  %y, %t = if %p, %x, %n, %w then(%v: f64[v.0], %k: i64, %w: f64) {
    %a = sin %v : f64[v.0]
    %b = square %a : f64[v.0]
    %t = sum %b {axes = [0], keepdims = false} : f64
    %e = multiply %t, %w : f64
    %c = broadcast %e {shape = <%k>} : f64[%k]
    %d = sin %c : f64[%k]
    -> %d, %t
  } else(%v: f64[x.0], %k: i64, %w: f64) {
    %c = broadcast %w {shape = <%k>} : f64[%k]
    -> %c, %w
  } : f64[%n], f64
  %z = square %y : f64[%n]
  return %z, %t
})";
  for (bool p : {true, false}) EXPECT_EQ(disagreement(text, {boolean(p), reals({2}, {0.4, 0.6}), integer(3), real(0.7)}, 2), "") << p;
}

// A trip's number, and a carried integer, as extents.
TEST(Varying, ExtentsOfTrips) {
  const char* text = R"(
func @f(%n: i64, %x: f64, %w: f64) -> (f64) {
  %one = constant {element = i64, value = 1} : i64
  %y, %last = scan %n, %x, %one, %w {carried = 2, scanned = 0} body(%i: i64, %y: f64, %k: i64, %w: f64) {
    %a = broadcast %y {shape = <%i>} : f64[%i]
    %b = sin %a : f64[%i]
    %s = sum %b {axes = [0], keepdims = false} : f64
    %c = broadcast %w {shape = <%k>} : f64[%k]
    %d = square %c : f64[%k]
    %e = exp %d : f64[%k]
    %t = sum %e {axes = [0], keepdims = false} : f64
    %tenth = constant {element = f64, value = 0.1} : f64
    %u = multiply %t, %tenth : f64
    %v = add %s, %u : f64
    %two = constant {element = i64, value = 2} : i64
    %m = multiply %k, %two : i64
    -> %v, %m
  } : f64, i64
  return %y
})";
  for (int n : {0, 1, 3}) EXPECT_EQ(disagreement(text, {integer(n), real(0.3), real(0.7)}, n == 1 ? 3 : 2), "") << n;
}

// What a function takes from a sequence has extents that its caller doesn't know.
TEST(Varying, ResultsOfCalls) {
  const char* text = R"(
func @g(%s: seq<f64[?]>, %i: i64, %w: f64) -> (f64[a.0]) {
  %a = sequence_at %s, %i {shape = <a.0>} : f64[a.0]
  %b = sin %a : f64[a.0]
  %ww = broadcast %w {shape = <a.0>} : f64[a.0]
  %c = multiply %b, %ww : f64[a.0]
  return %c
}

func @f(%s: seq<f64[?]>, %w: f64) -> (f64) {
  %i = constant {element = i64, value = 1} : i64
  %y = call @g %s, %i, %w {shapes = <y.0>, varying = [0]} : f64[y.0]
  %q = exp %y : f64[y.0]
  %t = sum %q {axes = [0], keepdims = false} : f64
  return %t
})";
  const Value s = std::vector<Value>{reals({1}, {0.5}), reals({3}, {0.1, 0.2, -0.3})};
  EXPECT_EQ(disagreement(text, {s, real(0.7)}, 1), "");
}

}  // namespace
}  // namespace control
