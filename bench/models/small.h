// Functions that take less time than a call of anything.
#pragma once

#include <gradc/gradc.h>

#include <array>

namespace small {

GRADC_DIFFERENTIATE(gradient)
double scalar(double z);

/// The squared distance between where a point is seen, rotated by a vector and moved, and where it should be.
using Point = std::array<double, 3>;
GRADC_DIFFERENTIATE(gradient, wrt(rotation, shift, point))
double reprojected(const Point& rotation, const Point& shift, const Point& point, const std::array<double, 2>& seen);

}  // namespace small
