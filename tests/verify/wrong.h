// A function with a rule that is wrong, which the tests must find.
#pragma once

#include <gradc/gradc.h>

// The rule of the cube forgets the 3.
GRADC_DIFFERENTIATE(gradient, jvp) double wrong(double x, double y);
// Right as gradc writes it: the test breaks what is written by hand.
GRADC_DIFFERENTIATE(gradient) double broken(const gradc::Vector<double>& x);
