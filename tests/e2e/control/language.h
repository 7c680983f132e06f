// The language around the numbers: state machines, early returns, flags, lambdas, templates, members, algorithms,
// bindings, pointers.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double state_machine(double x, double rate, int steps);
GRADC_DIFFERENTIATE(gradient) double early_returns(double x, double y);
GRADC_DIFFERENTIATE(gradient) double breaks_by_flags(const Matrix& a, double lim);
GRADC_DIFFERENTIATE(gradient) double lambdas_in_loops(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double function_templates(double x, double y);
GRADC_DIFFERENTIATE(gradient) double class_templates(double x, double y);
GRADC_DIFFERENTIATE(gradient) double members_that_mutate(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double algorithms(const std::array<double, 4>& x);
GRADC_DIFFERENTIATE(gradient) double comparisons(const std::array<double, 4>& x);
GRADC_DIFFERENTIATE(gradient) double constant_lambdas(double x, double y);
GRADC_DIFFERENTIATE(gradient) double bindings(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double pointers_with_length(const Vector& x, double s);
GRADC_DIFFERENTIATE(gradient) double two_dimensional(double x, double y);
GRADC_DIFFERENTIATE(gradient) double constants(double x);
GRADC_DIFFERENTIATE(gradient) double declared_in_conditions(double x, int n);
GRADC_DIFFERENTIATE(gradient) double narrow_and_unsigned(double x, int n);
GRADC_DIFFERENTIATE(gradient) float single_precision(float x, int n);
GRADC_DIFFERENTIATE(gradient) double bound_by_both(double x, int n);
GRADC_DIFFERENTIATE(gradient) double loop_without_float(double x, int n);
GRADC_DIFFERENTIATE(gradient) double result_of_void_helper(double x, double y);
GRADC_DIFFERENTIATE(gradient) double overloads(double x, int n);
GRADC_DIFFERENTIATE(gradient) double default_arguments(double x);
GRADC_DIFFERENTIATE(gradient) double bits(double x, int mask);
GRADC_DIFFERENTIATE(gradient) double shadows(double x, int n);
GRADC_DIFFERENTIATE(gradient) double commas(double x, int n);
GRADC_DIFFERENTIATE(gradient) double volatile_locals(double x, int n);
GRADC_DIFFERENTIATE(gradient) double empty_destructors(double x, double y);
GRADC_DIFFERENTIATE(gradient) double objects_made_at_start(double x);
GRADC_DIFFERENTIATE(gradient) double globals_that_nobody_writes(double x, int i);
GRADC_DIFFERENTIATE(gradient) double hypot_of_three(double x, double y, double z);
GRADC_DIFFERENTIATE(gradient) double classes_of_numbers(double x, double y);
GRADC_DIFFERENTIATE(gradient) double names_of_c(double x);

}  // namespace control
