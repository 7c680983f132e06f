// Functions that return references, pointers, iterators, views and structures of them stay functions, and what is read and
// written through those is the object of the caller.
#include "references_returned.h"

#define CONTROL_NAMESPACE returned
#include "control_check.h"
#include "references_returned.grad.h"

namespace {

using e2e::difference;
using e2e::expect_close;
using e2e::filled;
using returned::Matrix;
using returned::Vector;

const std::vector<double> kFour{0.3, -0.2, 0.7, 0.4};

TEST(ReferencesReturned, Elements) {
  for (int n : {0, 1, 4}) CONTROL_CHECK(elements, kFour, 0.3, n);
  for (int n : {0, 3}) CONTROL_CHECK(found_by_loops, filled<Vector>({3}), 0.3, n);
  CONTROL_CHECK(tensors, filled<Matrix>({2, 2}), 0.3);
  CONTROL_CHECK(pointers, kFour, 0.3);
}

TEST(ReferencesReturned, OneOfTwo) {
  for (double x : {-0.4, 0.7}) CONTROL_CHECK(one_of_two, x, 0.3);
}

TEST(ReferencesReturned, Members) {
  for (double x : {-0.4, 0.7}) CONTROL_CHECK(members, x, 0.3);
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(parts_of_parts, filled<Vector>({3}), 0.3, n);
}

TEST(ReferencesReturned, OfWhatIsCapturedAndHeld) {
  CONTROL_CHECK(lambdas, filled<Vector>({3}), 0.3);
  CONTROL_CHECK(views_and_ties, filled<Vector>({3}), 0.3);
  for (double x : {-0.4, 0.7}) CONTROL_CHECK(constants, x, 0.3);
}

TEST(ReferencesReturned, InRecursion) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(in_recursion, kFour, 0.3, n);
}

// A static function without results was taken for one that failed, and what it returns had no value.
TEST(ReferencesReturned, GivenBackUnwritten) {
  for (int n : {0, 3}) CONTROL_CHECK(given_back_unwritten, 0.4, 0.3, n);
}

// Refused before: which object it is depended on the trip.
TEST(ReferencesReturned, FoundInTrips) {
  const std::vector<double> x{0.2, 0.7, 0.45};
  for (int n : {-5, 2, 3, 25}) CONTROL_CHECK(found_in_trips, x, 0.35, n);
}

TEST(ReferencesReturned, Bound) { CONTROL_CHECK(bound, kFour, 0.3); }

std::vector<double> moved(const std::vector<double>& v, double t) {
  std::vector<double> x = kFour;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += t * v[i];
  return x;
}

TEST(ReferencesReturned, HigherOrdersAndModes) {
  const std::vector<double> v{0.5, 1, -2, 0.3};
  const double w = 0.7, y = 0.3;
  double t = 0;
  const auto gradient = returned::elements_gradient(kFour, y, 3).grad;
  double along = w * gradient.y;
  for (std::size_t i = 0; i < 4; ++i) along += v[i] * gradient.x[i];
  expect_close(returned::elements_jvp(kFour, y, 3, v, w).tangent, along, "jvp", 1e-12);
  const auto product = returned::elements_hvp(kFour, y, 3, v, w).hvp;
  const auto of_bound = returned::bound_hvp(kFour, y, v, w).hvp;
  for (std::size_t i = 0; i < 4; ++i) {
    expect_close(product.x[i], difference(t, [&] { return returned::elements_gradient(moved(v, t), y + t * w, 3).grad.x[i]; }), "hvp", 1e-5);
    expect_close(of_bound.x[i], difference(t, [&] { return returned::bound_gradient(moved(v, t), y + t * w).grad.x[i]; }), "hvp of bound", 1e-5);
  }
  expect_close(product.y, difference(t, [&] { return returned::elements_gradient(moved(v, t), y + t * w, 3).grad.y; }), "hvp", 1e-5);
}

TEST(ReferencesReturned, Jacobian) {
  const Vector x{0.3, -0.4, 0.6};
  const auto jacobian = returned::several_jacobian(x).jacobian.x;
  for (int i = 0; i < 3; ++i) {
    Vector seed{0, 0, 0};
    seed(i) = 1;
    const Vector row = returned::several_vjp(x, seed).grad.x;
    for (int j = 0; j < 3; ++j) {
      Vector to = x;
      const double by_difference = difference(to(j), [&] { return returned::several(to)(i); });
      expect_close(jacobian(i, j), by_difference, "jacobian", 1e-6);
      expect_close(row(j), by_difference, "vjp", 1e-6);
    }
  }
}

}  // namespace
