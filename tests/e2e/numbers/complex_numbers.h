// Functions of complex numbers: tensors and std::complex alike, real losses of them, complex results, loops and branches.
#pragma once

#include <gradc/complex.h>

#include <array>
#include <utility>

namespace complex_numbers {

using C = std::complex<double>;
using CVector = gradc::Tensor<C, 1>;
using CMatrix = gradc::Tensor<C, 2>;
using Vector = gradc::Vector<double>;

// A sum with a weight for each function, so that none hides another.
template <class Z>
Z holomorphic(const Z& z, const Z& w) {
  Z y = 0.9 * gradc::exp(z) + 1.1 * gradc::log(z) + 1.2 * gradc::sqrt(z) + 1.3 * gradc::rsqrt(z);
  y += 1.4 * gradc::sin(z) + 1.5 * gradc::cos(z) + 1.6 * gradc::tan(z) + 1.7 * gradc::sinh(z) + 1.8 * gradc::cosh(z);
  y += 1.9 * gradc::tanh(z) + 2.1 * gradc::square(z) + 2.2 * gradc::reciprocal(z) + 2.3 * gradc::asin(z) + 2.4 * gradc::acos(z);
  y += 2.5 * gradc::atan(z) + 2.6 * gradc::asinh(z) + 2.7 * gradc::acosh(z) + 2.8 * gradc::atanh(z) + 2.9 * gradc::expm1(z);
  y += 3.1 * gradc::log1p(z) + 3.2 * gradc::sigmoid(z) + 3.3 * gradc::pow(z, w) + 3.4 * (z * w - w / z) - 3.5 * gradc::div_no_nan(z, w);
  y += 3.6 * gradc::lerp(z, w, z) + 3.7 * gradc::fma(z, w, w) + 3.8 * gradc::integer_pow(z, 3) + 3.9 * gradc::integer_pow(w, -2);
  return y;
}
template <class Z>
Z with_parts(const Z& z) {
  const auto r = gradc::abs(z), t = gradc::angle(z);
  Z y = gradc::conj(z) * gradc::sgn(z) + gradc::polar(r, 0.7 * t) + gradc::complex(gradc::imag(z), gradc::real(z) * r);
  y += gradc::where(gradc::real(z) > 0.1, 2.0 * z, gradc::conj(z)) + gradc::conj(y) * r;
  return y;
}

GRADC_DIFFERENTIATE(gradient) double of_tensors(const CVector& z, const CVector& w);
GRADC_DIFFERENTIATE(vjp, jvp) CVector parts_of_tensors(const CVector& z);
GRADC_DIFFERENTIATE(vjp, jvp) C of_scalars(C z, C w);
GRADC_DIFFERENTIATE(gradient) float of_floats(const gradc::Tensor<std::complex<float>, 1>& z, const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(gradient) double of_real_and_complex(const Vector& x, const CVector& z, double s, C u);
GRADC_DIFFERENTIATE(gradient, vjp) double of_reductions(const CMatrix& a);
GRADC_DIFFERENTIATE(vjp, jvp) CMatrix of_products(const CMatrix& a, const CMatrix& b, const CVector& v);
GRADC_DIFFERENTIATE(gradient) double of_indices(const CMatrix& a, const gradc::Vector<std::int64_t>& i);
GRADC_DIFFERENTIATE(gradient, jvp) double of_loops(const CVector& z, C start, int n);
GRADC_DIFFERENTIATE(vjp) std::pair<C, CVector> of_branches(const CVector& z, double x);
GRADC_DIFFERENTIATE(gradient) double of_members(std::complex<double> z, const std::array<std::complex<double>, 2>& more);
// Of the program only its inside is complex.
GRADC_DIFFERENTIATE(gradient) double of_inside(double a, double b);
// The modulus of what a quantum gate of one angle makes of a state.
GRADC_DIFFERENTIATE(gradient) double of_gate(const CVector& state, double angle);

// Systems of equations and functions of matrices.
GRADC_DIFFERENTIATE(gradient, hvp) double of_systems(const CMatrix& a, const CVector& b);
GRADC_DIFFERENTIATE(vjp, jvp) C of_matrices(const CMatrix& a);

// Real operands beside complex ones of the same precision, in each product and system, on either side.
GRADC_DIFFERENTIATE(gradient)
double of_products_and_systems(const gradc::Matrix<double>& a, const CMatrix& z, const Vector& x, const CVector& w);

}  // namespace complex_numbers
