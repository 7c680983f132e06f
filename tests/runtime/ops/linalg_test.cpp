#include <gradc/complex.h>
#include <gradc/gradc.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

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

// --- systems that are solved in blocks, and smaller ones

constexpr std::int64_t kOrders[] = {1, 2, 5, 31, 32, 33, 63, 64, 65, 96, 100, 161};
constexpr std::int64_t kColumns[] = {1, 7, 8, 40};

template <class T, class A, class X, class B>
void expect_solution(const A& a, const X& x, const B& b, std::int64_t n, const char* what) {
  const auto difference = gradc::matmul(a, x) - b;
  using Real = decltype(std::abs(T()));
  Real most = 0, size = 0;
  for (std::int64_t i = 0; i < difference.size(); ++i) most = std::max(most, std::abs(difference.data()[i]));
  for (std::int64_t i = 0; i < x.size(); ++i) size = std::max(size, std::abs(x.data()[i]));
  EXPECT_LE(most, std::numeric_limits<Real>::epsilon() * static_cast<Real>(16 * n) * (1 + size)) << what << " of " << n << ", " << x.shape()[1] << " columns";
}

template <class T>
Matrix<T> numbers(const Shape& shape, unsigned seed) {
  if constexpr (gradc::detail::is_complex_v<T>) {
    Matrix<T> out(shape);
    const auto real = noise_tensor<double, 2>(shape, seed), imaginary = noise_tensor<double, 2>(shape, seed + 10);
    for (std::int64_t i = 0; i < out.size(); ++i) out.data()[i] = {real.data()[i], imaginary.data()[i]};
    return out;
  } else {
    return noise_tensor<T, 2>(shape, seed);
  }
}

template <class T>
void check_solve(std::int64_t n, std::int64_t columns) {
  const Matrix<T> a = numbers<T>({n, n}, 3), b = numbers<T>({n, columns}, 4);
  expect_solution<T>(a, gradc::solve(a, b), b, n, "solve");
  expect_solution<T>(gradc::transpose(a), gradc::solve(a, b, gradc::Solve().transpose()), b, n, "solve, transposed,");
}

TEST(Solve, ByBlocksOfAnyOrder) {
  for (const std::int64_t n : kOrders)
    for (const std::int64_t columns : kColumns) {
      check_solve<float>(n, columns);
      check_solve<double>(n, columns);
      if (n == 33 || n == 100) check_solve<std::complex<double>>(n, columns);
    }
}

// Of what the other triangle has nothing is read, nor of the diagonal where it is 1.
template <class T>
void check_triangular_solve(std::int64_t n, std::int64_t columns, bool upper, bool transpose, bool unit, bool right) {
  auto a = noise_tensor<T, 2>(Shape{n, n}, 3) / T(n);
  Matrix<T> triangle(Shape{n, n});
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      if (i == j && !unit) a(i, j) += T(2);
      const bool is_read = i == j || (j > i) == upper;
      triangle(i, j) = i == j && unit ? T(1) : is_read ? a(i, j) : T(0);
      if (!is_read || (i == j && unit)) a(i, j) = std::numeric_limits<T>::quiet_NaN();
    }
  const auto b = noise_tensor<T, 2>(right ? Shape{columns, n} : Shape{n, columns}, 4);
  const auto options = gradc::Triangular().upper(upper).transpose(transpose).unit_diagonal(unit).right(right);
  const Matrix<T> x = gradc::triangular_solve(a, b, options), whole = transpose ? Matrix<T>(gradc::transpose(triangle)) : triangle;
  if (right)
    expect_solution<T>(gradc::transpose(whole), gradc::transpose(x), gradc::transpose(b), n, "from the right");
  else
    expect_solution<T>(whole, x, b, n, "triangular_solve");
}

TEST(TriangularSolve, ByBlocksOfAnyOrder) {
  for (const std::int64_t n : kOrders)
    for (const std::int64_t columns : kColumns)
      for (int flags = 0; flags < 16; ++flags) {
        check_triangular_solve<float>(n, columns, flags & 1, flags & 2, flags & 4, flags & 8);
        check_triangular_solve<double>(n, columns, flags & 1, flags & 2, flags & 4, flags & 8);
      }
}

// Nothing is rounded of a permutation: its inverse is its transpose, its determinant the parity.
TEST(Determinant, OfPermutations) {
  for (const std::int64_t n : kOrders) {
    Matrix<double> a(Shape{n, n});
    std::vector<std::int64_t> to(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) to[static_cast<std::size_t>(i)] = i;
    double sign = 1;
    for (std::int64_t i = n - 1; i > 0; --i)
      if (const std::int64_t other = (i * 7919 + 13) % (i + 1); other != i) {
        std::swap(to[static_cast<std::size_t>(i)], to[static_cast<std::size_t>(other)]);
        sign = -sign;
      }
    for (std::int64_t i = 0; i < n; ++i) a(i, to[static_cast<std::size_t>(i)]) = 1;
    EXPECT_EQ(static_cast<double>(gradc::det(a)), sign) << n;
    expect_equal(gradc::inv(a), Matrix<double>(gradc::transpose(a)));
    // A row that is the sum of two others has no pivot left: of integers exactly.
    if (n < 3) continue;
    for (std::int64_t j = 0; j < n; ++j) a(n - 1, j) = a(0, j) + a(n / 2, j);
    EXPECT_EQ(static_cast<double>(gradc::det(a)), 0) << n;
    EXPECT_THROW(gradc::inv(a), gradc::DomainError) << n;
    EXPECT_THROW(gradc::solve(a, a), gradc::DomainError) << n;
  }
}

TEST(Inverse, OfAnyOrder) {
  for (const std::int64_t n : kOrders) {
    const auto a = noise_tensor<double, 2>(Shape{n, n}, 5);
    Matrix<double> identity(Shape{n, n});
    for (std::int64_t i = 0; i < n; ++i) identity(i, i) = 1;
    const Matrix<double> inverse = gradc::inv(a);
    expect_solution<double>(a, inverse, identity, n, "inv");
    const auto log = gradc::slogdet(a), of_inverse = gradc::slogdet(inverse);
    EXPECT_EQ(static_cast<double>(log.sign), static_cast<double>(of_inverse.sign)) << n;
    EXPECT_NEAR(static_cast<double>(log.logabsdet), -static_cast<double>(of_inverse.logabsdet), 1e-9 * static_cast<double>(n)) << n;
  }
}

// --- QR

// The columns of q are orthonormal, r has what it should on one side of a diagonal that is positive, and they give a.
template <class T>
void check_qr(std::int64_t m, std::int64_t n) {
  using Real = decltype(std::abs(T()));
  const Matrix<T> a = numbers<T>({m, n}, 6);
  const auto [q, r] = gradc::qr(a);
  const Real most = std::numeric_limits<Real>::epsilon() * static_cast<Real>(16 * m);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      T product = 0;
      for (std::int64_t k = 0; k < m; ++k) product += gradc::conj(q(k, i)) * q(k, j);
      ASSERT_LE(std::abs(product - T(i == j ? 1 : 0)), most) << m << " x " << n << ", columns " << i << " and " << j;
      ASSERT_TRUE(j == i || r(i, j) == T(0));
    }
  for (std::int64_t j = 0; j < n; ++j) ASSERT_TRUE(r(j, j) == T(std::abs(r(j, j))) && std::abs(r(j, j)) > 0) << j;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T product = 0;
      for (std::int64_t k = 0; k <= j; ++k) product += q(i, k) * r(k, j);
      ASSERT_LE(std::abs(product - a(i, j)), most * static_cast<Real>(4)) << m << " x " << n << ", element " << i << ", " << j;
    }
}

TEST(Qr, InBlocksOfAnySize) {
  for (const std::int64_t n : {1, 2, 5, 15, 16, 17, 32, 33, 80})
    for (const std::int64_t more : {0, 1, 40}) {
      check_qr<float>(n + more, n);
      check_qr<double>(n + more, n);
      check_qr<std::complex<double>>(n + more, n);
    }
}

// Squares of elements that vanish, or overflow: powers of two change nothing but the size of r.
TEST(Qr, OfVerySmallAndLargeElements) {
  for (const std::int64_t n : {3, 33}) {
    const Matrix<double> a = numbers<double>({n + 2, n}, 6);
    const auto [q, r] = gradc::qr(a);
    for (const int power : {-600, 600}) {
      const auto [scaled_q, scaled_r] = gradc::qr(a * std::ldexp(1.0, power));
      for (std::int64_t i = 0; i < q.size(); ++i) ASSERT_EQ(scaled_q.data()[i], q.data()[i]) << power;
      for (std::int64_t i = 0; i < r.size(); ++i) ASSERT_EQ(scaled_r.data()[i], std::ldexp(r.data()[i], power)) << power;
    }
    Matrix<double> dependent = a * std::ldexp(1.0, -600);
    for (std::int64_t i = 0; i < n + 2; ++i) dependent(i, 2) = dependent(i, 0);
    EXPECT_THROW(gradc::qr(dependent), gradc::DomainError) << n;
  }
}

// Columns that are reflected already.
TEST(Qr, OfTriangles) {
  Matrix<double> a(Shape{70, 40});
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = i; j < 40; ++j) a(i, j) = i == j ? 1 + static_cast<double>(i) : 0.25 * static_cast<double>(j - i);
  const auto [q, r] = gradc::qr(a);
  for (std::int64_t i = 0; i < 70; ++i)
    for (std::int64_t j = 0; j < 40; ++j) {
      EXPECT_EQ(q(i, j), i == j ? 1 : 0);
      EXPECT_TRUE(i >= 40 || r(i, j) == a(i, j));
    }
  for (std::int64_t i = 0; i < 70; ++i) a(i, 35) = a(i, 3);
  EXPECT_THROW(gradc::qr(a), gradc::DomainError);
}

}  // namespace
