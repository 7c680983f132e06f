#include <gradc/gradc.h>

#include <limits>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;

const Vector<float> kThree{1, 2, 3};
const Matrix<float> kTable{{1, 2, 3}, {4, 5, 6}};
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();

TEST(Rearrange, RepeatsAndTurns) {
  expect_equal(gradc::flip(kTable), {{6, 5, 4}, {3, 2, 1}});
  expect_equal(gradc::flip(kTable, -1), {{3, 2, 1}, {6, 5, 4}});
  expect_equal(gradc::flip(kTable, {0}), {{4, 5, 6}, {1, 2, 3}});
  EXPECT_EQ(gradc::flip(Vector<float>{}).shape(), Shape{0});
  expect_equal(gradc::tile(kThree, {2}), {1, 2, 3, 1, 2, 3});
  expect_equal(gradc::tile(kThree, {2, 1}), {{1, 2, 3}, {1, 2, 3}});
  expect_equal(gradc::tile(kTable, {2}), {{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}});
  EXPECT_EQ(gradc::tile(kTable, {0, 2}).shape(), (Shape{0, 6}));
  expect_equal(gradc::repeat(kTable, 2, 0), {{1, 2, 3}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}});
  expect_equal(gradc::repeat(kThree, 2, -1), {1, 1, 2, 2, 3, 3});
  expect_equal(gradc::stack({kThree, 2.0f * kThree}, 0), {{1, 2, 3}, {2, 4, 6}});
  expect_equal(gradc::stack({kThree, 2.0f * kThree}, -1), {{1, 2}, {2, 4}, {3, 6}});
  EXPECT_ERROR(gradc::repeat(kThree, -1, 0), gradc::ShapeError,
               "repeat: the number of times is -1, which is less than 0");
}

TEST(Rearrange, MovesAxes) {
  const Tensor<float, 3> x(Shape{2, 3, 4});
  EXPECT_EQ(gradc::moveaxis(x, 0, -1).shape(), (Shape{3, 4, 2}));
  EXPECT_EQ(gradc::moveaxis(x, 2, 0).shape(), (Shape{4, 2, 3}));
  EXPECT_EQ(gradc::swapaxes(x, 0, -1).shape(), (Shape{4, 3, 2}));
  EXPECT_EQ(gradc::matrix_transpose(x).shape(), (Shape{2, 4, 3}));
  EXPECT_EQ(gradc::flatten(x).shape(), Shape{24});
  expect_equal(gradc::matrix_transpose(kTable), {{1, 4}, {2, 5}, {3, 6}});
}

TEST(Rearrange, Diagonals) {
  expect_equal(gradc::diag(Vector<float>{1, 2}, 1), {{0, 1, 0}, {0, 0, 2}, {0, 0, 0}});
  expect_equal(gradc::diag(Vector<float>{1, 2}, -1), {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}});
  expect_equal(gradc::diagonal(kTable), {1, 5});
  expect_equal(gradc::diagonal(kTable, 1), {2, 6});
  expect_equal(gradc::diagonal(kTable, -1), {4});
  EXPECT_EQ(gradc::diagonal(kTable, 7).shape(), Shape{0});
  expect_equal(gradc::diagonal(kTable, 1, 1, 0), {4});
  expect_equal(gradc::tril(kTable), {{1, 0, 0}, {4, 5, 0}});
  expect_equal(gradc::triu(kTable, 1), {{0, 2, 3}, {0, 0, 6}});
}

TEST(Rearrange, Numbers) {
  expect_equal(gradc::linspace(1.0f, 2.0f, 5), {1, 1.25f, 1.5f, 1.75f, 2});
  expect_equal(gradc::linspace(1.0f, 2.0f, 1), {1});
  expect_equal(gradc::full_like(kThree, 2), {2, 2, 2});
}

TEST(Padding, ByANumber) {
  expect_equal(gradc::pad(kThree, {{1, 2}}), {0, 1, 2, 3, 0, 0});
  expect_equal(gradc::pad(kTable, {{1, 0}, {-1, 1}}, -kInfinity),
               {{-kInfinity, -kInfinity, -kInfinity}, {2, 3, -kInfinity}, {5, 6, -kInfinity}});
  expect_equal(gradc::pad(kThree, {{-1, 1, 1}}, 9), {9, 2, 9, 3, 9});
  EXPECT_ERROR(gradc::pad(kThree, {{-2, -2}}), gradc::ShapeError,
               "pad: cuts off more than there is; x has the shape (3)");
}

TEST(Padding, ByItself) {
  expect_equal(gradc::pad_reflect(kThree, {{2, 1}}), {3, 2, 1, 2, 3, 2});
  expect_equal(gradc::pad_symmetric(kThree, {{2, 1}}), {2, 1, 1, 2, 3, 3});
  expect_equal(gradc::pad_edge(kTable, {{1, 0}, {0, 2}}), {{1, 2, 3, 3, 3}, {1, 2, 3, 3, 3}, {4, 5, 6, 6, 6}});
  expect_equal(gradc::pad_wrap(kThree, {{1, 4}}), {3, 1, 2, 3, 1, 2, 3, 1});
  EXPECT_ERROR(gradc::pad_reflect(kThree, {{3, 0}}), gradc::ShapeError,
               "pad_reflect: an axis of extent 3 can't be padded by 3 and 0 elements of its own");
}

TEST(Sort, OrdersAndFinds) {
  expect_equal(gradc::sort(Vector<float>{2, kNaN, 1}), {1, 2, kNaN});
  expect_equal(gradc::sort(Matrix<int>{{3, 1}, {2, 4}}, 0, true), {{3, 4}, {2, 1}});
  expect_equal(gradc::top_k_values(kTable, 2), {{3, 2}, {6, 5}});
  expect_equal(gradc::median(Vector<float>{5, 1, 2}, 0), Tensor<float, 0>(2.0f));
  expect_equal(gradc::median(kTable, 0, gradc::keepdims), {{2.5f, 3.5f, 4.5f}});
  expect_equal(gradc::median(Matrix<float>{{1, kNaN, 2}, {1, kInfinity, kInfinity}}, 1), {kNaN, kInfinity});
  expect_equal(gradc::quantile(kThree, 0.75, 0), Tensor<float, 0>(2.5f));
  expect_equal(gradc::quantile(Vector<float>{1, kInfinity}, 0, 0), Tensor<float, 0>(1.0f));
  EXPECT_ERROR(gradc::median(Vector<float>{}, 0), gradc::IndexError, "median: can't take elements of an empty axis");
  using How = gradc::Interpolation;
  const Vector<double> four{4, 1, 2, 8};
  const std::pair<How, double> at_half[] = {{How::linear, 3}, {How::lower, 2}, {How::higher, 4}, {How::midpoint, 3}, {How::nearest, 4}};
  for (const auto& [how, value] : at_half) expect_equal(gradc::quantile(four, 0.5, 0, how), Tensor<double, 0>(value));
  for (How how : {How::linear, How::lower, How::higher, How::midpoint, How::nearest}) {
    expect_equal(gradc::quantile(four, 0, 0, how), Tensor<double, 0>(1.0));
    expect_equal(gradc::quantile(four, 1, 0, gradc::keepdims, how), {8});
  }
  EXPECT_ERROR(gradc::quantile(kThree, 1.5, 0), gradc::DomainError, "quantile: the fraction is not between 0 and 1");
}

TEST(Sort, MadeOfIndices) {
  expect_equal(gradc::masked_fill(kThree, Vector<bool>{true, false, true}, 9), {9, 2, 9});
  expect_equal(gradc::one_hot(Vector<int>{1, 7}, 2, 0.9f, 0.1f), {{0.1f, 0.9f}, {0.1f, 0.1f}});
  expect_equal(gradc::compress(kTable, Vector<bool>{false, true, true}, 3, 1, -1), {{2, 3, -1}, {5, 6, -1}});
  expect_equal(gradc::compress(kThree, Vector<bool>{true, true, true}, 2), {1, 2});
  expect_equal(gradc::gather_nd<2>(kTable, Matrix<int>{{1, 2}, {0, 0}}), {6, 1});
  expect_equal(gradc::gather_nd<1, 1>(kTable, Matrix<int>{{2}, {0}}), {3, 4});
  expect_equal(gradc::gather_nd<1, 1>(kTable, Tensor<int, 3>{{{2}, {0}}, {{0}, {0}}}), {{3, 1}, {4, 4}});
  EXPECT_THROW((gradc::gather_nd<1, 1>(kTable, Matrix<int>{{2}})), gradc::ShapeError);
  expect_equal(gradc::gather_nd<1>(kTable, Matrix<int>{{1}, {1}, {0}}), {{4, 5, 6}, {4, 5, 6}, {1, 2, 3}});
  expect_equal(gradc::bincount(Vector<int>{0, 2, 2}, 4), {1, 0, 2, 0});
  expect_equal(gradc::bincount(Vector<int>{0, 2, 2}, 3, kThree), {1, 0, 5});
  EXPECT_ERROR(gradc::bincount(Vector<int>{0, 3}, 3), gradc::IndexError,
               "bincount: index 3, at place 1, is out of range for an axis of extent 3");
  EXPECT_ERROR(gradc::gather_nd<2>(kTable, Matrix<int>{{0, 3}}), gradc::IndexError,
               "gather_nd: index 3 of multi-index 0 is out of range for axis 1 of shape (2, 3)");
}

TEST(Rearrange, Parts) {
  const auto [left, right] = gradc::split(kTable, {1, 2}, 1);
  expect_equal(left, {{1}, {4}});
  expect_equal(right, {{2, 3}, {5, 6}});
  EXPECT_THROW(gradc::split(kTable, {1, 1}, 1), gradc::ShapeError);
  EXPECT_THROW(gradc::split(kTable, {4, -1}, 1), gradc::ShapeError);
}

// The indices are where parts begin, not how long they are.
TEST(Rearrange, PartsByIndices) {
  const auto [a, b, c] = gradc::split_at(Vector<float>{1, 2, 3, 4, 5}, {1, 3});
  expect_equal(a, {1});
  expect_equal(b, {2, 3});
  expect_equal(c, {4, 5});
  const auto [left, none, right] = gradc::split_at(kTable, {2, 2}, -1);
  expect_equal(left, {{1, 2}, {4, 5}});
  EXPECT_EQ(none.shape(), (Shape{2, 0}));
  expect_equal(right, {{3}, {6}});
  const auto [all, rest] = gradc::split_at(kTable, {2});
  expect_equal(all, kTable);
  EXPECT_EQ(rest.shape(), (Shape{0, 3}));
  EXPECT_THROW(gradc::split_at(kTable, {2, 1}, 1), gradc::IndexError);
  EXPECT_THROW(gradc::split_at(kTable, {-1}, 1), gradc::IndexError);
  EXPECT_THROW(gradc::split_at(kTable, {4}, 1), gradc::IndexError);
  EXPECT_THROW(gradc::split_at(kTable, {1}, 2), gradc::ShapeError);
}

}  // namespace
