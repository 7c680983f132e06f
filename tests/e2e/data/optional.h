// std::optional in variables, results of functions and containers; what is read of one without a value throws.
#pragma once

#include <gradc/annotate.h>

namespace optionals {

GRADC_DIFFERENTIATE(gradient) double set_or_not(double x);
GRADC_DIFFERENTIATE(gradient) double or_another(double x);
GRADC_DIFFERENTIATE(gradient) double returned(double x);
GRADC_DIFFERENTIATE(gradient) double in_structures(double x);
GRADC_DIFFERENTIATE(gradient) double the_best(double x);
GRADC_DIFFERENTIATE(gradient) double of_vectors(double x);
GRADC_DIFFERENTIATE(gradient) double checked(double x);

}  // namespace optionals
