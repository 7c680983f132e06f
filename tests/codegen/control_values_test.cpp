// Sequences, recursion, extents that vary and indices as C++, compiled and run against the reference; plans of blocks.
#include <gtest/gtest.h>

#include <ctime>

#include "codegen/cpp/emit.h"
#include "codegen/text/print.h"
#include "run.h"

namespace {

using cases::Case;
using cases::check;

TEST(ControlFlow, Sequences) {
  check(R"(
func @stacked_while(%x: f64) -> (f64, i64, seq<f64>) {
  %y, %trips, %steps = while %x, %x {carried = 1} condition(%y: f64, %x: f64) {
    %far = abs %y : f64
    %near = constant {element = f64, value = 10.0} : f64
    %more = less %far, %near : bool
    -> %more
  } body(%y: f64, %x: f64) {
    %one = constant {element = f64, value = 1.5} : f64
    %s = add %y, %one : f64
    -> %s, %y
  } : f64, i64, seq<f64>
  return %y, %trips, %steps
}
func @backwards(%s: seq<f64[?]>, %scale: f64) -> (f64, seq<f64>) {
  %n = sequence_size %s : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %total, %sums = scan %n, %zero, %s, %scale {carried = 1, reverse = true, scanned = 1} body(%i: i64, %sum: f64, %v: f64[v.0], %scale: f64) {
    %p = square %v : f64[v.0]
    %q = sum %p {axes = [0], keepdims = false} : f64
    %r = multiply %q, %scale : f64
    %next = add %sum, %r : f64
    -> %next, %sum
  } : f64, seq<f64>
  return %total, %sums
}
func @pushes(%n: i64, %x: f64) -> (seq<f64>, seq<f64>) {
  %e = sequence_empty {depth = 0, element = f64, rank = 0} : seq<f64>
  %s = scan %n, %e, %x {carried = 1, scanned = 0} body(%i: i64, %s: seq<f64>, %x: f64) {
    %f = astype %i {to = f64} : f64
    %v = multiply %f, %x : f64
    %s#1 = sequence_push %s, %v : seq<f64>
    -> %s#1
  } : seq<f64>
  %one = constant {element = i64, value = 1} : i64
  %t = sequence_set %s, %x, %one : seq<f64>
  return %s, %t
}
func @swapped_sequences(%a: seq<f64>, %b: seq<f64>, %n: i64) -> (seq<f64>, seq<f64>) {
  %p, %q = scan %n, %a, %b {carried = 2, scanned = 0} body(%i: i64, %p: seq<f64>, %q: seq<f64>) {
    %x = constant {element = f64, value = 3.0} : f64
    %r = sequence_push %p, %x : seq<f64>
    -> %q, %r
  } : seq<f64>, seq<f64>
  return %p, %q
}
func @while_rows(%x: f64[x.0]) -> (f64[x.0], f64) {
  %zero = constant {element = f64, value = 0.0} : f64
  %y, %trips, %ys = while %x {carried = 1} condition(%y: f64[x.0]) {
    %s = sum %y {axes = [0], keepdims = false} : f64
    %limit = constant {element = f64, value = 40.0} : f64
    %more = less %s, %limit : bool
    -> %more
  } body(%y: f64[x.0]) {
    %one = constant {element = f64, value = 1.0} : f64
    %ones = broadcast %one {shape = <x.0>} : f64[x.0]
    %z = add %y, %ones : f64[x.0]
    -> %z, %y
  } : f64[x.0], i64, seq<f64[?]>
  %t = scan %trips, %zero, %ys {carried = 1, reverse = true, scanned = 1} body(%i: i64, %t: f64, %y: f64[x.0]) {
    %k = constant {element = i64, value = 1} : i64
    %v = element %y, %k : f64
    %h = constant {element = f64, value = 0.5} : f64
    %a = multiply %t, %h : f64
    %u = add %a, %v : f64
    -> %u
  } : f64
  return %y, %t
}
func @inner_while(%n: i64, %x: f64) -> (f64, f64) {
  %y, %stack = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64) {
    %z, %trips, %inner = while %y, %i {carried = 1} condition(%z: f64, %i: i64) {
      %f = astype %i {to = f64} : f64
      %more = less %z, %f : bool
      -> %more
    } body(%z: f64, %i: i64) {
      %one = constant {element = f64, value = 0.75} : f64
      %s = add %z, %one : f64
      -> %s, %z
    } : f64, i64, seq<f64>
    -> %z, %inner
  } : f64, seq<seq<f64>>
  %zero = constant {element = f64, value = 0.0} : f64
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
  return %y, %r
}
)",
        {{"pushes", {{"%n", 5}}},
         {"swapped_sequences", {{"%n", 3}}},
         {"while_rows", {{"x.0", 4}}},
         {"inner_while", {{"%n", 6}}}});
}

TEST(ControlFlow, Recursion) {
  check(R"(
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
func @is_even(%x: f64[x.0], %n: i64) -> (f64[x.0], bool) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y, %even = if %more, %x, %n then(%x: f64[x.0], %n: i64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %e = exp %x : f64[x.0]
    %t = tanh %e : f64[x.0]
    %y, %odd = call @is_odd %t, %m : f64[x.0], bool
    %z = add %y, %x : f64[x.0]
    -> %z, %odd
  } else(%x: f64[x.0], %n: i64) {
    %yes = constant {element = bool, value = 1} : bool
    -> %x, %yes
  } : f64[x.0], bool
  return %y, %even
}
func @is_odd(%x: f64[x.0], %n: i64) -> (f64[x.0], bool) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y, %odd = if %more, %x, %n then(%x: f64[x.0], %n: i64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %y, %even = call @is_even %x, %m : f64[x.0], bool
    %z = multiply %y, %x : f64[x.0]
    -> %z, %even
  } else(%x: f64[x.0], %n: i64) {
    %no = constant {element = bool, value = 0} : bool
    -> %x, %no
  } : f64[x.0], bool
  return %y, %odd
}
func @collected(%s: seq<f64>, %n: i64) -> (seq<f64>) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y = if %more, %s, %n then(%s: seq<f64>, %n: i64) {
    %one = constant {element = i64, value = 1} : i64
    %m = subtract %n, %one : i64
    %v = astype %n {to = f64} : f64
    %t = sequence_push %s, %v : seq<f64>
    %y = call @collected %t, %m : seq<f64>
    -> %y
  } else(%s: seq<f64>, %n: i64) {
    -> %s
  } : seq<f64>
  return %y
}
)",
        {{"power", {{"%n", 9}}},
         {"is_even", {{"x.0", 3}, {"%n", 5}}},
         {"is_odd", {{"x.0", 3}, {"%n", 5}}},
         {"collected", {{"%n", 4}}}});
}

TEST(ControlFlow, ExtentsThatVary) {
  check(R"(
func @doubled(%x: f64[x.0], %n: i64) -> (f64) {
  %y = scan %n, %x {carried = 1, scanned = 0, shapes = <y.0>, varying = [0]} body(%i: i64, %y: f64[b.0]) {
    %z = concat %y, %y {axis = 0} : f64[2*b.0]
    %t = tanh %z : f64[2*b.0]
    -> %t
  } : f64[y.0]
  %s = sum %y {axes = [0], keepdims = false} : f64
  return %s
}
func @sized(%s: seq<f64[?]>, %x: f64) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64
  %v = sequence_at %s, %zero {shape = <v.0>} : f64[v.0]
  %b = broadcast %x {shape = <v.0>} : f64[v.0]
  %e = exp %b : f64[v.0]
  %t = softmax %e {axis = 0} : f64[v.0]
  %r = sum %t {axes = [0], keepdims = false} : f64
  return %r
}
func @chosen(%x: f64[x.0], %n: i64) -> (f64, f64[y.0]) {
  %zero = constant {element = i64, value = 0} : i64
  %more = greater %n, %zero : bool
  %y = if %more, %x {shapes = <y.0>, varying = [0]} then(%x: f64[x.0]) {
    %z = concat %x, %x {axis = 0} : f64[2*x.0]
    -> %z
  } else(%x: f64[x.0]) {
    -> %x
  } : f64[y.0]
  %s = sum %y {axes = [0], keepdims = false} : f64
  return %s, %y
}
)",
        {{"doubled", {{"x.0", 3}, {"%n", 3}}}, {"chosen", {{"x.0", 3}, {"%n", 1}}}});
}

// Faults name the tensor, the index and the line, before the loop where its range is known; a definition leaves the
// checks out.
TEST(ControlFlow, IndicesAreChecked) {
  Case c;
  c.add_plain(R"(
func @pick(%x: f64[x.0], %i: i64) -> (f64) {
  %v = element %x, %i : f64 loc 0
  return %v
}
func @shifted(%x: f64[x.0], %n: i64) -> (f64[x.0]) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0]) {
    %two = constant {element = i64, value = 2} : i64
    %j = add %i, %two : i64
    %one = constant {element = f64, value = 1.0} : f64
    %z = set_element %y, %one, %j : f64[x.0] loc 1
    -> %z
  } : f64[x.0] loc 1
  return %y
}

locations {
  0 = "model.cpp":7:10 "return x(i);"
  1 = "model.cpp":9:3 "for (i = 0; i < n; ++i) z(i + 2) = 1;"
}
)");
  const std::string main = R"(
#include <cstdio>
#include "model.grad.h"
template <class F> void attempt(F f) {
  try { f(); std::puts("no fault"); } catch (const gradc::IndexError& error) { std::puts(error.what()); }
}
int main() {
  const gradc::Vector<double> x{1, 2, 3};
  attempt([&] { model::pick_gradient(x, 2); });
  attempt([&] { model::pick_gradient(x, 3); });
  attempt([&] { model::pick_gradient(x, -1); });
  attempt([&] { model::shifted_gradient(x, 1); });
  attempt([&] { model::shifted_gradient(x, 2); });
  attempt([&] { model::shifted_gradient(x, 0); });
  attempt([&] { model::shifted_gradient(x, -5); });
}
)";
  for (cases::Compiler compiler : cases::compilers()) {
    EXPECT_EQ(cases::compile_and_run(c, cases::described_types(c.module()), main, compiler, "checks"),
              "no fault\n"
              "model.cpp:7: index 3 is out of range for axis 0 of x, whose extent is 3\n"
              "model.cpp:7: index -1 is out of range for axis 0 of x, whose extent is 3\n"
              "no fault\n"
              "model.cpp:9: index 3 is out of range for axis 0 of z, whose extent is 3\n"
              "no fault\n"
              "no fault\n");
    compiler.command += " -DGRADC_NO_CHECKS";
    const std::string unchecked = "#include \"model.grad.h\"\nint main() {\n"
                                  "  return model::pick_gradient(gradc::Vector<double>{1, 2}, 1).value == 2 ? 0 : 1;\n}\n";
    EXPECT_EQ(cases::compile_and_run(c, cases::described_types(c.module()), unchecked, compiler, "unchecked"), "");
  }
}

// Thousands of ops, six blocks deep, in a moment.
TEST(ControlFlow, LongBodiesAreWrittenInLinearTime) {
  std::string text = "func @f(%x: f64[x.0], %y: f64) -> (f64) {\n  %n = extent {value = <x.0>} : i64\n";
  constexpr int kDepth = 6, kOps = 500;
  const std::string types = "%x: f64[x.0], %n: i64";
  std::string before = "%y";
  for (int d = 0; d < kDepth; ++d) {
    text += "  %s = scan %n, " + before + ", %x, %n {carried = 1, scanned = 0} body(%i: i64, %a: f64, " + types + ") {\n";
    text += "  %e = element %x, %i : f64\n  %0 = add %a, %e : f64\n";
    for (int k = 1; k < kOps; ++k)
      text += "  %" + std::to_string(k) + " = " + (k % 2 ? "sin" : "cos") + " %" + std::to_string(k - 1) + " : f64\n";
    before = "%" + std::to_string(kOps - 1);
  }
  text += "  -> " + before + "\n";
  for (int d = 1; d < kDepth; ++d) text += "  } : f64\n  -> %s\n";
  text += "  } : f64\n  return %s\n}\n";
  Case c;
  c.add_plain(text);
  const auto begin = std::clock();
  EXPECT_EQ(codegen::emit_cpp(c.program()).refusal, "");
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10) << "seconds, in a debug build";
}

TEST(ControlFlow, PlansShowBlocks) {
  const ir::Module module = cases::parse(R"(
func @swap(%x: f64[x.0], %y: f64[x.0], %n: i64) -> (f64[x.0], f64[x.0]) {
  %a, %b = scan %n, %x, %y {carried = 2, scanned = 0} body(%i: i64, %a: f64[x.0], %b: f64[x.0]) {
    %c = exp %a : f64[x.0]
    -> %b, %c
  } : f64[x.0], f64[x.0]
  return %a, %b
}
)");
  EXPECT_EQ(codegen::print_plan(module, module.functions[0]), R"(plan of swap
  steps
    0  %7 a = scan
      body
        2  loop [x.0] %6 c = exp
        3  copy %5 b to buffer 2
        3  copy %6 c to %5 b
        3  copy buffer 2 to %4 a
  buffers
    %4 a, in place %6 c, in place %7 a  8*x.0 bytes, steps 0 to 5, result 0
    %5 b, in place %8 b  8*x.0 bytes, steps 0 to 5, result 1
    buffer 2  8*x.0 bytes, steps 3 to 3, slot 0
  arena
    slot 0  8*x.0 bytes at 0, padded
)");
}

}  // namespace
