// Assertions shared by the tests of the runtime.
#pragma once

#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gradc_test {

/// Shape and elements, exactly; a NaN equals a NaN.
template <class T, int R>
void expect_equal(const gradc::Tensor<T, R>& actual, const gradc::Tensor<T, R>& expected) {
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < actual.size(); ++i) {
    const T a = actual.data()[i], e = expected.data()[i];
    if (a != a && e != e) continue;
    EXPECT_EQ(a, e) << "at element " << i;
  }
}

/// Shape, and elements within `tolerance` relative to 1 and to their size.
template <class T, int R>
void expect_near(const gradc::Tensor<T, R>& actual, const gradc::Tensor<T, R>& expected, double tolerance) {
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < actual.size(); ++i) {
    const double a = static_cast<double>(actual.data()[i]), e = static_cast<double>(expected.data()[i]);
    EXPECT_NEAR(a, e, tolerance * (1 + std::fabs(e))) << "at element " << i;
  }
}

/// A number as a double, and how near to the exact sum of products those of its type are, relative to the sum of their sizes.
template <class T>
double number(T value) {
  return static_cast<double>(static_cast<gradc::detail::Compute<T>>(value));
}

template <class T>
double tolerance() {
  if (std::is_same_v<T, double>) return 1e-13;
  if (std::is_same_v<T, float>) return 1e-5;
  if (std::is_same_v<T, gradc::half>) return 1e-3;
  if (std::is_same_v<T, gradc::bfloat16>) return 1e-2;
  return 0;
}

/// Values without structure, the same in every run.
template <class T>
std::vector<T> noise(std::int64_t count, unsigned seed = 1) {
  std::vector<T> values;
  unsigned long long state = seed * 2654435761ull + 12345;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    values.push_back(gradc::detail::convert_scalar<T>(static_cast<int>(state >> 40) % 2001 / 500.0 - 2.0));
  }
  return values;
}

template <class T, int R>
gradc::Tensor<T, R> noise_tensor(const gradc::Shape& shape, unsigned seed = 1) {
  return gradc::Tensor<T, R>::from(noise<T>(shape.size(), seed).data(), shape);
}

}  // namespace gradc_test

/// The statement throws exactly this type with exactly this text.
#define EXPECT_ERROR(statement, Type, text)                        \
  do {                                                             \
    try {                                                          \
      static_cast<void>(statement);                                \
      ADD_FAILURE() << "nothing was thrown by " #statement;        \
    } catch (const Type& error) {                                  \
      EXPECT_STREQ(error.what(), text);                            \
    } catch (const std::exception& error) {                        \
      ADD_FAILURE() << "thrown as another type: " << error.what(); \
    }                                                              \
  } while (false)
