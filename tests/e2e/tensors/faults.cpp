#include "faults.h"

#include <limits>

namespace faults {

GRADC_DIFFERENTIATE(gradient)
double cholesky(const Matrix& a) { return gradc::sum(gradc::cholesky(a)); }
GRADC_DIFFERENTIATE(gradient)
double inv(const Matrix& a) { return gradc::sum(gradc::inv(a)); }
GRADC_DIFFERENTIATE(gradient)
double solve(const Matrix& a, const Vector& b) { return gradc::sum(gradc::solve(a, b)); }
GRADC_DIFFERENTIATE(gradient)
double triangular_solve(const Matrix& a, const Vector& b) { return gradc::sum(gradc::triangular_solve(a, b)); }
GRADC_DIFFERENTIATE(gradient)
double cholesky_solve(const Matrix& a, const Vector& b) { return gradc::sum(gradc::cholesky_solve(a, b)); }
GRADC_DIFFERENTIATE(gradient)
double qr(const Matrix& a) { return gradc::sum(gradc::qr(a).r); }
GRADC_DIFFERENTIATE(gradient)
double lstsq(const Matrix& a, const Vector& b) { return gradc::sum(gradc::lstsq(a, b)); }
GRADC_DIFFERENTIATE(gradient)
double logdet(const Matrix& a) { return gradc::logdet(a); }
GRADC_DIFFERENTIATE(gradient)
double sqrtm(const Matrix& a) { return gradc::sum(gradc::sqrtm(a)); }
GRADC_DIFFERENTIATE(gradient)
double matrix_power(const Matrix& a) { return gradc::sum(gradc::matrix_power(a, -2)); }
GRADC_DIFFERENTIATE(gradient, hvp)
double det(const Matrix& a) { return gradc::det(a); }
GRADC_DIFFERENTIATE(gradient)
double cond(const Matrix& a) { return gradc::cond(a); }
GRADC_DIFFERENTIATE(gradient)
double spectral_norm(const Matrix& a) { return gradc::sum(gradc::spectral_norm(a)); }
GRADC_DIFFERENTIATE(gradient)
double matrix_norm(const Matrix& a) { return gradc::matrix_norm(a, gradc::MatrixNorm::one); }
GRADC_DIFFERENTIATE(gradient)
double vector_norm(const Vector& a) { return gradc::vector_norm(a, gradc::Norm().ord(std::numeric_limits<double>::infinity())); }
GRADC_DIFFERENTIATE(gradient)
double avg_pool(const Images& x, std::int64_t window) { return gradc::sum(gradc::avg_pool1d(x, window, gradc::Pool().stride(1))); }
GRADC_DIFFERENTIATE(gradient)
double max_pool(const Images& x, std::int64_t window) { return gradc::sum(gradc::max_pool1d(x, window, gradc::Pool().stride(1))); }
GRADC_DIFFERENTIATE(gradient)
double glu(const Matrix& x) { return gradc::sum(gradc::glu(x)); }
GRADC_DIFFERENTIATE(gradient)
double group_norm(const Images& x, const Vector& scale, const Vector& offset) { return gradc::sum(gradc::group_norm(x, scale, offset, 2)); }
GRADC_DIFFERENTIATE(gradient, wrt(x))
double split_at(const Vector& x, std::int64_t i, std::int64_t j) {
  const auto [a, b, c] = gradc::split_at(x, {i, j});
  return gradc::sum(gradc::square(a)) + 2.0 * gradc::sum(b) - gradc::sum(c);
}
GRADC_DIFFERENTIATE(gradient, wrt(x))
double split(const Vector& x, std::int64_t i, std::int64_t j) {
  const auto [a, b] = gradc::split(x, {i, j});
  return gradc::sum(gradc::square(a)) + 2.0 * gradc::sum(b);
}
GRADC_DIFFERENTIATE(gradient)
double full(const Vector& x, std::int64_t n) { return gradc::sum(gradc::concat({x, gradc::full({n}, 2.0)}, 0)); }
GRADC_DIFFERENTIATE(gradient)
double made(const Vector& x, std::int64_t n) { return gradc::sum(gradc::concat({x, Vector(gradc::Shape{n})}, 0)); }
GRADC_DIFFERENTIATE(gradient, wrt(x))
double rows(const Vector& x, int m, int n) {
  double sum = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) sum += x(i * n + j) * x(i * n + j) * (i + 2 * j);
  return sum;
}
GRADC_DIFFERENTIATE(gradient, wrt(x))
double columns(const Vector& x, std::int64_t m, std::int64_t n) {
  double sum = 0;
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t i = m - 1; i >= 0; --i) sum += x(i * n + j) * x(i * n + j) * static_cast<double>(i + 2 * j);
  return sum;
}
GRADC_DIFFERENTIATE(gradient, wrt(x))
double narrowed(const Vector& x, std::int64_t seed) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    const int hash = static_cast<int>(i * seed);
    const std::int64_t wide = hash;
    sum += x(i) * x(i) * static_cast<double>(wide) + x((wide & 1) != 0 ? i : 0);
  }
  return sum;
}
GRADC_DIFFERENTIATE(gradient)
double not_read(const Vector& x, std::int64_t n) {
  [[maybe_unused]] const auto nothing = gradc::full({n - 1, n}, 2.0);
  return gradc::sum(x);
}

}  // namespace faults
