// Functions of derivatives: the plain compiler calls the generated derivative, so that differences of such a function are
// those of what is differentiated.
#include "differences.h"
#include "nested.grad.h"

namespace nested {
double cube(double x) { return x * x * x; }
}  // namespace nested

namespace {

using nested::Vector;

Vector wave(std::int64_t n, double step) {
  Vector x(gradc::Shape{n});
  for (std::int64_t i = 0; i < n; ++i) x(i) = 0.5 * std::sin(step * static_cast<double>(i + 1));
  return x;
}

TEST(Nested, SquareOfAGradient) {
  Vector x = wave(4, 0.7), c = wave(4, 1.1);
  const auto f = [&] { return nested::penalty(x, c); };
  const auto result = nested::penalty_gradient(x, c);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(c, result.grad.c, f, "c");
  EXPECT_THROW(nested::penalty_gradient(x, wave(3, 1.1)), gradc::ShapeError);
}

TEST(Nested, StepsAlongAGradient) {
  Vector x = wave(3, 0.7), c = wave(3, 1.1);
  double rate = 50;  // in thousandths, so that differences take small steps
  for (int steps : {0, 1, 4}) {
    const auto f = [&] { return nested::after_steps(x, c, 1e-3 * rate, steps); };
    const auto result = nested::after_steps_gradient(x, c, 1e-3 * rate, steps);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(rate, 1e-3 * result.grad.rate, f, "rate");
  }
}

TEST(Nested, FourthOrder) {
  const double x = 1.3;
  EXPECT_NEAR(nested::first_gradient(x).grad.x, 20 * x * x * x, 1e-12);
  EXPECT_NEAR(nested::second_gradient(x).grad.x, 60 * x * x, 1e-12);
  EXPECT_NEAR(nested::third_gradient(x).value, 120 * x * x, 1e-12);
  EXPECT_NEAR(nested::third_gradient(x).grad.x, 240 * x, 1e-11);
}

TEST(Nested, PerturbationsAreNotConfused) {
  EXPECT_EQ(nested::of_product_gradient(3).grad.x, 6);
  EXPECT_EQ(nested::of_product_jvp(3, 1).tangent, 6);
  EXPECT_EQ(nested::of_product_forward_gradient(3).grad.x, 6);
  EXPECT_EQ(nested::of_product_forward_jvp(3, 1).tangent, 6);
}

TEST(Nested, TangentsInALoop) {
  Vector x = wave(3, 0.7), c = wave(3, 1.1);
  const auto f = [&] { return nested::directions(x, c, 3); };
  const auto result = nested::directions_gradient(x, c, 3);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(c, result.grad.c, f, "c");
}

TEST(Nested, ProductsWithTheHessianInAnArm) {
  Vector x = wave(3, 0.7), c = wave(3, 1.1), v = wave(3, 2.3);
  for (const bool with_value : {false, true}) {
    const auto f = [&] { return nested::curvature(x, c, v, with_value); };
    const auto result = nested::curvature_gradient(x, c, v, with_value);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(v, result.grad.v, f, "v");
  }
}

// A seed is an input like others.
TEST(Nested, Adjoints) {
  Vector x = wave(3, 0.7), c = wave(3, 1.1);
  double bar = 0.8;
  const auto f = [&] { return nested::of_adjoint(x, c, bar); };
  const auto result = nested::of_adjoint_gradient(x, c, bar);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(bar, result.grad.bar, f, "bar");
}

TEST(Nested, Structures) {
  nested::Model m{gradc::Matrix<double>{{0.3, -0.2}, {0.5, 0.1}, {-0.4, 0.7}}, wave(3, 1.7)};
  const Vector x{0.9, -0.6};
  const auto f = [&] { return nested::trained(m, x, 0.3); };
  const auto result = nested::trained_gradient(m, x, 0.3);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(m.w, result.grad.m.w, f, "w");
  e2e::expect_gradient(m.b, result.grad.m.b, f, "b");
}

TEST(Nested, FunctionsOfOneNameInTwoNamespaces) {
  EXPECT_EQ(nested::heights_gradient(2).value, 12 + 100 * 20);
  EXPECT_EQ(nested::heights_gradient(2).grad.x, 12 + 100 * 10);
}

TEST(Nested, Recursion) {
  Vector x = wave(3, 0.7), c = wave(3, 1.1);
  const Vector v{0.3, -0.8, 0.5};
  const int n = 2;
  const auto f = [&] { return nested::climbed(x, c, n); };
  e2e::expect_gradient(x, nested::climbed_gradient(x, c, n).grad.x, f, "x");
  const auto hessian = nested::climbed_hessian(x, c, n).hessian.x_x;
  const auto product = nested::climbed_hvp(x, c, n, v).hvp.x;
  const auto jacobian = nested::climbed_jacobian(x, c, n).jacobian.x;
  const auto slopes = nested::slopes_jacobian(x, n).jacobian.x;
  const auto gradient = nested::climbed_gradient(x, c, n).grad.x;
  for (std::int64_t i = 0; i < 3; ++i) {
    Vector row(gradc::Shape{3}), slope(gradc::Shape{3});
    double sum = 0;
    for (std::int64_t j = 0; j < 3; ++j) {
      row(j) = hessian(i, j);
      slope(j) = slopes(i, j);
      sum += hessian(i, j) * v(j);
    }
    e2e::expect_gradient(x, row, [&] { return nested::climbed_gradient(x, c, n).grad.x(i); }, "row of the Hessian");
    e2e::expect_gradient(x, slope, [&] { return nested::slopes(x, n)(i); }, "row of the Jacobian");
    e2e::expect_close(product(i), sum, "product", 1e-11);
    e2e::expect_close(jacobian(i), gradient(i), "Jacobian", 1e-12);
  }
}

TEST(Nested, PartsOfWhatIsCalled) {
  Vector x = wave(3, 0.7), a = wave(3, 1.1), v = wave(3, 1.9);
  const auto f = [&] { return nested::weighed_tangent(x, a, v); };
  e2e::expect_close(f(), nested::weighed(v, a, 3), "tangent", 1e-13);  // it is linear in x
  const auto result = nested::weighed_tangent_gradient(x, a, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(v, result.grad.v, f, "v");
  const auto g = [&] { return nested::mixed_with(a, x); };
  const auto mixed = nested::mixed_with_gradient(a, x);
  e2e::expect_close(mixed.value, g(), "value", 1e-13);
  e2e::expect_gradient(x, mixed.grad.b, g, "b");
}

TEST(Nested, FunctionWithoutABody) {
  EXPECT_NEAR(nested::slope_of_cube_gradient(1.5).value, 4 * 1.5 * 1.5 * 1.5, 1e-12);
  EXPECT_NEAR(nested::slope_of_cube_gradient(1.5).grad.x, 12 * 1.5 * 1.5, 1e-12);
}

}  // namespace
