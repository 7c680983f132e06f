#include "control_check.h"
#include "numerics.grad.h"

namespace {

using control::Matrix;
using control::Orbit;
using control::Vector;
using e2e::filled;

const Matrix kPositive{{4.0, 1.0, 0.5}, {1.0, 3.0, 0.2}, {0.5, 0.2, 2.0}};

TEST(Numerics, Integrators) {
  for (int steps : {0, 1, 100}) CONTROL_CHECK(pendulum, 1.1, 0.2, 0.8, steps);
  for (int steps : {0, 1, 20}) CONTROL_CHECK(rk4_orbit, (Orbit{1.0, 0.1, -0.2, 0.9}), 1.1, steps);
}

TEST(Numerics, IterationsToATolerance) {
  for (double a : {2.0, 0.4, 8.0}) CONTROL_CHECK(newton_root, a, 1.3);
  CONTROL_CHECK(power_iteration, kPositive);
  CONTROL_CHECK(gauss_seidel, kPositive, (Vector{1.0, -0.5, 2.0}));
}

TEST(Numerics, SumsAndSeries) {
  CONTROL_CHECK(horner, (std::vector<double>{0.3, -1.2, 2.5, 0.7}), 0.9);
  CONTROL_CHECK(horner, std::vector<double>{0.3}, 0.9);
  for (int n : {1, 2, 9}) CONTROL_CHECK(trapezoid, -0.3, 1.4, 0.8, n);
  CONTROL_CHECK(prefix_sums, filled<Vector>({7}));
  CONTROL_CHECK(running_max, (Vector{0.2, -0.4, 0.9, 0.1, 1.7, 1.2}));
  CONTROL_CHECK(convolution, filled<Vector>({7}), (Vector{0.3, 0.5, -0.2}));
}

TEST(Numerics, Factorisations) {
  CONTROL_CHECK(lu_determinant, kPositive);
  // Read in the lower triangle alone: zeros above it.
  CONTROL_CHECK(cholesky_log_determinant, kPositive);
  CONTROL_CHECK(thomas, (Vector{0, 0.3, -0.2, 0.5}), (Vector{2, 3, 2.5, 4}), (Vector{0.5, -0.3, 0.7, 0}), (Vector{1, -2, 0.5, 1.5}));
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(matrix_power, filled<Matrix>({3, 3}), n);
}

TEST(Numerics, Stencils) {
  for (int steps : {0, 1, 2, 7}) CONTROL_CHECK(heat, filled<Vector>({6}), 0.3, steps);
}

TEST(Numerics, Sorting) {
  CONTROL_CHECK(sorted, (std::array<double, 5>{0.4, -1.0, 2.2, 0.9, -0.3}));
  CONTROL_CHECK(sorted, (std::array<double, 5>{0.1, 0.2, 0.3, 0.4, 0.5}));
}

TEST(Numerics, DescentInside) {
  CONTROL_CHECK(gradient_descent, filled<Vector>({3}), filled<Matrix>({5, 3}, -1, 1, 2), filled<Vector>({5}, -1, 1, 3), 0.1);
}

TEST(Numerics, ProductsAgree) {
  const auto gradient = control::newton_root_gradient(2, 1.3);
  const auto forward = control::newton_root_forward(2, 1.3);
  for (double seed : {1.0, -0.5}) e2e::expect_close(control::newton_root_backward(forward.residuals, seed).a, seed * gradient.grad.a, "backward", 1e-12);
  e2e::expect_close(control::newton_root_vjp(2, 1.3, 3.0).grad.a, 3 * gradient.grad.a, "vjp", 1e-12);
  e2e::expect_close(control::newton_root_jvp(2, 1.3, 0.7, -0.2).tangent, 0.7 * gradient.grad.a - 0.2 * gradient.grad.start, "jvp", 1e-12);
  const auto direction = filled<Matrix>({3, 3});
  const auto cholesky = control::cholesky_log_determinant_gradient(kPositive);
  double expected = 0;
  for (std::int64_t i = 0; i < 9; ++i) expected += direction.data()[i] * cholesky.grad.a.data()[i];
  e2e::expect_close(control::cholesky_log_determinant_jvp(kPositive, direction).tangent, expected, "jvp", 1e-12);
  const std::vector<double> c{0.3, -1.2, 2.5}, d{0.1, 0.2, -0.4};
  const auto horner = control::horner_gradient(c, 0.9);
  e2e::expect_close(control::horner_jvp(c, 0.9, d, 0.5).tangent,
                    0.1 * horner.grad.c[0] + 0.2 * horner.grad.c[1] - 0.4 * horner.grad.c[2] + 0.5 * horner.grad.x, "jvp", 1e-12);
}

}  // namespace
