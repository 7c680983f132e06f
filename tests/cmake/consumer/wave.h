#pragma once
#include <gradc/gradc.h>

GRADC_DIFFERENTIATE(gradient, wrt(x))
double wave(double x);
