// Exhaustive over all 65536 patterns, against conversions computed the slow way in double.
#include <gradc/half.h>

#include <cmath>
#include <limits>

#include "expect.h"

namespace {

using gradc::bfloat16;
using gradc::half;

// Value of a pattern of the format with `mantissa_bits` stored bits, by its definition.
double by_definition(unsigned bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
  const double mantissa = static_cast<double>(bits & ((1u << mantissa_bits) - 1));
  const double sign = (bits >> 15 & 1u) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1)
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + std::ldexp(1.0, mantissa_bits), exponent - bias - mantissa_bits);
}

template <class H>
void check_every_pattern(int exponent_bits, int mantissa_bits) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const H value = H::from_bits(static_cast<std::uint16_t>(bits));
    const double expected = by_definition(bits, exponent_bits, mantissa_bits);
    const float as_float = value;
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(as_float)) << bits;
      ASSERT_TRUE(std::isnan(static_cast<float>(H(as_float)))) << bits;
      continue;
    }
    ASSERT_EQ(static_cast<double>(as_float), expected) << bits;
    ASSERT_EQ(std::signbit(as_float), std::signbit(expected)) << bits;
    ASSERT_EQ(H(as_float).bits(), bits);
    ASSERT_EQ(H(static_cast<double>(as_float)).bits(), bits);
  }
}

// Between each two neighbours: the midpoint goes to the even one, anything beside it to the nearer.
template <class H>
void check_rounding(unsigned last_finite) {
  for (unsigned bits = 0; bits < last_finite; ++bits)
    for (const unsigned sign : {0u, 0x8000u}) {
      const H low = H::from_bits(static_cast<std::uint16_t>(bits | sign));
      const H high = H::from_bits(static_cast<std::uint16_t>((bits + 1) | sign));
      const double middle =
          (static_cast<double>(static_cast<float>(low)) + static_cast<double>(static_cast<float>(high))) / 2;
      const unsigned even = bits % 2 == 0 ? low.bits() : high.bits();
      ASSERT_EQ(H(middle).bits(), even) << bits;
      ASSERT_EQ(H(static_cast<float>(middle)).bits(), even) << bits;
      const float inward = std::nextafter(static_cast<float>(middle), 0.0f);
      const float outward = std::nextafter(static_cast<float>(middle), static_cast<float>(high) * 2);
      ASSERT_EQ(H(inward).bits(), low.bits()) << bits;
      ASSERT_EQ(H(outward).bits(), high.bits()) << bits;
      // So close to the midpoint that rounding to float first would land on it.
      ASSERT_EQ(H(std::nextafter(middle, 0.0)).bits(), low.bits()) << bits;
      ASSERT_EQ(H(std::nextafter(middle, middle * 2)).bits(), high.bits()) << bits;
    }
}

TEST(Half, ConvertsEveryPatternBothWays) { check_every_pattern<half>(5, 10); }
TEST(Half, RoundsToNearestEven) { check_rounding<half>(0x7bff); }
TEST(Bfloat16, ConvertsEveryPatternBothWays) { check_every_pattern<bfloat16>(8, 7); }
TEST(Bfloat16, RoundsToNearestEven) { check_rounding<bfloat16>(0x7f7f); }

TEST(Half, OverflowsToInfinity) {
  EXPECT_EQ(half(65504.0f).bits(), 0x7bff);
  EXPECT_EQ(half(65519.99f).bits(), 0x7bff);
  EXPECT_EQ(half(65520.0f).bits(), 0x7c00);
  EXPECT_EQ(half(-1e30).bits(), 0xfc00);
  EXPECT_EQ(half(1e300).bits(), 0x7c00);
  EXPECT_EQ(bfloat16(3.4e38f).bits(), 0x7f80);
  EXPECT_EQ(bfloat16(-1e300).bits(), 0xff80);
}

TEST(Half, IsArithmeticThroughFloat) {
  const half a(1.5f), b(2.25f);
  EXPECT_EQ(a + b, 3.75f);
  EXPECT_LT(a, b);
  EXPECT_EQ(half(3).bits(), half(3.0f).bits());
}

}  // namespace
