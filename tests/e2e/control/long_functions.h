// Functions of more statements than one function of the output holds: they are written in parts.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace control {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, hvp) double long_chain(double a, double b, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double long_arms(double a, double b, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double long_trips(double a, double b, const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double long_tensors(double a, const Vector& x);

}  // namespace control
