// Classes with copies of their own that do what the compiler's would, in what holds them.
#pragma once

#include <gradc/gradc.h>

namespace copied {

GRADC_DIFFERENTIATE(gradient) double held_in_a_class(double x);
GRADC_DIFFERENTIATE(gradient) double held_in_a_vector(double x);
GRADC_DIFFERENTIATE(gradient) double held_in_an_array(double x);
GRADC_DIFFERENTIATE(gradient) double held_in_a_pair(double x);
GRADC_DIFFERENTIATE(gradient) double moved_in_and_out(double x);
GRADC_DIFFERENTIATE(gradient) double with_a_base_class(double x);
GRADC_DIFFERENTIATE(gradient) double by_loops(double x);

}  // namespace copied
