// Section F: calls. What a function saves belongs to the call, and absence is told by argument.
#include "tests/conformance/branch.h"

namespace conformance {
namespace {

using reference::integer;
using reference::real;
using reference::reals;

const char* const kQuadratic = R"(
func @g(%x: f64, %b: f64) -> (f64) {
  %s = square %x
  %y = add %s, %b
  return %y
})";
const char* const kMultiply = R"(
func @mul(%a: f64, %b: f64) -> (f64) {
  %c = multiply %a, %b
  return %c
})";
const char* const kCos = R"(
func @inner(%x: f64) -> (f64) {
  %y = cos %x
  return %y
}
func @outer(%x: f64) -> (f64) {
  %y = call @inner %x
  return %y
})";

TEST(Conformance, F01_ACall) {
  Control p(kQuadratic);
  const Expr x = p.input("x", 2), b = p.input("b", 1);
  p.expect(p.call("g", {x, b}), {x, b}, {4, 1}, 3);
}

TEST(Conformance, F02_ACallOfACall) {
  Control p(kQuadratic);
  const Expr x = p.input("x", 2), b1 = p.input("b1", 1), b2 = p.input("b2", 1);
  const Expr inner = p.call("g", {x, b1})[0], y = p.call("g", {inner, b2})[0];
  p.expect_values({y}, {26});
  p.expect({y}, {x, b1}, {40, 10}, 3);
}

// kQuadratic with a rule that gives `factor` times the adjoint to both.
std::string quadratic_with_rule(int factor) {
  std::string text = kQuadratic;
  text.insert(text.find('{'), "vjp @rule\n");
  return text + fmt::format(R"(
func @rule(%x: f64, %b: f64, %y: f64, %y_bar: f64) -> (f64, f64) {{
  %factor = constant {{element = f64, value = {}.0}}
  %two = constant {{element = f64, value = 2.0}}
  %bar = multiply %factor, %y_bar
  %d = multiply %two, %x
  %x_bar = multiply %d, %bar
  return %x_bar, %bar
}})",
                            factor);
}

TEST(Conformance, F03_ARuleOfTheFunctionsOwn) {
  Control p(quadratic_with_rule(2));
  const Expr x = p.input("x", 2), b = p.input("b", 1);
  p.expect(p.call("g", {x, b}), {x, b}, {8, 2}, 0);
}

TEST(Conformance, F04_AnotherRule) {
  Control p(quadratic_with_rule(3));
  const Expr x = p.input("x", 2), b = p.input("b", 1);
  p.expect(p.call("g", {x, b}), {x, b}, {12, 3}, 0);
}

TEST(Conformance, F07_AParameterThatACallReads) {
  Control p(kMultiply);
  const Expr v = p.input("v", 1);
  p.expect(p.call("mul", {p.number(2), v}), {v}, {2});
}

TEST(Conformance, F08_ValuesThroughTwoLevels) {
  Control p(std::string(kMultiply) + R"(
func @outer(%a: f64, %b: f64, %c: f64) -> (f64, f64, f64, f64) {
  %p = call @mul %a, %b
  return %c, %b, %p, %a
})");
  const Expr x1 = p.input("x1", 1), x2 = p.input("x2", 2), outer1 = 1.0 + x1;
  p.expect(p.call("outer", {x1, x2, outer1}), {x1, x2}, {4, 2});
}

TEST(Conformance, F09_AValueOutsideIsTheSource) {
  Control p(kMultiply);
  const Expr x = p.input("x", 1), y = 2.0 * x;
  p.expect(p.call("mul", {p.number(3), y}), {y}, {3});
}

TEST(Conformance, F10_ParametersOffThePath) {
  Control p(R"(
func @g(%c: f64, %x: f64, %other: f64[3]) -> (f64) {
  %t = sin %other
  %a = multiply %c, %c
  %z = multiply %a, %x
  return %z
})");
  const Expr c = p.input("c", 2), x = p.input("x", 10), other = p.input("other", reals({3}, {1, 2, 3}));
  const Expr z = p.call("g", {c, x, other})[0];
  p.expect({z}, {x}, {4});
  p.expect({z}, {other}, {kAbsent}, 0);
}

TEST(Conformance, F11_FourOrdersOfACall) {
  Control p(kCos);
  const Expr x = p.input("x", 1);
  p.expect_orders(p.call("inner", {x})[0], "x", kCosines);
}

TEST(Conformance, F12_FourOrdersThroughNestedCalls) {
  Control p(kCos), q(std::string(kCos) + kMultiply);
  p.expect_orders(p.call("outer", {p.input("x", 1)})[0], "x", kCosines);
  const Expr x = q.input("x", 1), v = q.input("v", 2);
  const Expr y = q.call("mul", {q.call("outer", {x})[0], v})[0];
  Numbers twice = kCosines;
  for (double& number : twice) number *= 2;
  q.expect_orders(y, "x", twice);
  q.expect_orders(y, "v", {twice[0], kCosines[0], 0});
}

TEST(Conformance, F13_TheGradientByTheSeed) {
  Control p(kCos);
  const Expr x = p.input("x", 1), y = p.call("inner", {x})[0];
  Request request;
  request.seeds = {real(2)};
  const auto first = p.reverse({y}, {x}, request);
  const ir::Function& f = first.module[first.function];
  const std::string seed = f[f.arguments().back()].name;
  std::vector<Value> at = p.values;
  at.push_back(real(2));
  EXPECT_DOUBLE_EQ(number(run(first.module, at)[1]), -2 * std::sin(1));
  EXPECT_DOUBLE_EQ(number(run(reverse_of(first.module, {seed}, {1}), at)[2]), -std::sin(1));
}

TEST(Conformance, F14_ABranchInACall) {
  Control p(R"(
func @g(%x: f64) -> (f64) {
  %half = constant {element = f64, value = 0.5}
  %p = greater %x, %half
  %y = if %p, %x then(%x: f64) {
    %two = constant {element = f64, value = 2.0}
    %y = multiply %x, %two
    -> %y
  } else(%x: f64) {
    -> %x
  }
  return %y
})");
  const Expr x = p.input("x", 1);
  p.expect(p.call("g", {x}), {x}, {2});
}

TEST(Conformance, F15_ALoopInACall) {
  Control p(R"(
func @g(%x: f64) -> (f64) {
  %n = constant {element = i64, value = 2}
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %x: f64) {
    %y = add %x, %x
    -> %y
  }
  return %y
})");
  const Expr x = p.input("x", 1);
  p.expect(p.call("g", {x}), {x}, {4});
}

TEST(Conformance, F16_ALoopOnDataInACall) {
  Control p(R"(
func @g(%x: f64) -> (f64) {
  %two = constant {element = f64, value = 2.0}
  %n, %trips = while %two, %x {carried = 1} condition(%n: f64, %x: f64) {
    %ten = constant {element = f64, value = 10.0}
    %more = less %n, %ten
    -> %more
  } body(%n: f64, %x: f64) {
    %m = multiply %n, %x
    -> %m
  }
  return %n
})");
  const Expr x = p.input("x", 2);
  const Expr y = p.call("g", {x})[0];
  p.expect_values({y}, {16});
  p.expect({y}, {x}, {24}, 3);
}

TEST(Conformance, F17_TheSameRequestTwice) {
  Control p(kMultiply);
  const Expr v = p.input("v", 1), y = p.call("mul", {v, v})[0];
  for (int request = 0; request < 2; ++request) p.expect({y}, {v}, {2});
  EXPECT_EQ(ir::print(p.reverse({y}, {v}).module), ir::print(p.reverse({y}, {v}).module));
}

TEST(Conformance, F18_AParameterThatIsNotReadIsAbsent) {
  Control p(R"(
func @g(%x: f64[3], %v: f64[3]) -> (f64[3]) {
  %y = square %x
  return %y
})");
  const Expr x = p.input("x", reals({3}, {1, 2, 3})), v = p.input("v", reals({3}, {1, 1, 1}));
  const Exprs y = p.call("g", {x, v});
  p.expect(y, {x, v}, {2, 4, 6, kAbsent});
  Request request;
  request.seeds = {reals({3}, {1, 1, 1})};
  for (const ir::Function& f : p.reverse(y, {x, v}, request).module.functions)
    for (const ir::Op& op : f.ops)  // no zeros
      EXPECT_FALSE(op.derived && op.kind == Kind::Constant && op.attributes.get<double>("value") == 0) << f.name;
}

TEST(Conformance, F19_OneValueForSeveralParameters) {
  Control p(kMultiply);
  const Expr x = p.input("x", 1), a = p.input("a", 1), b = p.input("b", 1);
  p.expect(p.call("mul", {x, x}), {x}, {2});
  p.expect(p.call("mul", {a, b}), {a, b}, {1, 1});
}

TEST(Conformance, F20_AMatrixInACall) {
  Control p(R"(
func @gram(%a: f64[m, n], %b: f64[m, n]) -> (f64[n, n]) {
  %y = matmul %a, %b {transpose_a = true, transpose_b = false}
  return %y
})");
  const Expr x = p.input("x", reals({2, 2}, {1, 2, 3, 4}));
  p.expect(p.call("gram", {x, x}), {x}, {6, 6, 14, 14}, 3);
}

// Results that have no derivatives stand between those that have.
TEST(Conformance, F21_ResultsWithoutDerivativesBetweenOthers) {
  const char* text = R"(
func @g(%x: f64, %n: i64) -> (i64, f64, bool, f64) {
  %y = multiply %x, %x
  %p = equal %n, %n
  return %n, %y, %p, %x
}
func @h(%x: f64, %n: i64) -> (i64, f64, bool, f64) {
  %a, %b, %c, %d = call @g %x, %n
  return %a, %b, %c, %d
})";
  for (const char* function : {"g", "h"}) {
    Control p(text), q(text);
    const Expr zero = p.input("x", 0), x = q.input("x", 5);
    const Exprs at_zero = p.call(function, {zero, p.integer(1)}), y = q.call(function, {x, q.integer(1)});
    p.expect(at_zero, {zero}, {1});
    q.expect({y[0], y[1], y[2]}, {x}, {10});
    q.expect(y, {x}, {11});
    q.expect_orders(y[1], "x", {25, 10, 2});
  }
}

const std::string kLevels = [] {
  std::string text = R"(
func @f0(%a: f64, %b: f64) -> (f64) {
  %s = add %a, %b
  %y = multiply %a, %s
  return %y
})";
  for (int level = 1; level <= 4; ++level)
    text +=
        fmt::format("\nfunc @f{}(%a: f64, %b: f64) -> (f64) {{\n  %y = call @f{} %a, %b\n  return %y\n}}\n",
                    level, level - 1);
  return text;
}();

TEST(Conformance, F22_AnyLevelMayBeTheRoot) {
  for (int level = 0; level <= 4; ++level) {
    Control p(kLevels);
    const Expr a = p.input("a", 5), b = p.input("b", 1);
    p.expect(p.call(fmt::format("f{}", level), {a, b}), {a}, {11});
    ir::Module root = control::module_of(kLevels);
    root.functions.resize(static_cast<std::size_t>(level) + 1);
    EXPECT_EQ(number(run(reverse_of(root, {"a"}), {real(5), real(1)})[1]), 11);
  }
}

TEST(Conformance, F23_NothingIsLeftOfTheCallBefore) {
  const auto gradient = reverse_of(control::module_of(kLevels), {"a"});
  const auto at = [](const ir::Module& f, double a, double b) {
    return number(run(f, {real(a), real(b)}).back());
  };
  EXPECT_EQ(at(gradient, 5, 3), 13);
  EXPECT_EQ(at(gradient, 4, 3), 11);
  EXPECT_EQ(at(gradient, 4, 1.5), 9.5);
  EXPECT_EQ(at(reverse_of(gradient, {"a"}, {1}), 4, 1.5), 2);
  EXPECT_EQ(at(reverse_of(gradient, {"b"}, {1}), 4, 1.5), 1);
}

// A second derivative that can't be had is an error only where it is asked for.
TEST(Conformance, F24_HigherOrdersAreMadeWhenAskedFor) {
  Control p(R"(
func @loss(%z: f64[1, 2], %labels: i64[1]) -> (f64[1]) {
  %y = sparse_softmax_cross_entropy %z, %labels
  return %y
})");
  const Expr z = p.input("z", reals({1, 2}, {0, 0})),
             labels = p.input("labels", reference::integers({1}, {1}));
  p.expect(p.call("loss", {z, labels}), {z}, {.5, -.5});
}

TEST(Conformance, F25_NothingToDifferentiateByIsAnError) {
  Control p(kMultiply);
  const Expr n = p.input("n", integer(2)), two = p.number(2);
  const Expr y = p.call("mul", {two, two})[0];
  Request request;
  request.unconnected = ir::Unconnected::error;
  EXPECT_EQ(p.refusal({y}, {n}, request), "unconnected ");
  ir::Diagnostics problems;
  EXPECT_FALSE(
      ir::run_grad_pass(control::module_of("func @f(%n: i64) -> (i64) {\n  return %n\n}"), {"f"}, problems));
  EXPECT_NE(problems.text().find("not_differentiable_result"), std::string::npos) << problems.text();
}

TEST(Conformance, F26_ASequenceIsAResultWithASeed) {
  Control p;
  const Expr x = p.input("x", 1);
  const Expr y = p.push(p.empty(), x);
  Request request;
  request.seeds = {Value(std::vector<Value>{real(5)})};
  EXPECT_EQ(p.numbers({y}, {x}, request), Numbers{5});
}

}  // namespace
}  // namespace conformance
