#define CONTROL_NAMESPACE passed
#include "classes_passed.grad.h"
#include "control_check.h"

namespace {

using passed::Point;
using passed::Pose;
using passed::Vector;
using passed::Weights;

TEST(ClassesPassed, AsParameters) {
  const Vector v(0.7, -1.2, 0.4);
  CONTROL_CHECK(scaled_norm, Point(0.6, -0.8), 1.3);
  CONTROL_CHECK(by_value, Point(0.6, -0.8), v);
  const std::vector<passed::Weighted> points{{0.3, 0.4, 1.5}, {-0.2, 1.4, 0.5}};
  CONTROL_CHECK(of_derived, passed::Weighted(0.6, -0.8, 1.3), points);
  CONTROL_CHECK(of_derived, passed::Weighted(0.6, -0.8, 1.3), std::vector<passed::Weighted>());
  CONTROL_CHECK(of_pose, Pose{Point(0.6, -0.8), v, 1.5, 3}, 0.9);
  for (std::size_t n : {0u, 1u, 4u}) {
    std::vector<Vector> all;
    for (std::size_t i = 0; i < n; ++i) all.emplace_back(0.3 * static_cast<double>(i), 1.1, -0.5);
    CONTROL_CHECK(of_vectors, all, std::array<Vector, 2>{v, Vector(1, 2, 3)});
    Weights weights(n);
    for (std::size_t i = 0; i < n; ++i) weights.w[i] = 0.2 * static_cast<double>(i) - 0.3;
    CONTROL_CHECK(of_weights, weights, std::vector<double>(n, 0.7));
  }
}

TEST(ClassesPassed, AsResults) {
  const Point p(0.6, -0.8), dp(0.3, 0.5), adjoint(1.5, -0.7);
  const double t = 1.3, dt = -0.4;
  const auto forward = passed::moved_jvp(p, t, dp, dt);
  EXPECT_EQ(forward.value.x(), passed::moved(p, t).x());
  EXPECT_EQ(forward.value.y(), passed::moved(p, t).y());
  const auto back = passed::moved_vjp(p, t, adjoint);
  EXPECT_NEAR(adjoint.x() * forward.tangent.x() + adjoint.y() * forward.tangent.y(),
              back.grad.p.x() * dp.x() + back.grad.p.y() * dp.y() + back.grad.t * dt, 1e-12);
  const double h = 1e-6;
  const Point up = passed::moved(Point(p.x() + h * dp.x(), p.y() + h * dp.y()), t + h * dt);
  const Point down = passed::moved(Point(p.x() - h * dp.x(), p.y() - h * dp.y()), t - h * dt);
  EXPECT_NEAR(forward.tangent.x(), (up.x() - down.x()) / (2 * h), 1e-8);
  EXPECT_NEAR(forward.tangent.y(), (up.y() - down.y()) / (2 * h), 1e-8);

  const Vector a(0.7, -1.2, 0.4), b(0.1, 0.5, -0.9), da(1, 2, -1), db(0.3, -0.2, 0.6), w(0.4, 1.1, -0.6);
  const auto turned = passed::crossed_jvp(a, b, da, db);
  const auto given = passed::crossed_vjp(a, b, w);
  double left = 0, right = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(turned.value[i], passed::crossed(a, b)[i]);
    left += w[i] * turned.tangent[i];
    right += given.grad.a[i] * da[i] + given.grad.b[i] * db[i];
  }
  EXPECT_NEAR(left, right, 1e-12);
  EXPECT_NEAR(turned.tangent[0], da[1] * b[2] + a[1] * db[2] - da[2] * b[1] - a[2] * db[1], 1e-12);
}

TEST(ClassesPassed, ParametersWithoutNames) {
  const auto r = passed::without_names_gradient(0.5, 2.0, 3);
  EXPECT_EQ(r.value, 8);
  EXPECT_EQ(r.grad.argument_1, 0);
  EXPECT_EQ(r.grad.x, 12);
  const auto [dx] = passed::ignoring_gradient(2, 5).grad;
  EXPECT_EQ(dx, 4);
  EXPECT_EQ(passed::named_there_gradient(3, 0.5).grad.factor, 3);
}

}  // namespace
