#include <gtest/gtest.h>

#include "differences.h"
#include "openmp.grad.h"

namespace {

using openmp::Indices;
using openmp::Vector;

Vector vector(std::int64_t n, double least = -1.2) { return e2e::filled<Vector>(gradc::Shape{n}, least, 1.3, 5); }

// The function runs on several threads, whose sums come in any order; the derivative on one.
TEST(OpenMp, ReductionsAndPrivateNames) {
  for (const std::int64_t n : {0, 1, 2, 13}) {
    Vector x = vector(n);
    double w = 0.7;
    const auto result = openmp::squares_gradient(x, w);
    e2e::expect_close(result.value, openmp::squares(x, w), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, [&] { return openmp::squares(x, w); }, "x");
    e2e::expect_gradient(w, result.grad.w, [&] { return openmp::squares(x, w); }, "w");
    const auto named = openmp::private_names_gradient(x, w);
    e2e::expect_close(named.value, openmp::private_names(x, w), "value", 1e-13);
    e2e::expect_gradient(x, named.grad.x, [&] { return openmp::private_names(x, w); }, "x");
    e2e::expect_gradient(w, named.grad.scale, [&] { return openmp::private_names(x, w); }, "scale");
    const auto other = openmp::other_reductions_gradient(x);
    e2e::expect_close(other.value, openmp::other_reductions(x), "value", 1e-13);
    e2e::expect_gradient(x, other.grad.x, [&] { return openmp::other_reductions(x); }, "x");
    if (n == 0) continue;  // a last trip, and a largest number, are there
    const auto last = openmp::last_of_gradient(x);
    e2e::expect_close(last.value, openmp::last_of(x), "value", 1e-13);
    e2e::expect_gradient(x, last.grad.x, [&] { return openmp::last_of(x); }, "x");
    const auto kept = openmp::last_values_gradient(x);
    e2e::expect_close(kept.value, openmp::last_values(x), "value", 1e-13);
    e2e::expect_gradient(x, kept.grad.x, [&] { return openmp::last_values(x); }, "x");
    const auto extremes = openmp::extremes_gradient(x);
    EXPECT_EQ(extremes.value, openmp::extremes(x));
    e2e::expect_gradient(x, extremes.grad.x, [&] { return openmp::extremes(x); }, "x");
  }
  Vector x = vector(4, 0.1);
  e2e::expect_gradient(x, openmp::other_reductions_gradient(x).grad.x, [&] { return openmp::other_reductions(x); }, "positive x");
}

TEST(OpenMp, AtomicAndCriticalSums) {
  Vector x = vector(9);
  const Indices to{2, 0, 2, 1, 2, 0, 3, 3, 1};
  const auto result = openmp::scattered_gradient(x, to, 4);
  e2e::expect_close(result.value, openmp::scattered(x, to, 4), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, [&] { return openmp::scattered(x, to, 4); }, "x");
  const auto added = openmp::added_by_all_gradient(x);
  e2e::expect_close(added.value, openmp::added_by_all(x), "value", 1e-13);
  e2e::expect_gradient(x, added.grad.x, [&] { return openmp::added_by_all(x); }, "x");
}

TEST(OpenMp, CollapsedLoopsAndLoopsOfCallees) {
  auto points = e2e::filled<gradc::Matrix<double>>(gradc::Shape{5, 3}, -1, 1, 2);
  double radius = 1.5;
  const auto result = openmp::potential_gradient(points, radius);
  e2e::expect_close(result.value, openmp::potential(points, radius), "value", 1e-13);
  e2e::expect_gradient(points, result.grad.points, [&] { return openmp::potential(points, radius); }, "points");
  e2e::expect_gradient(radius, result.grad.radius, [&] { return openmp::potential(points, radius); }, "radius");
}

TEST(OpenMp, TensorsThatAreWrittenByAllTrips) {
  Vector x = vector(12);
  auto forward = openmp::smoothed_forward(x, 3);
  const Vector plain = openmp::smoothed(x, 3);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(forward.value(i), plain(i));
  const Vector grad = openmp::smoothed_backward(forward.residuals, plain).x;
  e2e::expect_gradient(
      x, grad,
      [&] {
        const Vector y = openmp::smoothed(x, 3);
        double s = 0;
        for (int i = 0; i < 12; ++i) s += y(i) * plain(i);
        return s;
      },
      "x");
}

}  // namespace
