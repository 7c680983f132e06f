#include <gradc/gradc.h>

#include <cmath>
#include <limits>

#include "expect.h"

namespace {

using gradc::bfloat16;
using gradc::half;
using gradc::Matrix;
using gradc::Shape;
using gradc::StaticTensor;
using gradc::Tensor;
using gradc::Vector;
using gradc::View;
using gradc_test::expect_equal;
using gradc_test::expect_near;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Elementwise, FunctionsAtOrdinaryPoints) {
  const Vector<double> x{0.25, 1.5};
  const auto at = [](double (*f)(double)) { return Vector<double>{f(0.25), f(1.5)}; };
  expect_near(gradc::exp(x), at(std::exp), 1e-15);
  expect_near(gradc::log(x), at(std::log), 1e-15);
  expect_near(gradc::log1p(x), at(std::log1p), 1e-15);
  expect_near(gradc::expm1(x), at(std::expm1), 1e-15);
  expect_near(gradc::sqrt(x), at(std::sqrt), 1e-15);
  expect_near(gradc::tanh(x), at(std::tanh), 1e-15);
  expect_near(gradc::sin(x), at(std::sin), 1e-15);
  expect_near(gradc::cos(x), at(std::cos), 1e-15);
  expect_near(gradc::rsqrt(x), at([](double v) { return 1 / std::sqrt(v); }), 1e-15);
  expect_near(gradc::reciprocal(x), at([](double v) { return 1 / v; }), 1e-15);
  expect_near(gradc::sigmoid(x), at([](double v) { return 1 / (1 + std::exp(-v)); }), 1e-15);
  expect_near(gradc::softplus(x), at([](double v) { return std::log(1 + std::exp(v)); }), 1e-15);
  expect_equal(gradc::square(x), at([](double v) { return v * v; }));
}

TEST(Elementwise, FunctionsAtSpecialPoints) {
  const Vector<double> x{-kInf, -800, -0.0, 0, 800, kInf, kNan};
  expect_equal(gradc::relu(x), {0, 0, 0, 0, 800, kInf, kNan});
  EXPECT_FALSE(std::signbit(gradc::relu(-0.0)));
  expect_equal(gradc::sigmoid(x), {0, 0, 0.5, 0.5, 1, 1, kNan});
  expect_near(gradc::softplus(Vector<double>{-800, 0, 800}), {0, std::log(2.0), 800}, 1e-15);
  expect_equal(gradc::softplus(Vector<double>{-kInf, kInf, kNan}), {0, kInf, kNan});
  expect_equal(gradc::abs(x), {kInf, 800, 0, 0, 800, kInf, kNan});
  EXPECT_FALSE(std::signbit(gradc::abs(-0.0)));
  expect_equal(gradc::sign(x), {-1, -1, 0, 0, 1, 1, kNan});
  expect_equal(gradc::log(Vector<double>{0, -1, kInf}), {-kInf, kNan, kInf});
  expect_equal(gradc::sqrt(Vector<double>{-1, 0, kInf}), {kNan, 0, kInf});
  expect_equal(gradc::rsqrt(Vector<double>{0, kInf}), {kInf, 0});
}

TEST(Elementwise, FunctionsOfScalars) {
  EXPECT_EQ(gradc::relu(-2.0), 0);
  EXPECT_EQ(gradc::relu(2.0f), 2.0f);
  static_assert(std::is_same_v<decltype(gradc::exp(1.0f)), float>);
  EXPECT_EQ(gradc::abs(-3), 3);
  EXPECT_EQ(gradc::maximum(2.0, kNan) != gradc::maximum(2.0, kNan), true);
  EXPECT_EQ(gradc::minimum(2, 3), 2);
  EXPECT_EQ(gradc::pow(2.0, 10.0), 1024);
  EXPECT_EQ(gradc::where(true, 1.0f, 2.0f), 1.0f);
  EXPECT_EQ(gradc::astype<int>(2.7), 2);
  EXPECT_EQ(static_cast<float>(gradc::exp(half(0.0f))), 1.0f);
}

TEST(Elementwise, ArithmeticBroadcastsAsNumPy) {
  const Matrix<float> a{{1, 2, 3}, {4, 5, 6}};
  const Vector<float> row{10, 20, 30};
  const Matrix<float> column{{100}, {200}};
  expect_equal(a + row, {{11, 22, 33}, {14, 25, 36}});
  expect_equal(row - a, {{9, 18, 27}, {6, 15, 24}});
  expect_equal(a * column, {{100, 200, 300}, {800, 1000, 1200}});
  expect_equal(row + column, {{110, 120, 130}, {210, 220, 230}});
  expect_equal(a / 2, {{0.5, 1, 1.5}, {2, 2.5, 3}});
  expect_equal(2 - a, {{1, 0, -1}, {-2, -3, -4}});
  expect_equal(a + Tensor<float, 0>(1.0f), {{2, 3, 4}, {5, 6, 7}});
  expect_equal(-row, {-10, -20, -30});
  expect_equal(+row, row);
  expect_equal(gradc::maximum(a, 3), {{3, 3, 3}, {4, 5, 6}});
  expect_equal(gradc::minimum(row, Vector<float>{15}), {10, 15, 15});
  expect_equal(gradc::pow(a, 2), {{1, 4, 9}, {16, 25, 36}});
  EXPECT_ERROR(a + (Vector<float>{1, 2}), gradc::ShapeError,
               "add: shapes (2, 3) and (2) do not fit together: 3 meets 2");
}

// Every pair of shapes of rank 3 with extents 1, 2, 3 or 0, against the definition.
TEST(Elementwise, BroadcastingAgreesWithItsDefinition) {
  const std::int64_t choices[] = {1, 2, 3, 0};
  for (int code_a = 0; code_a < 64; ++code_a)
    for (int code_b = 0; code_b < 64; ++code_b) {
      const Shape sa{choices[code_a % 4], choices[code_a / 4 % 4], choices[code_a / 16]};
      const Shape sb{choices[code_b % 4], choices[code_b / 4 % 4], choices[code_b / 16]};
      const auto a = gradc_test::noise_tensor<double, 3>(sa, 1),
                 b = gradc_test::noise_tensor<double, 3>(sb, 2);
      bool fits = true;
      Shape shape;
      for (int axis = 0; axis < 3; ++axis) {
        fits = fits && (sa[axis] == sb[axis] || sa[axis] == 1 || sb[axis] == 1);
        shape.push_back(sa[axis] == 1 ? sb[axis] : sa[axis]);
      }
      if (!fits) {
        EXPECT_THROW(a - b, gradc::ShapeError);
        continue;
      }
      const auto c = a - b;
      ASSERT_EQ(c.shape(), shape);
      for (std::int64_t i = 0; i < shape[0]; ++i)
        for (std::int64_t j = 0; j < shape[1]; ++j)
          for (std::int64_t k = 0; k < shape[2]; ++k)
            ASSERT_EQ(c(i, j, k), a(i % sa[0], j % sa[1], k % sa[2]) - b(i % sb[0], j % sb[1], k % sb[2]));
    }
}

TEST(Elementwise, TakesEveryKindOfTensor) {
  const Vector<float> a{1, 2};
  const StaticTensor<float, 2> s{10, 20};
  float raw[] = {100, 200};
  const View<float, 1> view(raw, Shape{2});
  expect_equal(a + s + view, {111, 222});
  expect_equal(s * s, {100, 400});
  expect_equal(gradc::square(view), {10000, 40000});
}

TEST(Elementwise, CompoundAssignment) {
  Matrix<float> a{{1, 2}, {3, 4}};
  a += 1;
  a *= Vector<float>{1, 10};
  expect_equal(a, {{2, 30}, {4, 50}});
  a -= View<const float, 1>(a.data(), Shape{2});  // shares memory with the target
  expect_equal(a, {{0, 0}, {2, 20}});
  a /= 2;
  View<float, 2>(a) += 1;
  expect_equal(a, {{1, 1}, {2, 11}});
  StaticTensor<float, 2> s{1, 2};
  s += s;
  EXPECT_EQ(s(1), 4);
  Matrix<float> narrow(Shape{2, 1});
  EXPECT_ERROR(narrow += a, gradc::ShapeError,
               "add: a result of shape (2, 2) does not fit a target of shape (2, 1)");
}

TEST(Elementwise, IntegersWrap) {
  const Vector<std::int32_t> a{std::numeric_limits<std::int32_t>::max(), -5};
  expect_equal(a + 1, {std::numeric_limits<std::int32_t>::min(), -4});
  expect_equal(a * 2, {-2, -10});
  expect_equal(gradc::abs(Vector<std::int32_t>{std::numeric_limits<std::int32_t>::min(), -5}),
               {std::numeric_limits<std::int32_t>::min(), 5});
  EXPECT_THROW(gradc::pow(a, -1), gradc::DomainError);
}

TEST(Elementwise, SixteenBitsAreComputedInFloat) {
  const Vector<half> a{half(1.0f), half(2048.0f)};
  const auto b = a + 1;
  EXPECT_EQ(static_cast<float>(b(0)), 2.0f);
  EXPECT_EQ(static_cast<float>(b(1)), 2048.0f);  // 2049 is a tie, to even
  EXPECT_EQ(static_cast<float>(gradc::exp(Vector<bfloat16>{bfloat16(1.0f)})(0)), 2.71875f);
}

TEST(Elementwise, ComparisonsAndLogic) {
  const Vector<double> a{1, 2, kNan};
  expect_equal(a > 1, {false, true, false});
  expect_equal(a < 2, {true, false, false});
  expect_equal(a >= 2, {false, true, false});
  expect_equal(2 <= a, {false, true, false});
  expect_equal(gradc::equal(a, 2), {false, true, false});
  expect_equal(gradc::not_equal(a, 2), {true, false, true});
  const Vector<bool> p{true, true, false}, q{true, false, false};
  expect_equal(gradc::logical_and(p, q), {true, false, false});
  expect_equal(gradc::logical_or(p, q), {true, true, false});
  expect_equal(gradc::logical_not(p), {false, false, true});
}

TEST(Elementwise, WhereChoosesAndNeverMultiplies) {
  const Vector<bool> c{true, false};
  expect_equal(gradc::where(c, Vector<double>{1, kNan}, 0), {1, 0});
  expect_equal(gradc::where(c, 1.0f, 0.0f), {1, 0});
  expect_equal(gradc::where(c, Matrix<float>{{1}, {2}}, 9), {{1, 9}, {2, 9}});
  expect_equal(gradc::where(true, Vector<float>{1, 2}, 0), {1, 2});
  EXPECT_ERROR(gradc::where(c, Vector<float>{1, 2, 3}, 0), gradc::ShapeError,
               "where: shapes (2) and (3) and () do not fit together: 2 meets 3");
}

TEST(Elementwise, Casts) {
  expect_equal(gradc::astype<std::int32_t>(Vector<float>{2.9f, -2.9f, 1e20f}),
               {2, -2, std::numeric_limits<std::int32_t>::max()});
  expect_equal(gradc::astype<std::int64_t>(Vector<double>{kNan, -kInf}),
               {0, std::numeric_limits<std::int64_t>::min()});
  expect_equal(gradc::astype<bool>(Vector<double>{0, -0.0, 0.5, kNan}), {false, false, true, true});
  expect_equal(gradc::astype<float>(Vector<bool>{true, false}), {1, 0});
  expect_equal(gradc::astype<std::int32_t>(Vector<std::int64_t>{(std::int64_t{1} << 32) + 5}), {5});
  EXPECT_EQ(static_cast<float>(gradc::astype<half>(Vector<double>{1e6})(0)),
            std::numeric_limits<float>::infinity());
  expect_equal(gradc::astype<double>(Vector<half>{half(0.5f)}), {0.5});
}

TEST(Elementwise, EmptyTensorsStayEmpty) {
  const Matrix<float> a(Shape{0, 3});
  EXPECT_EQ((a + 1).shape(), (Shape{0, 3}));
  EXPECT_EQ((a * Vector<float>{1, 2, 3}).shape(), (Shape{0, 3}));
  EXPECT_EQ(gradc::exp(a).shape(), (Shape{0, 3}));
  EXPECT_EQ((Vector<float>() + Vector<float>{1}).shape(), Shape{0});
}

}  // namespace
