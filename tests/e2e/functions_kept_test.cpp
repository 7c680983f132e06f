// Functions that stay functions give what they give where they are taken in; and text grows with functions, not with paths.
#include "functions_kept.h"

#define CONTROL_NAMESPACE kept
#include "control_check.h"
#include "functions_kept.grad.h"

namespace {

using e2e::expect_close;
using e2e::filled;
using kept::Matrix;
using kept::Vector;

TEST(FunctionsKept, Numbers) {
  for (double x : {-0.4, 0.7}) {
    CONTROL_CHECK(deep, x, 0.3);
    CONTROL_CHECK(written, x, 0.3);
    CONTROL_CHECK(structures, x, 0.3);
    CONTROL_CHECK(captured, x, 0.3);
    CONTROL_CHECK(closures_given_back, x, 0.3);
    CONTROL_CHECK(in_little_memory, x, 0.3);
  }
}

TEST(FunctionsKept, Tensors) {
  CONTROL_CHECK(tensors, filled<Matrix>({2, 3}), filled<Matrix>({3, 3}, -1, 1, 2), filled<Vector>({3}, -1, 1, 3));
  CONTROL_CHECK(elements, filled<Vector>({4}), 4);
  CONTROL_CHECK(overlapping, filled<Vector>({3}));
  CONTROL_CHECK(one_part_twice, filled<Vector>({3}));
  CONTROL_CHECK(appended, std::vector<double>{0.3, -0.2}, 0.4);
  for (int n : {1, 2}) CONTROL_CHECK(known_integers, filled<Matrix>({3, 3}), n);
  for (int n : {0, 1, 4}) CONTROL_CHECK(in_loops_and_arms, filled<Vector>({3}), 0.3, n);
}

TEST(FunctionsKept, ExtentsThatDoNotFitAreFoundInside) {
  EXPECT_THROW(kept::tensors_gradient(filled<Matrix>({2, 3}), filled<Matrix>({3, 2}), filled<Vector>({3})), gradc::ShapeError);
}

TEST(FunctionsKept, HigherOrdersAndModes) {
  const double x = 0.7, y = 0.3;
  const auto gradient = kept::written_gradient(x, y).grad;
  expect_close(kept::written_jvp(x, y, 2, -1).tangent, 2 * gradient.x - gradient.y, "jvp", 1e-12);
  double t = 0;
  const auto hvp = kept::deep_hvp(x, y, 2, -1).hvp;
  expect_close(hvp.x, e2e::difference(t, [&] { return kept::deep_gradient(x + 2 * t, y - t).grad.x; }), "x", 1e-6);
  expect_close(hvp.y, e2e::difference(t, [&] { return kept::deep_gradient(x + 2 * t, y - t).grad.y; }), "y", 1e-6);
}

}  // namespace
