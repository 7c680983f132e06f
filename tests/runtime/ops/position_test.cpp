#include <gradc/gradc.h>

#include <cmath>
#include <limits>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Mode;
using gradc::Shape;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;

using Places = Vector<std::int64_t>;

const Vector<float> kFive{0, 1, 2, 3, 4};
const Matrix<float> kTable{{1, 2, 3}, {4, 5, 6}};
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Slice, InSteps) {
  expect_equal(gradc::slice(kFive, {0}, {5}, {2}), {0, 2, 4});
  expect_equal(gradc::slice(kFive, {1}, {-1}, {2}), {1, 3});
  expect_equal(gradc::slice(kFive, {-1}, {-6}, {-1}), {4, 3, 2, 1, 0});
  expect_equal(gradc::slice(kFive, {4}, {0}, {-2}), {4, 2});
  expect_equal(gradc::slice(kFive, {0}, {5}, {9}), {0});
  expect_equal(gradc::slice(kTable, {-1, 0}, {-3, 3}, {-1, 2}), {{4, 6}, {1, 3}});
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  expect_equal(gradc::slice(kFive, {-1}, {-6}, {kLeast}), {4});
  EXPECT_EQ(gradc::slice(kFive, {1}, {1}, {-1}).shape(), Shape{0});
  EXPECT_EQ(gradc::slice(Vector<float>{}, {-1}, {-1}, {-1}).shape(), Shape{0});
  EXPECT_ERROR(gradc::slice(kFive, {0}, {5}, {0}), gradc::ShapeError, "slice: the stride of axis 0 is 0");
}

// They were clamped, so that nobody knew how many elements there are.
TEST(Slice, BoundsOutsideTheAxisAreErrors) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_ERROR(gradc::slice(kFive, {3}, {9}), gradc::IndexError, "slice: [3, 9) is no part of axis 0, whose extent is 5");
  EXPECT_ERROR(gradc::slice(kTable, {0, 2}, {2, 1}), gradc::IndexError, "slice: [2, 1) is no part of axis 1, whose extent is 3");
  EXPECT_ERROR(gradc::slice(kFive, {-6}, {2}), gradc::IndexError, "slice: [-1, 2) is no part of axis 0, whose extent is 5");
  EXPECT_ERROR(gradc::slice(kFive, {-1}, {-2}, {2}), gradc::IndexError, "slice: [4, 3) is no part of axis 0, whose extent is 5");
  for (const std::int64_t bound : {kLeast, std::int64_t{-6}, std::int64_t{6}, kMost}) {
    EXPECT_THROW(gradc::slice(kFive, {0}, {bound}), gradc::IndexError) << bound;
    EXPECT_THROW(gradc::slice(kFive, {bound}, {5}, {3}), gradc::IndexError) << bound;
  }
  for (const std::int64_t bound : {kLeast, std::int64_t{-7}, std::int64_t{2}, kMost})
    EXPECT_THROW(gradc::slice(kFive, {1}, {bound}, {-1}), gradc::IndexError) << bound;
  for (const std::int64_t bound : {kLeast, std::int64_t{-7}, std::int64_t{5}, kMost})
    EXPECT_THROW(gradc::slice(kFive, {bound}, {-6}, {-1}), gradc::IndexError) << bound;
  EXPECT_EQ(gradc::slice(kFive, {5}, {5}).shape(), Shape{0});
}

TEST(Slice, AtValues) {
  expect_equal(gradc::dynamic_slice(kFive, Places{2}, {2}), {2, 3});
  expect_equal(gradc::dynamic_slice(kTable, Vector<int>{1, 0}, {1, 2}), {{4, 5}});
  expect_equal(gradc::dynamic_update_slice(kFive, Vector<float>{8, 9}, Places{3}), {0, 1, 2, 8, 9});
  EXPECT_ERROR(gradc::dynamic_slice(kTable, Vector<int>{1, 2}, {1, 2}), gradc::IndexError,
               "dynamic_slice: a block of extent 2 at 2 is no part of axis 1, whose extent is 3");
  EXPECT_ERROR(gradc::dynamic_update_slice(kFive, Vector<float>{8, 9}, Places{-1}), gradc::IndexError,
               "dynamic_update_slice: a block of extent 2 at -1 is no part of axis 0, whose extent is 5");
  EXPECT_ERROR(gradc::dynamic_slice(kFive, Places{0}, {6}), gradc::ShapeError,
               "dynamic_slice: a block of shape (6) is larger than (5)");
  EXPECT_ERROR(gradc::dynamic_slice(kFive, Places{0, 1}, {2}), gradc::ShapeError,
               "dynamic_slice: places of shape (2) do not fit axes of shape (1)");
}

TEST(Roll, GoesRound) {
  expect_equal(gradc::roll(kFive, 2, 0), {3, 4, 0, 1, 2});
  expect_equal(gradc::roll(kFive, -6, -1), {1, 2, 3, 4, 0});
  expect_equal(gradc::roll(kTable, {1, 1}, {0, 1}), {{6, 4, 5}, {3, 1, 2}});
  expect_equal(gradc::roll(kTable, 1, 0), {{4, 5, 6}, {1, 2, 3}});
  Tensor<int, 3> x(Shape{2, 3, 2});
  for (int i = 0; i < 12; ++i) x.data()[i] = i;
  const Tensor<int, 3> y = gradc::roll(x, {1, 2}, {1, 0}), z = gradc::roll(x, {1, 1}, {0, 2});
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      for (std::int64_t k = 0; k < 2; ++k) {
        EXPECT_EQ(y(i, (j + 1) % 3, k), x(i, j, k));
        EXPECT_EQ(z((i + 1) % 2, j, (k + 1) % 2), x(i, j, k));
      }
  EXPECT_ERROR(gradc::roll(kTable, {1, 1}, {0, -2}), gradc::ShapeError, "roll: axis 0 is given twice");
}

TEST(Index, Modes) {
  expect_equal(gradc::take(kFive, Places{-1, 7, 2}, 0, Mode::clip), {0, 4, 2});
  expect_equal(gradc::take(kFive, Places{-1, 7, 2}, 0, Mode::drop), {0, 0, 2});
  expect_equal(gradc::scatter_add(kFive, Places{-1, 7, 2}, Vector<float>{1, 1, 1}, 0, Mode::clip), {1, 1, 3, 3, 5});
  expect_equal(gradc::scatter_add(kFive, Places{-1, 7, 2}, Vector<float>{1, 1, 1}, 0, Mode::drop), {0, 1, 3, 3, 4});
  EXPECT_ERROR(gradc::take(Vector<float>{}, Places{0}, 0, Mode::clip), gradc::IndexError,
               "take: can't take elements of an empty axis");
  expect_equal(gradc::take(Vector<float>{}, Places{0}, 0, Mode::drop), {0});
}

TEST(Index, Scatter) {
  expect_equal(gradc::scatter_update(kFive, Places{1, 3, 1}, Vector<float>{7, 8, 9}), {0, 9, 2, 8, 4});
  expect_equal(gradc::scatter_update(kTable, Places{2}, Matrix<float>{{8}, {9}}, 1), {{1, 2, 8}, {4, 5, 9}});
  expect_equal(gradc::scatter_max(kFive, Places{1, 1, 4}, Vector<float>{7, 3, 0}), {0, 7, 2, 3, 4});
  expect_equal(gradc::scatter_min(kFive, Places{1, 1, 4}, Vector<float>{7, -3, 0}), {0, -3, 2, 3, 0});
  const Vector<float> spoilt = gradc::scatter_max(kFive, Places{1, 1, 2}, Vector<float>{kNaN, 3, 0});
  EXPECT_TRUE(spoilt(1) != spoilt(1));
  EXPECT_ERROR(gradc::scatter_update(kFive, Places{5}, Vector<float>{7}), gradc::IndexError,
               "scatter_update: index 5, at place 0, is out of range for an axis of extent 5");
  EXPECT_ERROR(gradc::scatter_add(kFive, Places{0}, Vector<float>{7, 8}), gradc::ShapeError,
               "scatter_add: updates of shape (2) do not fit indices of shape (1)");
}

TEST(Index, Multiplies) {
  expect_equal(gradc::scatter_mul(kFive, Places{1, 3, 1}, Vector<float>{7, 2, 5}), {0, 35, 2, 6, 4});
  expect_equal(gradc::scatter_mul(kTable, Places{2, 2}, Matrix<float>{{8, 0}, {9, 2}}, 1), {{1, 2, 0}, {4, 5, 108}});
  expect_equal(gradc::scatter_mul(kFive, Places{-1, 7, 2}, Vector<float>{3, 3, 3}, 0, Mode::clip), {0, 1, 6, 3, 12});
  expect_equal(gradc::scatter_mul(kFive, Places{-1, 7, 2}, Vector<float>{3, 3, 3}, 0, Mode::drop), {0, 1, 6, 3, 4});
  expect_equal(gradc::scatter_mul(Vector<int>{2, 3}, Places{0, 0}, Vector<int>{1 << 30, 5}), {static_cast<int>(5u << 31), 3});
  EXPECT_ERROR(gradc::scatter_mul(kFive, Places{5}, Vector<float>{7}), gradc::IndexError,
               "scatter_mul: index 5, at place 0, is out of range for an axis of extent 5");
}

TEST(Bits, OfAnotherType) {
  expect_equal(gradc::bitcast<std::int32_t>(Vector<float>{1, -0.0f}), {0x3f800000, std::numeric_limits<std::int32_t>::min()});
  expect_equal(gradc::bitcast<double>(gradc::bitcast<std::int64_t>(Matrix<double>{{1.5, -2}})), {{1.5, -2}});
  EXPECT_EQ(gradc::bitcast<gradc::bfloat16>(Vector<gradc::half>{gradc::half(1)})(0).bits(), gradc::half(1).bits());
  EXPECT_EQ(gradc::bitcast<float>(Vector<int>{}).shape(), Shape{0});
}

// A narrower format is that of half or bfloat16 but for half's numbers below its normal ones, which become 0.
TEST(Bits, FewerOfThem) {
  Vector<float> x(Shape{20000});
  std::uint32_t state = 1;
  for (float& each : x) {
    state = state * 1664525u + 1013904223u;
    each = gradc::detail::bits_float(state);
  }
  const auto as_half = gradc::reduce_precision(x, 5, 10), as_bfloat = gradc::reduce_precision(x, 8, 7), same = gradc::reduce_precision(x, 11, 52);
  const auto of_doubles = gradc::reduce_precision(gradc::astype<double>(x), 8, 23);
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (x(i) != x(i)) {
      EXPECT_TRUE(as_half(i) != as_half(i) && as_bfloat(i) != as_bfloat(i));
      continue;
    }
    const float half = gradc::half(x(i)), bfloat = gradc::bfloat16(x(i));
    EXPECT_EQ(as_half(i), std::abs(half) < 0x1p-14f ? 0.0f : half) << x(i);
    EXPECT_EQ(std::signbit(as_half(i)), std::signbit(x(i)));
    EXPECT_EQ(as_bfloat(i), bfloat) << x(i);
    EXPECT_EQ(same(i), x(i));
    EXPECT_EQ(of_doubles(i), std::abs(x(i)) < 0x1p-126f ? 0.0 : static_cast<double>(x(i)));
  }
  const Vector<gradc::half> halves{gradc::half(1 + 0x1p-10f), gradc::half(0x1p-24f)};
  const auto few = gradc::reduce_precision(halves, 11, 5), narrow = gradc::reduce_precision(halves, 4, 52);
  EXPECT_EQ(few(0), 1.0f);
  EXPECT_EQ(few(1), 0x1p-24f);
  EXPECT_EQ(narrow(0), 1 + 0x1p-10f);
  EXPECT_EQ(narrow(1), 0.0f);
  EXPECT_ERROR(gradc::reduce_precision(kFive, 1, 5), gradc::DomainError, "reduce_precision: the exponent has 2 to 11 bits");
  EXPECT_ERROR(gradc::reduce_precision(kFive, 5, 0), gradc::DomainError, "reduce_precision: the mantissa has 1 to 52 bits");
}

TEST(Index, AlongAnAxis) {
  expect_equal(gradc::take_along_axis(kTable, Matrix<int>{{2, 2}, {0, 1}}, 1), {{3, 3}, {4, 5}});
  expect_equal(gradc::take_along_axis(kTable, Matrix<std::int64_t>{{1, 0, 1}}, 0), {{4, 2, 6}});
  expect_equal(gradc::add_along_axis(kTable, Matrix<int>{{2, 2}, {0, 1}}, Matrix<float>{{1, 1}, {1, 2}}, 1),
               {{1, 2, 5}, {5, 7, 6}});
  EXPECT_ERROR(gradc::take_along_axis(kTable, Matrix<int>{{3, 2}, {0, 1}}, 1), gradc::IndexError,
               "take_along_axis: index 3, at place 0, is out of range for an axis of extent 3");
  EXPECT_ERROR(gradc::take_along_axis(kTable, Matrix<int>{{1, 2}}, 1), gradc::ShapeError,
               "take_along_axis: shapes (2, 3) and (1, 2) differ in axis 0");
}

TEST(Position, Sorting) {
  const Vector<float> x{2, kNaN, 1, 2, -1, 1};
  expect_equal(gradc::argsort(x), {4, 2, 5, 0, 3, 1});
  expect_equal(gradc::argsort(x, 0, true), {1, 0, 3, 2, 5, 4});
  expect_equal(gradc::argsort(Matrix<int>{{3, 1}, {2, 1}}, 0), {{1, 0}, {0, 1}});
  expect_equal(gradc::top_k_indices(x, 3), {1, 0, 3});
  expect_equal(gradc::top_k_indices(Matrix<int>{{3, 1}, {2, 1}}, 1, 0), {{0, 0}});
  EXPECT_ERROR(gradc::top_k_indices(kFive, 6), gradc::ShapeError, "top_k: an axis of extent 5 has no 6 greatest elements");
  const Vector<float> sorted{1, 2, 2, 5, kNaN};
  expect_equal(gradc::searchsorted(sorted, Vector<float>{2, 0, 9, kNaN}), {1, 0, 4, 4});
  expect_equal(gradc::searchsorted(sorted, Vector<float>{2, 0, 9, kNaN}, true), {3, 0, 4, 5});
}

TEST(Position, Counting) {
  expect_equal(gradc::iota(3), {0, 1, 2});
  expect_equal(gradc::iota<float>(2), {0, 1});
  expect_equal(gradc::nonzero(Vector<bool>{false, true, true, false, true}, 2), {1, 2});
  expect_equal(gradc::nonzero(Vector<bool>{false, true}, 3), {1, -1, -1});
  expect_equal(gradc::nonzero(Vector<bool>{false, true}, 3, 9), {1, 9, 9});
  expect_equal(gradc::ravel_index(Matrix<int>{{1, 2}, {0, 1}}, {2, 3}), {5, 1});
  EXPECT_ERROR(gradc::ravel_index(Matrix<int>{{1, 3}}, {2, 3}), gradc::IndexError,
               "ravel_index: index 3 of multi-index 0 is out of range for axis 1 of shape (2, 3)");
}

TEST(Position, Padding) {
  const auto padded = [](gradc::kernels::PaddedAxis axis) {
    Places y(Shape{axis.low + axis.n + axis.high});
    gradc::kernels::pad_index(axis, y.data());
    return y;
  };
  expect_equal(padded({3, 2, 2, 0}), {2, 1, 0, 1, 2, 1, 0});
  expect_equal(padded({3, 3, 2, 1}), {2, 1, 0, 0, 1, 2, 2, 1});
  expect_equal(padded({2, 2, 1, 2}), {0, 0, 0, 1, 1});
  expect_equal(padded({2, 3, 2, 3}), {1, 0, 1, 0, 1, 0, 1});
  EXPECT_ERROR(padded({3, 3, 0, 0}), gradc::ShapeError,
               "pad: an axis of extent 3 can't be padded by 3 and 0 elements of its own");
  EXPECT_ERROR(padded({0, 1, 0, 3}), gradc::ShapeError,
               "pad: an axis of extent 0 can't be padded by 1 and 0 elements of its own");
}

}  // namespace
