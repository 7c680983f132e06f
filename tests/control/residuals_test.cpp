// What a forward loop or branch keeps for its adjoint: what the rules need, once, and nothing else.
#include <fmt/format.h>

#include <ctime>

#include "ir/kind.h"
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

Types kept(const std::string& text) { return control::kept(module_of(text)); }

// x·v each trip: x of each trip, but not v.
TEST(Residuals, W20_W32_NoInvariantsNorConstants) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %x: f64[m], %v: f64[m]) -> (f64[m]) {
  %y = scan %n, %x, %v {carried = 1, scanned = 0} body(%i: i64, %x: f64[m], %v: f64[m]) {
    %two = constant {element = f64, value = 2.0} : f64
    %twos = broadcast %two {shape = <m>} : f64[m]
    %a = multiply %x, %v : f64[m]
    %b = multiply %a, %twos : f64[m]
    -> %b
  } : f64[m]
  return %y
})"), (Types{"seq<f64[?]>"}));
}

// Counters, whatever they are called, and what is passed on as it is.
TEST(Residuals, W21_NoCountersNorValuesPassedOn) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %x: f64, %v: f64, %k: i32) -> (f64) {
  %one = constant {element = i32, value = 1} : i32
  %y, %u, %j, %trips = while %x, %v, %k, %n, %one {carried = 3} condition(%x: f64, %v: f64, %j: i32, %n: i64, %one: i32) {
    %jj = astype %j {to = i64} : i64
    %more = less %jj, %n : bool
    -> %more
  } body(%x: f64, %v: f64, %j: i32, %n: i64, %one: i32) {
    %c = astype %j {to = f64} : f64
    %d = multiply %c, %v : f64
    %e = multiply %d, %v : f64
    %s = add %x, %e : f64
    %jj = add %j, %one : i32
    -> %s, %v, %jj
  } : f64, f64, i32, i64
  return %y
})"), Types{});  // %d is a product of the two
}

// A copy, and a broadcast, of what is kept.
TEST(Residuals, W28_CopiesOnce) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %x: f64) {
    %a = checkpoint %x : f64
    %b = checkpoint %a : f64
    %c = broadcast %b {shape = <3>} : f64[3]
    %d = multiply %c, %c : f64[3]
    %e = sum %d {axes = [0], keepdims = false} : f64
    %g = multiply %e, %a : f64
    -> %g
  } : f64
  return %y
})"), (Types{"seq<f64>", "seq<f64>"}));  // %x and %e
}

// What the loop pushes each trip is read from there.
TEST(Residuals, W24_TheTapeOfTheUser) {
  const char* text = R"(
func @f(%n: i64, %x: f64, %s: seq<f64>) -> (f64, seq<f64>) {
  %y, %t = scan %n, %x, %s {carried = 2, scanned = 0} body(%i: i64, %x: f64, %s: seq<f64>) {
    %t = sequence_push %s, %x : seq<f64>
    %a = square %x : f64
    -> %a, %t
  } : f64, seq<f64>
  return %y, %t
})";
  EXPECT_EQ(kept(text), Types{});
  const Value s = std::vector<Value>{reference::real(0.5)};
  EXPECT_EQ(disagreement(text, {reference::integer(3), reference::real(0.9), s}, 2), "");
}

// Only the shape of x counts.
TEST(Residuals, W33_ShapesInsteadOfValues) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %x: f64[m]) -> (f64[m]) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %x: f64[m]) {
    %s = sum %x {axes = [0], keepdims = false} : f64
    %m = mean %x {axes = [0], keepdims = false} : f64
    %a = add %s, %m : f64
    %b = broadcast %a {shape = <m>} : f64[m]
    -> %b
  } : f64[m]
  return %y
})"), Types{});
}

// A carried tensor of which each trip reads and writes one element: two numbers a trip. What is read of an invariant is
// read again.
TEST(Residuals, ElementsInsteadOfTensors) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %y: f64[m], %x: f64[m]) -> (f64[m]) {
  %z = scan %n, %y, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[m], %x: f64[m]) {
    %one = constant {element = i64, value = 1} : i64
    %j = add %i, %one : i64
    %a = element %y, %i : f64
    %b = element %x, %j : f64
    %c = multiply %a, %b : f64
    %d = sin %c : f64
    %z = set_element %y, %d, %j : f64[m]
    -> %z
  } : f64[m]
  return %z
})"), (Types{"seq<f64>"}));  // %a, of which %c is a product
}

// Numbers that a few flops make of elements, of the trip and of what is kept: not a, d and c; but b and y.
TEST(Residuals, NumbersOfFewFlopsAreComputedAgain) {
  const char* text = R"(
func @f(%n: i64, %x: f64[m], %y: f64) -> (f64) {
  %z = scan %n, %y, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64, %x: f64[m]) {
    %xi = element %x, %i : f64
    %a = multiply %xi, %xi : f64
    %b = exp %a : f64
    %t = astype %i {to = f64} : f64
    %d = add %t, %a : f64
    %c = multiply %b, %d : f64
    %next = multiply %y, %c : f64
    -> %next
  } : f64
  return %z
})";
  EXPECT_EQ(kept(text), (Types{"seq<f64>", "seq<f64>"}));
  EXPECT_EQ(disagreement(text, {reference::integer(3), reference::reals({3}, {0.5, -0.3, 0.8}), reference::real(0.9)}, 2), "");
}

// A division is less work than a number in memory, a function is more.
TEST(Residuals, ResultsOfFunctionsAreKept) {
  const std::string text = R"(
func @f(%n: i64, %x: f64[m]) -> (f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %z = scan %n, %zero, %x {carried = 1, scanned = 0} body(%i: i64, %s: f64, %x: f64[m]) {
    %xi = element %x, %i : f64
    %two = constant {element = f64, value = 2.0} : f64
    %a = ? %two, %xi : f64
    %b = ? %two, %a : f64
    %c = multiply %b, %b : f64
    %d = multiply %c, %c : f64
    %next = add %s, %d : f64
    -> %next
  } : f64
  return %z
})";
  const auto with = [&](const std::string& op) {
    std::string out = text;
    for (std::size_t at; (at = out.find('?')) != std::string::npos;) out.replace(at, 1, op);
    return kept(out);
  };
  EXPECT_EQ(with("multiply"), Types{});
  EXPECT_EQ(with("divide"), Types{});
  EXPECT_EQ(with("pow"), (Types{"seq<f64>", "seq<f64>"}));
}

// Of a carried sequence whose element a trip overwrites, the extents of what was there.
TEST(Residuals, ExtentsInsteadOfSequences) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %x: f64[m], %s: seq<f64[?]>) -> (seq<f64[?]>) {
  %t = scan %n, %s, %x {carried = 1, scanned = 0} body(%i: i64, %s: seq<f64[?]>, %x: f64[m]) {
    %b = sin %x : f64[m]
    %t = sequence_set %s, %b, %i : seq<f64[?]>
    -> %t
  } : seq<f64[?]>
  return %t
})"), (Types{"seq<i64>"}));
}

TEST(Residuals, ExtentsOfWhatIsPopped) {
  EXPECT_EQ(kept(R"(
func @f(%n: i64, %s: seq<f64[?]>) -> (seq<f64[?]>) {
  %t = scan %n, %s {carried = 1, scanned = 0} body(%i: i64, %s: seq<f64[?]>) {
    %t = sequence_pop %s : seq<f64[?]>
    -> %t
  } : seq<f64[?]>
  return %t
})"), (Types{"seq<i64>"}));
}

// The results of loops that nobody needs an adjoint of: no reverse loop.
TEST(Residuals, W64_NoReverseLoopForNothing) {
  const ir::Module module = module_of(R"(
func @f(%n: i64, %x: f64) -> (f64, f64) {
  %y, %z = scan %n, %x, %x {carried = 2, scanned = 0} body(%i: i64, %y: f64, %z: f64) {
    %a = square %y : f64
    %s = stop_gradient %a : f64
    %c = add %z, %s : f64
    -> %a, %c
  } : f64, f64
  return %x, %z
})");
  const auto derived = reverse_of(module);
  for (const ir::Op& op : derived.module[derived.function].ops)
    EXPECT_FALSE(op.derived && op.kind == ir::Kind::Scan) << ir::print(derived.module, derived.module[derived.function]);
}

// Thousands of ops, and loops six deep, in a moment.
TEST(Residuals, LongAndDeep) {
  std::string body = "%a0 = sin %x : f64\n", open, close;
  for (int i = 1; i < 3000; ++i)
    body += fmt::format("%a{} = {} %a{}, %x : f64\n", i, i % 2 == 0 ? "multiply" : "add", i - 1);
  body += "-> %a2999\n";
  for (int depth = 0; depth < 6; ++depth) {
    open += fmt::format("%y = scan %n, %x, %n {{carried = 1, scanned = 0}} body(%i{}: i64, %x: f64, %n: i64) {{\n", depth);
    close += depth == 0 ? "} : f64\n" : "-> %y\n} : f64\n";
  }
  const ir::Module module =
      module_of("func @f(%n: i64, %x: f64) -> (f64) {\n" + open + body + close + "return %y\n}");
  const std::clock_t start = std::clock();
  ir::DerivativeOptions options;
  options.wrt = {module.functions[0].arguments()[1]};
  ir::Diagnostics diagnostics;
  EXPECT_TRUE(ir::differentiate_reverse(module, {0}, options, diagnostics));
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);  // in a build with sanitizers
}

// tanh(a / 2) is the same in all trips: computed once more beside the loop, where a loop of no trip doesn't read it.
TEST(Residuals, WhatIsTheSameInAllTripsOnce) {
  const char* text = R"(
func @f(%n: i64, %x: f64, %a: f64) -> (f64) {
  %y = scan %n, %x, %a {carried = 1, scanned = 0} body(%i: i64, %x: f64, %a: f64) {
    %half = constant {element = f64, value = 0.5} : f64
    %h = multiply %a, %half : f64
    %r = sqrt %h : f64
    %t = tanh %r : f64
    %b = multiply %x, %t : f64
    -> %b
  } : f64
  return %y
})";
  EXPECT_EQ(kept(text), (Types{"seq<f64>"}));  // %x
  using reference::integer;
  using reference::real;
  EXPECT_EQ(disagreement(text, {integer(3), real(0.4), real(0.8)}), "");
  // The square root of 0 has no finite derivative, which no trip asks for.
  const auto none = gradients(text, {integer(0), real(0.4), real(0)});
  EXPECT_EQ(number(none[0]), 1);
  EXPECT_EQ(number(none[1]), 0);
}

// What no result depends on has no part in derivatives, whatever its own may be: x is 0 here.
TEST(Residuals, UnreadValuesDoNotPoison) {
  using reference::integer;
  using reference::real;
  EXPECT_EQ(number(gradients(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %root = sqrt %x : f64
  %y, %u = scan %n, %x, %root {carried = 2, scanned = 0} body(%i: i64, %x: f64, %u: f64) {
    %r = sqrt %x : f64
    %v = log %r : f64
    %b = add %x, %x : f64
    -> %b, %v
  } : f64, f64
  return %y
})",
                             {integer(3), real(0)})[0]),
            8);
}

}  // namespace
}  // namespace control
