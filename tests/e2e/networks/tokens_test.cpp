#include "differences.h"
#include "tokens.grad.h"

namespace {

using tokens::Ids;
using tokens::Matrix;

Matrix wave(std::int64_t rows, std::int64_t columns, double step) {
  Matrix x({rows, columns});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(step * static_cast<double>(i + 1));
  return x;
}

TEST(Tokens, HeadsThatShareKeys) {
  Matrix q = wave(3, 24, 0.7), k = wave(5, 12, 1.1), angles = wave(3, 3, 0.9);
  const auto f = [&] { return tokens::of_heads(q, k, angles); };
  const auto result = tokens::of_heads_gradient(q, k, angles);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(q, result.grad.q, f, "q");
  e2e::expect_gradient(k, result.grad.k, f, "k");
  e2e::expect_gradient(angles, result.grad.angles, f, "angles");
}

// Keys that are repeated for each head give what heads that share them do.
TEST(Tokens, SharingIsRepeating) {
  const auto q = gradc::reshape(wave(8, 6, 0.7), {4, 2, 6}), k = gradc::reshape(wave(10, 6, 1.3), {2, 5, 6});
  const auto shared = gradc::scaled_dot_product_attention(q, k, k);
  const auto all = gradc::scaled_dot_product_attention(q, gradc::repeat(k, 2, 0), gradc::repeat(k, 2, 0));
  for (std::int64_t i = 0; i < all.size(); ++i) EXPECT_EQ(shared.data()[i], all.data()[i]);
  EXPECT_THROW(gradc::scaled_dot_product_attention(q, gradc::repeat(k, 3, 0), gradc::repeat(k, 3, 0)), gradc::ShapeError);
}

TEST(Tokens, OfClasses) {
  Matrix x = wave(4, 3, 0.8);
  Ids ids{2, 0, 1, 0};
  const auto f = [&] { return tokens::of_classes(x, ids); };
  const auto result = tokens::of_classes_gradient(x, ids);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  ids(3) = 3;
  EXPECT_THROW(tokens::of_classes(x, ids), gradc::IndexError);
  EXPECT_THROW(tokens::of_classes_gradient(x, ids), gradc::IndexError);
  EXPECT_THROW(gradc::cross_entropy(x, Ids{0, 1, 2, 0}, gradc::CrossEntropy().label_smoothing(2)), gradc::DomainError);
}

TEST(Tokens, InFloat) {
  const auto x = gradc::astype<float>(wave(4, 3, 0.8));
  const Ids ids{2, 0, 1, 0};
  const auto result = tokens::in_float_gradient(x, ids);
  EXPECT_FLOAT_EQ(result.value, tokens::in_float(x, ids));
  const auto p = gradc::softmax(x);
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      EXPECT_NEAR(result.grad.x(i, j), p(i, j) - (j == ids(i) ? 0.8f : 0.0f) - 0.2f / 3, 1e-6f);
}

TEST(Tokens, OfPlaces) {
  Matrix x = wave(3, 2, 0.8);
  gradc::Vector<double> u{0.3, -0.4, 0.9};
  const gradc::Matrix<std::int64_t> at{{0, 1}, {2, 0}, {0, 1}};
  const auto f = [&] { return tokens::of_places(x, u, at); };
  const auto result = tokens::of_places_gradient(x, u, at);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  const gradc::Matrix<std::int64_t> outside{{0, 1}, {3, 0}, {0, 1}};
  EXPECT_THROW(tokens::of_places(x, u, outside), gradc::IndexError);
  EXPECT_THROW(tokens::of_places_gradient(x, u, outside), gradc::IndexError);
}

}  // namespace
