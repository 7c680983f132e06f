// What users of other libraries write first: indices in brackets, keys of one number, shapes of other tensors.
#pragma once
#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace spellings {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Three = gradc::StaticTensor<double, 3>;

GRADC_DIFFERENTIATE(gradient, jvp)
double brackets(const Vector& x, gradc::View<const double, 1> view, const Three& fixed);

GRADC_DIFFERENTIATE(gradient)
double drawn_like(const Matrix& x, double low, double high);
// The draws of that function one by one.
GRADC_DIFFERENTIATE(gradient)
double drawn_as(const Matrix& x, double low, double high);
GRADC_DIFFERENTIATE(gradient)
double key_of_an_argument(const Vector& x, int seed);

GRADC_DIFFERENTIATE(gradient, jvp)
double of_vectors(const std::vector<double>& x, const std::array<double, 4>& y, const Vector& z);

GRADC_DIFFERENTIATE(gradient)
double compared(const Vector& a, const Vector& b, const Three& c);

GRADC_DIFFERENTIATE(gradient, vjp)
double assigned(const Three& x, const gradc::Matrix<double>& w);

}  // namespace spellings
