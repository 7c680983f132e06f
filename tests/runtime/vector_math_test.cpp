// How far the functions that kernels have inline are from the exact ones, and what they are at the ends.
#include <gradc/vector_math.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

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

long double exact_softplus(long double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); }

long double exact_ndtr(long double x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }

struct Function {
  const char* name;
  float (*narrow)(float);
  double (*wide)(double);
  long double (*exact)(long double);
  double bound32, bound64;
  double at_ends = 1;  // at numbers that are cases of their own
};

#define FUNCTION(name, exact, ...)                                                              \
  {#name, [](float x) { return vm::name(x); }, [](double x) { return vm::name(x); },            \
   [](long double x) -> long double { return exact; }, __VA_ARGS__}

const Function kFunctions[] = {
    FUNCTION(exp, std::exp(x), 1, 1),
    FUNCTION(expm1, std::expm1(x), 2, 2),
    FUNCTION(log, std::log(x), 1, 1),
    FUNCTION(log1p, std::log1p(x), 2, 2),
    FUNCTION(tanh, std::tanh(x), 2, 2),
    FUNCTION(sigmoid, exact_sigmoid(x), 2, 2),
    FUNCTION(softplus, exact_softplus(x), 2, 2),
    FUNCTION(silu, x * exact_sigmoid(x), 3, 3),
    FUNCTION(mish, x * std::tanh(exact_softplus(x)), 3.5, 3.5, 1.5),
    FUNCTION(logit, std::fabs(x - 0.5L) < 0.25L ? std::log1p((2 * x - 1) / (1 - x)) : std::log(x) - std::log1p(-x), 3.5, 3.5),
    FUNCTION(exp2, std::exp2(x), 1.5, 1.5),
    FUNCTION(log2, std::log2(x), 1, 2),
    FUNCTION(sinh, std::sinh(x), 1, 2),
    FUNCTION(cosh, std::cosh(x), 1, 2),
    FUNCTION(asinh, std::asinh(x), 1, 2),
    FUNCTION(acosh, std::acosh(x), 1, 3),
    FUNCTION(atanh, std::atanh(x), 1, 2.5),
    FUNCTION(asin, std::asin(x), 1, 3),
    FUNCTION(acos, std::acos(x), 1, 3),
    FUNCTION(atan, std::atan(x), 1, 2.5),
    FUNCTION(erf, std::erf(x), 1, 1.5),
    FUNCTION(erfc, std::erfc(x), 1, 3.5, 1.5),
    FUNCTION(ndtr, exact_ndtr(x), 1, 4, 1.5),
    FUNCTION(gelu, x * exact_ndtr(x), 1, 4, 1.5),
    FUNCTION(cbrt, std::cbrt(x), 1, 1),
    FUNCTION(log1mexp, x < 0.7L ? std::log(-std::expm1(-x)) : std::log1p(-std::exp(-x)), 2.5, 3)};

float value_of(const Function& f, float x) { return f.narrow(x); }
double value_of(const Function& f, double x) { return f.wide(x); }

template <class T>
void expect_within(const std::vector<T>& points) {
  for (const Function& f : kFunctions) {
    double worst = 0;
    T at = 0;
    for (T x : points)
      if (const double off = ulps(value_of(f, x), f.exact(x)); off > worst) worst = off, at = x;
    EXPECT_LE(worst, sizeof(T) == sizeof(float) ? f.bound32 : f.bound64) << f.name << " at " << at;
  }
}

TEST(VectorMath, IsNearTheExactOneIn32Bits) {
  std::vector<float> points;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 16411)
    points.push_back(vm::detail::number(static_cast<std::uint32_t>(bits)));
  for (float x = -120; x < 120; x += 0.00137f) points.push_back(x);
  for (float x = -3; x < 3; x += 0.0000517f) points.push_back(x);
  expect_within(points);
}

TEST(VectorMath, IsNearTheExactOneIn64Bits) {
  std::vector<double> points;
  std::mt19937_64 engine(1);
  for (int k = 0; k < 300000; ++k) points.push_back(vm::detail::number(static_cast<std::uint64_t>(engine())));
  for (double x = -760; x < 760; x += 0.00517) points.push_back(x);
  for (double x = -4; x < 4; x += 0.0000517) points.push_back(x);
  expect_within(points);
}

template <class T>
void check_ends() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> points;
  for (const T x : {T(0), Limits::denorm_min(), Limits::min() / 2, Limits::min(), Limits::epsilon(), T(1), Limits::max(),
                    Limits::infinity(), Limits::quiet_NaN()})
    points.insert(points.end(), {x, -x});
  for (const Function& f : kFunctions)
    for (T x : points)
      // The exact one's formula has no limit at the infinity where x times 0 is.
      if (!(std::isinf(x) && std::isnan(f.exact(x)))) {
        EXPECT_LE(ulps(value_of(f, x), f.exact(x)), f.at_ends) << f.name << " of " << x;
      }
  // Of the exponential that softplus has too it is the same number.
  for (T x : points)
    if (!std::isnan(x)) {
      EXPECT_EQ(vm::sigmoid(x, vm::exp(-std::abs(x))), vm::sigmoid(x)) << x;
      EXPECT_EQ(gradc::scalar::sigmoid(x, std::exp(-std::abs(x))), gradc::scalar::sigmoid(x)) << x;
    }
  EXPECT_EQ(vm::exp(T(0)), 1);
  EXPECT_EQ(vm::log(T(1)), 0);
  EXPECT_EQ(vm::tanh(Limits::infinity()), 1);
  EXPECT_EQ(vm::sigmoid(T(0)), T(0.5));
  EXPECT_EQ(vm::silu(-Limits::infinity()), 0);
  EXPECT_EQ(vm::logsubexp(T(2), T(2)), -Limits::infinity());
}

// Of both operands each number that is a case of its own, and numbers between.
template <class T>
void check_of_two(double bound) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> points{T(16777217), T(33554432), T(2.5), T(3), T(0.3), T(41.7)};
  for (const T x : {T(0), Limits::denorm_min(), Limits::min(), T(0.5), T(1), T(2), Limits::max(), Limits::infinity(),
                    Limits::quiet_NaN()})
    points.insert(points.end(), {x, -x});
  std::mt19937 engine(1);
  for (int k = 0; k < 300; ++k) points.push_back(std::ldexp(static_cast<T>(engine()) / T(4e9) - T(0.4), static_cast<int>(engine() % 12)));
  double worst_pow = 0, worst_atan2 = 0;
  for (T x : points)
    for (T y : points) {
      const auto a = static_cast<long double>(x), b = static_cast<long double>(y);
      worst_pow = std::max(worst_pow, ulps(vm::pow(x, y), std::pow(a, b)));
      worst_atan2 = std::max(worst_atan2, ulps(vm::atan2(x, y), std::atan2(a, b)));
    }
  EXPECT_LE(worst_pow, bound);
  EXPECT_LE(worst_atan2, bound);
}

TEST(VectorMath, OfTwoIsThatOfTheCLibrary) {
  check_of_two<float>(1);
  check_of_two<double>(3);
}

TEST(VectorMath, IsWholeWhereTheResultIs) {
  for (int k = -1074; k < 1024; ++k) {
    const double power = std::ldexp(1.0, k);
    EXPECT_EQ(vm::exp2(static_cast<double>(k)), power);
    EXPECT_EQ(vm::log2(power), k);
  }
  for (int k = -149; k < 128; ++k) {
    EXPECT_EQ(vm::exp2(static_cast<float>(k)), std::ldexp(1.0f, k));
    EXPECT_EQ(vm::log2(std::ldexp(1.0f, k)), static_cast<float>(k));
  }
  for (double k = 0; k < 1000; ++k) EXPECT_EQ(vm::cbrt(k * k * k), k);
}

TEST(VectorMath, IsThatOfTheCLibraryAtTheEnds) {
  check_ends<float>();
  check_ends<double>();
}

}  // namespace
