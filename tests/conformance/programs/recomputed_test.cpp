#include "recomputed.grad.h"
#include "tests/e2e/differences.h"

namespace {

using recomputed::Matrix;
using recomputed::Vector;

// Integers have no adjoint, with the rule as without it.
TEST(Conformance, C37_ArgumentsOfTwoTypes) {
  for (const auto& result : {recomputed::doubled_vjp(1, 1, {0, 1}), recomputed::doubled_vjp(1, 1, {5, 1})}) {
    EXPECT_EQ(result.value.whole, 2);
    EXPECT_EQ(result.value.real, 2);
    EXPECT_EQ(result.grad.real, 2);
  }
  const auto again = recomputed::doubled_again_vjp(1, 1, {5, 1});
  EXPECT_EQ(again.value.whole, 2);
  EXPECT_EQ(again.value.real, 2);
  EXPECT_EQ(again.grad.real, 2);
  EXPECT_EQ(recomputed::doubled_again_jvp(1, 1, 3).tangent.real, 6);
}

// tanh² and its derivatives of one number.
struct Powers {
  double value, first, second, third;
};
Powers tanh_squared(double x) {
  const double t = std::tanh(x), s = 1 - t * t;
  return {t * t, 2 * t * s, 2 * s * (1 - 3 * t * t), -4 * t * s * (1 - 3 * t * t) - 12 * t * s * s};
}

TEST(Conformance, C38_P16_ThreeOrdersOfOneNumber) {
  const Vector x{1}, v{1};
  const Powers exact = tanh_squared(1);
  const auto first = recomputed::product_again_gradient(x);
  EXPECT_NEAR(first.value, exact.value, 1e-15);
  EXPECT_NEAR(first.grad.x(0), exact.first, 1e-15);
  EXPECT_NEAR(recomputed::slope_gradient(x, v).grad.x(0), exact.second, 1e-15);
  EXPECT_NEAR(recomputed::curvature_gradient(x, v).grad.x(0), exact.third, 1e-14);
  EXPECT_NEAR(recomputed::product_again_hvp(x, v).hvp.x(0), exact.second, 1e-15);
}

TEST(Conformance, C38_ThreeOrdersOfTwoNumbers) {
  Vector x{0.7, -0.4}, v{0.3, 1.1};
  const auto of = [&](auto f) { return [&, f] { return f(x, v); }; };
  e2e::expect_gradient(x, recomputed::product_again_gradient(x).grad.x,
                       of([](auto& at, auto&) { return recomputed::product(at); }), "first");
  e2e::expect_gradient(x, recomputed::slope_gradient(x, v).grad.x, of(recomputed::slope), "second");
  e2e::expect_gradient(x, recomputed::curvature_gradient(x, v).grad.x, of(recomputed::curvature), "third");
}

// The rule, transposed twice, is the tangent of the function without it.
TEST(Conformance, C45_P16_TangentsThroughARecomputation) {
  EXPECT_NEAR(recomputed::product_again_jvp(Vector{1}, Vector{1}).tangent, tanh_squared(1).first, 1e-15);
  const Vector x{0.7, -0.4}, d{0.3, 1.1};
  EXPECT_NEAR(recomputed::product_again_jvp(x, d).tangent, recomputed::product_jvp(x, d).tangent, 1e-15);
}

void expect_equal(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.shape(), b.shape());
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_EQ(a.data()[i], b.data()[i]);
}

TEST(Conformance, C39_SeveralResults) {
  const Matrix x = e2e::filled<Matrix>({10, 10}, 1, 1), w = e2e::filled<Matrix>({10, 10}, 10, 10);
  const auto adjoint = std::pair(e2e::filled<Matrix>({10, 10}), e2e::filled<Matrix>({10, 10}, -1, 1, 2));
  const auto plain = recomputed::products_vjp(x, w, adjoint);
  const auto again = recomputed::products_again_vjp(x, w, adjoint);
  expect_equal(plain.value.first, again.value.first);
  expect_equal(plain.value.second, again.value.second);
  expect_equal(plain.grad.x, again.grad.x);
  expect_equal(plain.grad.w, again.grad.w);
  EXPECT_EQ(again.value.second(3, 4), 200);
  double row = 0;
  for (std::int64_t j = 0; j < 10; ++j) row += 10 * (adjoint.first(2, j) + 2 * adjoint.second(2, j));
  EXPECT_NEAR(again.grad.x(2, 7), row, 1e-11);
}

// What a function needs besides its arguments is an argument too: there are no variables that belong to it.
TEST(Conformance, C40_ParametersOfARecomputation) {
  Matrix x = e2e::filled<Matrix>({10, 10}, 1, 1);
  recomputed::Parameters p{e2e::filled<Matrix>({10, 3}, -0.2, 0.2), e2e::filled<Vector>({3}, -1, 1, 2)};
  const auto f = [&] { return recomputed::layer(x, p); };
  const auto again = recomputed::layer_again_gradient(x, p);
  const auto plain = recomputed::layer_gradient(x, p);
  EXPECT_EQ(again.value, plain.value);
  expect_equal(again.grad.x, plain.grad.x);
  expect_equal(again.grad.p.w, plain.grad.p.w);
  e2e::expect_gradient(p.w, again.grad.p.w, f, "w");
  e2e::expect_gradient(p.b, again.grad.p.b, f, "b");
}

TEST(Conformance, C42_ArgumentsOfSeveralShapes) {
  const auto [value, grad] = recomputed::plus_one_again_vjp({Vector{1, 2}, 1}, {Vector{3, 5}, 7});
  EXPECT_EQ(value.list(0), 2);
  EXPECT_EQ(value.list(1), 3);
  EXPECT_EQ(value.number, 2);
  EXPECT_EQ(grad.x.list(0), 3);
  EXPECT_EQ(grad.x.list(1), 5);
  EXPECT_EQ(grad.x.number, 7);
}

TEST(Conformance, C43_LoopsAndCalls) {
  const auto [value, grad] = recomputed::ten_more_again_gradient(1);
  EXPECT_EQ(value, 11);
  EXPECT_EQ(grad.x, 1);
}

// In matrices: what the workspace of a gradient takes.
template <class T, class F>
double matrices(F gradient, std::int64_t n) {
  const auto a = e2e::filled<gradc::Matrix<T>>({n, n}, -0.1, 0.1),
             b = e2e::filled<gradc::Matrix<T>>({n, n}, -0.1, 0.1, 2);
  gradc::Workspace workspace;
  gradient(a, b, workspace);
  return static_cast<double>(workspace.high_water()) /
         static_cast<double>(n * n * static_cast<std::int64_t>(sizeof(T)));
}

TEST(Conformance, C44_MemoryOfBlocks) {
  const std::int64_t n = 128;
  const double plain = matrices<float>(
      [](const auto& a, const auto& b, gradc::Workspace& w) {
        recomputed::blocks_gradient_result result;
        recomputed::blocks_gradient(a, b, result, w);
      },
      n);
  const double again = matrices<float>(
      [](const auto& a, const auto& b, gradc::Workspace& w) {
        recomputed::blocks_again_gradient_result result;
        recomputed::blocks_again_gradient(a, b, result, w);
      },
      n);
  EXPECT_GE(plain, 24);  // and the result
  EXPECT_GE(again, 9);
  EXPECT_LT(again, 15);
  EXPECT_LT(again, 0.6 * plain) << plain;
  const double half = matrices<gradc::half>(
      [](const auto& a, const auto& b, gradc::Workspace& w) {
        recomputed::half_blocks_gradient_result result;
        recomputed::half_blocks_gradient(a, b, result, w);
      },
      n);
  const double half_again = matrices<gradc::half>(
      [](const auto& a, const auto& b, gradc::Workspace& w) {
        recomputed::half_blocks_again_gradient_result result;
        recomputed::half_blocks_again_gradient(a, b, result, w);
      },
      n);
  EXPECT_GE(half, 24);
  EXPECT_LT(half_again, 0.6 * half);

  const auto a = e2e::filled<recomputed::Single>({16, 16}),
             b = e2e::filled<recomputed::Single>({16, 16}, -0.5, 0.5, 2);
  const auto x = recomputed::blocks_gradient(a, b);
  const auto y = recomputed::blocks_again_gradient(a, b);
  EXPECT_EQ(x.value, y.value);
  for (std::int64_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(x.grad.a.data()[i], y.grad.a.data()[i]);
    EXPECT_NEAR(x.grad.b.data()[i], y.grad.b.data()[i], 1e-5 * std::fabs(x.grad.b.data()[i]) + 1e-4);
  }
}

}  // namespace
