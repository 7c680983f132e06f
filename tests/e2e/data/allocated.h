// Memory that functions ask for, and classes that own some.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace control {

GRADC_DIFFERENTIATE(gradient) double by_new(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double by_new_of_one(double x);
GRADC_DIFFERENTIATE(gradient) double by_new_with_values(double x, int n);
GRADC_DIFFERENTIATE(gradient) double by_malloc(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double by_calloc(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double of_structures(double x, int n);
GRADC_DIFFERENTIATE(gradient) double in_a_loop(double x, int n);
GRADC_DIFFERENTIATE(gradient) double returned_memory(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double owned(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double owned_and_moved(double x, int n);
GRADC_DIFFERENTIATE(gradient) double owned_by_base(double x, double k);
GRADC_DIFFERENTIATE(gradient) double by_buffer(const std::vector<double>& x, int n);
GRADC_DIFFERENTIATE(gradient) double by_matrix(const std::vector<double>& x, int n);

}  // namespace control
