// Tables that no one writes, loops to an index of the loop around, and vectors taken out of vectors.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace static_tables {

GRADC_DIFFERENTIATE(gradient) double horner_of_table(double x);
GRADC_DIFFERENTIATE(gradient) double walked_table(double x);
GRADC_DIFFERENTIATE(gradient) double pointed_table(double x);
GRADC_DIFFERENTIATE(gradient) double horner_of_vector(double x);
GRADC_DIFFERENTIATE(gradient) double table_without_const(double x);
GRADC_DIFFERENTIATE(gradient) double triangle(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double triangle_down(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double triangle_by_two(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double band(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double layers(const std::vector<std::vector<double>>& l, const std::vector<double>& x0);

}  // namespace static_tables
