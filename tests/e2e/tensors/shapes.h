// Ops that rearrange, pad, sort and index, as users call them.
#pragma once

#include <gradc/gradc.h>

namespace shapes {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Places = gradc::Vector<std::int64_t>;
using Flags = gradc::Vector<bool>;

// A sum in which each element has a weight of its own, so that none can stand for another; curved.
template <class X>
double weigh(const X& y) {
  const auto flat = gradc::flatten(y);
  return gradc::sum(gradc::sin(flat) * (0.7 + 0.31 * gradc::iota<double>(flat.extent(0))));
}

GRADC_DIFFERENTIATE(gradient, jvp) double turned(const Matrix& x, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double sliced(const Matrix& x, const Vector& v, int n);
GRADC_DIFFERENTIATE(gradient) double at_values(const Matrix& x, const Vector& v, const Places& where);
GRADC_DIFFERENTIATE(gradient) double diagonals(const Matrix& x, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double padded(const Matrix& x, const Vector& v, double value);
GRADC_DIFFERENTIATE(gradient) double numbers(double a, double b, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double scattered(const Matrix& x, const Matrix& u, const Places& at);
GRADC_DIFFERENTIATE(gradient) double modes(const Vector& x, const Vector& u, const Places& at);
GRADC_DIFFERENTIATE(gradient, jvp) double along(const Matrix& x, const gradc::Matrix<std::int64_t>& at);
GRADC_DIFFERENTIATE(gradient) double sorted(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double chosen(const Matrix& x, const Flags& mask, const gradc::Matrix<std::int64_t>& at, double value);
GRADC_DIFFERENTIATE(gradient) double counted(const Vector& x, const Places& ids, double on, double off);
GRADC_DIFFERENTIATE(gradient) float of_floats(const gradc::Matrix<float>& x);
GRADC_DIFFERENTIATE(gradient) double fixed(const gradc::StaticTensor<double, 3, 4>& x);

}  // namespace shapes
