// Functions with directives of OpenMP, as programs have them.
#pragma once

#include <gradc/gradc.h>

namespace openmp {

using Vector = gradc::Vector<double>;
using Indices = gradc::Vector<int>;

GRADC_DIFFERENTIATE(gradient, hvp) double squares(const Vector& x, double w);
GRADC_DIFFERENTIATE(gradient) double scattered(const Vector& x, const Indices& to, int bins);
GRADC_DIFFERENTIATE(gradient) double added_by_all(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double private_names(const Vector& x, double scale);
GRADC_DIFFERENTIATE(gradient) double last_of(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double last_values(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp) double potential(const gradc::Matrix<double>& points, double radius);
GRADC_DIFFERENTIATE(gradient) double extremes(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double other_reductions(const Vector& x);
GRADC_DIFFERENTIATE(vjp) Vector smoothed(const Vector& x, int times);

}  // namespace openmp
