// What decides which statements run, and the numbers that decide it: loops and switches and how they are left.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double fall(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double do_continue(double x, int n);
GRADC_DIFFERENTIATE(gradient) double nested_flags(const Matrix& a, double lim);
GRADC_DIFFERENTIATE(gradient) double return_from_nested(const Matrix& a, double lim);
GRADC_DIFFERENTIATE(gradient) double comma_for(double x, int n);
GRADC_DIFFERENTIATE(gradient) double shadow(double x, int n);
GRADC_DIFFERENTIATE(gradient) double goto_less(double x, int n);
GRADC_DIFFERENTIATE(gradient) double while_decl(double x, int n);
GRADC_DIFFERENTIATE(gradient) double switch_in_loop(double x, int n);
GRADC_DIFFERENTIATE(gradient) double switch_return(double x, int k);
GRADC_DIFFERENTIATE(gradient) double switch_of_many(double x, int k);
GRADC_DIFFERENTIATE(gradient) double switch_nested(double x, int k, int j);
GRADC_DIFFERENTIATE(gradient) double loop_labels(double x, int n);
GRADC_DIFFERENTIATE(gradient) double while_true(double x, double lim);
GRADC_DIFFERENTIATE(gradient) double for_empty(double x, double lim);
GRADC_DIFFERENTIATE(gradient) double float_loop(double x, double step);
GRADC_DIFFERENTIATE(gradient) double early_do(double x, int n);
GRADC_DIFFERENTIATE(gradient) double cont_for(double x, int n);
GRADC_DIFFERENTIATE(gradient) double do_nested(double x, int n);
GRADC_DIFFERENTIATE(gradient) double while_multi(double x, int n);
GRADC_DIFFERENTIATE(gradient) double switch_enum_ret(double x, int n);
GRADC_DIFFERENTIATE(gradient) double for_double_cond(double x, int n);
GRADC_DIFFERENTIATE(gradient) double down(double x, int n);
GRADC_DIFFERENTIATE(gradient) double bound_changes(double x, int n);
GRADC_DIFFERENTIATE(gradient) double early_vector(double x, int n);
GRADC_DIFFERENTIATE(gradient) double goto_free_fsm(double x, int n);

}  // namespace control
