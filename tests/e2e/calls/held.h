// Functions in objects: std::function in variables and parameters, several lambdas given to one function, pointers to this.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace held {

GRADC_DIFFERENTIATE(gradient) double local(double x);
GRADC_DIFFERENTIATE(gradient) double passed(double x);
GRADC_DIFFERENTIATE(gradient) double integrals(double p);
GRADC_DIFFERENTIATE(gradient) double by_pointer_to_function(double p);
GRADC_DIFFERENTIATE(gradient) double solved(double p);
GRADC_DIFFERENTIATE(gradient) double composed(double x);
GRADC_DIFFERENTIATE(gradient) double by_name(double x);
GRADC_DIFFERENTIATE(gradient) double of_objects(double x);
GRADC_DIFFERENTIATE(gradient) double writes(double x);
GRADC_DIFFERENTIATE(gradient) double of_vectors(const std::vector<double>& v);
GRADC_DIFFERENTIATE(gradient) double of_any_type(double x);
GRADC_DIFFERENTIATE(gradient) double copies_apart(double x);
GRADC_DIFFERENTIATE(gradient) double this_by_reference(double x);

}  // namespace held
