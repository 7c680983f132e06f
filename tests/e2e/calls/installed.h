// Functions that call into a library whose headers are system headers, and are followed into it.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace control {

GRADC_DIFFERENTIATE(gradient) double vectors_of_solid(double x, double y);
GRADC_DIFFERENTIATE(gradient) double rotation(double x, double y);
GRADC_DIFFERENTIATE(gradient) double shading(double x, double y);
GRADC_DIFFERENTIATE(gradient) double elements_of_solid(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double series_of_solid(double x, double y);
GRADC_DIFFERENTIATE(gradient) double polynomials(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double integral(double x, double y);
GRADC_DIFFERENTIATE(gradient) double given_list(const std::vector<double>& list, double x);
GRADC_DIFFERENTIATE(gradient) double swapped(double x, double y);

}  // namespace control
