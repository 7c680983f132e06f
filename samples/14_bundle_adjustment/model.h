// How a camera sees a point, as in the data sets of Bundle Adjustment in the Large.
#pragma once

#include <gradc/gradc.h>

/// Noah Snavely's camera, 9 numbers: a rotation (axis times angle), a translation, the focal length, and two coefficients of
/// radial distortion. It looks along its negative z axis. `residual` is where it sees the point, less where it was seen, in
/// pixels.
GRADC_DIFFERENTIATE(jacobian, wrt(camera, point))
void reprojection(const double camera[9], const double point[3], double seen_x, double seen_y, double residual[2]);
