#pragma once
#include <gradc/gradc.h>

GRADC_DIFFERENTIATE(gradient, wrt(x))
double energy(const gradc::Vector<double>& x);
