// Tensors of complex numbers, eagerly: values against loops over std::complex, the scalar functions where plain formulas
// overflow or cancel, and what real elements become beside complex ones.
#include <gradc/complex.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace {

using C = std::complex<double>;
using CVector = gradc::Tensor<C, 1>;
using CMatrix = gradc::Tensor<C, 2>;
using Vector = gradc::Vector<double>;
using gradc::Shape;

const CVector kZ{{0.7, 0.4}, {1.2, -0.6}, {-0.5, 0.9}};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_near(C actual, C expected, double tolerance = 1e-14) {
  EXPECT_LE(std::abs(actual - expected), tolerance * (1 + std::abs(expected))) << actual << " for " << expected;
}

template <class F>
void expect_elements(const CVector& y, F f) {
  ASSERT_EQ(y.size(), kZ.size());
  for (std::int64_t i = 0; i < y.size(); ++i) expect_near(y(i), f(kZ(i)));
}

TEST(Complex, ElementwiseFunctionsAreThoseOfTheStandardLibrary) {
  expect_elements(gradc::exp(kZ), [](C z) { return std::exp(z); });
  expect_elements(gradc::log(kZ), [](C z) { return std::log(z); });
  expect_elements(gradc::acosh(kZ), [](C z) { return std::acosh(z); });
  expect_elements(gradc::pow(kZ, kZ), [](C z) { return std::pow(z, z); });
  expect_elements(gradc::integer_pow(kZ, -3), [](C z) { return 1.0 / (z * z * z); });
  expect_elements(gradc::sigmoid(kZ), [](C z) { return 1.0 / (1.0 + std::exp(-z)); });
  expect_elements(kZ * kZ / (kZ + 2.0) - kZ, [](C z) { return z * z / (z + 2.0) - z; });
  expect_elements(gradc::conj(kZ) * C(0, 1), [](C z) { return std::conj(z) * C(0, 1); });
  expect_elements(gradc::polar(gradc::abs(kZ), gradc::angle(kZ)), [](C z) { return z; });
  expect_elements(gradc::complex(gradc::real(kZ), gradc::imag(kZ)), [](C z) { return z; });
  expect_elements(gradc::sgn(kZ) * gradc::abs(kZ), [](C z) { return z; });
}

TEST(Complex, RealElementsBecomeComplexBesideComplexOnes) {
  const Vector x{1, 2, 3};
  static_assert(std::is_same_v<decltype(x * kZ), CVector>);
  static_assert(std::is_same_v<decltype(x + C(0, 1)), CVector>);
  static_assert(std::is_same_v<decltype(gradc::abs(kZ)), Vector>);
  static_assert(std::is_same_v<decltype(gradc::vector_norm(kZ)), gradc::Tensor<double, 0>>);
  for (std::int64_t i = 0; i < 3; ++i) expect_near((x * kZ - kZ * x + x)(i), C(x(i)));
  expect_near(gradc::matmul(x, kZ)(), kZ(0) + 2.0 * kZ(1) + 3.0 * kZ(2));
  const gradc::Tensor<std::complex<float>, 1> narrow = gradc::astype<std::complex<float>>(x);
  EXPECT_EQ(narrow(2), std::complex<float>(3));
}

TEST(Complex, QuotientsDoNotOverflow) {
  expect_near(gradc::scalar::divide(C(1e300, 1e300), C(1e300, 1e300)), C(1, 0));
  expect_near(gradc::scalar::divide(C(1e-300, 0), C(0, 1e-300)), C(0, -1));
  const C by_zero = gradc::scalar::divide(C(1, -2), C(0, 0));
  EXPECT_EQ(by_zero, C(kInfinity, -kInfinity));
  EXPECT_EQ(gradc::scalar::div_no_nan(C(1, 2), C(0, 0)), C(0, 0));
  EXPECT_EQ(gradc::abs(C(3e300, 4e300)), 5e300);
}

TEST(Complex, FunctionsNearZeroKeepTheirAccuracy) {
  const C small(1e-12, -3e-13);
  const C log_series = small - small * small / 2.0, exp_series = small + small * small / 2.0;
  EXPECT_LE(std::abs(gradc::log1p(small) - log_series), 1e-15 * std::abs(small));
  EXPECT_LE(std::abs(gradc::expm1(small) - exp_series), 1e-15 * std::abs(small));
  expect_near(gradc::log1p(C(3, -2)), std::log(C(4, -2)));
  expect_near(gradc::expm1(C(1, 2)), std::exp(C(1, 2)) - 1.0);
}

TEST(Complex, PointsOfTheirOwn) {
  EXPECT_EQ(gradc::sgn(C(0, 0)), C(0, 0));
  EXPECT_EQ(gradc::angle(C(0, 0)), 0);
  EXPECT_EQ(gradc::pow(C(0, 0), C(0, 0)), C(1, 0));
  EXPECT_EQ(gradc::pow(C(0, 0), C(2, 1)), C(0, 0));
  EXPECT_EQ(gradc::pow(C(0, 0), C(-1, 0)), C(kInfinity, 0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(gradc::isnan(C(1, nan)));
  EXPECT_TRUE(gradc::isinf(C(-kInfinity, 0)));
  EXPECT_FALSE(gradc::isfinite(C(0, nan)));
  EXPECT_TRUE(gradc::isnan(gradc::mean(CVector())()));
}

TEST(Complex, Reductions) {
  const C sum = kZ(0) + kZ(1) + kZ(2);
  expect_near(gradc::sum(kZ)(), sum);
  expect_near(gradc::mean(kZ)(), sum / 3.0);
  expect_near(gradc::prod(kZ)(), kZ(0) * kZ(1) * kZ(2));
  expect_near(gradc::cumsum(kZ, 0)(1), kZ(0) + kZ(1));
  expect_near(gradc::cumprod(kZ, 0)(1), kZ(0) * kZ(1));
  double squares = 0, spread = 0, cubes = 0;
  for (std::int64_t i = 0; i < 3; ++i) {
    squares += std::norm(kZ(i));
    spread += std::norm(kZ(i) - sum / 3.0);
    cubes += std::pow(std::abs(kZ(i)), 3);
  }
  EXPECT_NEAR(gradc::vector_norm(kZ)(), std::sqrt(squares), 1e-15);
  EXPECT_NEAR(gradc::vector_norm(kZ, gradc::Norm().ord(3))(), std::cbrt(cubes), 1e-15);
  EXPECT_NEAR(gradc::var(kZ)(), spread / 3, 1e-15);
  EXPECT_NEAR(gradc::std(kZ)(), std::sqrt(spread / 3), 1e-15);
}

TEST(Complex, Products) {
  constexpr std::int64_t kRows = 5, kInner = 300, kColumns = 7;
  CMatrix a(gradc::Shape{kRows, kInner}), b(gradc::Shape{kInner, kColumns});
  for (std::int64_t i = 0; i < a.size(); ++i) a.data()[i] = {std::sin(0.7 * static_cast<double>(i)), std::cos(1.3 * static_cast<double>(i))};
  for (std::int64_t i = 0; i < b.size(); ++i) b.data()[i] = {std::cos(0.4 * static_cast<double>(i)), std::sin(2.1 * static_cast<double>(i))};
  const CMatrix c = gradc::matmul(a, b), d = gradc::einsum<2>("ij,jk->ik", a, b);
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t j = 0; j < kColumns; ++j) {
      C sum = 0;
      for (std::int64_t k = 0; k < kInner; ++k) sum += a(i, k) * b(k, j);
      expect_near(c(i, j), sum, 1e-12);
      expect_near(d(i, j), sum, 1e-12);
    }
  expect_near(gradc::dot(kZ, kZ)(), kZ(0) * kZ(0) + kZ(1) * kZ(1) + kZ(2) * kZ(2));
  EXPECT_NEAR(gradc::vecdot(kZ, kZ)().imag(), 0, 1e-16);
}

TEST(Complex, Movement) {
  const CVector two = gradc::concat({kZ, gradc::flip(kZ, {0})}, 0);
  expect_near(two(3), kZ(2));
  const gradc::Vector<std::int64_t> at{2, 2, 0};
  expect_near(gradc::take(kZ, at)(0), kZ(2));
  expect_near(gradc::scatter_add(kZ, at, kZ)(2), kZ(0) + kZ(1) + kZ(2));
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::reshape(two, {2, 3}), gradc::transpose(gradc::transpose(gradc::reshape(two, {2, 3})))))());
}

// |a - b|, the greatest of all elements.
template <class A>
double distance(const A& a, const A& b) {
  const auto sizes = gradc::abs(a - b);
  return sizes.size() == 0 ? 0 : static_cast<double>(gradc::max(sizes)());
}

// Factors are factors, in double and in float: their products are the matrix, their columns orthogonal, their phases chosen.
template <class T>
void check_factors(std::int64_t m, std::int64_t n, double tolerance) {
  using Matrix = gradc::Matrix<T>;
  Matrix a(gradc::Shape{m, n});
  for (std::int64_t i = 0; i < a.size(); ++i) a.data()[i] = T(C(std::sin(0.7 * static_cast<double>(i)), std::cos(1.3 * static_cast<double>(i * i))));
  const auto adjoint = [](const auto& x) { return gradc::matrix_adjoint(x); };
  const auto unit = gradc::eye<T>(std::min(m, n));
  const auto check_phases = [](const Matrix& v) {
    for (std::int64_t j = 0; j < v.extent(1); ++j) {
      double greatest = 0;
      for (std::int64_t i = 0; i < v.extent(0); ++i)
        if (v(i, j).imag() == 0) greatest = std::max(greatest, static_cast<double>(v(i, j).real()));
      for (std::int64_t i = 0; i < v.extent(0); ++i) EXPECT_LE(std::abs(v(i, j)), greatest * (1 + 1e-6));
    }
  };
  const auto [u, s, vt] = gradc::svd(a);
  EXPECT_LE(distance(gradc::matmul(u * gradc::astype<T>(s), vt), a), tolerance);
  EXPECT_LE(distance(gradc::matmul(adjoint(u), u), unit), tolerance);
  EXPECT_LE(distance(gradc::matmul(vt, adjoint(vt)), unit), tolerance);
  check_phases(u);
  const auto [q, r] = gradc::qr(a);
  EXPECT_LE(distance(gradc::matmul(q, r), a), tolerance);
  EXPECT_LE(distance(gradc::matmul(adjoint(q), q), unit), tolerance);
  for (std::int64_t i = 0; i < r.extent(0); ++i) EXPECT_TRUE(r(i, i).real() > 0 && r(i, i).imag() == 0);
  EXPECT_LE(distance(gradc::matmul(gradc::matmul(a, gradc::pinv(a)), a), a), 10 * tolerance);
  const Matrix h = gradc::matmul(a, adjoint(a)) + gradc::eye<T>(m);
  const auto [w, v] = gradc::eigh(h);
  EXPECT_LE(distance(gradc::matmul(h, v), v * gradc::astype<T>(w)), 10 * tolerance);
  check_phases(v);
  const Matrix l = gradc::cholesky(h);
  EXPECT_LE(distance(gradc::matmul(l, adjoint(l)), h), 10 * tolerance);
  EXPECT_LE(distance(gradc::matmul(h, gradc::cholesky_solve(l, a)), a), 100 * tolerance);
  const auto of_adjoint = gradc::MatMul().adjoint_a();
  EXPECT_LE(distance(gradc::matmul(l, gradc::triangular_solve(l, a, gradc::Triangular().adjoint()), of_adjoint), a), 100 * tolerance);
  const Matrix turned = h * T(0, 1);
  EXPECT_LE(distance(gradc::matmul(turned, gradc::solve(turned, a, gradc::Solve().adjoint()), of_adjoint), a), 100 * tolerance);
  const auto [sign, logabsdet] = gradc::slogdet(h * T(0, 1));
  EXPECT_NEAR(static_cast<double>(logabsdet()), static_cast<double>(gradc::logdet(h)()), 10 * tolerance);
  EXPECT_LE(std::abs(C(sign()) - std::pow(C(0, 1), static_cast<int>(m))), tolerance);
}

TEST(Complex, Factors) {
  for (const auto& [m, n] : {std::pair{4, 3}, std::pair{3, 3}, std::pair{3, 5}, std::pair{1, 1}, std::pair{20, 12}}) {
    check_factors<C>(m, n, 2e-13);
    check_factors<std::complex<float>>(m, n, 3e-4);
  }
  const CMatrix nothing(gradc::Shape{0, 0});
  EXPECT_EQ(gradc::slogdet(nothing).sign(), C(1));
  EXPECT_EQ(gradc::eigh(nothing).w.size(), 0);
  const CMatrix indefinite{{C(1), C(0, 2)}, {C(0, -2), C(1)}};
  EXPECT_THROW(gradc::cholesky(indefinite), gradc::DomainError);
  EXPECT_THROW(gradc::qr(CMatrix{{C(1), C(0, 1)}, {C(0, 1), C(-1)}}), gradc::DomainError);
  EXPECT_EQ(gradc::slogdet(CMatrix{{C(1), C(0, 1)}, {C(0, 1), C(-1)}}).sign(), C(0));
}

// (a + ib) * (c + id) by four of real numbers.
TEST(Complex, Convolutions) {
  using Images = gradc::Tensor<double, 4>;
  const auto filled = [](std::initializer_list<std::int64_t> extents, double step) {
    Shape shape;
    for (const std::int64_t extent : extents) shape.push_back(extent);
    Images x(shape);
    for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(step * static_cast<double>(i));
    return x;
  };
  const Images a = filled({2, 4, 5, 4}, 0.7), b = filled({2, 4, 5, 4}, 1.3), c = filled({4, 2, 3, 2}, 0.4), d = filled({4, 2, 3, 2}, 2.1);
  const auto conv = [](const auto& x, const auto& w) { return gradc::conv2d(x, w, gradc::Conv().stride(1, 2).padding(1).groups(2)); };
  const auto y = conv(gradc::complex(a, b), gradc::complex(c, d));
  EXPECT_LE(gradc::max(gradc::abs(gradc::real(y) - (conv(a, c) - conv(b, d))))(), 1e-13);
  EXPECT_LE(gradc::max(gradc::abs(gradc::imag(y) - (conv(a, d) + conv(b, c))))(), 1e-13);
}

// Numbers whose squares overflow or vanish, values that are equal or zero, more columns than rows.
TEST(Complex, SingularValuesOfExtremes) {
  for (const double size : {1.0, 1e200, 1e-200, 0.0})
    for (const auto& [m, n] : {std::pair{5, 3}, std::pair{3, 5}, std::pair{4, 4}, std::pair{1, 3}})
      for (const bool equal : {false, true}) {
        gradc::Matrix<C> a(gradc::Shape{m, n});
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j) a(i, j) = size * (equal ? C(0, i == j) : C(i + 1 - j * j, (3 * i + j) % 4));
        const auto [u, s, vt] = gradc::svd(a);
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j) {
            C sum = 0;
            for (int k = 0; k < std::min(m, n); ++k) sum += u(i, k) * (size > 0 ? s(k) / size : s(k)) * vt(k, j);
            EXPECT_LE(std::abs(sum - (size > 0 ? a(i, j) / size : a(i, j))), 1e-13 * (m + n)) << m << 'x' << n << " of " << size;
          }
        for (int p = 0; p < std::min(m, n); ++p)
          for (int q = 0; q < std::min(m, n); ++q) {
            C left = 0, right = 0;
            for (int i = 0; i < m; ++i) left += std::conj(u(i, p)) * u(i, q);
            for (int j = 0; j < n; ++j) right += vt(p, j) * std::conj(vt(q, j));
            EXPECT_LE(std::abs(left - C(p == q)), 1e-13);
            EXPECT_LE(std::abs(right - C(p == q)), 1e-13);
          }
      }
}

}  // namespace
