#include "factors.h"

namespace factors {

GRADC_DIFFERENTIATE(gradient, jvp)
double factored(const Matrix& a, const Matrix& b) {
  const auto l = gradc::cholesky(a);
  return gradc::sum(gradc::sin(l)) + gradc::sum(gradc::inv(a) * b) + gradc::sum(gradc::matmul(l, b));
}

GRADC_DIFFERENTIATE(gradient)
double triangles(const Matrix& a, const Vector& v, const Matrix& b) {
  const auto lower = gradc::triangular_solve(a, b);
  const auto upper = gradc::triangular_solve(a, v, gradc::Triangular().upper());
  const auto turned = gradc::triangular_solve(a, b, gradc::Triangular().upper().transpose().unit_diagonal());
  return gradc::sum(lower * turned) + gradc::sum(gradc::square(upper));
}

GRADC_DIFFERENTIATE(gradient)
double solved(const Batch& a, const Batch& b, const Matrix& v) {
  const auto x = gradc::solve(a, b);
  const auto y = gradc::solve(a, v, gradc::Solve().transpose());
  return gradc::sum(gradc::square(x)) + gradc::sum(gradc::cos(y));
}

GRADC_DIFFERENTIATE(gradient)
double determinants(const Matrix& a, const Batch& batch) {
  double s = gradc::det(a) * gradc::logdet(a) + gradc::sum(gradc::det(batch));
  const auto [sign, logabsdet] = gradc::slogdet(batch);
  return s + gradc::sum(sign * gradc::exp(logabsdet)) * gradc::sum(logabsdet);
}

GRADC_DIFFERENTIATE(gradient)
double of_a_structure(const Matrix& a) {
  const auto parts = gradc::slogdet(a * 2.0);
  return parts.logabsdet * 3.0 + parts.sign;
}

GRADC_DIFFERENTIATE(gradient, jvp)
double spectral(const Matrix& a, const Batch& batch) {
  const auto [w, v] = gradc::eigh(a);
  const auto again = gradc::matmul(v * gradc::sin(w), v, gradc::MatMul().transpose_b());
  return gradc::sum(gradc::square(again)) + gradc::sum(v * gradc::exp(w)) + gradc::sum(gradc::square(gradc::eigvalsh(batch)));
}

GRADC_DIFFERENTIATE(gradient)
float of_floats(const gradc::Matrix<float>& a, const gradc::Vector<float>& v) {
  return gradc::sum(gradc::solve(a, v)) + gradc::logdet(a);
}

GRADC_DIFFERENTIATE(gradient, wrt(scale, length, noise))
double likelihood(const Vector& x, const Vector& y, double scale, double length, double noise) {
  const auto n = x.extent(0);
  const auto distance = gradc::expand_dims(x, 1) - gradc::expand_dims(x, 0);
  const auto covariance = scale * gradc::exp(-0.5 * gradc::square(distance / length)) + noise * gradc::diag(gradc::ones<double>({n}));
  const auto l = gradc::cholesky(covariance);
  const auto z = gradc::triangular_solve(l, y);
  return -0.5 * gradc::dot(z, z) - gradc::sum(gradc::log(gradc::diagonal(l))) - 0.9189385332046727 * static_cast<double>(n);
}

}  // namespace factors
