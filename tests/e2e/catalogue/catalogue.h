// Ops that complete the catalogue, as users call them.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

namespace catalogue {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Places = gradc::Vector<std::int64_t>;

// A sum in which each element has a weight of its own, so that none can stand for another; curved.
template <class X>
double weigh(const X& y) {
  const auto flat = gradc::flatten(y);
  return gradc::sum(gradc::sin(flat) * (0.7 + 0.31 * gradc::iota<double>(flat.extent(0))));
}

GRADC_DIFFERENTIATE(gradient, jvp, hvp) double multiplied(const Matrix& x, const Matrix& u, const Places& at);
GRADC_DIFFERENTIATE(gradient) double multiplied_by_mode(const Vector& x, const Vector& u, const Places& at);
GRADC_DIFFERENTIATE(gradient) double extremes_by_mode(const Vector& x, const Vector& u, const Places& at);
GRADC_DIFFERENTIATE(gradient) double bits(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp) double rounded(const Vector& x, double scale);
GRADC_DIFFERENTIATE(gradient) double greatest_of_bags(const Matrix& table, const gradc::Matrix<int>& ids);
// Of a complex matrix, by its parts: what is symmetric, what is square, what is tall.
template <class Z>
double weigh_complex(const Z& z) {
  return weigh(gradc::real(z)) + 0.7 * weigh(gradc::imag(z));
}
GRADC_DIFFERENTIATE(gradient, jvp) double of_symmetric(const Matrix& re, const Matrix& im);
GRADC_DIFFERENTIATE(gradient, jvp) double of_square(const Matrix& re, const Matrix& im);
GRADC_DIFFERENTIATE(gradient, jvp) double of_tall(const Matrix& re, const Matrix& im);
using Images = gradc::Tensor<double, 4>;
GRADC_DIFFERENTIATE(gradient, jvp) double channels_last(const Images& x, const Images& w);
GRADC_DIFFERENTIATE(gradient) double complex_images(const Images& re, const Images& im, const Images& w);
using Scores = gradc::Tensor<double, 3>;
GRADC_DIFFERENTIATE(gradient, jvp)
double speech(const Scores& x, const gradc::Matrix<int>& labels, const gradc::Vector<int>& frames,
              const gradc::Vector<int>& counts);
GRADC_DIFFERENTIATE(gradient) float of_complex_floats(const gradc::Matrix<std::complex<float>>& a);
GRADC_DIFFERENTIATE(gradient)
float of_floats(const gradc::Vector<float>& x, const gradc::Vector<float>& u, const Places& at);

}  // namespace catalogue
