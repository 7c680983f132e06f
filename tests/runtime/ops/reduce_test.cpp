#include <gradc/gradc.h>

#include <cmath>
#include <limits>
#include <vector>

#include "expect.h"

namespace {

using gradc::Matrix;
using gradc::Shape;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;
using gradc_test::expect_near;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

float loss(const Matrix<float>& x) { return gradc::mean(x); }

TEST(Reduce, AllFormsOfAxes) {
  const Tensor<double, 3> x{{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
  EXPECT_EQ(static_cast<double>(gradc::sum(x)), 78);
  expect_equal(gradc::sum(x, 0), {{8, 10}, {12, 14}, {16, 18}});
  expect_equal(gradc::sum(x, 1), {{9, 12}, {27, 30}});
  expect_equal(gradc::sum(x, -1), {{3, 7, 11}, {15, 19, 23}});
  expect_equal(gradc::sum(x, {0, 2}), {18, 26, 34});
  expect_equal(gradc::sum(x, {-1, 0}), {18, 26, 34});
  expect_equal(gradc::sum(x, {1}), {{9, 12}, {27, 30}});
  EXPECT_EQ(static_cast<double>(gradc::sum(x, {0, 1, 2})), 78);
  EXPECT_EQ(gradc::sum(x, {0, 2}, gradc::keepdims).shape(), (Shape{1, 3, 1}));
  EXPECT_EQ(gradc::sum(x, 1, gradc::keepdims).shape(), (Shape{2, 1, 2}));
  EXPECT_EQ(gradc::sum(x, gradc::keepdims).shape(), (Shape{1, 1, 1}));
  expect_equal(gradc::max(x, 1), {{5, 6}, {11, 12}});
  expect_equal(gradc::min(x, {0, 1}), {1, 2});
  expect_near(gradc::mean(x, {0, 1}), {6, 7}, 1e-15);
  EXPECT_EQ(static_cast<double>(gradc::sum(Tensor<double, 0>(3.0))), 3);
}

TEST(Reduce, ResultsAreScalarsWhereAllAxesGo) {
  const Matrix<float> x{{1, 2}, {3, 4}};
  EXPECT_EQ(loss(x), 2.5f);
  const auto value = gradc::mean(x);
  expect_equal(value + 1.0f, Tensor<float, 0>(3.5f));
  expect_equal(2 * value, Tensor<float, 0>(5.0f));
  const float half_of_it = value / 2;
  EXPECT_EQ(half_of_it, 1.25f);
  EXPECT_TRUE(value < 3.0f);
  EXPECT_EQ(std::sqrt(gradc::sum(x) - 1), 3.0f);
}

TEST(Reduce, RefusesBadAxes) {
  const Matrix<float> x(Shape{2, 2});
  EXPECT_ERROR(gradc::sum(x, 2), gradc::ShapeError, "sum: axis 2 is out of range for rank 2");
  EXPECT_ERROR(gradc::max(x, -3), gradc::ShapeError, "max: axis -3 is out of range for rank 2");
  EXPECT_ERROR(gradc::mean(x, {0, -2}), gradc::ShapeError, "mean: axis 0 is given twice");
  EXPECT_ERROR(gradc::argmax(x, 5), gradc::ShapeError, "argmax: axis 5 is out of range for rank 2");
}

TEST(Reduce, OverNoElements) {
  const Matrix<double> x(Shape{0, 2});
  expect_equal(gradc::sum(x, 0), {0, 0});
  expect_equal(gradc::mean(x, 0), {kNan, kNan});
  expect_equal(gradc::logsumexp(x, 0), {-kInf, -kInf});
  EXPECT_ERROR(gradc::max(x, 0), gradc::DomainError,
               "max: no elements to choose from in a tensor of shape (0, 2)");
  EXPECT_ERROR(gradc::min(x), gradc::DomainError,
               "min: no elements to choose from in a tensor of shape (0, 2)");
  EXPECT_ERROR(gradc::argmax(x, 0), gradc::DomainError, "argmax: an axis of no elements has no largest");
  EXPECT_EQ(gradc::max(x, 1).shape(), Shape{0});
  EXPECT_EQ(gradc::argmax(x, 1).shape(), Shape{0});
}

TEST(Reduce, NansAndInfinities) {
  const Matrix<double> x{{1, kNan, 3}, {-kInf, -kInf, -kInf}, {0, kInf, 1}, {-kInf, 0, 0}};
  expect_equal(gradc::max(x, 1), {kNan, -kInf, kInf, 0});
  expect_equal(gradc::min(x, 1), {kNan, -kInf, 0, -kInf});
  expect_near(gradc::logsumexp(Matrix<double>{{-kInf, 0, 0}, {1000, 1000, 1000}}, 1),
              {std::log(2.0), 1000 + std::log(3.0)}, 1e-15);
  expect_equal(gradc::logsumexp(x, 1), {kNan, -kInf, kInf, std::log(2.0)});
  expect_equal(gradc::logsumexp(gradc::transpose(x), 0), {kNan, -kInf, kInf, std::log(2.0)});
  expect_equal(gradc::logsumexp(Matrix<double>{{0.1}, {-1e300}}, 1), {0.1, -1e300});
  expect_equal(gradc::argmax(x, 1), {1, 0, 1, 1});
  expect_equal(gradc::argmax(Matrix<double>{{1, 5, kNan, 9, kNan}}, 1), {2});
  expect_equal(gradc::argmax(Matrix<int>{{3, 9}, {9, 9}}, 0), {1, 0});
}

// Of numbers whose products are sums of few powers of two, so that any order is exact.
template <class T>
void check_products(const gradc::Shape& shape, const gradc::kernels::AxisList& axes) {
  std::vector<T> x, z;
  for (std::int64_t i = 0; i < shape.size(); ++i) {
    x.push_back(gradc::detail::convert_scalar<T>(static_cast<int>(i * 5 % 7 - 3)));
    z.push_back(gradc::detail::convert_scalar<T>(static_cast<int>(i * 3 % 5 - 2)));
  }
  gradc::Shape kept;
  for (int axis = 0; axis < shape.rank(); ++axis) kept.push_back(axes.contains(axis) ? 1 : shape[axis]);
  std::vector<double> expected(static_cast<std::size_t>(kept.size()));
  for (std::int64_t i = 0; i < shape.size(); ++i) {
    std::int64_t to = 0, step = 1, rest = i;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
      to += rest % shape[axis] % kept[axis] * step;
      rest /= shape[axis], step *= kept[axis];
    }
    const auto at = static_cast<std::size_t>(i);
    expected[static_cast<std::size_t>(to)] += static_cast<double>(x[at]) * static_cast<double>(z[at]);
  }
  std::vector<T> y(expected.size(), T(99.0f));
  gradc::kernels::sum_of_products({shape, axes}, x.data(), z.data(), y.data());
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(static_cast<double>(y[i]), expected[i]) << to_string(shape) << ' ' << i;
}

TEST(Reduce, SumsOfProducts) {
  const gradc::Shape shapes[] = {{5}, {40, 3}, {7, 37}, {3, 20, 33}, {2, 3, 4, 5}, {0, 3}, {2, 0}};
  for (const gradc::Shape& shape : shapes)
    for (int mask = 0; mask < 1 << shape.rank(); ++mask) {
      gradc::kernels::AxisList axes;
      for (int axis = 0; axis < shape.rank(); ++axis)
        if ((mask >> axis & 1) != 0) axes.push_back(axis);
      check_products<float>(shape, axes);
      check_products<double>(shape, axes);
      check_products<gradc::half>(shape, axes);
    }
}

TEST(Reduce, SumsAreAccurate) {
  const std::int64_t n = 1 << 22;
  const Vector<float> ones = gradc::full({n}, 0.1f);
  EXPECT_NEAR(static_cast<double>(static_cast<float>(gradc::sum(ones))), 0.1f * static_cast<double>(n), 1.0);
  const Matrix<float> columns = gradc::full({n / 4, 4}, 0.1f);
  EXPECT_NEAR(static_cast<double>(gradc::sum(columns, 0)(3)), 0.1f * static_cast<double>(n / 4), 0.3);
  const Vector<gradc::half> halves = gradc::full({4096}, gradc::half(1.0f));
  EXPECT_EQ(static_cast<float>(gradc::half(gradc::sum(halves))), 4096.0f);
  EXPECT_EQ(static_cast<int>(gradc::sum(Vector<int>{1, 2, 3})), 6);
}

}  // namespace
