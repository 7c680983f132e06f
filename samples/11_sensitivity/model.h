// Two simulations: one with few inputs and many outputs, one the other way round.
#pragma once
#include <cstdint>

#include <gradc/gradc.h>

/// Hares and lynxes by the equations of Lotka and Volterra,
///   hares' = rates(0) hares - rates(1) hares lynxes,   lynxes' = rates(2) hares lynxes - rates(3) lynxes,
/// by Heun's method; the hares after each step.
GRADC_DIFFERENTIATE(jacobian, wrt(rates))
gradc::Vector<double> hares(const gradc::Vector<double>& rates, double first_hares, double first_lynxes, double step,
                            std::int64_t steps);

struct Readings {
  double here, opposite;
};
/// How warm a ring is at two places after some time, of what it was all around.
GRADC_DIFFERENTIATE(jacobian, wrt(ring))
Readings readings(const gradc::Vector<double>& ring, double conductivity, std::int64_t steps);
