#include "members.h"
#include "own_rules.grad.h"
#include "tests/e2e/differences.h"

namespace {

using own_rules::Matrix;
using own_rules::Vector;

CONFORMANCE_MEMBER(x);
CONFORMANCE_MEMBER(z);
CONFORMANCE_MEMBER(v);
CONFORMANCE_MEMBER(v1);
CONFORMANCE_MEMBER(in);
CONFORMANCE_MEMBER(unused);
CONFORMANCE_MEMBER(step);
CONFORMANCE_MEMBER(fixed);

double total(const Matrix& x) {
  double sum = 0;
  for (double e : x) sum += e;
  return sum;
}
Matrix ones(std::int64_t rows, std::int64_t columns) { return e2e::filled<Matrix>({rows, columns}, 1, 1); }

TEST(Conformance, C01_ARuleOfARule) { EXPECT_EQ(own_rules::threefold_gradient(3).grad.x, 9); }

// The rule is wrong, and is what is used.
TEST(Conformance, C02_TheRuleAndNotTheBody) {
  const auto [value, grad] = own_rules::swapped_gradient(3, 5);
  EXPECT_EQ(value, 15);
  EXPECT_EQ(grad.a, 3);
  EXPECT_EQ(grad.b, 5);
}

TEST(Conformance, C03_OfAMemberFunction) {
  const auto [value, grad] = own_rules::swapped_member_gradient(3, 5);
  EXPECT_EQ(value, 15);
  EXPECT_EQ(grad.a, 3);
  EXPECT_EQ(grad.b, 5);
}

TEST(Conformance, C05_WhatTheObjectHolds) {
  const Matrix w = e2e::filled<Matrix>({4, 3});
  const auto grad = own_rules::of_ones_gradient(ones(2, 4), w).grad;
  EXPECT_EQ(total(grad.w), 12);
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 4; ++j) EXPECT_NEAR(grad.x(i, j), w(j, 0) + w(j, 1) + w(j, 2), 1e-14);
}

TEST(Conformance, C06_NothingElseHasTheRule) {
  Matrix x = ones(2, 4);
  own_rules::Layers layers{e2e::filled<Matrix>({4, 3}, -1, 1, 2), e2e::filled<Matrix>({3, 3}, -1, 1, 3),
                           e2e::filled<Matrix>({3, 3}, -1, 1, 4)};
  const Matrix w = e2e::filled<Matrix>({3, 3}, -1, 1, 5);
  const auto grad = own_rules::of_layers_gradient(x, layers, w).grad;
  EXPECT_EQ(total(grad.w), 9);
  const auto f = [&] { return own_rules::of_layers(x, layers, w); };
  e2e::expect_gradient(layers.first, grad.layers.first, f, "first");
  e2e::expect_gradient(layers.second, grad.layers.second, f, "second");
  e2e::expect_gradient(layers.third, grad.layers.third, f, "third");
}

TEST(Conformance, C07_ARuleOfOnes) {
  const auto grad =
      own_rules::of_constant_rule_gradient(e2e::filled<Matrix>({3, 2}), e2e::filled<Matrix>({2, 4})).grad;
  EXPECT_EQ(total(grad.x), 6);
  EXPECT_EQ(total(grad.w), 8);
}

// Rules take all arguments, in the order of the function's.
TEST(Conformance, C09_ArgumentsByPlace) { EXPECT_EQ(own_rules::by_name_gradient(6, 3).grad.x, 12); }

TEST(Conformance, C10_OfWhatALambdaCaptures) { EXPECT_EQ(own_rules::captured_gradient(3, 5).grad.y, 5); }

TEST(Conformance, C11_TheOutermostRule) {
  const Matrix w = e2e::filled<Matrix>({4, 3});
  const auto grad = own_rules::doubly_ruled_gradient(ones(2, 4), w).grad;
  EXPECT_EQ(total(grad.w), 12);
  EXPECT_NEAR(grad.x(1, 2), w(2, 0) + w(2, 1) + w(2, 2), 1e-14);
}

TEST(Conformance, C12_StructuresInAndOut) {
  const own_rules::Structure zeros{{0, {}}, {Vector{0, 0}, {}, {0, 0}}};
  const own_rules::Structure adjoint{{1, {}}, {Vector{2, 3}, {}, {4, 0}}};
  const auto [value, grad] = own_rules::restructured_vjp(zeros, adjoint);
  EXPECT_EQ(value.first.first, 0);
  EXPECT_EQ(std::get<0>(value.second).size(), 2);
  EXPECT_EQ(grad.s.first.first, 3);
  EXPECT_EQ(std::get<0>(grad.s.second)(0), 6);
  EXPECT_EQ(std::get<0>(grad.s.second)(1), 9);
  EXPECT_EQ(std::get<2>(grad.s.second).first, 12);
  const auto tangent = own_rules::restructured_jvp(zeros, adjoint).tangent;
  EXPECT_EQ(tangent.first.first, 3);
  EXPECT_EQ(std::get<0>(tangent.second)(1), 9);
  EXPECT_EQ(std::get<2>(tangent.second).first, 12);
}

TEST(Conformance, C16_StepsOfDescent) {
  double x = 2;
  for (const double loss : {4, 3, 2, 1, 0}) {
    const auto [value, grad] = own_rules::loss_gradient(2, x);
    EXPECT_EQ(value, loss);
    x -= 0.25 * grad.x;
  }
}

TEST(Conformance, C17_C18_C21_RulesOfOneNumber) {
  EXPECT_EQ(own_rules::identity_gradient(1).grad.x, 2);
  EXPECT_EQ(own_rules::fourfold_gradient(1).grad.x, 4);
  EXPECT_EQ(own_rules::affine_gradient(3).grad.x, 7);
}

TEST(Conformance, C22_TheRuleOfARuleGivesTheSecondOrder) {
  EXPECT_NEAR(own_rules::to_the_fourth_gradient(1).grad.x, -5856.4, 1e-9);
  EXPECT_NEAR(own_rules::slope_of_the_fourth_gradient(1).value, -5856.4, 1e-9);
  EXPECT_NEAR(own_rules::slope_of_the_fourth_gradient(1).grad.x, -9423.48, 1e-9);
  EXPECT_NEAR(own_rules::to_the_fourth_hessian(1).hessian.x_x, -9423.48, 1e-9);
}

TEST(Conformance, C23_RulesAreDifferentiatedByTheAdjoint) {
  EXPECT_EQ(own_rules::ruled_twice_gradient(1).grad.x, 2.1);
  EXPECT_EQ(own_rules::first_order_gradient(1).grad.x, 2.2);
  EXPECT_EQ(own_rules::by_the_seed_gradient(1, 1).grad.seed, 3.1);
  EXPECT_EQ(own_rules::ruled_twice_jvp(1, 1).tangent, 3.1);
}

TEST(Conformance, C24_AGradientInside) {
  const auto [value, grad] = own_rules::gradient_inside_gradient(1);
  EXPECT_EQ(value, 2);
  EXPECT_EQ(grad.x, 2);
}

TEST(Conformance, C25_AJacobianInARule) {
  const auto grad = own_rules::of_polynomial_gradient({1, 2, 3}, Vector{1, 2, 3}).grad;
  EXPECT_EQ(grad.p.a, 28);
  EXPECT_EQ(grad.p.b, 12);
  EXPECT_EQ(grad.p.c, 6);
  EXPECT_FALSE(Has_x<decltype(grad)>::value);
}

TEST(Conformance, C26_NoRuleBehindAStop) {
  own_rules::calls_of_the_rule = 0;
  EXPECT_EQ(own_rules::hidden_gradient(1).value, 5);
  EXPECT_EQ(own_rules::hidden_gradient(1).grad.x, 0);
  EXPECT_FALSE(Has_x<decltype(own_rules::hidden_none_gradient(1).grad)>::value);
  EXPECT_EQ(own_rules::calls_of_the_rule, 0);
}

TEST(Conformance, C27_NoVariable) {
  using Grad = decltype(own_rules::no_variable_gradient(1, 2).grad);
  EXPECT_TRUE(Has_x<Grad>::value);
  EXPECT_FALSE(Has_v<Grad>::value);
}

TEST(Conformance, C28_NamesThatBeginAlike) {
  const auto grad = own_rules::one_prefix_gradient(3, 5, 7).grad;
  EXPECT_EQ(grad.v, 3);
  EXPECT_EQ(grad.v1, 2);
}

TEST(Conformance, C29_NothingBeforeAnInput) {
  const auto grad = own_rules::before_the_input_gradient(3, 5).grad;
  EXPECT_FALSE(Has_v<decltype(grad)>::value);
  EXPECT_EQ(grad.v1, 1);
}

TEST(Conformance, C30_AShapeIsNoDependence) {
  using Grad = decltype(own_rules::only_its_shape_gradient({}, {}).grad);
  EXPECT_TRUE(Has_x<Grad>::value);
  EXPECT_FALSE(Has_v<Grad>::value);
}

TEST(Conformance, C31_WhatIsHeldFixed) {
  const auto grad = own_rules::trainable_gradient(2, 3, 5).grad;
  EXPECT_EQ(grad.v, 10);
  EXPECT_FALSE(Has_fixed<decltype(grad)>::value);
}

TEST(Conformance, C32_ARuleMakesADependence) {
  const auto grad = own_rules::ruled_ones_gradient(Vector{2, 3}, Vector{5, 7}).grad;
  EXPECT_EQ(grad.v(0), 2);
  EXPECT_EQ(grad.v(1), 3);
}

TEST(Conformance, C33_ThroughStructures) {
  const auto grad = own_rules::nested_gradient(2, {3, 5}).grad;
  EXPECT_EQ(grad.in.v, 2 * 4 + 6);
  EXPECT_FALSE(Has_unused<decltype(grad.in)>::value);
}

TEST(Conformance, C34_PassedThrough) {
  const auto plain = own_rules::bare_gradient(3, 0.25).grad;
  EXPECT_FALSE(Has_z<decltype(plain)>::value);
  EXPECT_EQ(plain.step, 1);
  const auto [value, grad] = own_rules::wrapped_gradient(3, 0.25);
  EXPECT_EQ(value, 9);
  EXPECT_EQ(grad.z, 6);
  EXPECT_FALSE(Has_step<decltype(grad)>::value);
}

}  // namespace
