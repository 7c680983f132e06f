// What C++20 brings: std::span, `<=>`, constructors of base classes that a class takes over, std::midpoint; and searches that give iterators.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace cxx20 {

GRADC_DIFFERENTIATE(gradient) double through_span(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double part_of_span(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double written_through_span(std::vector<double> x, double k);
GRADC_DIFFERENTIATE(gradient) double three_way(double x, double y);
GRADC_DIFFERENTIATE(gradient) double by_pairs(double x, int k);
GRADC_DIFFERENTIATE(gradient) double by_members(double x, int k);
GRADC_DIFFERENTIATE(gradient) double by_objects(double x, int k);
GRADC_DIFFERENTIATE(gradient) double inherited(double x);
GRADC_DIFFERENTIATE(gradient) double applied(double x, double y);
GRADC_DIFFERENTIATE(gradient) double searched(const std::vector<double>& x);

}  // namespace cxx20
