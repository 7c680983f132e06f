#include <gradc/eigen.h>

#include <utility>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;

TEST(Eigen, MapsShareMemory) {
  Matrix<double> a{{1, 2, 3}, {4, 5, 6}};
  gradc::matrix(a)(1, 0) = 40;
  EXPECT_EQ(a(1, 0), 40);
  gradc::array(a) += 1;
  EXPECT_EQ(a(0, 0), 2);
  Vector<float> v{1, 2};
  EXPECT_EQ(gradc::vector(v).sum(), 3);
  EXPECT_EQ(gradc::vector(std::as_const(v)).data(), v.data());
  gradc::StaticTensor<double, 2, 2> s{{1, 2}, {3, 4}};
  EXPECT_EQ(gradc::matrix(s).trace(), 5);
  Tensor<float, 3> cube(Shape{2, 2, 2});
  gradc::array(cube) = 1;
  EXPECT_EQ(cube(1, 1, 1), 1);
  const gradc::View<const float, 1> view(v);
  EXPECT_EQ(gradc::vector(view)(1), 2);
}

TEST(Eigen, ExpressionsBecomeTensors) {
  const Matrix<double> a{{1, 2}, {3, 4}};
  const Matrix<double> b = gradc::matrix(a) * gradc::matrix(a).transpose();
  expect_equal(b, {{5, 11}, {11, 25}});
  const Matrix<double> c = gradc::array(a) * 2 + 1;
  expect_equal(c, {{3, 5}, {7, 9}});
  const Vector<double> rows = gradc::matrix(a).rowwise().sum();
  expect_equal(rows, {3, 7});
  const Vector<double> columns = gradc::matrix(a).colwise().sum();
  expect_equal(columns, {4, 6});
  Eigen::MatrixXf column_major(2, 2);
  column_major << 1, 2, 3, 4;
  expect_equal(Matrix<float>(column_major), {{1, 2}, {3, 4}});
  EXPECT_ERROR(Vector<double>(gradc::matrix(a)), gradc::ShapeError,
               "shape (2, 2) has rank 2, but the tensor has rank 1");
}

}  // namespace
