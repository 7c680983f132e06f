// Algorithms that move items: sorted by numbers, by keys and by pairs, turned, inserted, taken out; objects that are shared.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace order {

GRADC_DIFFERENTIATE(gradient) double by_size(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double falling(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double of_structures(const std::vector<double>& a, const std::vector<double>& w);
GRADC_DIFFERENTIATE(gradient) double of_places(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double of_pairs(const std::vector<double>& a, const std::vector<double>& w);
GRADC_DIFFERENTIATE(gradient) double by_functions(const std::vector<double>& a, double centre);
GRADC_DIFFERENTIATE(gradient) double in_part(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double turned(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double inserted(const std::vector<double>& a, double x);
GRADC_DIFFERENTIATE(gradient) double at_the_back(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double taken_out(const std::vector<double>& a);
GRADC_DIFFERENTIATE(gradient) double by_one_comparison(const std::vector<double>& a, int n);
GRADC_DIFFERENTIATE(gradient) double of_rows(const std::vector<std::vector<double>>& rows, const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double made_in_place(double x);
GRADC_DIFFERENTIATE(gradient) double shared(double x);

}  // namespace order
