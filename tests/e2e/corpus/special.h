// Functions of mathematics by series, fractions and recurrences, as libraries of numerics have them.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace special {

GRADC_DIFFERENTIATE(gradient) double gamma_lanczos(double x);
GRADC_DIFFERENTIATE(gradient) double igam(double a, double x);
GRADC_DIFFERENTIATE(gradient) double carlson_rf(double x, double y, double z);
GRADC_DIFFERENTIATE(gradient) double chebyshev(const std::vector<double>& c, double a, double b, double x);
GRADC_DIFFERENTIATE(gradient) double lambert_w(double x);
GRADC_DIFFERENTIATE(gradient) double romberg_of(double lower, double upper, double decay);
GRADC_DIFFERENTIATE(gradient) double spherical_bessel(int n, double x);
GRADC_DIFFERENTIATE(gradient) double rational(double x);

}  // namespace special
