// Containers of the standard library beside std::vector: by key, linked, at both ends, and of alternatives.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace other_containers {

GRADC_DIFFERENTIATE(gradient) double by_key(double x);
GRADC_DIFFERENTIATE(gradient) double in_key_order(double x);
GRADC_DIFFERENTIATE(gradient) double found_or_not(double x, int k);
GRADC_DIFFERENTIATE(gradient) double emplaced(double x);
GRADC_DIFFERENTIATE(gradient) double summed_by_key(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double vectors_by_key(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double references_stay(double x);
GRADC_DIFFERENTIATE(gradient) double of_a_set(double x);
GRADC_DIFFERENTIATE(gradient) double curve(double x, double t);
GRADC_DIFFERENTIATE(gradient) double several_of_a_key(double x);
GRADC_DIFFERENTIATE(gradient) double by_pair(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_a_list(double x);
GRADC_DIFFERENTIATE(gradient) double list_edited(double x);
GRADC_DIFFERENTIATE(gradient) double list_removed(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double window(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double both_ends(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double front_reference(double x);
GRADC_DIFFERENTIATE(gradient) double deque_extreme(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double backwards(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double queued(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double stacked(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double by_priority(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double shortest_path(const std::vector<double>& w);
GRADC_DIFFERENTIATE(gradient) double hashed(double x);
GRADC_DIFFERENTIATE(gradient) double memoised(double x, int n);
GRADC_DIFFERENTIATE(gradient) double seen_before(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double visited(double x);
GRADC_DIFFERENTIATE(gradient) double visited_by_branch(double x, int k);
GRADC_DIFFERENTIATE(gradient) double held(double x);
GRADC_DIFFERENTIATE(gradient) double visited_two(double x, int k);
GRADC_DIFFERENTIATE(gradient) double visited_by_overloads(double x, int k);
GRADC_DIFFERENTIATE(gradient) double passed_on(const std::vector<double>& x);

}  // namespace other_containers
