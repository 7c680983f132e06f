// Sections P and GH, and single rows of C and F: tangents, nested modes, Hessian-vector products.
#include <gtest/gtest.h>

#include <cmath>

#include "ir/kind.h"
#include "ir/passes/pass.h"
#include "tests/conformance/gradients.h"
#include "tests/reference/differences.h"

namespace conformance {
namespace {

using reference::real;
using reference::reals;
using Numbers = std::vector<double>;

const ir::Attributes kPlain{{"transpose_a", false}, {"transpose_b", false}};

std::vector<Value> with(std::vector<Value> values, const std::vector<Value>& more) {
  values.insert(values.end(), more.begin(), more.end());
  return values;
}

TEST(Conformance, P01_TangentsOfSumsAndProducts) {
  Program p;
  const Expr a = p.input("a", 4), b = p.input("b", 5);
  EXPECT_EQ(number(p.tangents({a + b}, {a, b}, {real(1), real(5)})[0]), 6);
  EXPECT_EQ(number(p.tangents({a * b}, {a, b}, {real(2), real(3)})[0]), 22);
}

TEST(Conformance, P05_NoTangentThroughAnOpWithoutADerivative) {
  Program p;
  const Expr x = p.input("x", 1), y = p.op(Kind::Sign, {x});
  EXPECT_EQ(number(p.tangents({y}, {x}, {real(1)})[0]), 0);
  EXPECT_TRUE(std::isnan(p.numbers({y}, {x})[0]));
}

TEST(Conformance, P08_ATargetThatDoesNotDependHasZerosOfItsShape) {
  Program p;
  const Expr x = p.input("x", 1), v = p.input("v", reals({1, 2}, {1, 2}));
  const Value tangent = p.tangents({v}, {x}, {real(1)})[0];
  EXPECT_EQ(tangent.tensor().extents, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(numbers_of(tangent), (Numbers{0, 0}));
}

TEST(Conformance, P10_TangentsOfOneArgumentAdd) {
  Program p;
  const Expr x = p.input("x", -2);
  EXPECT_EQ(number(p.tangents({3.0 * x}, {x, x}, {real(13), real(11)})[0]), 72);
}

TEST(Conformance, P13_Sine) {
  Program p;
  const Expr x = p.input("x", 0.1), y = p.op(Kind::Sin, {x});
  EXPECT_NEAR(number(p.evaluate({y})[0]), 0.0998334, 1e-7);
  EXPECT_NEAR(number(p.tangents({y}, {x}, {real(0.2)})[0]), 0.1990008, 1e-7);
}

// x^3.5 and its tangents of tangents, each seeded with 1.
TEST(Conformance, P25_ForwardOverForwardOverForward) {
  Program p;
  const Expr x = p.input("x", 1.1);
  ir::Module f = p.returning({p.op(Kind::Pow, {x, ir::like(x, 3.5)})});
  std::vector<Value> arguments = p.values;
  int last = 0;
  for (double expected : {1.395965, 4.441705, 10.094785, 13.765616}) {
    const std::vector<Value> y = run(f, arguments);
    EXPECT_NEAR(number(y.back()), expected, 1e-6);
    f = forward_of(f, {"x"}, {last});
    arguments.push_back(real(1));
    last = static_cast<int>(y.size());
  }
}

// The inner derivative does not see the tangents of the outer one.
TEST(Conformance, P26_AnInnerDerivativeIsConstantInWhatTheOuterSeeds) {
  Program p;
  const Expr x = p.input("x", 1.1);
  const auto inner = forward_of(p.returning({p.op(Kind::Pow, {x, ir::like(x, 3.5)})}), {"x"});
  const auto outer = forward_of(inner, {"x"}, {0, 1});
  const auto y = run(outer, with(p.values, {real(1), real(1)}));
  EXPECT_NEAR(number(y[0]), 1.395965, 1e-6);
  EXPECT_NEAR(number(y[1]), 4.441705, 1e-6);
  EXPECT_NEAR(number(y[2]), 4.441705, 1e-6);
  EXPECT_NEAR(number(y[3]), 10.094785, 1e-5);
}

TEST(Conformance, P27_ATangentThatHasATangent) {
  Program p;
  const Expr x = p.input("x", 1);
  const auto inner = forward_of(p.returning({2.0 * x}), {"x"});
  const auto outer = forward_of(inner, {"x", "x_dot"}, {0, 1});
  const auto y = run(outer, with(p.values, {real(3), real(2), real(4)}));
  ASSERT_EQ(y.size(), 4u);
  EXPECT_EQ(number(y[1]), 6);
  EXPECT_EQ(number(y[2]), 4);
  EXPECT_EQ(number(y[3]), 8);
}

// f = Π tanh²(x)
Expr product_of_squares(Program& p, Expr x) {
  const Expr t = p.op(Kind::Square, {p.op(Kind::Tanh, {x})});
  Expr product = p.number(1);
  for (std::int64_t i = 0; i < 3; ++i)
    product =
        product * ir::reshape(p.op(Kind::Slice, {t}, {{"begin", ir::Shape{i}}, {"shape", ir::Shape{1}}}), {});
  return product;
}

TEST(Conformance, P30_HessianVectorProducts) {
  Program p;
  const Expr x = p.input("x", reals({3}, {1, 2, 3}));
  const auto f = p.returning({product_of_squares(p, x)});
  const Value v = reals({3}, {3, 4, 5});
  const Value forward_over_reverse =
      run(forward_of(reverse_of(f, {"x"}), {"x"}, {1}), with(p.values, {v})).back();
  const Value reverse_over_forward =
      run(reverse_of(forward_of(f, {"x"}), {"x"}, {1}), with(p.values, {v})).back();
  const Value expected = reals({3}, {-1.312544, -0.313805, -0.063567});
  EXPECT_LT(reference::relative_error(forward_over_reverse, expected), 1e-6);
  EXPECT_LT(reference::relative_error(reverse_over_forward, forward_over_reverse), 1e-13);
}

TEST(Conformance, P31_StopsCutForwardToo) {
  Program p;
  const Expr x = p.input("x", 3);
  EXPECT_EQ(number(p.tangents({p.op(Kind::StopGradient, {x}) * x}, {x}, {real(1)})[0]), 3);
  const Expr y = x * x;
  Request request;
  request.stop = {y};
  EXPECT_EQ(number(p.tangents({y * x}, {x}, {real(1)}, request)[0]), 9);
}

TEST(Conformance, P38_AnArgumentThatIsNotUsed) {
  Program p;
  const Expr x = p.input("x", 1);
  EXPECT_EQ(number(p.tangents({p.number(3)}, {x}, {real(1)})[0]), 0);
}

TEST(Conformance, P39_ConnectedAndUnconnectedTangents) {
  Program p;
  const Expr x = p.input("x", -1), y = p.input("y", 2);
  const auto tangents = p.tangents({x, y}, {x}, {real(0.1)});
  EXPECT_EQ(number(tangents[0]), 0.1);
  EXPECT_EQ(number(tangents[1]), 0);
}

TEST(Conformance, P41_ReverseOverForward) {
  Program p;
  const Expr c = p.input("c", 1);
  const auto jvp = forward_of(p.returning({p.op(Kind::Cos, {c})}), {"c"});
  EXPECT_NEAR(number(run(reverse_of(jvp, {"c"}, {1}), with(p.values, {real(0.1)})).back()), -0.0540302, 1e-7);
}

// By transposition the first VJP is dead: once it is swept, nothing reads its adjoints, and each product
// stands once.
TEST(Conformance, P48_AJvpByTransposingTheVjpTwice) {
  Program p;
  const Expr a = p.input("a", reals({2, 2}, {1, 2, 3, 4})), b = p.input("b", reals({2, 2}, {5, 6, 7, 8}));
  const ir::Module f = p.returning({p.op(Kind::Matmul, {a, b}, kPlain)});
  ir::Diagnostics problems;
  ir::DerivativeOptions options;
  options.wrt = f.functions[0].arguments();
  options.by_transposition = true;
  const auto jvp = ir::differentiate_forward(f, {0}, options, problems);
  ASSERT_TRUE(jvp.has_value()) << problems.text();
  const auto swept = ir::run_passes(jvp->module, "simplify,cse,dce", {}, problems);
  ASSERT_TRUE(swept.has_value()) << problems.text();
  int products = 0;
  for (const ir::Op& op : swept->functions.back().ops) products += op.kind == Kind::Matmul;
  EXPECT_EQ(products, 3);
  EXPECT_EQ(swept->functions.back().arguments().size(), 4u);
}

// f = xᵀ A x: (A + Aᵀ) v by both orders of the modes, with v held constant.
TEST(Conformance, GH01_HessianVectorProductOfAQuadraticForm) {
  reference::Random random(1);
  const auto drawn = [&](std::vector<std::int64_t> extents) {
    return reference::random_like(ir::Literal::zeros(ir::ElementType::f64, std::move(extents)), random)
        .tensor();
  };
  Program p;
  const Expr a = p.input("a", drawn({4, 4})), x = p.input("x", drawn({4, 1})),
             v = p.input("v", drawn({4, 1}));
  const Expr ax = p.op(Kind::Matmul, {a, x}, kPlain);
  const Expr f = p.op(Kind::Matmul, {x, ax}, {{"transpose_a", true}, {"transpose_b", false}});
  const Expr av = p.op(Kind::Matmul, {a, v}, kPlain);
  const Expr atv = p.op(Kind::Matmul, {a, v}, {{"transpose_a", true}, {"transpose_b", false}});
  const Value expected = p.evaluate({av + atv})[0];

  const ir::Module gradient = reverse_of(p.returning({f}), {"x"});
  const auto forward = run(forward_of(gradient, {"x"}, {1}), with(p.values, {p.values[2]}));
  EXPECT_LT(reference::relative_error(forward.back(), expected), 1e-14);

  // Reverse over reverse: the gradient weighed by v, as a seed of the second pass.
  ir::DerivativeOptions options;
  const ir::Function& g = gradient.functions.back();
  options.wrt = {g.arguments()[1]};
  options.targets = {1};
  ir::Diagnostics problems;
  const auto second = ir::differentiate_reverse(gradient, reference::last(gradient), options, problems);
  ASSERT_TRUE(second.has_value()) << problems.text();
  const auto reverse = run(second->module, with(p.values, {p.values[2]}));
  EXPECT_LT(reference::relative_error(reverse.back(), expected), 1e-14);
}

TEST(Conformance, F13_TheGradientWithRespectToTheSeed) {
  Program p;
  const Expr x = p.input("x", 1);
  Request request;
  request.seeds = {real(2)};
  const auto first = p.reverse({p.op(Kind::Cos, {x})}, {x}, request);
  const auto seeded = with(p.values, {real(2)});
  EXPECT_NEAR(number(run(first.module, seeded)[1]), -2 * std::sin(1), 1e-15);
  const std::string seed = first.module.functions.back()[first.module.functions.back().arguments()[1]].name;
  EXPECT_NEAR(number(run(reverse_of(first.module, {seed}, {1}), seeded).back()), -std::sin(1), 1e-15);
}

TEST(Conformance, C36_EmptyTensors) {
  Program p;
  const Expr x = p.input("x", reals({0}, {}));
  const auto gradient = p.gradients({ir::sum(2.0 * x, {0})}, {x})[0];
  EXPECT_EQ(gradient->tensor().extents, std::vector<std::int64_t>{0});
}

TEST(Conformance, C41_OneValueForTwoOperands) {
  Program p;
  const Expr x = p.input("x", reals({2}, {10, 10}));
  EXPECT_EQ(numbers_of(*p.gradients({x * x}, {x})[0]), (Numbers{20, 20}));
  EXPECT_EQ(numbers_of(*p.gradients({x}, {x})[0]), (Numbers{1, 1}));
}

}  // namespace
}  // namespace conformance
