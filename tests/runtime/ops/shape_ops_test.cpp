#include <gradc/gradc.h>

#include <array>
#include <vector>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::ShapeError;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;

const Matrix<int> kMatrix{{1, 2, 3}, {4, 5, 6}};

TEST(ShapeOps, Transpose) {
  expect_equal(gradc::transpose(kMatrix), {{1, 4}, {2, 5}, {3, 6}});
  const auto x = gradc_test::noise_tensor<float, 3>(Shape{2, 3, 4});
  const auto y = gradc::transpose(x, {2, 0, 1});
  ASSERT_EQ(y.shape(), (Shape{4, 2, 3}));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k) EXPECT_EQ(y(i, j, k), x(j, k, i));
  expect_equal(gradc::transpose(x, {-1, 0, 1}), y);
  EXPECT_ERROR(gradc::transpose(kMatrix, {0, 0}), ShapeError, "transpose: axis 0 is given twice");
  EXPECT_ERROR(gradc::transpose(kMatrix, {0, 2}), ShapeError, "transpose: axis 2 is out of range for rank 2");
  EXPECT_EQ(gradc::transpose(Matrix<int>(Shape{0, 3})).shape(), (Shape{3, 0}));
}

TEST(ShapeOps, Reshape) {
  expect_equal(gradc::reshape(kMatrix, {3, 2}), {{1, 2}, {3, 4}, {5, 6}});
  expect_equal(gradc::reshape(kMatrix, {-1}), {1, 2, 3, 4, 5, 6});
  const std::int64_t n = 2;
  EXPECT_EQ(gradc::reshape(kMatrix, {n, 1, -1}).shape(), (Shape{2, 1, 3}));
  EXPECT_EQ(gradc::reshape(kMatrix, std::array<std::int64_t, 2>{6, 1}).shape(), (Shape{6, 1}));
  EXPECT_EQ(gradc::reshape<1>(kMatrix, Shape{6}).shape(), Shape{6});
  EXPECT_EQ(gradc::reshape(Matrix<int>(Shape{0, 3}), {3, 0}).shape(), (Shape{3, 0}));
  EXPECT_EQ(gradc::reshape(Matrix<int>(Shape{0, 3}), {0, -1}).shape(), (Shape{0, 0}));
  EXPECT_ERROR(gradc::reshape(kMatrix, {0, -1}), ShapeError,
               "reshape: a tensor of shape (2, 3) cannot become (0, -1)");
  EXPECT_ERROR(gradc::reshape(kMatrix, {4, 2}), ShapeError,
               "reshape: a tensor of shape (2, 3) has 6 elements, but (4, 2) has 8");
  EXPECT_ERROR(gradc::reshape(kMatrix, {4, -1}), ShapeError,
               "reshape: a tensor of shape (2, 3) cannot become (4, -1)");
  EXPECT_ERROR(gradc::reshape(kMatrix, {-1, -1}), ShapeError,
               "reshape: more than one extent of (-1, -1) is -1");
  EXPECT_ERROR(gradc::reshape(kMatrix, {-2, 3}), ShapeError, "reshape: extent 0 of (-2, 3) is negative");
}

TEST(ShapeOps, AxesOfExtentOne) {
  EXPECT_EQ(gradc::expand_dims(kMatrix, 1).shape(), (Shape{2, 1, 3}));
  EXPECT_EQ(gradc::expand_dims(kMatrix, -1).shape(), (Shape{2, 3, 1}));
  EXPECT_EQ(gradc::expand_dims(kMatrix, {0, 3}).shape(), (Shape{1, 2, 3, 1}));
  const auto x = gradc::expand_dims(kMatrix, {0, 2});
  EXPECT_EQ(gradc::squeeze(x, 0).shape(), (Shape{2, 1, 3}));
  expect_equal(gradc::squeeze(x, {0, -2}), kMatrix);
  EXPECT_ERROR(gradc::squeeze(kMatrix, 1), ShapeError, "squeeze: extent 1 of shape (2, 3) is not 1");
  EXPECT_ERROR(gradc::expand_dims(kMatrix, 3), ShapeError, "expand_dims: axis 3 is out of range for rank 3");
}

TEST(ShapeOps, Concat) {
  const Matrix<int> row{{7, 8, 9}}, column{{10}, {11}};
  expect_equal(gradc::concat({kMatrix, row}, 0), {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  expect_equal(gradc::concat({kMatrix, column, column}, -1), {{1, 2, 3, 10, 10}, {4, 5, 6, 11, 11}});
  expect_equal(gradc::concat(std::vector<Vector<int>>{{1}, {}, {2, 3}}, 0), {1, 2, 3});
  EXPECT_ERROR(gradc::concat({kMatrix, row}, 1), ShapeError,
               "concat: extent 0 is 2 in one tensor but 1 in another");
  EXPECT_ERROR(gradc::concat(std::vector<Vector<int>>{}, 0), ShapeError,
               "concat: there is nothing to concatenate");
  EXPECT_ERROR(gradc::concat({row}, 2), ShapeError, "concat: axis 2 is out of range for rank 2");
}

TEST(ShapeOps, BroadcastTo) {
  expect_equal(gradc::broadcast_to(Vector<int>{1, 2}, {2, 2}), {{1, 2}, {1, 2}});
  expect_equal(gradc::broadcast_to(Matrix<int>{{1}, {2}}, {2, 3}), {{1, 1, 1}, {2, 2, 2}});
  expect_equal(gradc::broadcast_to(Tensor<int, 0>(5), {2}), {5, 5});
  EXPECT_EQ(gradc::broadcast_to(Vector<int>{1}, {0}).shape(), Shape{0});
  EXPECT_ERROR(gradc::broadcast_to(kMatrix, {2, 2}), ShapeError,
               "broadcast_to: a tensor of shape (2, 3) cannot become (2, 2)");
}

TEST(ShapeOps, SliceCountsFromTheEnd) {
  expect_equal(gradc::slice(kMatrix, {0, 1}, {2, 3}), {{2, 3}, {5, 6}});
  expect_equal(gradc::slice(kMatrix, {-1, -2}, {2, -1}), {{5}});
  EXPECT_EQ(gradc::slice(kMatrix, {0, 2}, {2, 2}).shape(), (Shape{2, 0}));
  EXPECT_EQ(gradc::slice(kMatrix, {-2, 0}, {-2, 3}).shape(), (Shape{0, 3}));
}

TEST(ShapeOps, Constants) {
  const auto z = gradc::zeros<float>({2, 3});
  static_assert(std::is_same_v<decltype(gradc::zeros<float>({2, 3})), Matrix<float>>);
  EXPECT_EQ(z.shape(), (Shape{2, 3}));
  expect_equal(gradc::ones<int>({2}), {1, 1});
  expect_equal(gradc::full({2}, 1.5f), {1.5f, 1.5f});
  expect_equal(gradc::ones<double, 1>(Shape{2}), {1, 1});
  expect_equal(gradc::full<float, 1>(Shape{2}, 2), {2, 2});
  EXPECT_EQ((gradc::zeros<int, 2>(kMatrix.shape())).shape(), kMatrix.shape());
  EXPECT_EQ(static_cast<float>(gradc::ones<gradc::half>({1})(0)), 1.0f);
}

}  // namespace
