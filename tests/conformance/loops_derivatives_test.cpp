// Section W: derivatives in loops, and of loops in branches: calls of derived functions.
#include "tests/conformance/loop.h"

namespace conformance {
namespace {

using reference::reals;

// d/dy of the inner loop is carried by the outer one, and is differentiated again.
TEST(Conformance, W10_ADerivativeInALoop) {
  Control p(with_gradient(R"(
func @g(%v: f64, %y: f64) -> (f64) {
  %n = constant {element = i64, value = 2}
  %r = scan %n, %v, %y {carried = 1, scanned = 0} body(%i: i64, %v: f64, %y: f64) {
    %s = add %v, %y
    %c = cos %s
    -> %c
  }
  return %r
})",
                          "y"));
  const Expr x = p.input("x", 1), y = p.input("y", 1);
  p.agree(p.times(2, {x}, {y}, [&](const Exprs& v) { return Exprs{p.call("g_vjp", {v[0], v[1]})[1]}; }), 3);
}

// n + x + ... + x until it is 10.
const char* const kSteps = R"(
func @g(%n: f64, %x: f64) -> (f64) {
  %r, %trips = while %n, %x {carried = 1} condition(%n: f64, %x: f64) {
    %ten = constant {element = f64, value = 10.0}
    %more = less %n, %ten
    -> %more
  } body(%n: f64, %x: f64) {
    %m = add %n, %x
    -> %m
  }
  return %r
})";

TEST(Conformance, W52_TheDerivativeOfALoopInABranch) {
  for (double x : {1.0, 1.1}) {  // at 1 the last sum is the limit
    Branch p(true, ir::print(with_gradient(kSteps, "x")));
    const Exprs r = p.choose(
        {p.input("x", x)},
        [&](const Exprs& v) {
          return Exprs{p.call("g_vjp", {p.number(1), v[0]})[1]};
        },
        kSame);
    p.expect_values(r, {9});
    if (x != 1) p.agree(r);
  }
}

TEST(Conformance, W54_TheDerivativeOfALoopIsABody) {
  Control p(with_gradient(kSteps, "x"));
  p.expect_values({p.loop({p.number(1)}, {p.input("x", 1)}, below(6),
                          [&](const Exprs& v) {
                            return Exprs{p.call("g_vjp", {v[0], v[1]})[1]};
                          })[0]},
                  {9});
}

TEST(Conformance, W55_TheDerivativeOfABranchInTwoLoops) {
  Control p(with_gradient(R"(
func @g(%x: f64) -> (f64) {
  %one = constant {element = f64, value = 1.0}
  %p = less %x, %one
  %r = if %p, %x then(%x: f64) {
    %y = add %x, %x
    -> %y
  } else(%x: f64) {
    -> %x
  }
  return %r
})",
                          "x"));
  const Body inner = [&](const Exprs& v) { return Exprs{p.call("g_vjp", {v[0]})[1]}; };
  p.expect_values(
      p.times(3, {p.input("x", 0)}, {}, [&](const Exprs& v) { return p.times(3, {v[0]}, {}, inner); }), {1});
}

TEST(Conformance, W72_ADerivativeInTheBody) {
  Control p(with_gradient(R"(
func @g(%data: f64[3], %p: f64) -> (f64) {
  %q = square %p
  %r = broadcast %q {shape = <3>}
  %d = multiply %data, %r
  %s = sum %d {axes = [0], keepdims = false}
  return %s
})",
                          "p"));
  const Expr data = p.input("data", reals({3}, {1, 2, 3})), params = p.input("params", 5);
  const Exprs r = p.times(10, {p.number(0)}, {data, params}, [&](const Exprs& v) {
    return Exprs{v[0] + p.call("g_vjp", {v[1], v[2]})[1]};
  });
  p.expect_values(r, {600});
  p.expect(r, {params}, {120});
}

TEST(Conformance, W77_AStoppedDerivative) {
  Control p(with_gradient(R"(
func @g(%x: f64, %y: f64) -> (f64) {
  %r, %trips = while %x, %y {carried = 1} condition(%x: f64, %y: f64) {
    %limit = constant {element = f64, value = 100.0}
    %more = less %x, %limit
    -> %more
  } body(%x: f64, %y: f64) {
    %z = multiply %x, %y
    -> %z
  }
  return %r
})",
                          "y"));
  const Expr x = p.input("x", 2), y = p.input("y", 2);
  const Exprs loop = p.call("g_vjp", {x, y});
  p.expect_values(loop, {128, 384});
  p.expect({p.square(y) + loop[0] + p.stop(loop[1])}, {y}, {388}, 0);
}

TEST(Conformance, W78_AStoppedNormOfAGradient) {
  Control p(with_gradient(R"(
func @g(%x: f64[5]) -> (f64) {
  %n = constant {element = i64, value = 1}
  %zero = constant {element = f64, value = 0.0}
  %r = scan %n, %zero, %x {carried = 1, scanned = 0} body(%i: i64, %s: f64, %x: f64[5]) {
    %t = sum %x {axes = [0], keepdims = false}
    %u = add %s, %t
    -> %u
  }
  return %r
})",
                          "x"));
  const Expr x = p.input("x", reals({5}, Numbers(5, 1)));
  const Exprs sum = p.call("g_vjp", {x});
  const Expr y = sum[0] + p.stop(p.op(Kind::Sqrt, {p.total(p.square(sum[1]))}));
  p.expect_values({y}, {5 + std::sqrt(5)});
  p.expect({y}, {x}, Numbers(5, 1), 0);
  double total = 0;
  for (double g : numbers_of(*p.gradients({y}, {x})[0])) total += g;
  EXPECT_EQ(total, 5);
}

// Exponentiated gradient: p goes to p exp(-g), scaled, where g is the derivative of sum(c p²) by p.
TEST(Conformance, W80_AGradientStepEachTrip) {
  Control p(with_gradient(R"(
func @g(%p: f64[3], %c: f64[3]) -> (f64) {
  %q = square %p
  %d = multiply %c, %q
  %s = sum %d {axes = [0], keepdims = false}
  return %s
})",
                          "p"));
  const Expr c = p.input("c", reals({3}, {.3, .5, .8})), start = p.input("start", reals({3}, {.2, .3, .5}));
  const Exprs r = p.times(3, {start}, {c}, [&](const Exprs& v) {
    const Expr next = v[0] * p.op(Kind::Exp, {-p.call("g_vjp", {v[0], v[1]})[1]});
    return Exprs{next / ir::broadcast(p.total(next), {3})};
  });
  EXPECT_TRUE(p.gradients(r, {c})[0].has_value());
  p.agree(r);
}

}  // namespace
}  // namespace conformance
