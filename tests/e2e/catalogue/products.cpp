#include "products.h"

namespace products {

GRADC_DIFFERENTIATE(gradient, jvp)
double einsums(const Matrix& a, const Matrix& b, const Batch& c) {
  const auto y = gradc::einsum<3>("ij,bjk->bki", a, c);
  const auto diagonals = gradc::einsum<1>("bii->b", y);
  const auto hadamard = gradc::einsum<2>("ij,ij->ji", a, b);
  const auto bilinear = gradc::einsum<1>("...i,...ij,...j->...", gradc::einsum<1>("ij->j", a), c, gradc::einsum<1>("ij->j", b));
  return gradc::sum(gradc::sin(y)) + gradc::sum(gradc::square(diagonals)) + gradc::sum(hadamard * hadamard) +
         gradc::sum(gradc::cos(bilinear));
}

GRADC_DIFFERENTIATE(gradient)
double chain(const Matrix& a, const Matrix& b, const Matrix& c, const Vector& v) {
  const auto y = gradc::einsum<1>("ab,bc,cd,d->a", a, b, c, v);
  return gradc::sum(gradc::exp(0.1 * y)) + gradc::einsum<0>("a,ab,bc,cd,d->", gradc::tanh(y), a, b, c, v);
}

// Products of which one operand has no batch, or one of extent 1.
GRADC_DIFFERENTIATE(gradient)
double batches(const Batch& a, const Matrix& b, const Vector& v) {
  const auto y = gradc::matmul(a, b);
  const auto z = gradc::matmul(b, a, gradc::MatMul().transpose_a().transpose_b());
  const auto w = gradc::matmul(v, a) + gradc::matmul(a, v);
  const auto u = gradc::matmul(gradc::expand_dims(b, 0), a, gradc::MatMul().transpose_b());
  return gradc::sum(gradc::sin(y)) + gradc::sum(gradc::cos(z)) + gradc::sum(w * w) + gradc::sum(u * u * u);
}

GRADC_DIFFERENTIATE(gradient)
double others(const Matrix& a, const Matrix& b, const Batch& c, const Vector& v) {
  const auto x = gradc::linear(gradc::tanh(c), a, v);
  const auto m = gradc::matvec(c, v);
  const auto d = gradc::vecdot(c, b);
  const auto t = gradc::tensordot(c, a, {-1, 1}, {0, 1});
  const auto k = gradc::kron(a, b);
  const auto p = gradc::matrix_power(a, 3) + gradc::matrix_power(a, -2) + gradc::matrix_power(b, 0);
  return gradc::sum(x * x) + gradc::sum(m * m) + gradc::sum(gradc::sin(d)) + gradc::sum(t * t) + gradc::sum(gradc::sin(k)) +
         gradc::sum(gradc::square(p)) + gradc::tensordot(a, b, {0, 1}, {1, 0}) + gradc::sum(gradc::tensordot(v, a, 0, 1));
}

GRADC_DIFFERENTIATE(gradient)
float of_floats(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w, const gradc::Vector<float>& b) {
  return gradc::sum(gradc::linear(x, w, b) * gradc::einsum<2>("ik,nk->in", x, w));
}

}  // namespace products
