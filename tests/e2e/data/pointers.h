// Pointers and iterators that loops carry and leave as they are: to single objects, to members, to elements.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace pointers {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, hvp) double to_a_variable(double x, int n);
GRADC_DIFFERENTIATE(gradient) double in_conditions(double x, double least);
GRADC_DIFFERENTIATE(gradient) double to_a_structure(double x, const std::vector<double>& steps, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double chosen_before(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double to_a_pointer(double x, int n);
GRADC_DIFFERENTIATE(gradient) double in_an_object(double x, int n);
GRADC_DIFFERENTIATE(gradient) double to_a_tensor(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient) double into_an_array_of_structures(double x, const Vector& v, int n);
GRADC_DIFFERENTIATE(gradient) double to_a_member_of_an_element(double x, const Vector& v, int k);
GRADC_DIFFERENTIATE(gradient) double in_braces(double x, double y);
GRADC_DIFFERENTIATE(gradient) double to_text(double x);

}  // namespace pointers
