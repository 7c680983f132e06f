// A function of a vector, and several derivatives of it.
#pragma once

#include <gradc/gradc.h>

/// The energy of particles on a line, each attached to a place by a spring, in a periodic potential.
/// Both requests are with respect to the positions; `places` and `stiffness` are held constant.
GRADC_DIFFERENTIATE(gradient, jvp, wrt(positions))
double energy(const gradc::Vector<double>& positions, const gradc::Vector<double>& places, double stiffness);
