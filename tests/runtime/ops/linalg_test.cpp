#include <gradc/gradc.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::ShapeError;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;
using gradc_test::noise_tensor;

TEST(Matmul, RanksAsNumPy) {
  const Matrix<double> a{{1, 2, 3}, {4, 5, 6}};
  const Vector<double> x{1, 0, -1}, y{1, 2};
  expect_equal(gradc::matmul(a, gradc::transpose(a)), {{14, 32}, {32, 77}});
  expect_equal(gradc::matmul(a, x), {-2, -2});
  expect_equal(gradc::matmul(y, a), {9, 12, 15});
  EXPECT_EQ(static_cast<double>(gradc::matmul(x, x)), 2);
  const auto b = noise_tensor<double, 3>(Shape{4, 2, 3});
  EXPECT_EQ(gradc::matmul(b, x).shape(), (Shape{4, 2}));
  EXPECT_EQ(gradc::matmul(y, b).shape(), (Shape{4, 3}));
  EXPECT_EQ(static_cast<double>(gradc::dot(x, x)), 2);
  expect_equal(gradc::outer(y, x), {{1, 0, -1}, {2, 0, -2}});
}

TEST(Matmul, TransposesByFlag) {
  const Matrix<double> a{{1, 2, 3}, {4, 5, 6}}, b{{7, 8, 9}, {1, 2, 3}};
  const auto at = gradc::transpose(a), bt = gradc::transpose(b);
  const auto expected = gradc::matmul(a, bt);
  using gradc::MatMul;
  expect_equal(gradc::matmul(a, b, MatMul().transpose_b()), expected);
  expect_equal(gradc::matmul(at, bt, MatMul().transpose_a()), expected);
  expect_equal(gradc::matmul(at, b, MatMul().transpose_a().transpose_b()), expected);
}

TEST(Matmul, BatchesBroadcast) {
  const auto a = noise_tensor<double, 4>(Shape{2, 1, 3, 4}, 1);
  const auto b = noise_tensor<double, 3>(Shape{5, 4, 2}, 2);
  const auto c = gradc::matmul(a, b);
  ASSERT_EQ(c.shape(), (Shape{2, 5, 3, 2}));
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 5; ++q)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j) {
          double sum = 0;
          for (int k = 0; k < 4; ++k) sum += a(p, 0, i, k) * b(q, k, j);
          EXPECT_NEAR(c(p, q, i, j), sum, 1e-12);
        }
  const auto same =
      gradc::matmul(noise_tensor<float, 3>(Shape{3, 2, 2}), noise_tensor<float, 3>(Shape{3, 2, 2}));
  EXPECT_EQ(same.shape(), (Shape{3, 2, 2}));
  EXPECT_ERROR(gradc::matmul(noise_tensor<float, 3>(Shape{3, 2, 2}), noise_tensor<float, 3>(Shape{2, 2, 2})),
               ShapeError, "matmul: shapes (3) and (2) do not fit together: 3 meets 2");
}

TEST(Matmul, RefusesInnerExtentsThatDiffer) {
  const Matrix<float> a(Shape{2, 3}), b(Shape{4, 2});
  EXPECT_ERROR(gradc::matmul(a, b), ShapeError,
               "matmul: the inner extents of shapes (2, 3) and (4, 2) are 3 and 4");
  EXPECT_ERROR(gradc::matmul(a, b, gradc::MatMul().transpose_a()), ShapeError,
               "matmul: the inner extents of shapes (2, 3) (transposed) and (4, 2) are 2 and 4");
  EXPECT_ERROR(gradc::dot(Vector<float>{1}, Vector<float>{1, 2}), ShapeError,
               "dot: the left vector of shape (1) do not fit the right of shape (2)");
}

TEST(Matmul, EmptyExtents) {
  expect_equal(gradc::matmul(Matrix<float>(Shape{2, 0}), Matrix<float>(Shape{0, 2})), {{0, 0}, {0, 0}});
  EXPECT_EQ(gradc::matmul(Matrix<float>(Shape{0, 3}), Matrix<float>(Shape{3, 2})).shape(), (Shape{0, 2}));
  EXPECT_EQ(gradc::matmul(Tensor<float, 3>(Shape{0, 2, 3}), Tensor<float, 3>(Shape{1, 3, 2})).shape(),
            (Shape{0, 2, 2}));
}

// So large that the factor is made block by block.
template <class T>
void check_cholesky(std::int64_t n) {
  const auto b = noise_tensor<T, 2>(Shape{n, n});
  Matrix<T> a = gradc::matmul(b, b, gradc::MatMul().transpose_b());
  for (std::int64_t i = 0; i < n; ++i) a(i, i) += T(1);
  const Matrix<T> l = gradc::cholesky(a), product = gradc::matmul(l, l, gradc::MatMul().transpose_b());
  T greatest = 0, difference = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      greatest = std::max(greatest, std::abs(a(i, j)));
      difference = std::max(difference, std::abs(product(i, j) - a(i, j)));
      EXPECT_TRUE(j <= i || l(i, j) == T(0));
    }
  EXPECT_LE(difference, greatest * std::numeric_limits<T>::epsilon() * static_cast<T>(n)) << n;
  a(n - 1, n - 1) = T(-1);
  EXPECT_THROW(gradc::cholesky(a), gradc::DomainError);
}

TEST(Cholesky, OfLargeMatrices) {
  for (const std::int64_t n : {128, 129, 160, 161, 250}) {
    check_cholesky<float>(n);
    check_cholesky<double>(n);
  }
}

}  // namespace
