// How far the functions that kernels have inline are from the exact ones, and what they are at the ends.
#include <gradc/vector_math.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace {

namespace vm = gradc::vector_math;

// The distance in units of the last place of the exact value, which at least one number of type T is next to; infinite where one
// is a NaN, a zero or an infinity of a sign, and the other isn't the same.
template <class T>
double ulps(T got, long double exact) {
  const T nearest = static_cast<T>(exact);
  if (std::isnan(nearest)) return std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(nearest) || std::isinf(got) || std::isnan(got) || exact == 0)
    return got == nearest && std::signbit(got) == std::signbit(nearest) ? 0 : std::numeric_limits<double>::infinity();
  int exponent = 0;
  std::frexp(nearest, &exponent);
  const int last = std::max(exponent, std::numeric_limits<T>::min_exponent) - std::numeric_limits<T>::digits;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / std::ldexp(1.0L, last));
}

long double exact_sigmoid(long double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

struct Worst {
  double exp = 0, log = 0, tanh = 0, sigmoid = 0;
  template <class T>
  void add(T x) {
    const auto exact = static_cast<long double>(x);
    exp = std::max(exp, ulps(vm::exp(x), std::exp(exact)));
    log = std::max(log, ulps(vm::log(x), std::log(exact)));
    tanh = std::max(tanh, ulps(vm::tanh(x), std::tanh(exact)));
    sigmoid = std::max(sigmoid, ulps(vm::sigmoid(x), exact_sigmoid(exact)));
  }
};

TEST(VectorMath, IsWrongByTwoUnitsAtMostIn32Bits) {
  Worst worst;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 16411)
    worst.add(vm::detail::number(static_cast<std::uint32_t>(bits)));
  for (float x = -120; x < 120; x += 0.00137f) worst.add(x);
  EXPECT_LE(worst.exp, 1);
  EXPECT_LE(worst.log, 1);
  EXPECT_LE(worst.tanh, 2);
  EXPECT_LE(worst.sigmoid, 2.2);
}

TEST(VectorMath, IsWrongByThreeUnitsAtMostIn64Bits) {
  Worst worst;
  std::mt19937_64 engine(1);
  for (int k = 0; k < 300000; ++k) worst.add(vm::detail::number(static_cast<std::uint64_t>(engine())));
  for (double x = -760; x < 760; x += 0.00517) worst.add(x);
  for (double x = -4; x < 4; x += 0.0000517) worst.add(x);
  EXPECT_LE(worst.exp, 2);
  EXPECT_LE(worst.log, 1);
  EXPECT_LE(worst.tanh, 2);
  EXPECT_LE(worst.sigmoid, 3);
}

template <class T>
void check_ends() {
  using Limits = std::numeric_limits<T>;
  Worst worst;
  for (const T x : {T(0), Limits::denorm_min(), Limits::min() / 2, Limits::min(), Limits::epsilon(), T(1), Limits::max(),
                    Limits::infinity(), Limits::quiet_NaN()})
    for (const T each : {x, -x}) worst.add(each);
  EXPECT_LE(worst.exp, 1);
  EXPECT_LE(worst.log, 1);
  EXPECT_LE(worst.tanh, 1);
  EXPECT_LE(worst.sigmoid, 1);
  EXPECT_EQ(vm::exp(T(0)), 1);
  EXPECT_EQ(vm::log(T(1)), 0);
  EXPECT_EQ(vm::tanh(Limits::infinity()), 1);
  EXPECT_EQ(vm::sigmoid(T(0)), T(0.5));
}

TEST(VectorMath, IsThatOfTheCLibraryAtTheEnds) {
  check_ends<float>();
  check_ends<double>();
}

}  // namespace
