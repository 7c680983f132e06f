// Branches and loops as C++, compiled and run against the reference.
#include <gtest/gtest.h>

#include "run.h"

namespace {

using cases::Case;
using cases::check;

TEST(ControlFlow, Scalars) {
  check(R"(
func @clip(%x: f64, %limit: f64) -> (f64) {
  %over = greater %x, %limit : bool
  %y = if %over, %x, %limit then(%x: f64, %limit: f64) {
    -> %limit
  } else(%x: f64, %limit: f64) {
    -> %x
  } : f64
  return %y
}
func @root(%x: f64) -> (f64, i64) {
  %x2 = square %x : f64
  %y, %trips = while %x2, %x2 {carried = 1} condition(%y: f64, %x: f64) {
    %square = square %y : f64
    %far = subtract %square, %x : f64
    %near = constant {element = f64, value = 1e-09} : f64
    %more = greater %far, %near : bool
    -> %more
  } body(%y: f64, %x: f64) {
    %q = divide %x, %y : f64
    %two = constant {element = f64, value = 2.0} : f64
    %s = add %y, %q : f64
    %next = divide %s, %two : f64
    -> %next
  } : f64, i64
  return %y, %trips
}
func @fibonacci(%n: i64) -> (f64, f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %one = constant {element = f64, value = 1.0} : f64
  %a, %b = scan %n, %zero, %one {carried = 2, scanned = 0} body(%i: i64, %a: f64, %b: f64) {
    %c = add %a, %b : f64
    -> %b, %c
  } : f64, f64
  return %a, %b
}
func @swapped(%x: f64, %y: f64, %n: i64) -> (f64, f64, i64) {
  %three = constant {element = i64, value = 3} : i64
  %a, %b, %k = scan %three, %x, %y, %n {carried = 3, scanned = 0} body(%i: i64, %a: f64, %b: f64, %k: i64) {
    %m = add %k, %i : i64
    -> %b, %a, %m
  } : f64, f64, i64
  return %a, %b, %k
}
func @nested(%x: f64, %n: i64) -> (f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %sum = scan %n, %zero, %x, %n {carried = 1, scanned = 0} body(%i: i64, %sum: f64, %x: f64, %n: i64) {
    %s = scan %i, %sum, %x, %i {carried = 1, reverse = true, scanned = 0} body(%j: i64, %s: f64, %x: f64, %i: i64) {
      %two = constant {element = i64, value = 2} : i64
      %m = modulo %j, %two : i64
      %zero = constant {element = i64, value = 0} : i64
      %even = equal %m, %zero : bool
      %t = if %even, %s, %x, %j, %i then(%s: f64, %x: f64, %j: i64, %i: i64) {
        %k = add %j, %i : i64
        %f = astype %k {to = f64} : f64
        %p = multiply %f, %x : f64
        %t = add %s, %p : f64
        -> %t
      } else(%s: f64, %x: f64, %j: i64, %i: i64) {
        %t = subtract %s, %x : f64
        -> %t
      } : f64
      -> %t
    } : f64
    -> %s
  } : f64
  return %sum
}
func @arms(%x: f64, %n: i64) -> (f64, bool, f64) {
  %zero = constant {element = i64, value = 0} : i64
  %p = greater %n, %zero : bool
  %a, %b, %c = if %p, %x then(%x: f64) {
    %u = undefined {element = bool, shape = <>} : bool
    %e = exp %x : f64
    -> %e, %u, %x
  } else(%x: f64) {
    %zero = constant {element = f64, value = 0.0} : f64
    %u = undefined {element = f64, shape = <>} : f64
    %b = greater %x, %zero : bool
    -> %u, %b, %x
  } : f64, bool, f64
  %y = if %p, %a, %b, %x then(%a: f64, %b: bool, %x: f64) {
    -> %a
  } else(%a: f64, %b: bool, %x: f64) {
    %y = where %b, %x, %x : f64
    -> %y
  } : f64
  return %y, %p, %c
}
)",
        {{"root", {}}, {"fibonacci", {{"%n", 10}}}, {"nested", {{"%n", 7}}}, {"arms", {{"%n", -1}}}});
}

TEST(ControlFlow, Tensors) {
  check(R"(
func @dot(%x: f64[x.0], %y: f64[y.0]) -> (f64) {
  %n = extent {value = <x.0>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %acc = scan %n, %zero, %x, %y {carried = 1, scanned = 0} body(%i: i64, %acc: f64, %x: f64[x.0], %y: f64[y.0]) {
    %a = element %x, %i : f64
    %b = element %y, %i : f64
    %p = multiply %a, %b : f64 loc 0
    %acc#1 = add %acc, %p : f64 loc 0
    -> %acc#1
  } : f64
  return %acc
}
func @prefix(%x: f64[x.0]) -> (f64[x.0]) {
  %n = extent {value = <x.0 - 1>} : i64
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0]) {
    %one = constant {element = i64, value = 1} : i64
    %j = add %i, %one : i64
    %a = element %y, %i : f64
    %b = element %y, %j : f64
    %c = add %a, %b : f64
    %y2 = set_element %y, %c, %j : f64[x.0]
    -> %y2
  } : f64[x.0]
  return %y
}
func @product(%a: f64[a.0, a.1], %b: f64[a.1, b.1]) -> (f64[a.0, b.1]) {
  %zero = constant {element = f64, value = 0.0} : f64
  %zeros = broadcast %zero {shape = <a.0, b.1>} : f64[a.0, b.1]
  %n = extent {value = <a.0>} : i64
  %c = scan %n, %zeros, %a, %b {carried = 1, scanned = 0} body(%i: i64, %c: f64[a.0, b.1], %a: f64[a.0, a.1], %b: f64[a.1, b.1]) {
    %m = extent {value = <b.1>} : i64
    %c#1 = scan %m, %c, %a, %b, %i {carried = 1, scanned = 0} body(%j: i64, %c: f64[a.0, b.1], %a: f64[a.0, a.1], %b: f64[a.1, b.1], %i: i64) {
      %l = extent {value = <a.1>} : i64
      %c#1 = scan %l, %c, %a, %b, %i, %j {carried = 1, scanned = 0} body(%k: i64, %c: f64[a.0, b.1], %a: f64[a.0, a.1], %b: f64[a.1, b.1], %i: i64, %j: i64) {
        %u = element %a, %i, %k : f64
        %v = element %b, %k, %j : f64
        %p = multiply %u, %v : f64
        %c#1 = add_element %c, %p, %i, %j : f64[a.0, b.1]
        -> %c#1
      } : f64[a.0, b.1]
      -> %c#1
    } : f64[a.0, b.1]
    -> %c#1
  } : f64[a.0, b.1]
  return %c
}
func @powers(%x: f64[x.0, x.0], %n: i64) -> (f64[x.0, x.0]) {
  %y = scan %n, %x, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0, x.0], %x: f64[x.0, x.0]) {
    %z = matmul %y, %x {transpose_a = false, transpose_b = false} : f64[x.0, x.0]
    %t = tanh %z : f64[x.0, x.0]
    -> %t
  } : f64[x.0, x.0]
  return %y
}
func @swap_tensors(%x: f64[x.0], %y: f64[x.0], %n: i64) -> (f64[x.0], f64[x.0]) {
  %a, %b = scan %n, %x, %y {carried = 2, scanned = 0} body(%i: i64, %a: f64[x.0], %b: f64[x.0]) {
    %zero = constant {element = i64, value = 0} : i64
    %v = constant {element = f64, value = 7.5} : f64
    %c = set_element %a, %v, %zero : f64[x.0]
    -> %b, %c
  } : f64[x.0], f64[x.0]
  return %a, %b
}
func @running(%x: f64[x.0]) -> (f64, f64[x.0]) {
  %n = extent {value = <x.0>} : i64
  %low = constant {element = f64, value = -100.0} : f64
  %best, %y = scan %n, %low, %x {carried = 2, scanned = 0} body(%i: i64, %best: f64, %y: f64[x.0]) {
    %v = element %y, %i : f64
    %more = greater %v, %best : bool
    %b, %y#1 = if %more, %v, %best, %y, %i then(%v: f64, %best: f64, %y: f64[x.0], %i: i64) {
      %two = constant {element = f64, value = 2.0} : f64
      %w = multiply %v, %two : f64
      %y#1 = set_element %y, %w, %i : f64[x.0]
      -> %v, %y#1
    } else(%v: f64, %best: f64, %y: f64[x.0], %i: i64) {
      -> %best, %y
    } : f64, f64[x.0]
    -> %b, %y#1
  } : f64, f64[x.0]
  return %best, %y
}
func @old(%x: f64[x.0], %i: i64) -> (f64[x.0], f64, f64[x.0]) {
  %e = exp %x : f64[x.0]
  %zero = constant {element = f64, value = 0.0} : f64
  %y = set_element %e, %zero, %i : f64[x.0]
  %one = constant {element = i64, value = 1} : i64
  %a = element %y, %one : f64
  %b = element %e, %i : f64
  %c = add %a, %b : f64
  return %y, %c, %e
}
func @rows(%x: f64[x.0, x.1]) -> (f64[x.0, x.1], f64[x.1]) {
  %n = extent {value = <x.0 - 1>} : i64
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0, x.1]) {
    %one = constant {element = i64, value = 1} : i64
    %j = add %i, %one : i64
    %a = element %y, %i : f64[x.1]
    %b = element %y, %j : f64[x.1]
    %c = multiply %a, %b : f64[x.1]
    %y#1 = set_element %y, %c, %j : f64[x.0, x.1]
    %z = add_element %y#1, %c, %i : f64[x.0, x.1]
    -> %z
  } : f64[x.0, x.1]
  %zero = constant {element = i64, value = 0} : i64
  %r = element %y, %zero : f64[x.1]
  return %y, %r
}

locations {
  0 = "model.cpp":4:10 "acc += x(i) * y(i);"
}
)",
        {{"dot", {{"x.0", 5}, {"y.0", 6}}},
         {"prefix", {{"x.0", 6}}},
         {"product", {{"a.0", 3}, {"a.1", 4}, {"b.1", 2}}},
         {"powers", {{"x.0", 3}, {"%n", 4}}},
         {"swap_tensors", {{"x.0", 3}, {"%n", 3}}},
         {"running", {{"x.0", 9}}},
         {"old", {{"x.0", 4}, {"%i", 2}}},
         {"rows", {{"x.0", 4}, {"x.1", 3}}}});
}

TEST(ControlFlow, Stacks) {
  check(R"(
func @tanhs(%x: f64[x.0], %w: f64, %bar: f64) -> (f64, f64, f64[x.0]) {
  %n = extent {value = <x.0>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %h, %hs, %ts = scan %n, %zero, %x, %w {carried = 1, scanned = 0} body(%i: i64, %h: f64, %x: f64[x.0], %w: f64) {
    %v = element %x, %i : f64
    %p = multiply %h, %w : f64
    %s = add %p, %v : f64
    %t = tanh %s : f64
    -> %t, %h, %t
  } : f64, seq<f64>, seq<f64>
  %zeros = broadcast %zero {shape = <x.0>} : f64[x.0]
  %b, %wb, %xb = scan %n, %bar, %zero, %zeros, %hs, %ts, %w {carried = 3, reverse = true, scanned = 2} body(%i: i64, %b: f64, %wb: f64, %xb: f64[x.0], %h: f64, %t: f64, %w: f64) {
    %q = square %t : f64
    %one = constant {element = f64, value = 1.0} : f64
    %d = subtract %one, %q : f64
    %sb = multiply %b, %d : f64
    %g = multiply %sb, %h : f64
    %wn = add %wb, %g : f64
    %hb = multiply %sb, %w : f64
    %xn = add_element %xb, %sb, %i : f64[x.0]
    -> %hb, %wn, %xn
  } : f64, f64, f64[x.0]
  return %h, %wb, %xb
}
func @matrices(%x: f64[x.0, x.0], %n: i64) -> (f64[x.0, x.0], f64[x.0, x.0]) {
  %y, %ys = scan %n, %x, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0, x.0], %x: f64[x.0, x.0]) {
    %z = matmul %y, %x {transpose_a = false, transpose_b = false} : f64[x.0, x.0]
    %t = tanh %z : f64[x.0, x.0]
    -> %t, %y
  } : f64[x.0, x.0], seq<f64[?, ?]>
  %s = scan %n, %x, %ys {carried = 1, reverse = true, scanned = 1} body(%i: i64, %s: f64[x.0, x.0], %y: f64[x.0, x.0]) {
    %p = multiply %s, %y : f64[x.0, x.0]
    %t = add %p, %y : f64[x.0, x.0]
    -> %t
  } : f64[x.0, x.0]
  return %y, %s
}
func @nested_stacks(%x: f64[x.0, x.1]) -> (f64, f64) {
  %n = extent {value = <x.0>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %s, %stack = scan %n, %zero, %x {carried = 1, scanned = 0} body(%i: i64, %s: f64, %x: f64[x.0, x.1]) {
    %m = extent {value = <x.1>} : i64
    %t, %inner = scan %m, %s, %x, %i {carried = 1, scanned = 0} body(%j: i64, %s: f64, %x: f64[x.0, x.1], %i: i64) {
      %v = element %x, %i, %j : f64
      %c = cos %s : f64
      %t = add %v, %c : f64
      -> %t, %c
    } : f64, seq<f64>
    -> %t, %inner
  } : f64, seq<seq<f64>>
  %r = scan %n, %zero, %stack {carried = 1, reverse = true, scanned = 1} body(%i: i64, %r: f64, %inner: seq<f64>) {
    %m = sequence_size %inner : i64
    %q = scan %m, %r, %inner {carried = 1, reverse = true, scanned = 1} body(%j: i64, %r: f64, %c: f64) {
      %h = constant {element = f64, value = 0.5} : f64
      %a = multiply %r, %h : f64
      %b = add %a, %c : f64
      -> %b
    } : f64
    -> %q
  } : f64
  return %s, %r
}
)",
        {{"tanhs", {{"x.0", 6}}}, {"matrices", {{"x.0", 3}, {"%n", 4}}}, {"nested_stacks", {{"x.0", 3}, {"x.1", 4}}}});
}

// What the passes make of loops and branches, their residuals in vectors included.
TEST(ControlFlow, Derivatives) {
  using enum codegen::DerivativeKind;
  const auto source = [](const std::string& ir) {
    const ir::Module module = cases::parse(ir);
    return cases::Source{ir, cases::described(module.functions[0])};
  };
  Case c;
  c.add(source(R"(
func @rnn(%x: f64[x.0], %w: f64) -> (f64) {
  %n = extent {value = <x.0>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %h = scan %n, %zero, %x, %w {carried = 1, scanned = 0} body(%i: i64, %h: f64, %x: f64[x.0], %w: f64) {
    %v = element %x, %i : f64
    %p = multiply %h, %w : f64
    %s = add %p, %v : f64
    %t = tanh %s : f64
    -> %t
  } : f64
  return %h
}
)"),
        {{gradient, {{"x"}, {"w"}}}, {vjp, {{"x"}, {"w"}}}, {jvp, {{"x"}, {"w"}}}});
  c.add(source(R"(
func @newton(%x: f64) -> (f64) {
  %x2 = square %x : f64
  %y, %trips = while %x2, %x2 {carried = 1} condition(%y: f64, %x: f64) {
    %square = square %y : f64
    %far = subtract %square, %x : f64
    %near = constant {element = f64, value = 1e-09} : f64
    %more = greater %far, %near : bool
    -> %more
  } body(%y: f64, %x: f64) {
    %q = divide %x, %y : f64
    %two = constant {element = f64, value = 2.0} : f64
    %s = add %y, %q : f64
    %next = divide %s, %two : f64
    -> %next
  } : f64, i64
  return %y
}
)"),
        {{gradient, {{"x"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(source(R"(
func @triangle(%x: f64[x.0, x.0]) -> (f64) {
  %n = extent {value = <x.0>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %sum = scan %n, %zero, %x {carried = 1, scanned = 0} body(%i: i64, %sum: f64, %x: f64[x.0, x.0]) {
    %s = scan %i, %sum, %x, %i {carried = 1, scanned = 0} body(%j: i64, %s: f64, %x: f64[x.0, x.0], %i: i64) {
      %a = element %x, %i, %j : f64
      %zero = constant {element = f64, value = 0.0} : f64
      %more = greater %a, %zero : bool
      %t = if %more, %s, %a then(%s: f64, %a: f64) {
        %e = exp %a : f64
        %p = multiply %s, %e : f64
        -> %p
      } else(%s: f64, %a: f64) {
        %q = square %a : f64
        %d = add %s, %q : f64
        -> %d
      } : f64
      -> %t
    } : f64
    -> %s
  } : f64
  return %sum
}
)"),
        {{gradient, {{"x"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(source(R"(
func @stencil(%x: f64[x.0], %n: i64) -> (f64[x.0]) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%k: i64, %y: f64[x.0]) {
    %m = extent {value = <x.0 - 1>} : i64
    %z = scan %m, %y {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0]) {
      %one = constant {element = i64, value = 1} : i64
      %j = add %i, %one : i64
      %a = element %y, %i : f64
      %b = element %y, %j : f64
      %c = multiply %a, %b : f64
      %d = sin %c : f64
      %z = set_element %y, %d, %j : f64[x.0]
      -> %z
    } : f64[x.0]
    -> %z
  } : f64[x.0]
  return %y
}
)"),
        {{vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(source(R"(
func @iterated(%x: f64[x.0, x.0], %n: i64) -> (f64) {
  %y = scan %n, %x, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0, x.0], %x: f64[x.0, x.0]) {
    %z = matmul %y, %x {transpose_a = false, transpose_b = false} : f64[x.0, x.0]
    %t = tanh %z : f64[x.0, x.0]
    -> %t
  } : f64[x.0, x.0]
  %s = sum %y {axes = [0, 1], keepdims = false} : f64
  return %s
}
)"),
        {{gradient, {{"x"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  check_against_reference(c, cases::described_types(c.module()),
                          {{"rnn", {{"x.0", 5}}},
                           {"triangle", {{"x.0", 4}}},
                           {"stencil", {{"x.0", 5}, {"%n", 3}}},
                           {"iterated", {{"x.0", 3}, {"%n", 3}}}});
}

}  // namespace
