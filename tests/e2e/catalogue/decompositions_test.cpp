#include "decompositions.grad.h"
#include "differences.h"

namespace {

using decompositions::Batch;
using decompositions::Matrix;
using decompositions::Vector;

// With more on the diagonals of its matrices.
template <class Tensor>
Tensor dominant(const gradc::Shape& shape, unsigned seed = 1) {
  Tensor a = e2e::filled<Tensor>(shape, -1, 1, seed);
  const std::int64_t n = shape[shape.rank() - 1], m = shape[shape.rank() - 2];
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (i / n % m == i % n) a.data()[i] += 3;
  return a;
}
template <class A, class B>
void expect_same(const A& a, const B& b, double tolerance = 1e-13) {
  ASSERT_EQ(a.shape(), b.shape());
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a.data()[i], b.data()[i], tolerance) << i;
}
template <class A>
double dot(const A& a, const A& b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}
Matrix unit(std::int64_t n) { return gradc::diag(gradc::ones<double>({n})); }

TEST(Decompositions, AreWhatTheySay) {
  for (const gradc::Shape& shape : {gradc::Shape{5, 3}, gradc::Shape{3, 5}, gradc::Shape{4, 4}}) {
    const auto a = e2e::filled<Matrix>(shape);
    const std::int64_t k = std::min(shape[0], shape[1]);
    const auto [q, r] = gradc::qr(a);
    expect_same(gradc::matmul(q, r), a);
    expect_same(gradc::matmul(q, q, gradc::MatMul().transpose_a()), unit(k));
    for (std::int64_t i = 0; i < k; ++i) {
      EXPECT_GT(r(i, i), 0);
      for (std::int64_t j = 0; j < i; ++j) EXPECT_EQ(r(i, j), 0);
    }
    const auto [u, s, vt] = gradc::svd(a);
    expect_same(gradc::matmul(u * s, vt), a);
    expect_same(gradc::matmul(u, u, gradc::MatMul().transpose_a()), unit(k));
    expect_same(gradc::matmul(vt, vt, gradc::MatMul().transpose_b()), unit(k));
    for (std::int64_t i = 1; i < k; ++i) EXPECT_GE(s(i - 1), s(i));
    const auto p = gradc::pinv(a);
    expect_same(gradc::matmul(gradc::matmul(a, p), a), a);
    EXPECT_EQ(static_cast<std::int64_t>(gradc::matrix_rank(a)), k);
  }
  const auto a = e2e::filled<Matrix>({4, 4}, -3, 3);
  const auto e = gradc::expm(a);
  expect_same(gradc::matmul(e, gradc::expm(-a)), unit(4), 1e-11);
  expect_same(gradc::expm(Matrix{{0, 1}, {0, 0}}), Matrix{{1, 1}, {0, 1}});
  const auto great = gradc::expm(Matrix{{-1000, 0}, {0, 3}});
  EXPECT_EQ(great(0, 0), 0);
  EXPECT_NEAR(great(1, 1), std::exp(3.0), 1e-11);
  const auto positive = gradc::matmul(a, a, gradc::MatMul().transpose_b());
  const auto root = gradc::sqrtm(positive);
  expect_same(gradc::matmul(root, root), positive, 1e-12);
}

TEST(Decompositions, RefuseWhatHasNone) {
  const Matrix singular{{1, 2}, {2, 4}}, wide{{1, 2}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(gradc::qr(singular), gradc::DomainError);
  EXPECT_THROW(gradc::lstsq(wide, Vector{1}), gradc::DomainError);
  EXPECT_THROW(gradc::lstsq(singular, Vector{1, 2}), gradc::DomainError);
  EXPECT_THROW(gradc::lstsq(singular, Vector{1, 2, 3}), gradc::ShapeError);
  EXPECT_THROW(gradc::sqrtm(Matrix{{1, 0}, {0, -1}}), gradc::DomainError);
  EXPECT_THROW(gradc::triangular_solve(singular, Vector{1, 2}, gradc::Triangular().right()), gradc::ShapeError);
  EXPECT_EQ(static_cast<std::int64_t>(gradc::matrix_rank(singular)), 1);
  EXPECT_GT(static_cast<double>(gradc::cond(singular)), 1e15);
  EXPECT_TRUE(std::isnan(gradc::svdvals(Matrix{{nan, 1}, {2, 3}})(0)));
  EXPECT_TRUE(std::isnan(gradc::qr(Matrix{{nan, 1}, {2, 3}}).q(1, 1)));
  EXPECT_TRUE(std::isnan(gradc::expm(Matrix{{nan, 1}, {2, 3}})(1, 1)));
  EXPECT_TRUE(std::isnan(gradc::sqrtm(Matrix{{nan, 1}, {2, 3}})(1, 1)));
  EXPECT_THROW(decompositions::factors_gradient(singular, wide), gradc::DomainError);
}

TEST(Decompositions, Factors) {
  for (const gradc::Shape& shape : {gradc::Shape{4, 3}, gradc::Shape{3, 3}}) {
    Matrix a = dominant<Matrix>(shape), b = dominant<Matrix>({2, 4}, 2);
    const auto f = [&] { return decompositions::factors(a, b); };
    const auto result = decompositions::factors_gradient(a, b);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_gradient(b, result.grad.b, f, "b");
    const auto a_dot = e2e::filled<Matrix>(shape, -1, 1, 3), b_dot = e2e::filled<Matrix>({2, 4}, -1, 1, 4);
    e2e::expect_close(decompositions::factors_jvp(a, b, a_dot, b_dot).tangent, dot(result.grad.a, a_dot) + dot(result.grad.b, b_dot),
                      "tangent", 1e-11);
  }
}

TEST(Decompositions, Vectors) {
  for (const gradc::Shape& shape : {gradc::Shape{4, 3}, gradc::Shape{3, 4}, gradc::Shape{3, 3}}) {
    Matrix a = e2e::filled<Matrix>(shape);
    Batch b = dominant<Batch>({2, shape[1], 2}, 2);
    const auto f = [&] { return decompositions::vectors(a, b); };
    const auto result = decompositions::vectors_gradient(a, b);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_gradient(b, result.grad.b, f, "b");
    const auto a_dot = e2e::filled<Matrix>(shape, -1, 1, 3);
    const auto b_dot = e2e::filled<Batch>({2, shape[1], 2}, -1, 1, 4);
    e2e::expect_close(decompositions::vectors_jvp(a, b, a_dot, b_dot).tangent, dot(result.grad.a, a_dot) + dot(result.grad.b, b_dot),
                      "tangent", 1e-11);
  }
}

// What doesn't depend on the choice of the vectors has its derivative where singular values are equal, or one is 0.
TEST(Decompositions, EqualSingularValues) {
  for (Matrix a : {Matrix{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, Matrix{{0, 2, 0}, {2, 0, 0}, {0, 0, 1}}}) {
    const auto result = decompositions::invariant_gradient(a);
    e2e::expect_gradient(a, result.grad.a, [&] { return decompositions::invariant(a); }, "a");
  }
}

// Where they are equal, and the vectors are not the same for all of them, the derivative is finite; elsewhere it is what it was.
TEST(Decompositions, Broadened) {
  Matrix a = e2e::filled<Matrix>({3, 3});
  const auto result = decompositions::broadened_gradient(a);
  e2e::expect_gradient(a, result.grad.a, [&] { return decompositions::broadened(a); }, "a");
  const auto equal = decompositions::broadened_gradient(Matrix{{2, 1, 0, 0}, {1, 2, 0, 0}, {0, 0, 2, -1}, {0, 0, -1, 2}}).grad.a;
  for (double value : equal) EXPECT_TRUE(std::isfinite(value)) << value;
  EXPECT_THROW(gradc::svd(a, gradc::Spectral().broadening(-1)), gradc::DomainError);
}

// v f(w) vᵀ: where eigenvalues are equal, what is over their difference is 0 over 0 and taken as 0 (ops.md 9.5), which leaves out
// the part that changes the vectors' space, f′ of the eigenvalue times the elements between them: docs/guide/numerics.md says so.
TEST(Decompositions, FunctionsByVectorsNeedDifferentEigenvalues) {
  const Matrix b{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}};
  Matrix a{{2, 0.5, 0.1}, {0.5, 3, -0.2}, {0.1, -0.2, 1}};
  const auto exact = [&](const Matrix& at) { return gradc::matmul(at, b) + gradc::matmul(b, at); };  // of Σ b ∘ a²
  const Matrix grad = decompositions::of_function_gradient(a, b).grad.a, expected = exact(a);
  for (std::int64_t i = 0; i < 9; ++i) e2e::expect_close(grad.data()[i], expected.data()[i], "apart " + std::to_string(i), 1e-12);
  a = Matrix{{2, 0, 0}, {0, 2, 0}, {0, 0, 1}};
  const Matrix left = decompositions::of_function_gradient(a, b).grad.a, whole = exact(a);
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 3; ++j) {
      const bool between_equal = i != j && a(i, i) == a(j, j);
      e2e::expect_close(left(i, j), between_equal ? 0.0 : whole(i, j), "equal " + std::to_string(3 * i + j), 1e-12);
    }
  EXPECT_EQ(whole(0, 1), 8);  // what is left out
}

TEST(Decompositions, Pseudo) {
  Matrix a = e2e::filled<Matrix>({4, 3}), b = e2e::filled<Matrix>({2, 4}, -1, 1, 2);
  Vector v = e2e::filled<Vector>({2}, -1, 1, 3);
  const auto f = [&] { return decompositions::pseudo(a, b, v); };
  const auto result = decompositions::pseudo_gradient(a, b, v);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Decompositions, LeastSquares) {
  Matrix a = dominant<Matrix>({4, 2}), b = e2e::filled<Matrix>({4, 3}, -1, 1, 2);
  const Vector v = e2e::filled<Vector>({4}, -1, 1, 3);
  const auto f = [&] { return decompositions::squares(a, b, v); };
  const auto result = decompositions::squares_gradient(a, b, v);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  const auto a_dot = e2e::filled<Matrix>({4, 2}, -1, 1, 5), b_dot = e2e::filled<Matrix>({4, 3}, -1, 1, 6);
  e2e::expect_close(decompositions::squares_jvp(a, b, v, a_dot, b_dot).tangent, dot(result.grad.a, a_dot) + dot(result.grad.b, b_dot),
                    "tangent", 1e-11);
}

TEST(Decompositions, Norms) {
  Matrix a = e2e::filled<Matrix>({3, 4});
  Batch b = e2e::filled<Batch>({2, 3, 2}, -1, 1, 2);
  const auto f = [&] { return decompositions::norms(a, b); };
  const auto result = decompositions::norms_gradient(a, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
}

TEST(Decompositions, Functions) {
  Matrix a = dominant<Matrix>({3, 3});
  Batch b = e2e::filled<Batch>({2, 2, 2}, -1, 1, 2);
  const auto f = [&] { return decompositions::functions(a, b); };
  const auto result = decompositions::functions_gradient(a, b);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_close(decompositions::functions_jvp(a, b, a, b).tangent, dot(result.grad.a, a) + dot(result.grad.b, b), "tangent", 1e-11);
}

TEST(Decompositions, Shared) {
  Matrix a = dominant<Matrix>({3, 3});
  Batch b = e2e::filled<Batch>({2, 3, 2}, -1, 1, 2), c = dominant<Batch>({2, 3, 3}, 3);
  Vector v = e2e::filled<Vector>({3}, -1, 1, 4);
  const auto f = [&] { return decompositions::shared(a, b, c, v); };
  const auto result = decompositions::shared_gradient(a, b, c, v);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(c, result.grad.c, f, "c");
  e2e::expect_gradient(v, result.grad.v, f, "v");
}

TEST(Decompositions, FromTheRight) {
  Matrix a = dominant<Matrix>({3, 3}), b = e2e::filled<Matrix>({2, 3}, -1, 1, 2);
  expect_same(gradc::matmul(gradc::triangular_solve(a, b, gradc::Triangular().right()), gradc::tril(a)), b);
  const auto f = [&] { return decompositions::from_the_right(a, b); };
  const auto result = decompositions::from_the_right_gradient(a, b);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(b, result.grad.b, f, "b");
}

// Also where eigenvalues are equal.
TEST(Decompositions, RootOf) {
  for (Matrix a : {Matrix{{1, 0}, {0, 1}}, Matrix{{2, 0.5}, {0.5, 1}}}) {
    const auto result = decompositions::root_of_gradient(a);
    e2e::expect_gradient(a, result.grad.a, [&] { return decompositions::root_of(a); }, "a");
  }
}

TEST(Decompositions, Floats) {
  const gradc::Matrix<float> a{{2, 1, 0}, {0.5f, 3, 1}, {1, -1, 2}};
  const auto result = decompositions::of_floats_gradient(a);
  EXPECT_NEAR(result.value, decompositions::of_floats(a), 1e-4);
}

}  // namespace
