#include "complex_numbers.h"

namespace complex_numbers {

double of_tensors(const CVector& z, const CVector& w) {
  const CVector y = holomorphic(z, w);
  return gradc::sum(gradc::real(y) * gradc::imag(y)) + gradc::sum(gradc::abs(with_parts(z)));
}

CVector parts_of_tensors(const CVector& z) { return with_parts(z); }

C of_scalars(C z, C w) { return holomorphic(z, w) + with_parts(w) * std::conj(z) / std::norm(w); }

float of_floats(const gradc::Tensor<std::complex<float>, 1>& z, const gradc::Vector<float>& x) {
  return gradc::sum(gradc::abs(gradc::exp(z) * x + 2.0f * gradc::conj(z)));
}

double of_real_and_complex(const Vector& x, const CVector& z, double s, C u) {
  CVector y = x * z + s - u / (x + 3.0);
  y *= gradc::exp(C(0, 1) * x);
  y = gradc::where(gradc::equal(y, z), z, y - s * u);
  return gradc::sum(gradc::square(gradc::abs(y))) + (u * s).real() + gradc::sum(gradc::real(gradc::pow(y, 2.0)));
}

double of_reductions(const CMatrix& a) {
  const auto rows = gradc::sum(a, 1);
  double y = gradc::sum(gradc::abs(gradc::mean(a, 0))) + std::abs(gradc::prod(rows)());
  y += gradc::vector_norm(a) + gradc::sum(gradc::vector_norm(a, 1, gradc::Norm().ord(3)));
  y += gradc::sum(gradc::var(a, 0)) + gradc::std(a)();
  y += gradc::sum(gradc::imag(gradc::cumsum(a, 0))) + gradc::sum(gradc::real(gradc::cumprod(a, 1)));
  return y;
}

CMatrix of_products(const CMatrix& a, const CMatrix& b, const CVector& v) {
  const CMatrix ab = gradc::matmul(gradc::conj(a), b, gradc::MatMul().transpose_a());
  const CVector av = gradc::matmul(a, v), u = gradc::einsum<1>("ij,j->i", a, gradc::conj(v));
  return ab * gradc::dot(v, v) + gradc::outer(gradc::slice(av, {0}, {2}), gradc::slice(u, {0}, {2})) * gradc::vecdot(v, v);
}

double of_indices(const CMatrix& a, const gradc::Vector<std::int64_t>& i) {
  const auto rows = gradc::take(a, i);
  const auto wide = gradc::concat({rows, gradc::conj(gradc::flip(rows, {0}))}, 1);
  CMatrix sums = gradc::scatter_add(a, i, gradc::square(rows));
  sums(0, 1) += wide(1, 0) * 2.0;
  return gradc::sum(gradc::abs(gradc::transpose(wide))) + gradc::sum(gradc::imag(sums)) + sums(1, 1).real();
}

double of_loops(const CVector& z, C start, int n) {
  CVector w = z;
  C total = start;
  for (int i = 0; i < n; ++i) {
    w = gradc::sin(w) * z + 0.3;
    if (std::abs(total) < 2) {
      total += w(i) * std::polar(1.1, 0.4);
    } else {
      total = std::conj(total) / w(i);
    }
  }
  C power(1.0);
  while (std::abs(power) < 10) power *= C(1.5, 0.5) + 0.1 * total;
  return std::norm(total) + std::arg(power) + power.imag();
}

std::pair<C, CVector> of_branches(const CVector& z, double x) {
  C s(x, 2 * x);
  CVector y = z;
  if (x > 1) {
    s.imag(x * x);
    y = z * z;
  } else {
    s = -s;
    s /= C(0, 2);
  }
  y(0) = s * y(1);
  return {s * s, y + s};
}

double of_members(std::complex<double> z, const std::array<std::complex<double>, 2>& more) {
  using namespace std::complex_literals;
  constexpr std::complex<double> kTurn(0.6, 0.8);
  std::complex<double> y = kTurn * z + 2.0i * more[0];
  y -= std::exp(more[1]) / z + std::pow(z, 3) - 3.0 / more[0];
  y -= 1.5;
  y.real(y.real() * 2);
  if (y == z) y = +z;
  return std::real(y) * std::imag(z) + std::norm(y) + std::arg(more[0]) + std::sqrt(std::abs(more[1]));
}

double of_inside(double a, double b) {
  std::complex<double> z(a, b);
  z = z * z;
  return z.real();
}

double of_gate(const CVector& state, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const CVector turned{c * state(0) - C(0, s) * state(1), C(0, -s) * state(0) + c * state(1)};
  return gradc::square(gradc::abs(turned))(0) - gradc::imag(turned)(1);
}

double of_systems(const CMatrix& a, const CVector& b) {
  const CVector w = gradc::solve(a, gradc::triangular_solve(a, b, gradc::Triangular().adjoint()), gradc::Solve().adjoint());
  const CVector x = gradc::solve(a, w), y = gradc::triangular_solve(a, x, gradc::Triangular().upper().transpose());
  return gradc::sum(gradc::real(x * gradc::conj(y))) + gradc::sum(gradc::abs(gradc::matmul(gradc::inv(a), y)));
}
C of_matrices(const CMatrix& a) {
  return gradc::det(a) * gradc::sum(gradc::expm(C(0.2, 0.1) * a)) + gradc::sum(gradc::matrix_power(a, -2));
}

double of_products_and_systems(const gradc::Matrix<double>& a, const CMatrix& z, const Vector& x, const CVector& w) {
  CMatrix y = gradc::einsum<2>("ij,jk->ik", a, z) + 1.1 * gradc::einsum<2>("ij,kj->ik", z, a) + 1.2 * gradc::linear(a, z);
  y += 1.3 * gradc::tensordot(z, a, 0, 1) + 1.4 * gradc::solve(a, z) + 1.5 * gradc::solve(z, a, gradc::Solve().adjoint());
  y += 1.6 * gradc::triangular_solve(a, z) + 1.7 * gradc::cholesky_solve(z, a) + 1.8 * gradc::outer(x, w) + 1.9 * gradc::lstsq(a, z);
  y += gradc::fma(z, a, z) + gradc::lerp(a, z, a) + gradc::div_no_nan(a, z);
  const CVector v = gradc::matvec(a, w) + 2.1 * gradc::matvec(z, x) + 2.2 * gradc::vecdot(a, z) + 2.3 * gradc::vecdot(z, a);
  const auto images = [](const auto& m) { return gradc::expand_dims(m, {0, 1}); };
  const auto of = gradc::sum(gradc::kron(a, z)) + gradc::dot(x, w) + gradc::vdot(w, x) +
                  gradc::sum(gradc::sin(gradc::conv2d(images(a), images(z), gradc::Conv().padding(1)))) +
                  gradc::sum(gradc::sin(gradc::conv2d(images(z), images(a), gradc::Conv().padding(1))));
  return gradc::sum(gradc::square(gradc::abs(gradc::sin(0.05 * y)))) + gradc::sum(gradc::abs(v)) + gradc::abs(of);
}

}  // namespace complex_numbers
