// gradc::astype between each two element types (ops.md 5): generated code gives what eager code does,
// floating types alone carry a derivative, and what is complex becomes complex or bool.
#include <limits>

#include "conversions.grad.h"
#include "differences.h"

namespace {

using conversions::Vector;

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNan = std::numeric_limits<double>::quiet_NaN();
const Vector kX{-1.7, 0, -0.0, 0.3, 2.6, 300.5, -70000.25, 1e10, 1e300, kInfinity, -kInfinity, kNan};

void expect_same(const Vector& found, const Vector& expected) {
  ASSERT_EQ(found.shape(), expected.shape());
  for (std::int64_t i = 0; i < found.size(); ++i) {
    const std::string where =
        "part " + std::to_string(i / kX.size()) + " of " + std::to_string(kX(i % kX.size()));
    if (std::isnan(expected(i)))
      EXPECT_TRUE(std::isnan(found(i))) << where;
    else
      EXPECT_EQ(found(i), expected(i)) << where;
  }
}

TEST(Conversions, BetweenAllTypes) {
  const Vector eager = conversions::of_types(kX);
  const auto result = conversions::of_types_vjp(kX, gradc::ones_like(eager));
  expect_same(result.value, eager);
  // Four floating types to each of four.
  for (double bar : result.grad.x) EXPECT_EQ(bar, 16);
}

TEST(Conversions, ToComplexTypes) {
  const Vector eager = conversions::of_complex_types(kX);
  const auto result = conversions::of_complex_types_vjp(kX, gradc::ones_like(eager));
  expect_same(result.value, eager);
  // Two floating types to each of two, and from there on to the other; none through bool.
  for (double bar : result.grad.x) EXPECT_EQ(bar, 8);
}

TEST(Conversions, OfIntegersAboveTheSignedOnes) {
  for (double x : {1.0, -0.75, 3.0}) {
    const auto result = conversions::of_huge_integers_gradient(x);
    EXPECT_EQ(result.value, conversions::of_huge_integers(x));
    e2e::expect_close(result.grad.x, 0x1p64 + 2 * x * 0x1p63 + 0x1.000002p63 + 0x1p53, "x", 1e-14);
  }
}

TEST(Conversions, ComplexToBool) {
  using Z = std::complex<double>;
  const gradc::Vector<bool> some =
      gradc::astype<bool>(conversions::CVector{{0, 0}, {-0.0, 0}, {0, 1e-300}, {2, 0}, {0, kNan}});
  EXPECT_EQ(std::vector<bool>(some.begin(), some.end()), (std::vector<bool>{false, false, true, true, true}));
  EXPECT_TRUE(gradc::astype<bool>(Z(0, 1)));
  const conversions::CVector z{{0, 0.5}, {0.7, 0}, {0, 0}, {1.5, -0.5}};
  const auto result = conversions::of_nonzero_gradient(z);
  e2e::expect_close(result.value, conversions::of_nonzero(z), "value", 1e-14);
  // 2 z* of the squares, i of the imaginary parts that count; z(1) once more.
  const conversions::CVector expected{{0, -1 + 1}, {1.4 + 1, 0 + 1}, {0, 1}, {3, 1 + 1}};
  for (std::int64_t i = 0; i < z.size(); ++i) {
    e2e::expect_close(result.grad.z(i).real(), expected(i).real(), "real " + std::to_string(i), 1e-14);
    e2e::expect_close(result.grad.z(i).imag(), expected(i).imag(), "imag " + std::to_string(i), 1e-14);
  }
  e2e::expect_close(conversions::of_nonzero_gradient({{0, 0}, {0.7, 0}}).value,
                    conversions::of_nonzero({{0, 0}, {0.7, 0}}), "of 0", 1e-14);
}

}  // namespace
