// Loops over elements whose sums may change their order.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace relaxed {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient, jvp, hvp, relaxed) double rosenbrock(const Vector& x);
GRADC_DIFFERENTIATE(gradient, as(in_order)) double rosenbrock(const Vector& x);
GRADC_DIFFERENTIATE(gradient, relaxed) float in_float(const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(gradient, vjp, hvp, relaxed, wrt(w, b)) double logistic(const Vector& x, const Vector& y, double w, double b);
GRADC_DIFFERENTIATE(gradient, jvp, relaxed) double of_a_column(const Matrix& a, const Vector& v);
GRADC_DIFFERENTIATE(gradient, hvp, relaxed) double written(const Vector& x);
GRADC_DIFFERENTIATE(gradient, relaxed) double weighted_by_the_trip(const Vector& x);
GRADC_DIFFERENTIATE(gradient, relaxed) double two_sums(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient, relaxed) double recurrent(const Vector& x);
GRADC_DIFFERENTIATE(gradient, relaxed, wrt(x)) double gathered(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, relaxed) double selected(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient, relaxed) double inside_of_another(const Matrix& a);
GRADC_DIFFERENTIATE(jacobian, relaxed) Vector differences(const Vector& x);

}  // namespace relaxed
