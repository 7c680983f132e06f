#include "differences.h"
#include "factors.grad.h"

namespace {

using factors::Batch;
using factors::Matrix;
using factors::Vector;

// With a diagonal that makes it well-conditioned, and its symmetric part positive definite.
template <class Tensor>
Tensor dominant(const gradc::Shape& shape, unsigned seed = 1) {
  Tensor a = e2e::filled<Tensor>(shape, -1, 1, seed);
  const std::int64_t n = shape[shape.rank() - 1];
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (i / n % n == i % n) a.data()[i] += static_cast<typename Tensor::value_type>(n);
  return a;
}

TEST(Factors, Factored) {
  Matrix a = dominant<Matrix>({4, 4}), b = e2e::filled<Matrix>({4, 4}, -1, 1, 2);
  const auto f = [&] { return factors::factored(a, b); };
  const auto result = factors::factored_gradient(a, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += result.grad.a.data()[i] * b.data()[i] + result.grad.b.data()[i] * a.data()[i];
  e2e::expect_close(factors::factored_jvp(a, b, b, a).tangent, sum, "tangent", 1e-12);
}

TEST(Factors, Triangles) {
  Matrix a = dominant<Matrix>({3, 3}), b = e2e::filled<Matrix>({3, 2}, -1, 1, 2);
  Vector v = e2e::filled<Vector>({3}, -1, 1, 3);
  const auto f = [&] { return factors::triangles(a, v, b); };
  const auto result = factors::triangles_gradient(a, v, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(v, result.grad.v, f, "v");
  e2e::expect_gradient(b, result.grad.b, f, "b");
}

TEST(Factors, Solved) {
  Batch a = dominant<Batch>({2, 3, 3}), b = e2e::filled<Batch>({2, 3, 2}, -1, 1, 2);
  Matrix v = e2e::filled<Matrix>({2, 3}, -1, 1, 3);
  const auto f = [&] { return factors::solved(a, b, v); };
  const auto result = factors::solved_gradient(a, b, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Factors, Determinants) {
  Matrix a = dominant<Matrix>({3, 3});
  Batch batch = dominant<Batch>({2, 2, 2}, 4);
  const auto f = [&] { return factors::determinants(a, batch); };
  const auto result = factors::determinants_gradient(a, batch);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(batch, result.grad.batch, f, "batch");
  const auto g = [&] { return factors::of_a_structure(a); };
  e2e::expect_gradient(a, factors::of_a_structure_gradient(a).grad.a, g, "structure");
}

TEST(Factors, Spectral) {
  Matrix a = e2e::filled<Matrix>({4, 4}), a_dot = e2e::filled<Matrix>({4, 4}, -1, 1, 8);
  Batch batch = e2e::filled<Batch>({2, 3, 3}, -1, 1, 4), batch_dot = e2e::filled<Batch>({2, 3, 3}, -1, 1, 9);
  const auto f = [&] { return factors::spectral(a, batch); };
  const auto result = factors::spectral_gradient(a, batch);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(batch, result.grad.batch, f, "batch");
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += result.grad.a.data()[i] * a_dot.data()[i];
  for (std::int64_t i = 0; i < batch.size(); ++i) sum += result.grad.batch.data()[i] * batch_dot.data()[i];
  e2e::expect_close(factors::spectral_jvp(a, batch, a_dot, batch_dot).tangent, sum, "tangent", 1e-11);
}

// What doesn't depend on the choice of the vectors has a derivative where eigenvalues are equal.
TEST(Factors, EqualEigenvalues) {
  const Batch one{{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  const auto result = factors::spectral_gradient(Matrix{{1, 0}, {0, 3}}, one);
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 3; ++j) EXPECT_NEAR(result.grad.batch(0, i, j), i == j ? 4 : 0, 1e-14);
}

TEST(Factors, Floats) {
  const auto a = dominant<gradc::Matrix<float>>({3, 3});
  const gradc::Vector<float> v{1, -2, 3};
  const auto [value, grad] = factors::of_floats_gradient(a, v);
  EXPECT_NEAR(value, factors::of_floats(a, v), 1e-5);
  const auto by_v = gradc::solve(a, gradc::Vector<float>{1, 1, 1}, gradc::Solve().transpose());
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_NEAR(grad.v(i), by_v(i), 1e-6);
}

TEST(Factors, AProcess) {
  const Vector x{0, 0.4, 1.1, 1.9, 2.3}, y{0.3, 0.5, -0.2, -0.9, -0.4};
  double scale = 1.2, length = 0.7, noise = 0.1;
  const auto f = [&] { return factors::likelihood(x, y, scale, length, noise); };
  const auto result = factors::likelihood_gradient(x, y, scale, length, noise);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(scale, result.grad.scale, f, "scale");
  e2e::expect_gradient(length, result.grad.length, f, "length");
  e2e::expect_gradient(noise, result.grad.noise, f, "noise");
}

// Where the determinant is 0: of rank n - 1 the adjugate, below 0.
TEST(Factors, OfSingularMatrices) {
  const Matrix four{{0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  const auto c = gradc::cofactor(four);
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 4; ++j) EXPECT_NEAR(c(i, j), i == 1 && j == 0 ? -1 : 0, 1e-14) << i << j;
  const auto none = gradc::cofactor(Matrix{{1, 2, 3}, {2, 4, 6}, {3, 6, 9}});
  for (double value : none) EXPECT_NEAR(value, 0, 1e-13);
  EXPECT_THROW(gradc::inv(four), gradc::DomainError);
  EXPECT_THROW(gradc::solve(four, Vector{1, 2, 3, 4}), gradc::DomainError);
  EXPECT_THROW(gradc::cholesky(four), gradc::DomainError);
  EXPECT_THROW(gradc::triangular_solve(four, Vector{1, 2, 3, 4}), gradc::DomainError);
  EXPECT_EQ(gradc::slogdet(four).sign, 0);
  EXPECT_EQ(gradc::slogdet(four).logabsdet, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gradc::slogdet(Matrix{{0, 1}, {1, 0}}).sign, -1);
  const auto singular = factors::of_a_structure_gradient(four).grad.a;
  for (double value : singular) EXPECT_FALSE(std::isfinite(value)) << value;
  EXPECT_EQ(singular(1, 0), -std::numeric_limits<double>::infinity());
  EXPECT_THROW(gradc::inv(Matrix{{1, 2}}), gradc::ShapeError);
}

}  // namespace
