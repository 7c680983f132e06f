#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "differences.h"
#include "objects.grad.h"
#include "thrown.h"

namespace {

using namespace objects;

std::vector<Body> some_bodies() {
  return {{1.5, {0.1, -0.4, 0.3}, {0.2, 1, -1}, Kind::free}, {2, {1.2, 0.6, -0.7}, {-0.5, 0.3, 0.1}, Kind::fixed}, {0.7, {-1, 0.8, 0.9}, {1, -0.2, 0.4}, Kind::free}};
}
std::vector<Point> some_points(int n) {
  std::vector<Point> all;
  for (int i = 0; i < n; ++i) all.push_back({0.5 + i, 1.5 - 0.25 * i, 0.1 * i - 0.3});
  return all;
}

// Each number of each object against the difference of f in it.
template <class Bodies, class F>
void expect_gradient_of_bodies(Bodies& bodies, const Bodies& grad, F f) {
  ASSERT_EQ(grad.size(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    e2e::expect_gradient(bodies[i].mass, grad[i].mass, f, "mass");
    e2e::expect_gradient(bodies[i].at.x, grad[i].at.x, f, "x");
    e2e::expect_gradient(bodies[i].at.y, grad[i].at.y, f, "y");
    e2e::expect_gradient(bodies[i].at.z, grad[i].at.z, f, "z");
    for (int k = 0; k < 3; ++k) e2e::expect_gradient(bodies[i].speed[k], grad[i].speed[k], f, "speed");
  }
}

TEST(Objects, BehindAPointer) {
  std::vector<Body> bodies = some_bodies();
  const auto value = [&] { return energy(bodies.data(), 3); };
  const auto got = energy_gradient(bodies.data(), 3);
  EXPECT_EQ(got.value, value());
  expect_gradient_of_bodies(bodies, got.grad.bodies, value);
  EXPECT_EQ(energy_gradient(bodies.data(), 1).grad.bodies.size(), 1u);
  EXPECT_TRUE(energy_gradient(nullptr, 0).grad.bodies.empty());
  EXPECT_TRUE(energy_gradient(nullptr, -2).grad.bodies.empty());

  std::vector<Body> direction(3);
  direction[2].at.y = 1;
  const auto product = energy_hvp(bodies.data(), 3, direction);
  const auto slope = [&] { return energy_gradient(bodies.data(), 3).grad.bodies[0].at.x; };
  e2e::expect_gradient(bodies[2].at.y, product.hvp.bodies[0].at.x, slope, "hvp");
  // Blocks have an axis for the objects before those of a member.
  const auto second = energy_hessian(bodies.data(), 3);
  EXPECT_NEAR(second.hessian.bodies_at_x_bodies_at_y(0, 2), product.hvp.bodies[0].at.x, 1e-13);
  EXPECT_NEAR(second.hessian.bodies_mass_bodies_speed(1, 1, 2), bodies[1].speed[2], 1e-15);
  direction.pop_back();
  EXPECT_EQ(e2e::thrown([&] { energy_hvp(bodies.data(), 3, direction); }), "extent 0 of v_bodies is 2 but must be 3 (max(n, 0))");
}

TEST(Objects, WrittenAndRead) {
  std::vector<Body> bodies = some_bodies();
  const std::vector<Body> before = bodies;
  Body sun{3, {}, {}, Kind::fixed};
  double dt = 0.1;
  step_value seed{std::vector<Body>(3)};
  seed.bodies[0].at.x = 1;
  seed.bodies[2].speed[0] = 2;
  const auto value = [&] {
    std::vector<Body> now = bodies;
    step(now.data(), now.size(), sun, dt);
    return now[0].at.x + 2 * now[2].speed[0];
  };
  const auto got = step_vjp(bodies.data(), bodies.size(), sun, dt, seed);
  std::vector<Body> after = bodies;
  step(after.data(), after.size(), sun, dt);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(got.value.bodies[i].at.x, after[i].at.x);
    EXPECT_EQ(got.value.bodies[i].speed[0], after[i].speed[0]);
    EXPECT_EQ(got.value.bodies[i].kind, after[i].kind);
    EXPECT_EQ(bodies[i].at.x, before[i].at.x) << "an argument was written";
  }
  expect_gradient_of_bodies(bodies, got.grad.bodies, value);
  e2e::expect_gradient(sun.mass, got.grad.sun.mass, value, "sun");
  e2e::expect_gradient(dt, got.grad.dt, value, "dt");
  std::vector<Body> d_bodies(3);
  d_bodies[0].at.x = 1;
  const auto forward = step_jvp(bodies.data(), bodies.size(), sun, dt, d_bodies, {}, 0);
  EXPECT_NEAR(forward.tangent.bodies[0].at.x, got.grad.bodies[0].at.x, 1e-15);

  // What it writes is no part of what it reads, nor are results.
  EXPECT_EQ(e2e::thrown([&] { step_vjp(bodies.data(), 3, bodies[1], dt, seed); }), "sun is part of bodies, which is written while sun is read");
  gradc::Workspace workspace;
  step_vjp_result out = got;
  EXPECT_EQ(e2e::thrown([&] { step_vjp(out.grad.bodies.data(), 3, sun, dt, seed, out, workspace); }),
            "bodies is part of out.grad.bodies, which is written while bodies is read");
}

TEST(Objects, OnlyWritten) {
  std::vector<Point> p = some_points(2), to(2);
  scaled_value seed{{{1, 0, 0}, {0, 1, 2}}};
  const auto got = scaled_vjp(p.data(), 2, 3, seed);
  scaled(p.data(), to.data(), 2, 3);
  EXPECT_EQ(got.value.to[1].y, to[1].y);
  EXPECT_EQ(got.grad.p[0].x, 3);
  EXPECT_EQ(got.grad.p[1].y, 3 * p[1].z);
  EXPECT_EQ(got.grad.p[1].z, 3 * p[1].y + 2);
  EXPECT_EQ(got.grad.by, p[0].x + p[1].y * p[1].z);
  const auto rows = scaled_jacobian(p.data(), 2, 3);
  EXPECT_EQ(rows.jacobian.to_y_p_z(1, 1), 3 * p[1].y);
  EXPECT_EQ(rows.jacobian.to_y_p_z(1, 0), 0);
  EXPECT_EQ(rows.jacobian.to_x_by(1), p[1].x);
}

TEST(Objects, Walked) {
  std::vector<Point> p = some_points(4), q = some_points(4);
  q[2].z = 5;
  const auto walk = walked_gradient(p.data(), q.data(), 4);
  EXPECT_EQ(walk.value, walked(p.data(), q.data(), 4));
  EXPECT_EQ(walk.grad.p[2].z, 5);
  EXPECT_EQ(walk.grad.q[3].x, p[3].x);
}

TEST(Objects, BeyondWhatARequestSays) {
  const std::vector<Point> p = some_points(4);
  const int at[] = {2, 0, 2}, beyond[] = {0, 3, 0};
  const auto got = indexed_gradient(p.data(), at, 3);
  EXPECT_EQ(got.grad.p.size(), 3u);
  EXPECT_EQ(got.grad.p[2].x, 2 * p[2].y);
  EXPECT_EQ(got.grad.p[1].x, 0);
  EXPECT_THROW(indexed_gradient(p.data(), beyond, 3), gradc::IndexError);
  const auto in_calls = recursive_gradient(p.data(), 4);
  EXPECT_EQ(in_calls.grad.p[3].x, p[3].y);
}

TEST(Objects, OneOfThem) {
  const std::vector<Point> p = some_points(3);
  const auto got = of_one_gradient(p.data(), 3);
  EXPECT_EQ(got.value, of_one(p.data(), 3));
  EXPECT_EQ(got.grad.p_1.x, 2 * p[1].x);
}

TEST(Objects, RowsOfArrays) {
  double x[4][3], v[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) x[i][k] = 0.3 * i - 0.2 * k + 0.5;
  const auto got = of_rows_gradient(x, 4);
  EXPECT_EQ(got.value, of_rows(x, 4));
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(got.grad.x[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)], (x[(i + 1) % 4][k] + x[(i + 3) % 4][k]) * (k + 1), 1e-14);
  EXPECT_EQ(of_rows_hessian(x, 4).hessian.x_x(0, 2, 1, 2), 3);

  double y[3][2] = {{1, 1}, {2, 2}, {3, 3}};
  move_rows_value seed{{{0, 0}, {1, 0}, {0, 0}}};
  const auto moved = move_rows_vjp(y, v, 3, 0.5, seed);
  EXPECT_EQ(moved.value.x[1][0], 2 + 0.5 * 3 * 2);
  EXPECT_EQ(moved.grad.x[1][0], 1 + 0.5 * 3);
  EXPECT_EQ(moved.grad.v[1][0], 0.5 * 2);
  EXPECT_EQ(moved.grad.dt, 3 * 2);
  EXPECT_EQ(e2e::thrown([&] { move_rows_vjp(y, y + 1, 2, 0.5, {{{0, 0}, {1, 0}}}); }), "v is part of x, which is written while v is read");

  const std::array<double, 2> a[] = {{1, 2}, {3, 4}};
  const auto arrays = of_arrays_gradient(a, 2);
  EXPECT_EQ(arrays.value, 14);
  EXPECT_EQ(arrays.grad.p[1][0], 4);

  Eigen::Matrix2d r;
  r << 1, 2, 3, 4;
  Eigen::Vector2d p[] = {{1, 2}, {3, 4}};
  turned_value of_turned{{Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)}};
  const auto turned = turned_vjp(p, r, 2, of_turned);
  EXPECT_EQ(turned.value.p[0], r * p[0]);
  EXPECT_EQ(turned.grad.p[1], r.row(1).transpose());
  EXPECT_EQ(turned.grad.r(0, 1), 2);
}

TEST(Objects, AreApartFromVectors) {
  std::vector<Point> p = some_points(3);
  const after_value of_p{std::vector<Point>(3)};
  EXPECT_EQ(e2e::thrown([&] { after_vjp(p.data(), p, 3, of_p); }), "before is part of p, which is written while before is read");
  const std::vector<Point> other = p;
  EXPECT_EQ(after_vjp(p.data(), other, 3, of_p).value.p[1].x, p[1].x + other[0].x);
  const std::vector<double> x{1, 2, 3};
  EXPECT_EQ(e2e::thrown([&] { sums_vjp(x.data(), x, 3, {{1, 1, 1}}); }), "x is part of y, which is written while x is read");
}

TEST(Objects, SizesWithoutASign) {
  const double x[] = {1, 0.5, 2};
  const bool on[] = {true, false, true};
  const auto got = decay_vjp(x, on, 3, 0.1, 2u, {{1, 1, 1}});
  double now[] = {1, 0.5, 2};
  decay(now, on, 3, 0.1, 2);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(got.value.x(i), now[i]);
  EXPECT_NEAR(got.grad.x(0), (1 - 0.2) * (1 - 0.2 * 0.9), 1e-15);
  EXPECT_EQ(got.grad.x(1), 1);
  EXPECT_EQ(decay_vjp(x, on, 0, 0.1, 2u, {}).grad.x.size(), 0);
}

}  // namespace
