#include <gradc/gradc.h>

#include <cmath>
#include <limits>

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

TEST(Softmax, SumsToOneAlongItsAxis) {
  const Matrix<double> x{{1, 2, 3}, {1000, 1000, -kInf}};
  const double s = std::exp(-2.0) + std::exp(-1.0) + 1;
  const Matrix<double> expected{{std::exp(-2.0) / s, std::exp(-1.0) / s, 1 / s}, {0.5, 0.5, 0}};
  expect_near(gradc::softmax(x), expected, 1e-15);
  expect_near(gradc::softmax(gradc::transpose(x), 0), gradc::transpose(expected), 1e-15);
  expect_equal(gradc::softmax(Vector<double>{-kInf, -kInf}), {kNan, kNan});
  EXPECT_EQ(gradc::softmax(Matrix<double>(Shape{2, 0})).shape(), (Shape{2, 0}));
  EXPECT_ERROR(gradc::softmax(x, 2), gradc::ShapeError, "softmax: axis 2 is out of range for rank 2");
}

TEST(Softmax, LogarithmIsNotTakenOfIt) {
  const double log_s = std::log(std::exp(-2.0) + std::exp(-1.0) + 1);
  expect_near(gradc::log_softmax(Vector<double>{1, 2, 3}), {-2 - log_s, -1 - log_s, -log_s}, 1e-15);
  expect_equal(gradc::log_softmax(Vector<double>{0, -800}), {0, -800});
  expect_equal(gradc::log_softmax(Vector<double>{0, -kInf}), {0, -kInf});
}

TEST(SoftmaxCrossEntropy, OfClasses) {
  const Matrix<double> z{{1, 2, 3}, {0, 0, 0}};
  const auto log_p = gradc::log_softmax(z);
  expect_near(gradc::softmax_cross_entropy(z, Vector<int>{2, 0}), {-log_p(0, 2), -log_p(1, 0)}, 1e-15);
  expect_near(gradc::softmax_cross_entropy(z, Vector<std::int64_t>{0, 1}), {-log_p(0, 0), -log_p(1, 1)},
              1e-15);
  EXPECT_NEAR(static_cast<double>(gradc::softmax_cross_entropy(Vector<double>{0, 0}, 1)), std::log(2.0),
              1e-15);
  EXPECT_ERROR(gradc::softmax_cross_entropy(z, Vector<int>{0, 3}), gradc::IndexError,
               "softmax_cross_entropy: label 3, of row 1, is out of range for 3 classes");
  EXPECT_ERROR(gradc::softmax_cross_entropy(z, Vector<int>{0}), gradc::ShapeError,
               "softmax_cross_entropy: labels of shape (1) do not fit the rows of logits of shape (2)");
  EXPECT_EQ(gradc::softmax_cross_entropy(Matrix<float>(Shape{0, 3}), Vector<int>{}).shape(), Shape{0});
}

TEST(SoftmaxCrossEntropy, OfWeights) {
  const Matrix<double> z{{1, 2, -kInf}, {0, 0, 0}}, l{{0.5, 2, 0}, {0, 0, 0}};
  const auto log_p = gradc::log_softmax(z);
  expect_near(gradc::softmax_cross_entropy(z, l), {-0.5 * log_p(0, 0) - 2 * log_p(0, 1), 0}, 1e-15);
  const Tensor<float, 3> batch(Shape{2, 3, 4});
  EXPECT_EQ(gradc::softmax_cross_entropy(batch, batch).shape(), (Shape{2, 3}));
  EXPECT_ERROR(gradc::softmax_cross_entropy(z, Matrix<double>(Shape{2, 2})), gradc::ShapeError,
               "softmax_cross_entropy: labels of shape (2, 2) do not fit logits of shape (2, 3)");
}

TEST(Losses, WeighClasses) {
  const Matrix<double> x = gradc::log_softmax(Matrix<double>{{1, 2, 3}, {0, 1, 0}, {2, 2, 2}});
  const Vector<double> w{0.5, 2, 4};
  const Vector<int> ids{2, 1, 0};
  const double own = 4 * x(0, 2) + 2 * x(1, 1) + 0.5 * x(2, 0);
  EXPECT_NEAR(static_cast<double>(gradc::nll_loss(x, ids, w)), -own / 6.5, 1e-15);
  expect_near(gradc::nll_loss(x, ids, w, 1, gradc::unreduced), {-4 * x(0, 2), 0, -0.5 * x(2, 0)}, 1e-15);
  EXPECT_NEAR(static_cast<double>(gradc::nll_loss(x, ids, w, 1)), -(4 * x(0, 2) + 0.5 * x(2, 0)) / 4.5, 1e-15);
  // Of log-probabilities ln Σ e^x is 0.
  EXPECT_NEAR(static_cast<double>(gradc::cross_entropy(x, ids, w)), -own / 6.5, 1e-15);
  const auto smooth = gradc::cross_entropy(x, ids, w, gradc::CrossEntropy().label_smoothing(0.3), gradc::summed);
  EXPECT_NEAR(static_cast<double>(smooth), -0.7 * own - 0.1 * static_cast<double>(gradc::sum(w * x)), 1e-14);
  EXPECT_ERROR(gradc::nll_loss(x, Vector<int>{0, 1, 3}, w), gradc::IndexError,
               "nll_loss: class 3 does not exist; there are 3");
  EXPECT_THROW(gradc::nll_loss(x, ids, Vector<double>{1, 2}), gradc::ShapeError);
}

TEST(Attention, MasksAndDrops) {
  const Matrix<double> q{{1, 0}, {0, 1}}, k{{1, 2}, {3, 4}, {0, 1}}, v{{1, 0}, {0, 1}, {5, 5}};
  const Matrix<bool> mask{{true, true, false}, {false, false, false}};
  const Matrix<double> bias{{0, 0, -kInf}, {-kInf, -kInf, -kInf}};
  expect_equal(gradc::scaled_dot_product_attention(q, k, v, mask), gradc::scaled_dot_product_attention(q, k, v, bias));
  const Matrix<bool> row{{true, false, true}};
  expect_equal(gradc::scaled_dot_product_attention(q, k, v, row),
               gradc::scaled_dot_product_attention(q, k, v, gradc::broadcast_to(row, {2, 3})));
  const gradc::Key key{3, 4};
  expect_equal(gradc::scaled_dot_product_attention(q, k, v, key), gradc::scaled_dot_product_attention(q, k, v));
  const Matrix<double> weights =
      gradc::dropout(gradc::softmax(gradc::matmul(q, k, gradc::MatMul().transpose_b()) / std::sqrt(2.0)), key, 0.5);
  expect_near(gradc::scaled_dot_product_attention(q, k, v, key, gradc::Attention().dropout(0.5)), gradc::matmul(weights, v), 1e-14);
  EXPECT_ERROR(gradc::scaled_dot_product_attention(q, k, v, gradc::Attention().dropout(0.5)), gradc::DomainError,
               "scaled_dot_product_attention: dropout needs a key");
}

TEST(BatchNorm, KeepsRunningAverages) {
  const Matrix<double> x{{1, 2}, {3, 6}};
  const Vector<double> one{1, 1}, mean{10, 20}, variance{1, 2};
  const auto plain = gradc::batch_norm_training(x, one, one);
  const auto y = gradc::batch_norm_training(x, one, one, mean, variance, gradc::BatchNorm().momentum(0.25).unbiased());
  expect_equal(y.y, plain.y);
  expect_near(y.running_mean, {8, 16}, 1e-14);
  expect_near(y.running_variance, {0.75 + 0.5, 1.5 + 2}, 1e-14);
  EXPECT_THROW(gradc::batch_norm_training(x, one, one, Vector<double>{1}, variance), gradc::ShapeError);
}

TEST(Marks, ReturnTheirArgument) {
  const Vector<float> x{1, 2};
  expect_equal(gradc::optimization_barrier(x), x);
  expect_equal(gradc::stop_gradient(x), x);
  expect_equal(gradc::label("h", x), x);
  expect_equal(gradc::checkpoint(x), x);
  expect_equal(gradc::prevent_gradient(x, "why"), x);
  EXPECT_EQ(gradc::stop_gradient(2.0), 2.0);
  EXPECT_EQ(gradc::label("n", 3), 3);
  static_assert(std::is_same_v<decltype(gradc::label("h", gradc::StaticTensor<float, 2>())), Vector<float>>);
}

// The function of the guide, run eagerly.
struct Params {
  Matrix<float> w1, w2;
  Vector<float> b1, b2;
};
float loss(const Params& params, const Matrix<float>& x, const Vector<int>& labels) {
  auto h = gradc::relu(gradc::matmul(x, params.w1) + params.b1);
  auto logits = gradc::matmul(h, params.w2) + params.b2;
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}

TEST(Eager, AClassifierRuns) {
  const Params params{Matrix<float>(Shape{4, 5}), Matrix<float>(Shape{5, 3}), Vector<float>(Shape{5}),
                      Vector<float>(Shape{3})};
  EXPECT_NEAR(loss(params, gradc::ones<float>({2, 4}), Vector<int>{0, 2}), std::log(3.0f), 1e-6);
}

// What PyTorch 2.15 gives.
TEST(Losses, OfLabelsThatNobodyAligned) {
  gradc::Tensor<double, 3> x(Shape{4, 2, 3});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(1.7 * static_cast<double>(i));
  const auto p = gradc::log_softmax(x, 2);
  const gradc::Matrix<int> labels{{1, 2}, {2, 2}};
  const gradc::Vector<int> four{4, 4}, two{2, 2};
  const auto each = gradc::ctc_loss(p, labels, four, two, gradc::unreduced);
  EXPECT_NEAR(each(0), 2.004770640064184, 1e-14);
  EXPECT_NEAR(each(1), 1.980478365457175, 1e-14);
  EXPECT_NEAR(gradc::ctc_loss(p, labels, four, two)(), 0.996312251380340, 1e-14);
  EXPECT_NEAR(gradc::ctc_loss(p, labels, four, gradc::Vector<int>{0, 1}, gradc::summed)(), 8.942406272161676, 1e-14);
  const auto few = gradc::ctc_loss(p, labels, gradc::Vector<int>{3, 2}, gradc::Vector<int>{1, 2}, gradc::unreduced);
  EXPECT_NEAR(few(0), 1.681467811267146, 1e-14);
  EXPECT_EQ(few(1), std::numeric_limits<double>::infinity());  // equal labels need a blank between them
  EXPECT_THROW(gradc::ctc_loss(p, labels, four, gradc::Vector<int>{3, 1}), gradc::IndexError);
  EXPECT_THROW(gradc::ctc_loss(p, gradc::Matrix<int>{{3}, {1}}, four, gradc::Vector<int>{1, 1}), gradc::IndexError);
  EXPECT_THROW(gradc::ctc_loss(p, labels, gradc::Vector<int>{4}, two), gradc::ShapeError);
}

}  // namespace
