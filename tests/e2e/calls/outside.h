// Functions that print by the standard library, hand messages to functions that are defined elsewhere, and end the program.
#pragma once

#include <gradc/gradc.h>

#include <string>
#include <vector>

#include "outside_declared.h"

namespace outside {

struct Result {
  double value, error;
};
// In the manner of libraries in C: a status, a result behind a pointer, and a handler of errors.
GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp, wrt(x)) double root(double x, int order);
GRADC_DIFFERENTIATE(gradient, hvp) double series(double x);
GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp, hessian) double listed(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x)) double streamed(double x, int n, bool flag);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x)) double walked(double x, int n);
GRADC_DIFFERENTIATE(gradient, jvp, wrt(x)) double ended(double x, int code);
GRADC_DIFFERENTIATE(gradient) float converted(float x, long count, unsigned char letter);

}  // namespace outside
