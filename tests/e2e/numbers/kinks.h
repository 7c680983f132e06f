// Functions at their kinks and singular points: what generated code gives there, beside the eager function.
#pragma once

#include <gradc/gradc.h>

namespace kinks {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double greatest(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double smallest(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double log_of_sum(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double deviation(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double euclidean(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double absolute(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double extreme(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double fractional(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double direction(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double product(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double products(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double log_of_sums(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double greatest_so_far(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double two_greatest(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double middle(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double pooled(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double selected(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double clipped(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double scattered(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double losses(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double attended(const Vector& x);

}  // namespace kinks
