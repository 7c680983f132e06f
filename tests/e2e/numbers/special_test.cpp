#include "differences.h"
#include "special.grad.h"

namespace {

using special_functions::Vector;

const Vector kPoints{-2.2, -1.3, -0.7, -0.2, 0.3, 1.45, 2.3, 6.7};
const Vector kParts{0.02, 0.17, 0.34, 0.48, 0.55, 0.68, 0.83, 0.99};

TEST(Special, OfTensors) {
  Vector x = kPoints, p = kParts;
  const auto f = [&] { return special_functions::of_tensors(x, p); };
  const auto result = special_functions::of_tensors_gradient(x, p);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  for (std::int64_t i = 1; i + 1 < p.size(); ++i)  // differences see nothing next to 0 and 1
    e2e::expect_close(result.grad.p(i), e2e::difference(p(i), f), "p");
  const double tangent = special_functions::of_tensors_jvp(x, p, p, x).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.x * p) + gradc::sum(result.grad.p * x), "tangent", 1e-12);
}

TEST(Special, OfScalars) {
  for (std::int64_t i = 1; i + 1 < kPoints.size(); ++i) {
    double x = kPoints(i), p = kParts(i);
    const auto f = [&] { return special_functions::of_scalars(x, p); };
    const auto result = special_functions::of_scalars_gradient(x, p);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(p, result.grad.p, f, "p");
  }
}

TEST(Special, OfFloats) {
  const gradc::Vector<float> x{0.3f, 1.2f, 4.5f};
  const auto result = special_functions::of_floats_gradient(x);
  EXPECT_FLOAT_EQ(result.value, special_functions::of_floats(x));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    gradc::Vector<float> moved = x;
    moved(i) += 1e-3f;
    const float above = special_functions::of_floats(moved);
    moved(i) -= 2e-3f;
    EXPECT_NEAR(result.grad.x(i), (above - special_functions::of_floats(moved)) / 2e-3f, 5e-3f * std::fabs(result.grad.x(i)));
  }
}

TEST(Special, OfSlopes) {
  Vector x{-1.7, -0.4, 0.0, 1e-3, 0.8, 2.6};
  const auto f = [&] { return special_functions::of_slopes(x); };
  const auto result = special_functions::of_slopes_gradient(x);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

}  // namespace
