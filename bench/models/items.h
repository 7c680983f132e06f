// What derivatives for many items are measured on: the value of an option and its Greeks, and residuals of
// reprojection.
#pragma once

#include <array>

#include <gradc/gradc.h>

GRADC_DIFFERENTIATE(gradient, relaxed, each(spot, strike, time))
GRADC_DIFFERENTIATE(gradient, each(spot, strike, time), as(in_order))
double call_option(double spot, double strike, double time, double rate, double volatility);

using Camera = std::array<double, 9>;  // a rotation vector, a translation, the focal length, two coefficients of distortion
GRADC_DIFFERENTIATE(jacobian, relaxed, each(camera, point, seen), wrt(camera, point))
std::array<double, 2> reprojection(const Camera& camera, const std::array<double, 3>& point, const std::array<double, 2>& seen);

