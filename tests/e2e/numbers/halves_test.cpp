#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "halves.grad.h"

namespace {

using halves::B;
using halves::H;

template <class T>
gradc::Matrix<T> matrix(std::int64_t rows, std::int64_t columns) {
  gradc::Matrix<T> x({rows, columns});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = T(std::sin(1.3f * static_cast<float>(i + 1)));
  return x;
}
template <class T>
gradc::Vector<T> vector(std::int64_t n) {
  return gradc::Vector<T>(gradc::flatten(matrix<T>(n, 1)));
}

// Each element within so many roundings of the greatest.
template <class A, class F>
void expect_near(const A& x, const F& wide, float rounding) {
  ASSERT_EQ(x.size(), wide.size());
  const float scale = std::max(1.0f, static_cast<float>(gradc::max(gradc::abs(wide))));
  for (std::int64_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(static_cast<float>(x.data()[i]), wide.data()[i], rounding * scale) << i;
}

constexpr float kHalf = 0x1p-8f, kBrain = 0x1p-5f;  // a few roundings of 11 and of 8 digits

TEST(Halves, Layers) {
  const auto wide_w = gradc::astype<float>(matrix<H>(4, 3));
  const auto wide_x = gradc::astype<float>(vector<H>(3));
  const auto wide = halves::layers_f_gradient(wide_w, wide_x);
  const auto half = halves::layers_h_gradient(matrix<H>(4, 3), vector<H>(3));
  static_assert(std::is_same_v<decltype(half.grad.w), gradc::Matrix<H>>);
  EXPECT_EQ(static_cast<float>(half.value), static_cast<float>(halves::layers_h(matrix<H>(4, 3), vector<H>(3))));
  EXPECT_NEAR(static_cast<float>(half.value), wide.value, 8 * kHalf);
  expect_near(half.grad.w, wide.grad.w, kHalf);
  expect_near(half.grad.x, wide.grad.x, kHalf);
  const auto moved = halves::layers_h_jvp(matrix<H>(4, 3), vector<H>(3), matrix<H>(4, 3), vector<H>(3));
  EXPECT_NEAR(static_cast<float>(moved.tangent), gradc::sum(wide.grad.w * wide_w) + gradc::sum(wide.grad.x * wide_x), 8 * kHalf);
  const auto brain = halves::layers_b_gradient(matrix<B>(4, 3), vector<B>(3));
  expect_near(brain.grad.w, wide.grad.w, kBrain);
}

TEST(Halves, Network) {
  const auto x = matrix<H>(3, 4);
  const auto scale = vector<H>(4);
  const halves::Ids ids{2, 0, 3};
  const auto half = halves::network_h_gradient(x, scale, ids);
  const auto wide = halves::network_f_gradient(gradc::astype<float>(x), gradc::astype<float>(scale), ids);
  EXPECT_NEAR(static_cast<float>(half.value), static_cast<float>(halves::network_h(x, scale, ids)), 4 * kHalf);
  EXPECT_NEAR(static_cast<float>(half.value), wide.value, 8 * kHalf);
  expect_near(half.grad.x, wide.grad.x, 2 * kHalf);
  expect_near(half.grad.scale, wide.grad.scale, 2 * kHalf);
}

TEST(Halves, NumbersAndTrips) {
  const auto r = halves::numbers_h_gradient(H(1.5f), H(2.5f));
  EXPECT_NEAR(static_cast<float>(r.grad.a), 2.5f + 1 / 2.5f - 2, kHalf);
  EXPECT_NEAR(static_cast<float>(r.grad.b), 1.5f - 1.5f / 6.25f, kHalf);
  const auto x = vector<B>(3);
  const auto brain = halves::trips_b_gradient(x, 5);
  const auto wide = halves::trips_f_gradient(gradc::astype<float>(x), 5);
  EXPECT_EQ(static_cast<float>(brain.value), static_cast<float>(halves::trips_b(x, 5)));
  expect_near(brain.grad.x, wide.grad.x, kBrain);
}

TEST(Halves, AdjointsHaveTheTypesOfTheirParameters) {
  const auto w = matrix<B>(2, 3);
  const gradc::Vector<float> x{0.5f, -0.25f, 1};
  const auto result = halves::mixed_gradient(w, x);
  static_assert(std::is_same_v<decltype(result.grad.w), gradc::Matrix<B>>);
  static_assert(std::is_same_v<decltype(result.grad.x), gradc::Vector<float>>);
  EXPECT_FLOAT_EQ(result.value, halves::mixed(w, x));
  for (std::int64_t i = 0; i < 2; ++i) {
    float h = 0;
    for (std::int64_t j = 0; j < 3; ++j) h += static_cast<float>(w(i, j)) * x(j);
    for (std::int64_t j = 0; j < 3; ++j)
      EXPECT_NEAR(static_cast<float>(result.grad.w(i, j)), std::max(h, 0.0f) * x(j), kBrain);
  }
}

}  // namespace
