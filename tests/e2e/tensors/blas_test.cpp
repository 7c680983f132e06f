#include <cmath>

#include "blas.grad.h"
#include "differences.h"

namespace {

using blas::Numbers;

Numbers numbers(std::size_t count, double phase) {
  Numbers x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = std::sin(phase + 1.7 * static_cast<double>(i)) + 0.1 * std::cos(5.0 * static_cast<double>(i));
  return x;
}

// The derivative of every number against the library that the function calls, and the value, which the library sums in its own order.
template <class F, class Gradient>
void check(const char* name, F f, Gradient gradient) {
  for (const int n : {0, 1, 2, 3, 5}) {
    SCOPED_TRACE(name + std::string(" of ") + std::to_string(n));
    const auto size = static_cast<std::size_t>(n * n);
    Numbers a = numbers(size, 0.3), b = numbers(size, 2.1);
    const auto result = gradient(a, b, n);
    const auto value = [&] { return f(a, b, n); };
    e2e::expect_close(result.value, value(), "value", 1e-11);
    ASSERT_EQ(result.grad.a.size(), size);
    ASSERT_EQ(result.grad.b.size(), size);
    for (std::size_t i = 0; i < size; ++i) {
      e2e::expect_close(result.grad.a[i], e2e::difference(a[i], value), "a[" + std::to_string(i) + "]", 1e-6);
      e2e::expect_close(result.grad.b[i], e2e::difference(b[i], value), "b[" + std::to_string(i) + "]", 1e-6);
    }
  }
}
#define CHECK_OF(name) \
  check(#name, blas::name, [](const Numbers& a, const Numbers& b, int n) { return blas::name##_gradient(a, b, n); })

TEST(Blas, Level1) {
  CHECK_OF(level1);
  CHECK_OF(strides);
}
TEST(Blas, Level2) {
  CHECK_OF(updates);
  CHECK_OF(triangles);
}
TEST(Blas, Level3) {
  CHECK_OF(products);
  CHECK_OF(transposed);
  CHECK_OF(symmetric);
  CHECK_OF(sides);
}
TEST(Lapack, Decompositions) {
  CHECK_OF(cholesky);
  CHECK_OF(solved);
  CHECK_OF(factored);
  CHECK_OF(eigenvalues);
}

TEST(Blas, OfSecondOrder) {
  CHECK_OF(log_likelihood);
  const int n = 3;
  Numbers a = numbers(9, 0.3), b = numbers(9, 2.1), of_a = numbers(9, 4), of_b = numbers(9, 5);
  const auto hvp = blas::log_likelihood_hvp(a, b, n, of_a, of_b);
  const Numbers at_a = a, at_b = b;
  for (std::size_t i = 0; i < 9; ++i) {
    double t = 0;
    const auto moved = [&](bool is_a) {
      for (std::size_t k = 0; k < 9; ++k) {
        a[k] = at_a[k] + t * of_a[k];
        b[k] = at_b[k] + t * of_b[k];
      }
      const auto gradient = blas::log_likelihood_gradient(a, b, n);
      return is_a ? gradient.grad.a[i] : gradient.grad.b[i];
    };
    e2e::expect_close(hvp.hvp.a[i], e2e::difference(t, [&] { return moved(true); }), "a", 1e-6);
    e2e::expect_close(hvp.hvp.b[i], e2e::difference(t, [&] { return moved(false); }), "b", 1e-6);
  }
}

TEST(Blas, Rotations) {
  for (double x : {-3.0, 1.0})
    for (double y : {0.5, -4.0}) {
      double angle = 0.8;
      const auto f = [&] { return blas::rotated(x, y, angle); };
      const auto result = blas::rotated_gradient(x, y, angle);
      e2e::expect_close(result.value, f(), "value", 1e-13);
      e2e::expect_close(result.grad.x, e2e::difference(x, f), "x");
      e2e::expect_close(result.grad.y, e2e::difference(y, f), "y");
      e2e::expect_close(result.grad.angle, e2e::difference(angle, f), "angle");
    }
}

TEST(Blas, FloatsAndRowsInPlace) {
  const float x[3] = {1, 2, 3}, y[3] = {2, -1, 2};
  const auto result = blas::single_gradient(x, y, 3);
  EXPECT_NEAR(result.value, 2.0F, 1e-6F);
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(result.grad.x(i), y[i] / 3, 1e-6F);
    EXPECT_NEAR(result.grad.y(i), x[i] / 3 - 2 * y[i] / 9, 1e-6F);
  }
  Numbers a = numbers(6, 0.3);
  const blas::normalise_rows_value adjoint{gradc::Vector<double>{1, -2, 3, 0.5, 1, 2}};
  const auto vjp = blas::normalise_rows_vjp(a.data(), 2, 3, adjoint);
  for (std::size_t i = 0; i < 6; ++i)
    e2e::expect_close(vjp.grad.a(static_cast<std::int64_t>(i)), e2e::difference(a[i], [&] {
                        Numbers rows(a);
                        blas::normalise_rows(rows.data(), 2, 3);
                        double sum = 0;
                        for (std::size_t k = 0; k < 6; ++k) sum += rows[k] * adjoint.a(static_cast<std::int64_t>(k));
                        return sum;
                      }), "a");
}

}  // namespace
