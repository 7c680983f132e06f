// Classes as people write them: constructors, operators, members, templates, constants.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double class_template(double x, double y);
GRADC_DIFFERENTIATE(gradient) double operators(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ctors(double x, double y);
GRADC_DIFFERENTIATE(gradient) double static_consts(double x);
GRADC_DIFFERENTIATE(gradient) double globals(double x);
GRADC_DIFFERENTIATE(gradient) double default_member_init(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ref_member(double x, double y);
GRADC_DIFFERENTIATE(gradient) double this_chain(double x, double y);
GRADC_DIFFERENTIATE(gradient) double const_method_cache(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ref_return_method(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double stack_machine(double x, double y);
GRADC_DIFFERENTIATE(gradient) double matrix_class(double x, double y);
GRADC_DIFFERENTIATE(gradient) double dual(double x, double y);
GRADC_DIFFERENTIATE(gradient) double iter_class(double x, int n);
GRADC_DIFFERENTIATE(gradient) double static_member(double x, double y);
GRADC_DIFFERENTIATE(gradient) double this_capture(double x, double y);
GRADC_DIFFERENTIATE(gradient) double functor(double x, double y);
GRADC_DIFFERENTIATE(gradient) double crtp(double x, double y);
GRADC_DIFFERENTIATE(gradient) double variadic(double x, double y);
GRADC_DIFFERENTIATE(gradient) double constexpr_if(double x, double y);
GRADC_DIFFERENTIATE(gradient) double consteval_table(double x);
GRADC_DIFFERENTIATE(gradient) double using_decl(double x, double y);
GRADC_DIFFERENTIATE(gradient) double local_struct(double x, double y);
GRADC_DIFFERENTIATE(gradient) double lambda_in_struct(double x, double y);
GRADC_DIFFERENTIATE(gradient) double arrays_of_complex(double x, double y);
GRADC_DIFFERENTIATE(gradient) double arrays_of_defaults(double x, double y);

}  // namespace control
