// One function of numbers, and a request for its derivative.
#pragma once

#include <gradc/gradc.h>

/// Kepler's equation, as what remains of it: zero where `anomaly` is the eccentric anomaly of an orbit.
/// The macro asks gradc for a function `kepler_gradient`; to any other compiler it means nothing.
GRADC_DIFFERENTIATE(gradient, wrt(anomaly))
double kepler(double anomaly, double eccentricity, double mean_anomaly);
