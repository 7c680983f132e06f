// Scans, and reductions that are made of others.
#include <gradc/gradc.h>

#include <cmath>
#include <limits>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Scan;
using gradc::Shape;
using gradc::Vector;
using gradc_test::expect_equal;
using gradc_test::expect_near;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Scans, GoAlongAnAxis) {
  const Matrix<double> x{{1, 2, 3}, {4, 5, 6}};
  expect_equal(gradc::cumsum(x, 0), {{1, 2, 3}, {5, 7, 9}});
  expect_equal(gradc::cumsum(x, -1), {{1, 3, 6}, {4, 9, 15}});
  expect_equal(gradc::cumsum(x, 1, Scan().exclusive()), {{0, 1, 3}, {0, 4, 9}});
  expect_equal(gradc::cumsum(x, 1, Scan().reverse()), {{6, 5, 3}, {15, 11, 6}});
  expect_equal(gradc::cumsum(x, 0, Scan().reverse().exclusive()), {{4, 5, 6}, {0, 0, 0}});
  expect_equal(gradc::cumprod(x, 1), {{1, 2, 6}, {4, 20, 120}});
  expect_equal(gradc::cumprod(x, 1, Scan().exclusive().reverse()), {{6, 3, 1}, {30, 6, 1}});
  expect_equal(gradc::cummax(Matrix<double>{{1, 3, 2}, {2, kNan, 9}}, 1), {{1, 3, 3}, {2, kNan, kNan}});
  expect_equal(gradc::cummin(Matrix<double>{{3, 1, 2}, {4, 0, 9}}, 0), {{3, 1, 2}, {3, 0, 2}});
  expect_equal(gradc::cumlogsumexp(Vector<double>{-kInf, 0, 1000, 1000, -kInf}, 0),
               {-kInf, 0, 1000, 1000 + std::log(2.0), 1000 + std::log(2.0)});
  EXPECT_EQ(gradc::cumsum(Matrix<double>(Shape{0, 3}), 0).shape(), (Shape{0, 3}));
  EXPECT_ERROR(gradc::cumprod(x, 2), gradc::ShapeError, "cumprod: axis 2 is out of range for rank 2");
}

TEST(Scans, OfManyColumnsAndOtherTypes) {
  Matrix<float> x(Shape{3, 200});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(i % 7);
  const auto y = gradc::cumsum(x, 0);
  for (std::int64_t j = 0; j < 200; ++j) EXPECT_EQ(y(2, j), x(0, j) + x(1, j) + x(2, j));
  expect_equal(gradc::cumsum(Vector<std::int32_t>{2147483647, 1}, 0), {2147483647, std::numeric_limits<std::int32_t>::min()});
  const Vector<gradc::half> ones = gradc::full({3000}, gradc::half(1.0f));
  EXPECT_EQ(static_cast<float>(gradc::cumsum(ones, 0)(2999)), 3000);
}

TEST(Reduce, ProductsAndCounts) {
  const Matrix<double> x{{1, -2, 3}, {4, 0, kNan}};
  expect_equal(gradc::prod(x, 1), {-6, kNan});
  expect_equal(gradc::count_nonzero(x, 0), {2, 1, 2});
  EXPECT_EQ(static_cast<std::int64_t>(gradc::count_nonzero(x > 0.0)), 3);
  expect_equal(gradc::argmin(x, 1), {1, 2});
  EXPECT_TRUE(gradc::any(x > 3.0));
  EXPECT_FALSE(gradc::all(x > -3.0));
  EXPECT_TRUE(gradc::all(gradc::Vector<bool>(Shape{0})));
  EXPECT_FALSE(gradc::any(gradc::Vector<bool>(Shape{0})));
  EXPECT_EQ(static_cast<double>(gradc::prod(Vector<double>(Shape{0}))), 1);
  EXPECT_ERROR(gradc::argmin(Matrix<double>(Shape{0, 2}), 0), gradc::DomainError,
               "argmin: an axis of no elements has no smallest");
}

TEST(Reduce, Statistics) {
  const Matrix<double> x{{1, 2, 6}, {4, 4, 4}};
  expect_near(gradc::var(x, 1), {14.0 / 3, 0}, 1e-15);
  expect_near(gradc::std(x, {1}, gradc::Variance().correction(1)), {std::sqrt(7.0), 0}, 1e-15);
  EXPECT_NEAR(gradc::var(Vector<float>{1e4f, 1e4f + 1, 1e4f + 2}), 2.0f / 3, 1e-6f);
  EXPECT_TRUE(std::isnan(static_cast<double>(gradc::var(Vector<double>{3}, gradc::Variance().correction(1)))));
  expect_near(gradc::vector_norm(Matrix<double>{{3e200, 4e200}, {3e-200, 4e-200}}, 1), {5e200, 5e-200}, 1e-15);
  expect_equal(gradc::vector_norm(Matrix<double>{{0, 0}, {kInf, 1}, {kNan, 1}}, 1), {0, kInf, kNan});
  expect_near(gradc::vector_norm(x, 1, gradc::Norm().ord(3)), {std::cbrt(225.0), std::cbrt(192.0)}, 1e-14);
  EXPECT_EQ(gradc::vector_norm(Vector<float>{3e30f, 4e30f}), 5e30f);
  expect_near(gradc::normalize(Matrix<double>{{3, 4}, {0, 0}}), {{0.6, 0.8}, {0, 0}}, 1e-15);
  expect_near(gradc::cosine_similarity(x, 2.0 * x), {1, 1}, 1e-15);
  EXPECT_EQ(static_cast<double>(gradc::trace(x)), 5);
  expect_equal(gradc::segment_sum(x, Vector<std::int64_t>{1, 1}, 2), {{0, 0, 0}, {5, 6, 10}});
  expect_equal(gradc::segment_sum(x, Vector<std::int32_t>{7, 0}, 1), {{4, 4, 4}});
}

}  // namespace
