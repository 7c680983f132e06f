#include "differences.h"
#include "implicit.grad.h"

namespace {

using implicit::Matrix;
using implicit::Vector;

TEST(Implicit, FixedPoint) {
  Matrix w = e2e::filled<Matrix>(gradc::Shape{4, 4}, -0.4, 0.4, 3);
  Vector x = e2e::filled<Vector>(gradc::Shape{4}, -1, 1, 4);
  const auto f = [&] { return implicit::energy(w, x); };
  const auto result = implicit::energy_gradient(w, x);
  e2e::expect_close(result.value, f(), "value", 1e-14);
  e2e::expect_gradient(w, result.grad.w, f, "w");
  e2e::expect_gradient(x, result.grad.x, f, "x");
  const Matrix w_dot = e2e::filled<Matrix>(gradc::Shape{4, 4}, -1, 1, 5);
  const Vector x_dot = e2e::filled<Vector>(gradc::Shape{4}, -1, 1, 6);
  const auto second = implicit::energy_hvp(w, x, w_dot, x_dot);
  const double h = 1e-5;
  const auto ahead = implicit::energy_gradient(w + h * w_dot, x + h * x_dot).grad;
  const auto behind = implicit::energy_gradient(w - h * w_dot, x - h * x_dot).grad;
  for (std::int64_t i = 0; i < w.size(); ++i)
    e2e::expect_close(second.hvp.w.data()[i], (ahead.w.data()[i] - behind.w.data()[i]) / (2 * h), "hvp of w",
                      1e-6);
  for (std::int64_t i = 0; i < x.size(); ++i)
    e2e::expect_close(second.hvp.x(i), (ahead.x(i) - behind.x(i)) / (2 * h), "hvp of x", 1e-6);
}

TEST(Implicit, LinearOperator) {
  Vector w = e2e::filled<Vector>(gradc::Shape{6}, -1, 1, 7),
         b = e2e::filled<Vector>(gradc::Shape{6}, -1, 1, 8);
  const auto f = [&] { return implicit::response(w, b); };
  const auto result = implicit::response_gradient(w, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(w, result.grad.w, f, "w");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  const Vector w_dot = e2e::filled<Vector>(gradc::Shape{6}, -1, 1, 9),
               b_dot = e2e::filled<Vector>(gradc::Shape{6}, -1, 1, 10);
  const double tangent = implicit::response_jvp(w, b, w_dot, b_dot).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.w * w_dot) + gradc::sum(result.grad.b * b_dot), "tangent",
                    1e-10);
  const auto second = implicit::response_hvp(w, b, w_dot, b_dot);
  const double h = 1e-5;
  const auto ahead = implicit::response_gradient(w + h * w_dot, b + h * b_dot).grad;
  const auto behind = implicit::response_gradient(w - h * w_dot, b - h * b_dot).grad;
  for (std::int64_t i = 0; i < w.size(); ++i)
    e2e::expect_close(second.hvp.w(i), (ahead.w(i) - behind.w(i)) / (2 * h), "hvp of w", 1e-6);
  for (std::int64_t i = 0; i < b.size(); ++i)
    e2e::expect_close(second.hvp.b(i), (ahead.b(i) - behind.b(i)) / (2 * h), "hvp of b", 1e-6);
}

}  // namespace
