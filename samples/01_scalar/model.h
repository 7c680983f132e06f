// A scalar function, and a request for its derivative.
#pragma once

#include <gradc/gradc.h>

/// The residual of Kepler's equation: zero where `anomaly` is the eccentric anomaly of an orbit.
/// The macro requests the function `kepler_gradient`; other compilers ignore it.
GRADC_DIFFERENTIATE(gradient, wrt(anomaly))
double kepler(double anomaly, double eccentricity, double mean_anomaly);
