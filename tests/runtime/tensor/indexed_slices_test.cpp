#include <gradc/gradc.h>
#include <gradc/indexed_slices.h>

#include <gtest/gtest.h>

#include "expect.h"

namespace {

using Slices = gradc::IndexedSlices<double, 2>;
using gradc::Matrix;

Slices two_rows() { return {{{1, 2}, {3, 4}}, {0, 2}, {3, 2}}; }

void expect_numbers(const Matrix<double>& x, const Matrix<double>& y) {
  ASSERT_EQ(x.shape(), y.shape());
  for (std::int64_t i = 0; i < x.size(); ++i) EXPECT_EQ(x.data()[i], y.data()[i]) << i;
}

TEST(Conformance, GS01_MadeDense) {
  gradc::IndexedSlices<float, 4> slices{gradc::Tensor<float, 4>({4, 4, 4, 4}), {3, 1, 0, 1}, {4, 4, 4, 4}};
  for (std::int64_t i = 0; i < slices.values.size(); ++i) slices.values.data()[i] = static_cast<float>(i);
  const gradc::Tensor<float, 4> dense = gradc::to_dense(slices);
  for (std::int64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(dense.data()[i], static_cast<float>(128 + i));
    EXPECT_EQ(dense.data()[64 + i], static_cast<float>(64 + i + 192 + i));
    EXPECT_EQ(dense.data()[128 + i], 0);
    EXPECT_EQ(dense.data()[192 + i], static_cast<float>(i));
  }
}

// An op takes the dense tensor.
TEST(Conformance, GS02_StackOfDense) {
  const auto stacked = gradc::stack({gradc::to_dense(two_rows()), gradc::to_dense(two_rows())}, 0);
  EXPECT_EQ(stacked.shape(), (gradc::Shape{2, 3, 2}));
  EXPECT_EQ(stacked(1, 2, 1), 4);
}

TEST(Conformance, GS04_LargeOnesAreNoticed) {
  testing::internal::CaptureStderr();
  gradc::detail::note_large(99'999'999);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  gradc::detail::note_large(100'000'000);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "gradc: warning: a sparse gradient is made dense: 100000000 elements\n");
}

TEST(Conformance, GS05_WithoutADenseShape) {
  Slices slices = two_rows();
  slices.dense_shape = Slices().dense_shape;
  EXPECT_THROW(gradc::to_dense(slices), gradc::ShapeError);
  EXPECT_THROW(gradc::coalesce(slices), gradc::ShapeError);
}

template <class T, class S, class = void>
constexpr bool kAddable = false;
template <class T, class S>
constexpr bool kAddable<T, S, std::void_t<decltype(gradc::add_to(std::declval<T&>(), std::declval<const S&>()))>> = true;

// The compiler's error.
TEST(Conformance, GS06_ElementTypesAreOne) {
  static_assert(kAddable<Matrix<double>, Slices>);
  static_assert(!kAddable<Matrix<float>, Slices>);
  static_assert(!kAddable<gradc::Vector<double>, Slices>);
}

TEST(Conformance, GS09_Sums) {
  const Slices other{{{5, 6}, {7, 8}}, {1, 2}, {3, 2}};
  const Slices sum = two_rows() + other;
  EXPECT_EQ(sum.indices.size(), 4);
  expect_numbers(gradc::to_dense(sum), {{1, 2}, {5, 6}, {10, 12}});
  const Slices once = gradc::coalesce(sum);
  EXPECT_EQ(once.indices.size(), 3);
  expect_numbers(once.values, {{1, 2}, {5, 6}, {10, 12}});
  expect_numbers(gradc::to_dense(2.0 * sum), {{2, 4}, {10, 12}, {20, 24}});
  EXPECT_THROW(two_rows() + Slices({{{5, 6}}, {1}, {4, 2}}), gradc::ShapeError);
}

// Linear in the rows: on each as it stands.
TEST(IndexedSlices, Arithmetic) {
  const Slices twice = two_rows() + two_rows();
  const Matrix<double> dense = gradc::to_dense(twice), whole{{1, 2}, {3, 4}, {5, 6}};
  expect_numbers(gradc::to_dense(twice / 2.0), dense / 2.0);
  expect_numbers(gradc::to_dense(-twice), -dense);
  expect_numbers(gradc::to_dense(twice - two_rows()), gradc::to_dense(two_rows()));
  expect_numbers(gradc::to_dense(twice * whole), dense * whole);
  expect_numbers(gradc::to_dense(whole * twice), dense * whole);
  const gradc::Vector<double> row{2, -1};
  expect_numbers(gradc::to_dense(twice * row), dense * row);
  expect_numbers(whole + twice, whole + dense);
  expect_numbers(twice + whole, whole + dense);
  EXPECT_EQ(gradc::to_dense(gradc::astype<float>(twice))(0, 1), static_cast<float>(dense(0, 1)));
  EXPECT_THROW(twice * gradc::Vector<double>({1, 2, 3}), gradc::ShapeError);
  EXPECT_THROW(twice * Matrix<double>({2, 2}), gradc::ShapeError);
  EXPECT_THROW(twice + Matrix<double>({2, 2}), gradc::ShapeError);
}

// Not linear: an index that comes twice has the sum of its rows.
TEST(IndexedSlices, WhatIsNotLinearTakesEachIndexOnce) {
  const Slices sum = two_rows() + two_rows() * -3.0;
  const Matrix<double> dense = gradc::to_dense(sum);
  expect_numbers(gradc::to_dense(gradc::abs(sum)), gradc::abs(dense));
  expect_numbers(gradc::to_dense(gradc::square(sum)), gradc::square(dense));
  expect_numbers(gradc::to_dense(gradc::sign(sum)), gradc::sign(dense));
  expect_numbers(gradc::to_dense(gradc::clip(sum, -3.0, 0.5)), gradc::clip(dense, -3.0, 0.5));
  EXPECT_EQ(static_cast<double>(gradc::vector_norm(sum)), static_cast<double>(gradc::vector_norm(dense)));
  EXPECT_THROW(gradc::clip(sum, 1.0, 2.0), gradc::DomainError);
}

// Rows that are not there are zeros, which count among the extremes.
TEST(IndexedSlices, Extremes) {
  const Slices sum = two_rows() + two_rows() * -3.0;
  const Matrix<double> dense = gradc::to_dense(sum);
  expect_numbers(gradc::to_dense(gradc::maximum(sum, -3.0)), gradc::maximum(dense, -3.0));
  expect_numbers(gradc::to_dense(gradc::minimum(sum, 0.0)), gradc::minimum(dense, 0.0));
  EXPECT_THROW(gradc::maximum(sum, 1.0), gradc::DomainError);
  EXPECT_THROW(gradc::minimum(sum, -1.0), gradc::DomainError);
  for (const Slices& slices : {sum, -sum, two_rows(), -two_rows()}) {
    EXPECT_EQ(static_cast<double>(gradc::max(slices)), static_cast<double>(gradc::max(gradc::to_dense(slices))));
    EXPECT_EQ(static_cast<double>(gradc::min(slices)), static_cast<double>(gradc::min(gradc::to_dense(slices))));
  }
  const Slices all{{{-1, -2}, {-3, -4}, {3, 1}}, {0, 1, 1}, {2, 2}}, none{Matrix<double>(gradc::Shape{0, 2}), {}, {3, 2}};
  EXPECT_EQ(static_cast<double>(gradc::max(all)), 0);   // -3 + 3
  EXPECT_EQ(static_cast<double>(gradc::min(all)), -3);  // -4 + 1
  EXPECT_EQ(static_cast<double>(gradc::max(-all)), 3);
  EXPECT_EQ(static_cast<double>(gradc::max(Slices{{{-1, -2}, {-3, -4}}, {0, 1}, {2, 2}})), -1);  // every row is there
  EXPECT_EQ(static_cast<double>(gradc::max(none)), 0);
}

// What makes a dense tensor of them.
TEST(IndexedSlices, WhatNeedsTheWholeTensor) {
  const Slices sum = two_rows() + two_rows();
  const Matrix<double> dense = gradc::to_dense(sum), right{{1, 2}, {3, 4}}, left{{1, 0, 2}};
  expect_numbers(gradc::reshape(sum, {2, 3}), gradc::reshape(dense, {2, 3}));
  expect_numbers(gradc::transpose(sum), gradc::transpose(dense));
  expect_numbers(gradc::transpose(sum, {1, 0}), gradc::transpose(dense));
  expect_numbers(gradc::slice(sum, {1, 0}, {3, 1}), gradc::slice(dense, {1, 0}, {3, 1}));
  expect_numbers(gradc::matmul(sum, right), gradc::matmul(dense, right));
  expect_numbers(gradc::matmul(left, sum), gradc::matmul(left, dense));
}

TEST(IndexedSlices, AddedToATensor) {
  Matrix<double> x{{1, 1}, {1, 1}, {1, 1}};
  gradc::add_to(x, two_rows(), -2.0);
  expect_numbers(x, {{-1, -3}, {1, 1}, {-5, -7}});
  Matrix<double> other({2, 2});
  EXPECT_THROW(gradc::add_to(other, two_rows()), gradc::ShapeError);
}

TEST(IndexedSlices, WhatDoesNotFit) {
  for (const Slices& wrong : {Slices{{{1, 2}}, {3}, {3, 2}}, Slices{{{1, 2}}, {-1}, {3, 2}}})
    EXPECT_THROW(gradc::to_dense(wrong), gradc::IndexError);
  for (const Slices& wrong : {Slices{{{1, 2}}, {0, 1}, {3, 2}}, Slices{{{1, 2}}, {0}, {3, 3}}})
    EXPECT_THROW(gradc::to_dense(wrong), gradc::ShapeError);
}

TEST(IndexedSlices, Empty) {
  const Slices none{Matrix<double>(gradc::Shape{0, 2}), {}, {3, 2}};
  expect_numbers(gradc::to_dense(none), Matrix<double>({3, 2}));
  EXPECT_EQ(gradc::coalesce(none).values.shape(), (gradc::Shape{0, 2}));
  expect_numbers(gradc::to_dense(none + two_rows()), gradc::to_dense(two_rows()));
}

}  // namespace
