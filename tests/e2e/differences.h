// What end-to-end tests compare generated code with: 4-point central differences of the user's own function as the
// plain compiler built it.
#pragma once

#include <gtest/gtest.h>

#include <gradc/gradc.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace e2e {

// d f / d *x, f being called with *x moved. The error is O(h⁴).
template <class F>
double difference(double& x, F f) {
  const double at = x, h = 1e-3 * std::fmax(1.0, std::fabs(at));
  const auto value = [&](double moved) {
    x = moved;
    return static_cast<double>(f());
  };
  const double slope = (8 * (value(at + h) - value(at - h)) - (value(at + 2 * h) - value(at - 2 * h))) / (12 * h);
  x = at;
  return slope;
}

inline void expect_close(double actual, double expected, const std::string& what, double tolerance = 1e-7) {
  EXPECT_NEAR(actual, expected, tolerance * std::fmax(1.0, std::fabs(expected))) << what;
}

// Every element of `gradient` against the difference of f in the element of x.
template <class X, class F>
void expect_gradient(X& x, const X& gradient, F f, const std::string& what) {
  ASSERT_EQ(gradient.shape(), x.shape()) << what;
  for (std::int64_t i = 0; i < x.size(); ++i)
    expect_close(gradient.data()[i], difference(x.data()[i], f), what + "[" + std::to_string(i) + "]");
}
template <class F>
void expect_gradient(double& x, double gradient, F f, const std::string& what) {
  expect_close(gradient, difference(x, f), what);
}

// A tensor filled with well spread values in [low, high], different for each seed.
template <class Tensor>
Tensor filled(const gradc::Shape& shape, double low = -1.5, double high = 1.5, unsigned seed = 1) {
  Tensor tensor(shape);
  std::uint64_t state = 0x9E3779B97F4A7C15u * (seed + 1u);
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    tensor.data()[i] = static_cast<std::decay_t<decltype(tensor.data()[i])>>(
        low + (high - low) * static_cast<double>(state >> 11) / 9007199254740992.0);
  }
  return tensor;
}

}  // namespace e2e
