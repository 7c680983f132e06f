// Section G, stops: values held constant, prevented gradients, and connectivity result by result.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/conformance/gradients.h"
#include "tests/reference/differences.h"

namespace conformance {
namespace {

using ir::ElementType;
using reference::reals;
using Numbers = std::vector<double>;

const ir::Attributes kWhy{{"why", std::string("it is a measurement")}};

TEST(Conformance, G23_StopsCutButTheAdjointThatArrivesIsReported) {
  Program p;
  const Expr x = p.input("x", 1), y = 2.0 * x, z = x + y;
  EXPECT_EQ(p.numbers({z}, {x, y}), (Numbers{3, 1}));
  Request request;
  request.stop = {x, y};
  EXPECT_EQ(p.numbers({z}, {x, y}, request), (Numbers{1, 1}));
}

// a, b(a), c(a, b), d(b, c), random and linear, some of them behind a stop_gradient op.
struct LinearGraph {
  explicit LinearGraph(unsigned stopped) {
    reference::Random random(42);
    const auto matrix = [&] {
      Numbers numbers(9);
      for (double& number : numbers) number = reference::uniform(random, 0, 1);
      const Expr m = p.input("m" + std::to_string(p.values.size()), reals({3, 3}, numbers));
      return m;
    };
    const auto function_of = [&](const std::vector<Expr>& xs) {
      Expr sum = matrix();
      for (Expr x : xs)
        sum = sum + p.op(Kind::Matmul, {matrix(), x}, {{"transpose_a", false}, {"transpose_b", false}});
      const Expr node = (stopped >> nodes.size() & 1u) != 0 ? p.op(Kind::StopGradient, {sum}) : sum;
      nodes.push_back(node);
      return node;
    };
    const Expr a = function_of({}), b = function_of({a}), c = function_of({a, b});
    function_of({b, c});
  }
  std::vector<Expr> subset(unsigned mask) const {
    std::vector<Expr> chosen;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if ((mask >> i & 1u) != 0) chosen.push_back(nodes[i]);
    return chosen;
  }

  Program p;
  std::vector<Expr> nodes;
};

TEST(Conformance, G24_StopsAsOpsAndAsAListAreTheSame) {
  for (unsigned stopped = 0; stopped < 16; ++stopped)
    for (unsigned sources = 0; sources < 16; ++sources) {
      LinearGraph by_op(stopped), by_list(0);
      Request request;
      request.unconnected = ir::Unconnected::zero;
      const auto expected = by_op.p.gradients({by_op.nodes[3]}, by_op.subset(sources), request);
      request.stop = by_list.subset(stopped);
      const auto found = by_list.p.gradients({by_list.nodes[3]}, by_list.subset(sources), request);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(reference::relative_error(*found[i], *expected[i]), 0) << stopped << " " << sources;
    }
}

// (c, d) = both(a, b), by an op with two results.
std::vector<Expr> both(Program& p, Expr a, Expr b) {
  const auto arm = [&] {
    return p.block({ir::scalar(ElementType::f64), ir::scalar(ElementType::f64)},
                   [](const auto& v) { return v; });
  };
  return p.ops(Kind::If, {p.input("yes", reference::boolean(true)), a, b}, {}, {arm(), arm()});
}

TEST(Conformance, G29_ConnectivityIsThatOfAResultNotOfItsOp) {
  for (bool zero : {false, true}) {
    Program p;
    const Expr a = p.input("a", 1), b = p.input("b", 1);
    const auto cd = both(p, a, b);
    Request request;
    request.unconnected = zero ? ir::Unconnected::zero : ir::Unconnected::none;
    const auto gradient =
        p.gradients({p.op(Kind::Label, {cd[0]}, {{"label", std::string("e")}})}, {cd[1]}, request)[0];
    ASSERT_EQ(gradient.has_value(), zero);
    EXPECT_EQ(gradient ? number(*gradient) : 0, 0);
  }
}

TEST(Conformance, G30_ASiblingOfAStoppedResultIsUnconnected) {
  for (bool zero : {false, true}) {
    Program p;
    const Expr a = p.input("a", 1), b = p.input("b", 1);
    const auto cd = both(p, a, b);
    Request request;
    request.unconnected = zero ? ir::Unconnected::zero : ir::Unconnected::none;
    const Expr e = p.op(Kind::StopGradient, {cd[0]}) + cd[1];
    const auto gradient = p.gradients({e}, {cd[0]}, request)[0];
    ASSERT_EQ(gradient.has_value(), zero);
    EXPECT_EQ(gradient ? number(*gradient) : 0, 0);
    EXPECT_EQ(p.numbers({e}, {cd[1]}), Numbers{1});
  }
}

TEST(Conformance, G31_AStoppedValueIsAbsent) {
  Program p;
  const Expr x = p.input("x", reals({2}, {1, 1}));
  EXPECT_FALSE(p.gradients({p.op(Kind::StopGradient, {x})}, {x})[0].has_value());
}

TEST(Conformance, G32_APreventedGradientIsAnErrorWithItsText) {
  Program p;
  const Expr x = p.input("x", 1), y = p.op(Kind::PreventGradient, {x}, kWhy);
  EXPECT_EQ(p.refusal({2.0 * y}, {x}), "prevented ");
}

TEST(Conformance, G33_NothingIsAnErrorOffTheLivePath) {
  Program p;
  const Expr x = p.input("x", 1), c = p.input("c", 2);
  const Expr prevented = p.op(Kind::PreventGradient, {c}, kWhy);
  p.op(Kind::PreventGradient, {x}, kWhy);
  EXPECT_EQ(p.numbers({x * prevented}, {x}), Numbers{2});
}

TEST(Conformance, G44_AnOpWithoutAdjointsIsNotAskedForItsRule) {
  Program p;
  const Expr x = p.input("x", 3), prevented = p.op(Kind::PreventGradient, {x}, kWhy);
  const Expr y = p.op(Kind::StopGradient, {prevented}) * x;
  EXPECT_EQ(p.numbers({y}, {x}), Numbers{3});
  EXPECT_TRUE(std::isnan(p.numbers({p.op(Kind::Sign, {prevented})}, {x})[0]));
}

}  // namespace
}  // namespace conformance
