// Section T: targets that are sources, several of either, higher orders, activity, absence.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/conformance/gradients.h"

namespace conformance {
namespace {

using ir::ElementType;
using reference::integer;
using reference::real;
using reference::reals;
using Numbers = std::vector<double>;

const ir::Attributes kPlain{{"transpose_a", false}, {"transpose_b", false}};
Expr same(Program& p, Expr x) { return p.op(Kind::Label, {x}, {{"label", std::string("same")}}); }
Expr square(Program& p, Expr x) { return p.op(Kind::Square, {x}); }
Expr cube(Program& p, Expr x) { return p.op(Kind::Pow, {x, ir::like(x, 3)}); }

TEST(Conformance, T01_ATargetThatIsTheSource) {
  Program p;
  const Expr x = p.input("x", 3);
  EXPECT_EQ(p.numbers({x}, {x}), Numbers{1});
}

TEST(Conformance, T02_Identity) {
  Program p;
  const Expr x = p.input("x", 3);
  EXPECT_EQ(p.numbers({same(p, x)}, {x}), Numbers{1});
}

TEST(Conformance, T03_OneOfTwoTargetsIsTheSource) {
  Program p;
  const Expr x = p.input("x", 2);
  EXPECT_EQ(p.numbers({x, x * x}, {x}), Numbers{5});
}

TEST(Conformance, T04_TwoTargetsThatAreTheSource) {
  Program p;
  const Expr x = p.input("x", 3);
  EXPECT_EQ(p.numbers({x, x}, {x}), Numbers{2});
}

TEST(Conformance, T05_SeveralTargetsAndSources) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 5);
  EXPECT_EQ(p.numbers({x, y, square(p, y)}, {x, y}), (Numbers{1, 11}));
}

TEST(Conformance, T06_ATargetThatIsNoRealTakesNoPart) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 5), n = p.input("n", integer(7));
  EXPECT_EQ(p.numbers({x, y, n, square(p, y)}, {x, y}), (Numbers{1, 11}));
}

TEST(Conformance, T07_NoTargetThatIsAReal) {
  Program p;
  const Expr x = p.input("x", 3), n = p.input("n", integer(7));
  EXPECT_EQ(p.refusal({n}, {x}), "not_differentiable_result ");
}

TEST(Conformance, T09_AMatrixThatIsTheSource) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {2, 2, 2, 2}));
  EXPECT_EQ(numbers_of(*p.gradients({x}, {x})[0]), (Numbers{1, 1, 1, 1}));
  EXPECT_EQ(numbers_of(*p.gradients({x, x}, {x})[0]), (Numbers{2, 2, 2, 2}));
}

TEST(Conformance, T10_TwoTargets) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 2);
  EXPECT_EQ(p.numbers({2.0 * x, 3.0 * y}, {x, y}), (Numbers{2, 3}));
}

TEST(Conformance, T11_ASeedOfATargetThatFeedsAnother) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 2);
  Request request;
  request.seeds = {real(1), real(2)};
  EXPECT_EQ(p.numbers({x * y, x}, {x}, request), Numbers{4});
}

TEST(Conformance, T12_ASeed) {
  Program p;
  const Expr x = p.input("x", 1);
  Request request;
  request.seeds = {real(2)};
  EXPECT_EQ(p.numbers({same(p, x)}, {x}, request), Numbers{2});
}

TEST(Conformance, T13_IntegersHaveNoGradient) {
  Program p;
  const Expr n = p.input("n", integer(1)), x = ir::astype(n + n, ElementType::f64);
  EXPECT_TRUE(std::isnan(p.numbers({x}, {n})[0]));
}

TEST(Conformance, T14_ASourceOnAPathToAnother) {
  Program p;
  const Expr x = p.input("x", 3), y = square(p, x), z = square(p, y);
  EXPECT_EQ(p.numbers({z}, {x, y}), (Numbers{108, 18}));
}

TEST(Conformance, T15_RepeatedSources) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 5), z = square(p, x) + x * y;
  EXPECT_EQ(p.numbers({x + x}, {x, x}), (Numbers{2, 2}));
  EXPECT_EQ(p.numbers({z}, {x, x}), (Numbers{11, 11}));
  EXPECT_EQ(p.numbers({z}, {y, x}), (Numbers{3, 11}));
}

TEST(Conformance, T17_AResultThatIsTheInput) {
  Program p;
  const Expr x = p.input("x", 1);
  EXPECT_EQ(p.numbers({x, 2.0 * x}, {x}), Numbers{3});
}

TEST(Conformance, T18_SeveralResultsOfVectors) {
  Program p;
  const Expr x = p.input("x", reals({3}, {0, 1, 2}));
  EXPECT_EQ(numbers_of(*p.gradients({2.0 + x, square(p, x)}, {x})[0]), (Numbers{1, 3, 5}));
}

TEST(Conformance, T19_ArgumentsOfOneValueStayDistinct) {
  Program p;
  const Expr x = p.input("x", 1), y = p.input("y", 1);
  EXPECT_EQ(p.numbers({x * y}, {x, y}), (Numbers{1, 1}));
}

TEST(Conformance, T20_ValueAndGradientOfSomeArguments) {
  Program p;
  const Expr a = p.input("a", 2), b = p.input("b", 3);
  EXPECT_EQ(number(p.evaluate({a * b})[0]), 6);
  EXPECT_EQ(p.numbers({a * b}, {a, b}), (Numbers{3, 2}));
  EXPECT_EQ(p.numbers({a * b}, {b}), Numbers{2});
}

TEST(Conformance, T22_Select) {
  for (const auto& [at, expected] : {std::pair{5.0, 1.0}, std::pair{50.0, 100.0}}) {
    Program p;
    const Expr x = p.input("x", at);
    EXPECT_EQ(p.numbers({ir::where(ir::less(x, 10), x, square(p, x))}, {x}), Numbers{expected});
  }
}

TEST(Conformance, T24_TheHalvesOfASplitAdded) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {1, 2, 3, 4}));
  const auto half = [&](std::int64_t begin) {
    return p.op(Kind::Slice, {x}, {{"begin", ir::Shape{begin, 0}}, {"shape", ir::Shape{1, 2}}});
  };
  EXPECT_EQ(numbers_of(*p.gradients({half(0) + half(1)}, {x})[0]), (Numbers{1, 1, 1, 1}));
}

TEST(Conformance, T25_CrossEntropy) {
  Program p;
  const Expr two = p.input("two", reals({1, 2}, {0, 0})), label = p.input("label", reals({1, 2}, {1, 0}));
  const Expr one = p.input("one", reals({1, 1}, {0})), sure = p.input("sure", reals({1, 1}, {1}));
  EXPECT_EQ(numbers_of(*p.gradients({p.op(Kind::SoftmaxCrossEntropy, {two, label})}, {two})[0]),
            (Numbers{-.5, .5}));
  EXPECT_EQ(numbers_of(*p.gradients({p.op(Kind::SoftmaxCrossEntropy, {one, sure})}, {one})[0]), Numbers{0});
}

TEST(Conformance, T26_TheSecondDerivativeOfACrossEntropyOfOneClass) {
  Program p;
  const Expr z = p.input("z", reals({1, 1}, {0.1})), label = p.input("label", reals({1, 1}, {1}));
  const auto second =
      reverse_of(reverse_of(p.returning({p.op(Kind::SoftmaxCrossEntropy, {z, label})}), {"z"}), {"z"}, {1});
  EXPECT_EQ(numbers_of(run(second, p.values)[2]), Numbers{0});
}

TEST(Conformance, T27_TheSumOfAProduct) {
  Program p;
  const Expr a = p.input("a", reals({2, 2}, {1, 2, 3, 4})), b = p.input("b", reals({2, 2}, {5, 6, 7, 8}));
  const Expr y = ir::sum(p.op(Kind::Matmul, {a, b}, kPlain), {0, 1});
  EXPECT_EQ(numbers_of(*p.gradients({y}, {a})[0]), (Numbers{11, 15, 11, 15}));
}

TEST(Conformance, T28_OneForwardManyBackward) {
  Program p;
  const Expr x = p.input("x", 3);
  Request request;
  request.seeds = {real(2)};
  const auto vjp = p.reverse({square(p, x)}, {x}, request);
  const auto split = ir::split_vjp(vjp.module, vjp.function, 1, 1);
  auto kept = reference::interpret(split.module, split.forward, p.values);
  EXPECT_EQ(number(kept[0]), 9);
  kept.erase(kept.begin());
  kept.push_back(real(2));
  for (int call = 0; call < 2; ++call)
    EXPECT_EQ(number(reference::interpret(split.module, split.backward, kept)[0]), 12);
}

TEST(Conformance, T29_SecondDerivatives) {
  Program p, q;
  const auto twice = [](const ir::Module& f) { return reverse_of(reverse_of(f, {"x"}), {"x"}, {1}); };
  const Expr x = p.input("x", 3), at_zero = q.input("x", 0);
  EXPECT_EQ(number(run(twice(p.returning({square(p, x)})), p.values)[2]), 2);
  EXPECT_EQ(number(run(twice(q.returning({q.op(Kind::Exp, {at_zero})})), q.values)[2]), 1);
}

TEST(Conformance, T30_DerivativesOfOrderThree) {
  Program p;
  const Expr x = p.input("x", 3);
  const auto first = reverse_of(p.returning({cube(p, x)}), {"x"});
  const auto third = reverse_of(reverse_of(first, {"x"}, {1}), {"x"}, {2});
  const auto y = run(third, p.values);
  for (std::size_t order = 0; order < 4; ++order)
    EXPECT_DOUBLE_EQ(number(y[order]), (Numbers{27, 27, 18, 6})[order]) << order;
}

// What the inner derivative holds active is constant in the outer one, and the other way round.
TEST(Conformance, T32_ActivityIsThatOfOneRequest) {
  Program p;
  const Expr x1 = p.input("x1", 2), x2 = p.input("x2", 2);
  const auto inner = reverse_of(p.returning({cube(p, x1), square(p, x2)}), {"x1", "x2"});
  EXPECT_DOUBLE_EQ(number(run(reverse_of(inner, {"x1"}, {2}), p.values)[4]), 12);
  EXPECT_EQ(number(run(reverse_of(inner, {"x1"}, {3}), p.values)[4]), 0);
}

TEST(Conformance, T33_OnlyWhatIsAskedForIsActive) {
  Program p;
  const Expr x1 = p.input("x1", 1), x2 = p.input("x2", 1), y = 2.0 * x1 + 3.0 * x2;
  EXPECT_EQ(p.numbers({y}, {x2}), Numbers{3});
  const auto derived = p.reverse({y}, {x2});
  EXPECT_EQ(derived_count(derived.module[derived.function], Kind::Multiply), 1);
}

TEST(Conformance, T34_WhatIsStoppedIsConstant) {
  Program p;
  const Expr x1 = p.input("x1", 1), x2 = p.input("x2", 1);
  const Expr y = p.op(Kind::StopGradient, {square(p, x2)}), z = square(p, square(p, x2));
  EXPECT_TRUE(std::isnan(p.numbers({y}, {x1})[0]));
  EXPECT_TRUE(std::isnan(p.numbers({y}, {x2})[0]));
  EXPECT_EQ(p.numbers({y, z}, {x2}), Numbers{4});
}

TEST(Conformance, T42_TwoRequestsOfOneFunction) {
  Program p;
  const Expr x = p.input("x", 3), y = square(p, x), z = square(p, y);
  EXPECT_EQ(p.numbers({z}, {x}), Numbers{108});
  EXPECT_EQ(p.numbers({y}, {x}), Numbers{6});
}

TEST(Conformance, T43_AStoppedIndexOfTheGreatest) {
  Program p;
  const Expr x = p.input("x", reals({1}, {0}));
  const Expr index = p.op(Kind::Argmax, {x}, {{"axis", std::int64_t{0}}});
  const Expr y = ir::astype(p.op(Kind::StopGradient, {index}), ElementType::f64);
  EXPECT_TRUE(std::isnan(p.numbers({y}, {x})[0]));
}

TEST(Conformance, T44_AResultThatReadsNothing) {
  Program p;
  const Expr x = p.input("x", 1);
  same(p, x);
  EXPECT_TRUE(std::isnan(p.numbers({p.number(0)}, {x})[0]));
}

TEST(Conformance, T45_PoliciesOfUnconnectedSources) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {1, 1, 1, 1})), y = p.input("y", reals({3, 1}, {1, 1, 1}));
  Request zero;
  zero.unconnected = ir::Unconnected::zero;
  EXPECT_FALSE(p.gradients({square(p, y)}, {x})[0].has_value());
  EXPECT_EQ(numbers_of(*p.gradients({square(p, y)}, {x}, zero)[0]), (Numbers{0, 0, 0, 0}));
}

TEST(Conformance, T46_AbsenceIsPassedToThePolicy) {
  Program p;
  const Expr x = p.input("x", 1), k = 2.0 + x, y = 3.0 * p.op(Kind::StopGradient, {k});
  Request zero;
  zero.unconnected = ir::Unconnected::zero;
  EXPECT_EQ(p.numbers({y}, {x}, zero), Numbers{0});
}

TEST(Conformance, T50_NothingToDifferentiate) {
  Program p;
  const Expr x = p.input("x", 1);
  EXPECT_EQ(p.refusal({}, {x}), "not_differentiable_result ");
}

TEST(Conformance, T51_ZerosOfOneRequestAreThoseOfTheNext) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {1, 2, 3, 4}));
  const Expr top = p.op(Kind::Slice, {x}, {{"begin", ir::Shape{0, 0}}, {"shape", ir::Shape{1, 2}}});
  const Expr y = p.op(Kind::Concat, {top, top}, {{"axis", std::int64_t{1}}});
  for (int request = 0; request < 2; ++request)
    EXPECT_EQ(numbers_of(*p.gradients({y}, {x})[0]), (Numbers{2, 2, 0, 0}));
}

constexpr std::string_view kPasses = "simplify,cse,dce";

TEST(Conformance, T52_ArgumentsOfOneValueAreNotMerged) {
  Program p;
  const Expr x = p.input("x", 3), y = p.input("y", 3);
  Request request;
  request.pipeline = kPasses;
  EXPECT_EQ(p.numbers({x + 0.0 * y}, {x}, request), Numbers{1});
  EXPECT_EQ(p.numbers({x * x + y}, {x, y}, request), (Numbers{6, 1}));
}

TEST(Conformance, T53_EqualValuesHaveTheirOwnGradients) {
  Program p;
  const Expr a = p.input("a", 2), b = p.input("b", 2);
  Request request;
  request.pipeline = kPasses;
  EXPECT_EQ(p.numbers({cube(p, a) + square(p, b)}, {a, b}, request), (Numbers{12, 4}));
}

TEST(Conformance, T54_SourcesThatAreEqualByAlgebraStayDistinct) {
  for (std::string_view pipeline : {std::string_view{}, kPasses}) {
    Program p;
    const Expr x = p.input("x", 10), x1 = same(p, x), x2 = 0.0 + x, x3 = x - 0.0, x4 = 1.0 * x;
    const Expr y = 2.0 * x + (3.0 * x1 + 3.0 * x2 + 3.0 * x3 + 3.0 * x4);
    Request request;
    request.pipeline = pipeline;
    request.stop = {x, x1, x2, x3, x4};
    EXPECT_EQ(p.numbers({y}, {x, x1, x2, x3, x4}, request), (Numbers{2, 3, 3, 3, 3}));
    request.stop = {};
    EXPECT_EQ(p.numbers({y}, {x, x1, x2, x3, x4}, request), (Numbers{14, 3, 3, 3, 3}));
  }
}

TEST(Conformance, T55_ExtentsThatAreNotKnown) {
  Program p;
  const Expr x = p.argument({ElementType::f64, {ir::Extent::symbol("x.0")}, 0}, "x");
  p.values.emplace_back(reals({2}, {2, 1}));
  const Expr y = cube(p, x);
  EXPECT_EQ(numbers_of(p.evaluate({y})[0]), (Numbers{8, 1}));
  EXPECT_EQ(numbers_of(*p.gradients({y}, {x})[0]), (Numbers{12, 3}));
}

TEST(Conformance, T65_AnOpWaitsForAllItsAdjoints) {
  Program p;
  const Expr x = p.input("x", 0.5), y = p.op(Kind::Sin, {x});
  const auto derived = p.reverse({y * p.op(Kind::Exp, {y * y}), y}, {x});
  EXPECT_EQ(derived_count(derived.module[derived.function], Kind::Cos), 1);
}

TEST(Conformance, T69_ASourceThatIsNotReached) {
  Program p;
  const Expr x = p.input("x", 1), y = p.input("y", 2);
  const auto gradients = p.numbers({square(p, y)}, {x, y});
  EXPECT_TRUE(std::isnan(gradients[0]));
  EXPECT_EQ(gradients[1], 4);
}

TEST(Conformance, T70_DependentTargets) {
  Program p;
  const Expr x = p.input("x", 3), y = square(p, x);
  EXPECT_EQ(p.numbers({y, square(p, y)}, {x}), Numbers{114});
}

}  // namespace
}  // namespace conformance
