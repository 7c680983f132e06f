// long double, which derivatives compute as double.
#pragma once
#include <gradc/gradc.h>

namespace long_double {

GRADC_DIFFERENTIATE(gradient) double powers(double x, double y);
GRADC_DIFFERENTIATE(gradient) double names_of_c(double x);
GRADC_DIFFERENTIATE(gradient) double parts_of_numbers(double x);
GRADC_DIFFERENTIATE(gradient) double sorted(double x);
GRADC_DIFFERENTIATE(gradient) double members(double x, double y);
GRADC_DIFFERENTIATE(gradient) double until_it_converges(double x);
GRADC_DIFFERENTIATE(gradient) double recursive(double x, int n);
GRADC_DIFFERENTIATE(gradient) double through_pointers(double x);
GRADC_DIFFERENTIATE(gradient) double within_limits(double x);
GRADC_DIFFERENTIATE(gradient) double refused_below(double x);

}  // namespace long_double
