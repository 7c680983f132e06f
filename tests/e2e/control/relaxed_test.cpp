#include "differences.h"
#include "moved.h"
#include "relaxed.grad.h"
#include "thrown.h"

namespace {

using relaxed::Matrix;
using relaxed::Vector;
using e2e::dot;
using e2e::moved;

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -1.2, 1.3, seed); }

void expect_close(const Vector& a, const Vector& b, const std::string& what, double tolerance) {
  ASSERT_EQ(a.shape(), b.shape()) << what;
  for (std::int64_t i = 0; i < a.size(); ++i)
    e2e::expect_close(a(i), b(i), what + "[" + std::to_string(i) + "]", tolerance);
}

constexpr std::int64_t kSizes[] = {0, 1, 2, 3, 17, 40, 1100};

TEST(Relaxed, SumsOfNeighbours) {
  for (const std::int64_t n : kSizes) {
    Vector x = vector(n);
    const auto result = relaxed::rosenbrock_gradient(x);
    const auto in_order = relaxed::in_order_gradient(x);
    EXPECT_EQ(in_order.value, relaxed::rosenbrock(x));
    e2e::expect_close(result.value, in_order.value, "value", 1e-13);
    expect_close(result.grad.x, in_order.grad.x, "x", 1e-12);
    const Vector d = vector(n, 2);
    e2e::expect_close(relaxed::rosenbrock_jvp(x, d).tangent, dot(result.grad.x, d), "tangent", 1e-12);
    const auto ahead = relaxed::rosenbrock_gradient(moved(x, d, 1e-4)).grad.x,
               behind = relaxed::rosenbrock_gradient(moved(x, d, -1e-4)).grad.x;
    const Vector product = relaxed::rosenbrock_hvp(x, d).hvp.x;
    for (std::int64_t i = 0; i < n; ++i) e2e::expect_close(product(i), (ahead(i) - behind(i)) / 2e-4, "hvp", 1e-5);
  }
  // Nothing is kept of a trip.
  EXPECT_EQ(relaxed::rosenbrock_gradient_workspace_bytes(vector(1100)), 0);
}

TEST(Relaxed, SumsOfFloats) {
  for (const std::int64_t n : kSizes) {
    gradc::Vector<float> x(gradc::Shape{n});
    for (std::int64_t i = 0; i < n; ++i) x(i) = static_cast<float>(i * 7 % 11) / 11 - 0.4f;
    const auto result = relaxed::in_float_gradient(x);
    e2e::expect_close(result.value, relaxed::in_float(x), "value", 1e-5);
    for (std::int64_t i = 0; i < n; ++i) {
      double slope = 0;
      if (i + 1 < n) slope += 2 * (1 - x(i)) + 400 * (x(i + 1) - x(i) * x(i)) * x(i);
      if (i > 0) slope -= 200 * (x(i) - x(i - 1) * x(i - 1));
      e2e::expect_close(result.grad.x(i), slope, "x", 1e-5);
    }
  }
}

TEST(Relaxed, SumsOfFunctionsByFormsOfTensors) {
  for (const std::int64_t n : kSizes) {
    const Vector x = vector(n), y = vector(n, 2);
    double w = 0.7, b = -0.3;
    const auto f = [&] { return relaxed::logistic(x, y, w, b); };
    const auto result = relaxed::logistic_gradient(x, y, w, b);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(w, result.grad.w, f, "w");
    e2e::expect_gradient(b, result.grad.b, f, "b");
    auto forward = relaxed::logistic_forward(x, y, w, b);
    e2e::expect_close(relaxed::logistic_backward(forward.residuals, 2.0).w, 2 * result.grad.w, "vjp", 1e-12);
    const double h = 1e-4;
    const auto product = relaxed::logistic_hvp(x, y, w, b, 1.0, 0.5).hvp;
    const auto ahead = relaxed::logistic_gradient(x, y, w + h, b + h / 2).grad,
               behind = relaxed::logistic_gradient(x, y, w - h, b - h / 2).grad;
    e2e::expect_close(product.w, (ahead.w - behind.w) / (2 * h), "hvp", 1e-5);
    e2e::expect_close(product.b, (ahead.b - behind.b) / (2 * h), "hvp", 1e-5);
  }
}

TEST(Relaxed, ElementsOfAColumn) {
  for (const std::int64_t n : {0, 1, 5, 600}) {
    Matrix a = e2e::filled<Matrix>(gradc::Shape{n, 3});
    Vector v = vector(n, 2);
    const auto f = [&] { return relaxed::of_a_column(a, v); };
    const auto result = relaxed::of_a_column_gradient(a, v);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(v, result.grad.v, f, "v");
    if (n < 10) e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_close(
        relaxed::of_a_column_jvp(a, v, a, v).tangent,
        dot(result.grad.v, v) +
            [&] {
              double sum = 0;
              for (std::int64_t i = 0; i < a.size(); ++i) sum += a.data()[i] * result.grad.a.data()[i];
              return sum;
            }(),
        "tangent", 1e-12);
  }
}

TEST(Relaxed, ElementsThatAreWritten) {
  for (const std::int64_t n : kSizes) {
    Vector x = vector(n);
    const auto f = [&] { return relaxed::written(x); };
    const auto result = relaxed::written_gradient(x);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    if (n < 100) e2e::expect_gradient(x, result.grad.x, f, "x");
    const Vector d = vector(n, 2), product = relaxed::written_hvp(x, d).hvp.x;
    const auto ahead = relaxed::written_gradient(moved(x, d, 1e-4)).grad.x,
               behind = relaxed::written_gradient(moved(x, d, -1e-4)).grad.x;
    for (std::int64_t i = 0; i < n; ++i) e2e::expect_close(product(i), (ahead(i) - behind(i)) / 2e-4, "hvp", 1e-5);
  }
}

template <class Plain, class Gradient>
void expect_derivative(Plain plain, Gradient gradient) {
  for (const std::int64_t n : {0, 1, 2, 17, 40}) {
    Vector x = vector(n);
    const auto result = gradient(x);
    e2e::expect_close(result.value, plain(x), "value", 1e-13);
    e2e::expect_gradient(
        x, result.grad.x, [&] { return plain(x); }, "x of " + std::to_string(n));
  }
}

TEST(Relaxed, OtherLoops) {
  expect_derivative([](const Vector& x) { return relaxed::weighted_by_the_trip(x); },
                    [](const Vector& x) { return relaxed::weighted_by_the_trip_gradient(x); });
  expect_derivative([](const Vector& x) { return relaxed::recurrent(x); },
                    [](const Vector& x) { return relaxed::recurrent_gradient(x); });
  expect_derivative([](const Vector& x) { return relaxed::two_sums(x, vector(x.size(), 2)); },
                    [](const Vector& x) { return relaxed::two_sums_gradient(x, vector(x.size(), 2)); });
  expect_derivative([](const Vector& x) { return relaxed::selected(x, vector(x.size(), 2)); },
                    [](const Vector& x) { return relaxed::selected_gradient(x, vector(x.size(), 2)); });
  const gradc::Vector<int> at{3, 0, 3, 1};
  Vector x = vector(4);
  e2e::expect_gradient(
      x, relaxed::gathered_gradient(x, at).grad.x, [&] { return relaxed::gathered(x, at); }, "x");
  Matrix a = e2e::filled<Matrix>(gradc::Shape{3, 20});
  e2e::expect_gradient(
      a, relaxed::inside_of_another_gradient(a).grad.a, [&] { return relaxed::inside_of_another(a); }, "a");
}

// What may not be there is looked for before the loop, where that makes a trip.
TEST(Relaxed, ElementsThatAreMissing) {
  const Vector x = vector(5), y = vector(3);
  EXPECT_EQ(e2e::thrown([&] { relaxed::two_sums_gradient(x, y); }),
            "relaxed.cpp:57: index 4 is out of range for axis 0 of y, whose extent is 3");
  EXPECT_EQ(relaxed::two_sums_gradient(y, x).grad.y.size(), 5);
  EXPECT_EQ(relaxed::two_sums_gradient(y, x).grad.y(4), 0);
  EXPECT_EQ(relaxed::two_sums_gradient(Vector(gradc::Shape{0}), x).value, 0);
}

TEST(Relaxed, Jacobian) {
  const Vector x = vector(5);
  const auto result = relaxed::differences_jacobian(x);
  for (std::int64_t i = 0; i < 5; ++i)
    for (std::int64_t j = 0; j < 5; ++j) {
      const double expected = i == 4 ? (j == 4 ? 1 : 0) : j == i ? x(i + 1) : j == i + 1 ? x(i) : 0;
      EXPECT_EQ(result.jacobian.x(i, j), expected) << i << " " << j;
    }
}

}  // namespace
