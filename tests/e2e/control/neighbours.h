// Loops over neighbouring elements, and loops that write what they read.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace neighbours {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient, hvp, jvp) double total_variation(const Vector& x, double w);
GRADC_DIFFERENTIATE(gradient) double second_differences(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double downwards(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double strided(const Vector& x);
GRADC_DIFFERENTIATE(gradient) float in_float(const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(gradient) double of_the_sum(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double kept_functions(const Vector& x, double w);
GRADC_DIFFERENTIATE(gradient) double two_sums(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient) double up_to(const Vector& x, std::int64_t n);
GRADC_DIFFERENTIATE(gradient) double under_conditions(const Vector& x);
GRADC_DIFFERENTIATE(vjp, jvp) Vector step(const Vector& x, double k);
GRADC_DIFFERENTIATE(gradient) double in_place(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double in_a_column(const Matrix& a);
GRADC_DIFFERENTIATE(gradient) double sweeps(const Vector& x, int times);
GRADC_DIFFERENTIATE(gradient) double of_vectors(const std::vector<double>& x);

}  // namespace neighbours
