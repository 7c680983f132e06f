// Loops whose adjoints need something of every trip, for gradc to differentiate.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <cstdint>

/// y <- rate y (1 - y), so many times: the adjoint needs y.
GRADC_DIFFERENTIATE(gradient, wrt(y, rate))
double recurrence(double y, double rate, std::int64_t trips);

/// Sweeps over u in place; each element from what its neighbours are by then: the adjoint needs what was
/// overwritten.
GRADC_DIFFERENTIATE(gradient, wrt(u))
double stencil(const gradc::Vector<double>& u, std::int64_t sweeps);

/// Half the sum of the squares of all prefix sums: the adjoint needs the sums.
GRADC_DIFFERENTIATE(gradient, wrt(x))
double prefix_sum(const gradc::Vector<double>& x);

/// Rosenbrock's function: nothing is carried but the sum, in its order and in any.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(rosenbrock_relaxed))
double rosenbrock(const gradc::Vector<double>& x);

/// The sum of the maxima so far: the adjoint needs to know which trips found a new one.
GRADC_DIFFERENTIATE(gradient, wrt(x))
double running_maximum(const gradc::Vector<double>& x);

/// Van der Pol's oscillator by the midpoint rule, and the square of its last state: small arrays in each trip.
GRADC_DIFFERENTIATE(gradient, wrt(start, rate))
double oscillator(const std::array<double, 2>& start, double rate, std::int64_t trips);
