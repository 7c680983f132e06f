// What std::vector and std::array hold, and what is done with it.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double vec_ops(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double vec_assign(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double vec_bool(double x, int n);
GRADC_DIFFERENTIATE(gradient) double vec_of_struct(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double vec_insert(double x, double y);
GRADC_DIFFERENTIATE(gradient) double iterators(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double swaps(double x, double y);
GRADC_DIFFERENTIATE(gradient) double horner_ptr(const std::vector<double>& c, double x);
GRADC_DIFFERENTIATE(gradient) double vector_math(const std::vector<double>& a, const std::vector<double>& b);
GRADC_DIFFERENTIATE(gradient) double matrix_flat(const std::vector<double>& m, int n);
GRADC_DIFFERENTIATE(gradient) double prefix_max(const std::vector<double>& v);
GRADC_DIFFERENTIATE(gradient) double bubble(const std::vector<double>& v);
GRADC_DIFFERENTIATE(gradient) double struct_vec(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double queue_sim(double x, int n);
GRADC_DIFFERENTIATE(gradient) double return_vector(double x, int n);
GRADC_DIFFERENTIATE(gradient) double vec_by_value(double x, double y);
GRADC_DIFFERENTIATE(gradient) double vec_move(double x, double y);
GRADC_DIFFERENTIATE(gradient) double range_copy(double x, double y);
GRADC_DIFFERENTIATE(gradient) double range_nested(const Matrix& a);
GRADC_DIFFERENTIATE(gradient) double idx_array(double x, double y);
GRADC_DIFFERENTIATE(gradient) double table_lookup(double x, const std::array<double, 5>& t);
GRADC_DIFFERENTIATE(gradient) double array_of_vec(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double pair_vec(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double tuple_vec(double x, double y);
GRADC_DIFFERENTIATE(gradient) double array_assign(double x, double y);
GRADC_DIFFERENTIATE(gradient) double vla_like(double x, int n);
GRADC_DIFFERENTIATE(gradient) double trimmed_mean(const std::vector<double>& v, int cut);
GRADC_DIFFERENTIATE(gradient) double sorted_parts(const std::vector<double>& v, double x);

}  // namespace control
