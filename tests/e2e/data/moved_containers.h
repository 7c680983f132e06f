// Containers that are swapped, moved and reordered under references to them.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace moved_containers {

GRADC_DIFFERENTIATE(gradient) double item_of_moved_row(double x);
GRADC_DIFFERENTIATE(gradient) double member_of_swapped(double x);
GRADC_DIFFERENTIATE(gradient) double two_buffers(const std::vector<double>& x, double k, int n);
GRADC_DIFFERENTIATE(gradient) double item_of_each_trip(double x);
GRADC_DIFFERENTIATE(gradient) double place_in_reversed(double x);
GRADC_DIFFERENTIATE(gradient) double row_of_sorted(double x);
GRADC_DIFFERENTIATE(gradient) double one_of_swapped(double x, int i);
GRADC_DIFFERENTIATE(gradient) double read_before(double x);

}  // namespace moved_containers
