// Functions that call themselves, and write through what their parameters hold: references, views, pointers and iterators
// in objects that are passed by value or by reference to const.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace references {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, jvp, hvp) double closure_by_value(double a);
GRADC_DIFFERENTIATE(gradient) double closure_by_const_reference(double a, int n);
GRADC_DIFFERENTIATE(gradient) double visitor_by_const_reference(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double visitor_by_value(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double structure_by_value(double a, int n);
GRADC_DIFFERENTIATE(gradient) double tie_by_value(double a, double b, int n);
GRADC_DIFFERENTIATE(gradient) double pair_by_const_reference(double a, int n);
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double view_by_value(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double view_by_const_reference(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double quicksort_by_iterators(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient, hvp) double permutations(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double transform_in_place(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double depth_first(const Vector& x, const std::vector<int>& left, const std::vector<int>& right);
GRADC_DIFFERENTIATE(gradient) double const_member(double a, int n);
GRADC_DIFFERENTIATE(gradient) double same_by_both(double a, int n);
GRADC_DIFFERENTIATE(gradient) double nested_closures(double a, int n);
GRADC_DIFFERENTIATE(gradient) double in_a_loop(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double in_an_arm(double a, double b, int n);
GRADC_DIFFERENTIATE(gradient) double by_each_other(double a, int n);
GRADC_DIFFERENTIATE(gradient) double only_read(double a, double b, int n);
GRADC_DIFFERENTIATE(gradient) double captured_tensors(const gradc::Matrix<double>& x, const Vector& y, const Vector& z, int n);
GRADC_DIFFERENTIATE(gradient) double parts_by_reference(const Vector& x, const std::vector<double>& v, int n);
GRADC_DIFFERENTIATE(vjp) Vector scaled_in_turn(const Vector& x, double a);

}  // namespace references
