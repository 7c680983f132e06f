// Pointers that change places in loops.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace turns {

GRADC_DIFFERENTIATE(gradient) double two_buffers_of(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double until_it_stays(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double three_levels(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double in_a_callee(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double sometimes(double x, int steps);
GRADC_DIFFERENTIATE(gradient) double by_third(double x, int steps);
GRADC_DIFFERENTIATE(gradient) double loop_in_loop(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double in_an_arm(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double of_a_class(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double with_an_offset(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double of_new(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double named_after(double x, int steps);
GRADC_DIFFERENTIATE(gradient) double of_two_sizes(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double that_grow(const std::vector<double>& x, int steps);
GRADC_DIFFERENTIATE(gradient) double with_exits(const std::vector<double>& x, int steps);

}  // namespace turns
