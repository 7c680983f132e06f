// Views and pointers that are made to lead to another object: where they stand, through references, in lambdas, and by helpers
// that are inlined because they do so.
#pragma once

#include <gradc/gradc.h>

namespace assigned {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double by_reference(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double in_a_structure(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double swapped(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double captured(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double through_references(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double in_recursion(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double by_members(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double that_is_argument(gradc::View<const double, 1> x, gradc::View<const double, 1> y, int n);
GRADC_DIFFERENTIATE(gradient) double of_null_pointers(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double set_later(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double returned(const Vector& x, const Vector& y, int n);

}  // namespace assigned
