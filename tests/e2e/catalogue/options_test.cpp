#include "differences.h"
#include "options.grad.h"

namespace {

using catalogue::Images;
using catalogue::Matrix;
using catalogue::Vector;
using options::Ids;

Matrix matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return e2e::filled<Matrix>(gradc::Shape{rows, columns}, -1.5, 1.5, seed);
}
Vector vector(std::int64_t n, double low, double high, unsigned seed = 2) {
  return e2e::filled<Vector>(gradc::Shape{n}, low, high, seed);
}

TEST(Options, WeightsOfClasses) {
  Matrix x = matrix(4, 3);
  Vector w = vector(3, 0.5, 2);
  const Ids ids{2, 1, 0, 2};
  const auto f = [&] { return options::weighted_classes(x, w, ids); };
  const auto result = options::weighted_classes_gradient(x, w, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(w, result.grad.w, f, "w");
  const double tangent = options::weighted_classes_jvp(x, w, ids, x, w).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.x * x) + gradc::sum(result.grad.w * w), "tangent", 1e-11);
  EXPECT_THROW(options::weighted_classes_gradient(x, w, Ids{2, 1, 0, 3}), gradc::IndexError);
  EXPECT_THROW(options::weighted_classes_gradient(x, vector(2, 0, 1), ids), gradc::ShapeError);
}

TEST(Options, AttentionMasksAndDrops) {
  using options::Scores;
  const auto scores = [](std::int64_t n, std::int64_t d, unsigned seed) {
    return e2e::filled<Scores>(gradc::Shape{2, n, d}, -1, 1, seed);
  };
  Scores q = scores(3, 4, 1), k = scores(5, 4, 2), v = scores(5, 2, 3), bias = scores(3, 5, 4);
  gradc::Tensor<bool, 3> mask(bias.shape());
  for (std::int64_t i = 0; i < mask.size(); ++i) mask.data()[i] = bias.data()[i] > -0.3;
  for (std::int64_t j = 0; j < 5; ++j) mask(1, 2, j) = false;  // a query that sees nothing
  const gradc::Key key{11, 5};
  const auto f = [&] { return options::attention(q, k, v, bias, mask, key); };
  const auto result = options::attention_gradient(q, k, v, bias, mask, key);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(q, result.grad.q, f, "q");
  e2e::expect_gradient(k, result.grad.k, f, "k");
  e2e::expect_gradient(v, result.grad.v, f, "v");
  e2e::expect_gradient(bias, result.grad.bias, f, "bias");
}

// What is made of running averages has no gradient, what is made of those of the batch has one.
TEST(Options, RunningAverages) {
  Matrix x = matrix(5, 2);
  Vector scale = vector(2, 0.5, 2), mean = vector(2, -1, 1, 4), variance = vector(2, 0.5, 1, 5);
  const auto result = options::running_gradient(x, scale, mean, variance);
  e2e::expect_close(result.value, options::running(x, scale, mean, variance), "value", 1e-13);
  const auto held = gradc::batch_norm_training(x, scale, scale, mean, variance,
                                               gradc::BatchNorm().momentum(0.2).unbiased(), 1e-3);
  const auto f = [&] {
    const auto y = gradc::batch_norm_training(x, scale, scale, gradc::BatchNorm().unbiased(), 1e-3);
    return catalogue::weigh(y.y) + catalogue::weigh(y.mean) + catalogue::weigh(y.variance) +
           catalogue::weigh(held.running_mean) * catalogue::weigh(held.running_variance);
  };
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(scale, result.grad.scale, f, "scale");
  EXPECT_EQ(gradc::sum(gradc::abs(result.grad.mean)), 0);
  EXPECT_EQ(gradc::sum(gradc::abs(result.grad.variance)), 0);
}

TEST(Options, PaddingGetsNoGradient) {
  Matrix table = matrix(4, 3);
  const Ids ids{3, 1, 0, 3, 1};
  const auto f = [&] { return options::padded(table, ids); };
  const auto result = options::padded_gradient(table, ids);
  e2e::expect_close(result.value, f(), "value", 1e-14);
  Matrix expected = table;
  for (std::int64_t row = 0; row < 4; ++row)
    for (std::int64_t column = 0; column < 3; ++column) {
      const double own = row == 1 ? 0 : e2e::difference(table(row, column), f);
      e2e::expect_close(result.grad.table(row, column), own, "table");
    }
}

// The value is a choice, the gradient that of the soft form.
TEST(Options, GradientsGoStraightThrough) {
  const Matrix x = matrix(4, 3), c = matrix(4, 3, 9);
  const gradc::Key key{1, 2};
  const auto hard = options::chosen_gradient(x, c, key);
  const auto soft = options::drawn_gradient(x, c, key);
  EXPECT_EQ(hard.value, options::chosen(x, c, key));
  EXPECT_NE(hard.value, soft.value);
  const auto choice = gradc::gumbel_softmax(x, key, 0.7, 1, true);
  for (const double each : choice) EXPECT_TRUE(each == 0 || each == 1);
  for (std::int64_t i = 0; i < x.size(); ++i)
    e2e::expect_close(hard.grad.x.data()[i], soft.grad.x.data()[i], "x", 1e-13);
  const Vector v = vector(5, -2, 2);
  const auto rounded = gradc::reduce_precision(v, 5, 3);
  const auto result = options::straight_gradient(v);
  for (std::int64_t i = 0; i < v.size(); ++i) EXPECT_EQ(result.grad.x(i), 2 * rounded(i));
}

TEST(Options, GammaNumbersHaveGradients) {
  Vector a{0.2, 0.9, 1, 2.5, 6, 12};  // the steps of differences grow with them
  const gradc::Key key{8, 1};
  const auto f = [&] { return options::gammas(a, key); };
  const auto result = options::gammas_gradient(a, key);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  const Vector v{0.1, -0.2, 0.3, 0.4, -1, 2};
  e2e::expect_close(options::gammas_jvp(a, key, v).tangent, gradc::sum(result.grad.a * v), "tangent", 1e-11);
  const auto second = options::gammas_hvp(a, key, v);
  const double step = 1e-5;
  const auto ahead = options::gammas_gradient(a + step * v, key).grad.a;
  const auto behind = options::gammas_gradient(a - step * v, key).grad.a;
  for (std::int64_t i = 0; i < a.size(); ++i)
    e2e::expect_close(second.hvp.a(i), (ahead(i) - behind(i)) / (2 * step), "hvp", 1e-5);
}

TEST(Options, IncompleteGammaFunctions) {
  Vector a{0.3, 1, 3, 12}, x{0.8, 0.2, 5, 11};
  const auto f = [&] { return options::incomplete_gammas(a, x); };
  const auto result = options::incomplete_gammas_gradient(a, x);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(x, result.grad.x, f, "x");
  const auto second = options::incomplete_gammas_hvp(a, x, x, a);
  const double step = 1e-5;
  const auto ahead = options::incomplete_gammas_gradient(a + step * x, x + step * a).grad;
  const auto behind = options::incomplete_gammas_gradient(a - step * x, x - step * a).grad;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    e2e::expect_close(second.hvp.a(i), (ahead.a(i) - behind.a(i)) / (2 * step), "hvp of a", 1e-5);
    e2e::expect_close(second.hvp.x(i), (ahead.x(i) - behind.x(i)) / (2 * step), "hvp of x", 1e-5);
  }
}

TEST(Options, Statistics) {
  Matrix x = matrix(4, 5);
  const Ids ids{2, 0, 4, 4};
  const auto f = [&] { return options::statistics(x, ids); };
  const auto result = options::statistics_gradient(x, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_close(options::statistics_jvp(x, ids, x).tangent, gradc::sum(result.grad.x * x), "tangent",
                    1e-11);
  EXPECT_THROW(options::statistics_gradient(x, Ids{2, 0, 5, 4}), gradc::IndexError);
}

TEST(Options, ChannelsLast) {
  auto x = e2e::filled<Images>(gradc::Shape{2, 3, 4, 2}, -1.5, 1.5, 21);
  auto w = e2e::filled<Images>(gradc::Shape{2, 3, 1, 2}, -1.5, 1.5, 22);
  const auto f = [&] { return options::channels_last(x, w); };
  const auto result = options::channels_last_gradient(x, w);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(w, result.grad.w, f, "w");
  const double tangent = options::channels_last_jvp(x, w, x, w).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.x * x) + gradc::sum(result.grad.w * w), "tangent", 1e-10);
  const auto second = [](const Images& last) { return gradc::moveaxis(last, 3, 1); };
  const auto steps = gradc::ConvTranspose().stride(2, 1);
  const auto up = gradc::conv_transpose2d(second(x), gradc::transpose(w, {3, 2, 0, 1}), steps);
  const auto up_last = gradc::conv_transpose2d(x, w, gradc::ConvTransposeChannelsLast().stride(2, 1));
  EXPECT_TRUE(gradc::all(gradc::equal(up, second(up_last)))());
  const auto sized = gradc::resize_bilinear(x, {5, 3}, gradc::Resize().channels_last());
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::resize_bilinear(second(x), {5, 3}), second(sized)))());
}

TEST(Options, AdjointsOfComplexMatrices) {
  Matrix re = matrix(3, 3, 3), im = matrix(3, 3, 4);
  const auto f = [&] { return options::adjoints(re, im); };
  const auto result = options::adjoints_gradient(re, im);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(re, result.grad.re, f, "re");
  e2e::expect_gradient(im, result.grad.im, f, "im");
  const double tangent = options::adjoints_jvp(re, im, im, re).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.re * im) + gradc::sum(result.grad.im * re), "tangent",
                    1e-10);
  const auto z = gradc::complex(re, im);
  const auto h = gradc::matmul(z, z, gradc::MatMul().adjoint_b());
  const auto apart = gradc::matmul(z, gradc::matrix_adjoint(z));
  for (std::int64_t i = 0; i < h.size(); ++i) EXPECT_NEAR(std::abs(h.data()[i] - apart.data()[i]), 0, 1e-14);
}

}  // namespace
