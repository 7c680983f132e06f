#include "decompositions.h"

namespace decompositions {

// b is wide.
GRADC_DIFFERENTIATE(gradient, jvp)
double factors(const Matrix& a, const Matrix& b) {
  const auto [q, r] = gradc::qr(a);
  const auto wide = gradc::qr(b);
  return gradc::sum(gradc::sin(q)) + gradc::sum(gradc::exp(0.3 * r)) + gradc::sum(gradc::square(wide.q + 1.0)) +
         gradc::sum(gradc::cos(wide.r));
}

GRADC_DIFFERENTIATE(gradient, jvp)
double vectors(const Matrix& a, const Batch& b) {
  const auto [u, s, vt] = gradc::svd(a);
  const auto f = gradc::svd(b);
  return gradc::sum(gradc::sin(u)) + gradc::sum(gradc::exp(0.2 * s)) + gradc::sum(gradc::cos(vt + 0.5)) +
         gradc::sum(gradc::square(gradc::matmul(f.u, f.vt) + 0.1)) + gradc::sum(gradc::log(f.s));
}

// The orthogonal factor of the polar decomposition, and the sum of the singular values.
GRADC_DIFFERENTIATE(gradient)
double invariant(const Matrix& a) {
  const auto f = gradc::svd(a);
  const auto w = gradc::matmul(f.u, f.vt);
  return gradc::sum(gradc::sin(w)) + 2.0 * gradc::matrix_norm(a, gradc::MatrixNorm::nuclear) + gradc::sum(gradc::square(gradc::svdvals(a)));
}

// Vectors where values may be equal.
GRADC_DIFFERENTIATE(gradient)
double broadened(const Matrix& a) {
  const auto f = gradc::svd(a, gradc::Spectral().broadening(1e-20));
  const auto [w, v] = gradc::eigh(a, gradc::Spectral().broadening(1e-20));
  return gradc::sum(gradc::sin(f.u)) + gradc::sum(f.s) + gradc::sum(gradc::exp(v)) * gradc::sum(gradc::square(w));
}

// A function of a symmetric matrix by its vectors: here a², of which b selects the elements.
GRADC_DIFFERENTIATE(gradient, wrt(a))
double of_function(const Matrix& a, const Matrix& b) {
  const auto [w, v] = gradc::eigh(a);
  return gradc::sum(b * gradc::matmul(v * gradc::square(w), v, gradc::MatMul().transpose_b()));
}

GRADC_DIFFERENTIATE(gradient)
double pseudo(const Matrix& a, const Matrix& b, const Vector& v) {
  return gradc::sum(gradc::sin(gradc::pinv(a))) + gradc::sum(gradc::square(gradc::matvec(gradc::pinv(b), v)));
}

GRADC_DIFFERENTIATE(gradient, jvp, wrt(a, b))
double squares(const Matrix& a, const Matrix& b, const Vector& v) {
  const auto x = gradc::lstsq(a, b);
  const auto y = gradc::lstsq(a, v);
  return gradc::sum(gradc::exp(x)) + gradc::sum(gradc::square(y)) + gradc::sum(gradc::square(gradc::matvec(a, y) - v));
}

GRADC_DIFFERENTIATE(gradient)
double norms(const Matrix& a, const Batch& b) {
  return gradc::matrix_norm(a) * gradc::matrix_norm(a, gradc::MatrixNorm::spectral) + gradc::cond(a) +
         gradc::sum(gradc::square(gradc::matrix_norm(b, gradc::MatrixNorm::nuclear))) +
         gradc::sum(gradc::matrix_norm(b, gradc::MatrixNorm::one) * gradc::matrix_norm(b, gradc::MatrixNorm::infinity)) +
         static_cast<double>(gradc::matrix_rank(a));
}

GRADC_DIFFERENTIATE(gradient, jvp)
double functions(const Matrix& a, const Batch& b) {
  const auto positive = gradc::matmul(a, a, gradc::MatMul().transpose_b()) + 0.5 * gradc::expm(0.1 * (a + gradc::transpose(a)));
  return gradc::sum(gradc::square(gradc::expm(b))) + gradc::sum(gradc::sin(gradc::sqrtm(positive)));
}

// Systems and right sides of different batches.
GRADC_DIFFERENTIATE(gradient)
double shared(const Matrix& a, const Batch& b, const Batch& c, const Vector& v) {
  const auto x = gradc::solve(a, b);
  const auto each = gradc::expand_dims(a, 0);
  const auto y = gradc::solve(c, each) + gradc::solve(c, each, gradc::Solve().transpose());
  const auto z = gradc::solve(c, v);
  const auto l = gradc::cholesky(gradc::matmul(c, c, gradc::MatMul().transpose_b()));
  const auto w = gradc::cholesky_solve(l, each);
  const auto t = gradc::triangular_solve(a, b, gradc::Triangular().upper());
  return gradc::sum(gradc::sin(x)) + gradc::sum(gradc::square(y)) + gradc::sum(gradc::cos(z)) + gradc::sum(gradc::square(w)) +
         gradc::sum(gradc::square(t)) + gradc::sum(gradc::square(gradc::cholesky_solve(l, v))) +
         gradc::sum(gradc::square(gradc::lstsq(c, v)));
}

GRADC_DIFFERENTIATE(gradient)
double from_the_right(const Matrix& a, const Matrix& b) {
  const auto x = gradc::triangular_solve(a, b, gradc::Triangular().right());
  const auto y = gradc::triangular_solve(a, b, gradc::Triangular().right().upper().transpose().unit_diagonal());
  return gradc::sum(gradc::sin(x)) + gradc::sum(gradc::square(y));
}

GRADC_DIFFERENTIATE(gradient)
double root_of(const Matrix& a) { return gradc::sum(gradc::sqrtm(a) * gradc::sqrtm(a * 2.0) * a); }

GRADC_DIFFERENTIATE(gradient)
float of_floats(const gradc::Matrix<float>& a) {
  return gradc::sum(gradc::svdvals(a)) + gradc::sum(gradc::qr(a).r) + gradc::sum(gradc::expm(a)) + gradc::sum(gradc::pinv(a));
}

}  // namespace decompositions
