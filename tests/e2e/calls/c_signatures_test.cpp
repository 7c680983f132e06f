#include <gtest/gtest.h>

#include <cmath>

#include "c_signatures.grad.h"
#include "thrown.h"

namespace {

using c_signatures::Body;

TEST(CSignatures, ArraysOfArrays) {
  double m[2][3] = {{1, -2, 0.5}, {3, 4, -1}}, p[3] = {0.3, -0.2, 2};
  const auto got = c_signatures::form_gradient(m, p);
  EXPECT_EQ(got.value, c_signatures::form(m, p));
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(got.grad.m(i, j), 2 * m[i][j] * p[j] * (i + 1), 1e-14);
    EXPECT_NEAR(got.grad.p(j), m[0][j] * m[0][j] + 2 * m[1][j] * m[1][j], 1e-14);
  }
  const auto of_const = c_signatures::of_const_gradient(m, 1);
  EXPECT_EQ(of_const.value, c_signatures::of_const(m, 1));
  const double expected[2][3] = {{0, 1, m[1][0]}, {m[0][2], 0, 0}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(of_const.grad.m(i, j), expected[i][j]) << i << j;
  EXPECT_THROW(c_signatures::of_const_gradient(m, 2), gradc::IndexError);

  const float f[2][2] = {{1, 2}, {3, 5}};
  const auto in_float = c_signatures::in_float_gradient(f);
  EXPECT_EQ(in_float.value, -1);
  EXPECT_EQ(in_float.grad.m(0, 0), 5);
  EXPECT_EQ(in_float.grad.m(1, 0), -2);

  double three[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  const auto axes = c_signatures::three_axes_gradient(three);
  EXPECT_EQ(axes.value, 3 * 6 + 8);
  EXPECT_EQ(axes.grad.m(0, 1, 0), 6);
  EXPECT_EQ(axes.grad.m(1, 0, 1), 3);
  EXPECT_EQ(axes.grad.m(1, 1, 1), 1);
}

TEST(CSignatures, ProductsWithTheHessian) {
  double m[2][3] = {{1, -2, 0.5}, {3, 4, -1}}, p[3] = {0.3, -0.2, 2};
  gradc::Matrix<double> d_m(gradc::Shape{2, 3});
  gradc::Vector<double> d_p{1, 0, 0};
  for (double& e : d_m) e = 0;
  d_m(1, 0) = 1;
  const auto got = c_signatures::form_hvp(m, p, d_m, d_p);
  EXPECT_NEAR(got.hvp.m(1, 0), 4 * p[0] + 4 * m[1][0], 1e-14);
  EXPECT_NEAR(got.hvp.p(0), 4 * m[1][0], 1e-14);
  EXPECT_NEAR(got.hvp.m(0, 0), 2 * m[0][0], 1e-14);
}

TEST(CSignatures, ArraysOfArraysAsOutputs) {
  const double a = 0.7;
  c_signatures::rotation_value seed{gradc::Matrix<double>(gradc::Shape{2, 2})};
  for (double& e : seed.m) e = 0;
  seed.m(0, 1) = 1;
  seed.m(1, 1) = 2;
  // What is only set is no argument.
  const auto got = c_signatures::rotation_vjp(a, seed);
  double m[2][2];
  c_signatures::rotation(a, m);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_EQ(got.value.m(i, j), m[i][j]);
  EXPECT_NEAR(got.grad.angle, -std::cos(a) - 2 * std::sin(a), 1e-15);
  const auto forward = c_signatures::rotation_jvp(a, 2);
  EXPECT_NEAR(forward.tangent.m(1, 0), 2 * std::cos(a), 1e-15);

  double given[2][2] = {{1, 2}, {3, 4}};
  c_signatures::rotate_value rotated{gradc::Matrix<double>(gradc::Shape{2, 2}), 0};
  for (double& e : rotated.m) e = 0;
  rotated.m(0, 0) = 1;
  const auto of_rotate = c_signatures::rotate_vjp(a, given, rotated);
  EXPECT_NEAR(of_rotate.value.m(0, 0), std::cos(a) - 3 * std::sin(a), 1e-15);
  EXPECT_NEAR(of_rotate.grad.m(0, 0), std::cos(a), 1e-15);
  EXPECT_NEAR(of_rotate.grad.m(1, 0), -std::sin(a), 1e-15);
  EXPECT_NEAR(of_rotate.grad.angle, -std::sin(a) - 3 * std::cos(a), 1e-15);
  EXPECT_EQ(given[0][0], 1) << "an argument was written";

  c_signatures::set_diagonal_value diagonal{gradc::Matrix<double>(gradc::Shape{2, 2})};
  for (double& e : diagonal.m) e = 1;
  const auto of_diagonal = c_signatures::set_diagonal_vjp(2, given, diagonal);
  EXPECT_EQ(of_diagonal.value.m(0, 1), 2);
  EXPECT_EQ(of_diagonal.value.m(1, 1), 4);
  EXPECT_EQ(of_diagonal.grad.x, 3);
  EXPECT_EQ(of_diagonal.grad.m(0, 1), 1);
  EXPECT_EQ(of_diagonal.grad.m(0, 0), 0);
}

TEST(CSignatures, PointersToObjects) {
  const Body body{2, {1, -0.5, 3}, {{1, 2}, {3, 4}}, 3};
  const auto got = c_signatures::energy_gradient(&body, 0.5);
  EXPECT_EQ(got.value, c_signatures::energy(&body, 0.5));
  EXPECT_EQ(got.grad.body.mass, 0.25);
  EXPECT_EQ(got.grad.body.place[2], 2 * 3 * 3);
  EXPECT_EQ(got.grad.body.frame[1][0], 1);
  EXPECT_EQ(got.grad.body.frame[0][1], 0);
  EXPECT_EQ(got.grad.speed, 2 * 2 * 0.5);

  // Both may be one.
  Body same = body;
  const auto both = c_signatures::attraction_gradient(&same, &same);
  EXPECT_EQ(both.value, 2 * 2 * 3);
  EXPECT_EQ(both.grad.a.mass, 6);
  EXPECT_EQ(both.grad.b.mass, 6);
  EXPECT_EQ(both.grad.b.place[2], 4);
}

TEST(CSignatures, PointersToObjectsAsOutputs) {
  c_signatures::make_body_value seed{};
  seed.body.mass = 1;
  seed.body.place[2] = 1;
  const auto made = c_signatures::make_body_vjp(1.5, seed);
  EXPECT_EQ(made.value.body.mass, 2.25);
  EXPECT_EQ(made.value.body.turns, 3);
  EXPECT_EQ(made.grad.x, 3 + 2);

  const Body body{2, {1, -0.5, 3}, {{1, 2}, {3, 4}}, 3};
  c_signatures::move_value moved{};
  moved.body.place[0] = 1;
  moved.body.place[1] = 1;
  const auto of_move = c_signatures::move_vjp(&body, 0.5, moved);
  EXPECT_EQ(of_move.value.body.place[0], 2);
  EXPECT_EQ(of_move.value.body.place[1], -0.25);
  EXPECT_EQ(of_move.grad.body.mass, 0.5);
  EXPECT_EQ(of_move.grad.body.place[1], 0.5);
  EXPECT_EQ(of_move.grad.x, 2 - 0.5);

  c_signatures::collide_value collided{};
  collided.a.mass = 1;
  collided.b.mass = 1;
  const Body other{5, {}, {}, 0};
  const auto of_collide = c_signatures::collide_vjp(&body, &other, collided);
  EXPECT_EQ(of_collide.value.a.mass, 7);
  EXPECT_EQ(of_collide.value.b.mass, 10);
  EXPECT_EQ(of_collide.grad.a.mass, 1 + 5);
  EXPECT_EQ(of_collide.grad.b.mass, 1 + 2);
  // Written objects are two.
  EXPECT_NE(e2e::thrown([&] { c_signatures::collide_vjp(&body, &body, collided); }), "nothing");
}

}  // namespace
