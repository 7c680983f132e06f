// Where other tools' wrong numbers come from: one function or more for each class of defect in the survey.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double overwritten(double x, double y);
GRADC_DIFFERENTIATE(gradient) double overwritten_elements(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double condition_with_effect(double x, int n);
GRADC_DIFFERENTIATE(gradient) double short_circuits(double x, double y);
GRADC_DIFFERENTIATE(gradient) double bound_depends_on_input(double x, int n, int step);
GRADC_DIFFERENTIATE(gradient) double bound_changes_in_loop(double x, int n);
GRADC_DIFFERENTIATE(gradient) double bound_depends_on_value(double x);
GRADC_DIFFERENTIATE(gradient) double breaks(const Vector& x, double lim);
GRADC_DIFFERENTIATE(gradient) double continues(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double returns(double x, int n);
GRADC_DIFFERENTIATE(gradient) double recursion(double x, int n);
GRADC_DIFFERENTIATE(gradient) double mutual_recursion(double x, int n);
GRADC_DIFFERENTIATE(gradient) double two_calls(double x, int n);
GRADC_DIFFERENTIATE(gradient) double repeated_in_a_product(double x, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double glued_minus(double x, double y);
GRADC_DIFFERENTIATE(gradient) double element_through_reference(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double element_through_pointer(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double least_by_reference(double x, double y, double z);
GRADC_DIFFERENTIATE(gradient) double reference_chosen(double x, double y);
GRADC_DIFFERENTIATE(gradient) double nested_calls(double x, double y);
GRADC_DIFFERENTIATE(gradient) double compared_and_copied(const Vector& x);
struct Point {
  double x = 0, y = 0;
  template <class Visit>
  void each(Visit visit) { visit(x), visit(y); }
};
GRADC_DIFFERENTIATE(gradient) double structure_by_value(const Point& p, int n);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double unused_with_nan(double x, double y);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double branch_not_taken(double x, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double invariant_after_loop(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double swapped(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double aliased_arguments(double x, double y);
GRADC_DIFFERENTIATE(gradient) double read_and_replaced(const Vector& x, int n);

}  // namespace control
