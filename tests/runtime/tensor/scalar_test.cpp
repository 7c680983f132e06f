#include <gradc/detail/scalar.h>

#include <limits>

#include "expect.h"

namespace {

namespace scalar = gradc::scalar;
using I32 = std::numeric_limits<std::int32_t>;
using I64 = std::numeric_limits<std::int64_t>;

TEST(Scalar, IntegersWrap) {
  EXPECT_EQ(scalar::add(I32::max(), 1), I32::min());
  EXPECT_EQ(scalar::subtract(I32::min(), 1), I32::max());
  EXPECT_EQ(scalar::multiply(I64::max(), std::int64_t{2}), -2);
  EXPECT_EQ(scalar::multiply(std::uint16_t{65535}, std::uint16_t{65535}), 1);
  EXPECT_EQ(scalar::negate(I32::min()), I32::min());
  EXPECT_EQ(scalar::absolute(I32::min()), I32::min());
  EXPECT_EQ(scalar::absolute(-5), 5);
  EXPECT_EQ(scalar::square(std::int64_t{1} << 32), 0);
}

TEST(Scalar, DivisionTruncatesAndIsChecked) {
  EXPECT_EQ(scalar::quotient(-7, 2), -3);
  EXPECT_EQ(scalar::modulo(-7, 2), -1);
  EXPECT_EQ(scalar::quotient(I32::min(), -1), I32::min());
  EXPECT_EQ(scalar::modulo(I64::min(), std::int64_t{-1}), 0);
  EXPECT_EQ(scalar::quotient(7u, 2u), 3u);
  EXPECT_ERROR(scalar::quotient(1, 0, "m.cpp:3"), gradc::DomainError, "m.cpp:3: integer division by zero");
  EXPECT_ERROR(scalar::modulo(1, 0), gradc::DomainError, "integer remainder by zero");
}

TEST(Scalar, ShiftsOfAnyDistance) {
  EXPECT_EQ(scalar::shift_left(3, 4), 48);
  EXPECT_EQ(scalar::shift_left(-1, 31), I32::min());
  EXPECT_EQ(scalar::shift_left(1, 32), 0);
  EXPECT_EQ(scalar::shift_left(1, -1), 0);
  EXPECT_EQ(scalar::shift_left(std::uint8_t{129}, std::uint8_t{1}), 2);
  EXPECT_EQ(scalar::shift_right(-9, 1), -5);
  EXPECT_EQ(scalar::shift_right(-9, 40), -1);
  EXPECT_EQ(scalar::shift_right(9, -1), 0);
  EXPECT_EQ(scalar::shift_right(0x80000000u, 31u), 1u);
  EXPECT_EQ(scalar::shift_right(std::int64_t{1} << 40, std::int64_t{38}), 4);
}

TEST(Scalar, IntegerPowers) {
  EXPECT_EQ(scalar::power(3, 4), 81);
  EXPECT_EQ(scalar::power(-2, 3), -8);
  EXPECT_EQ(scalar::power(0, 0), 1);
  EXPECT_EQ(scalar::power(2, 32), 0);
  EXPECT_ERROR(scalar::power(2, -1), gradc::DomainError, "integer raised to a negative power");
}

TEST(Scalar, FloatsBecomeIntegersWithoutUndefinedBehaviour) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(scalar::to_integer<std::int32_t>(2.9), 2);
  EXPECT_EQ(scalar::to_integer<std::int32_t>(-2.9f), -2);
  EXPECT_EQ(scalar::to_integer<std::int32_t>(2147483648.0), I32::max());
  EXPECT_EQ(scalar::to_integer<std::int32_t>(2147483647.0), I32::max());
  EXPECT_EQ(scalar::to_integer<std::int32_t>(-2147483648.0), I32::min());
  EXPECT_EQ(scalar::to_integer<std::int64_t>(9.3e18f), I64::max());
  EXPECT_EQ(scalar::to_integer<std::int64_t>(-inf), I64::min());
  EXPECT_EQ(scalar::to_integer<std::int64_t>(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(scalar::to_integer<std::uint8_t>(-3.0), 0);
  EXPECT_EQ(scalar::to_integer<std::uint8_t>(300.0), 255);
}

}  // namespace
