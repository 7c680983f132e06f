// What is called and how: functions, lambdas, templates, algorithms, recursion.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double accum_lambda(double x, double y);
GRADC_DIFFERENTIATE(gradient) double transforms(double x, double y);
GRADC_DIFFERENTIATE(gradient) double lambda_caps(double x, double y);
GRADC_DIFFERENTIATE(gradient) double lambda_generic(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double lambda_recursive(double x, int n);
GRADC_DIFFERENTIATE(gradient) double fn_template(double x, double y);
GRADC_DIFFERENTIATE(gradient) double two_recursions(double x, int n);
GRADC_DIFFERENTIATE(gradient) double mutual(double x, int n);
GRADC_DIFFERENTIATE(gradient) double half_of_pair(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double both_of_pair(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double recursion_ref(double x, int n);
GRADC_DIFFERENTIATE(gradient) double recursion_vec(double x, int n);
GRADC_DIFFERENTIATE(gradient) double init_list(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ref_return(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double fn_ptr(double x, double y);
GRADC_DIFFERENTIATE(gradient) double fn_template_arg(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double alg_loops(double x, double y);
GRADC_DIFFERENTIATE(gradient) double alg_search(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double newton_fn(double x, double lim);
GRADC_DIFFERENTIATE(gradient) double simpson(double x, int n);
GRADC_DIFFERENTIATE(gradient) double rk4(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double out_params(double x, double y);
GRADC_DIFFERENTIATE(gradient) double return_struct(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double return_lambda(double x, double y);

}  // namespace control
