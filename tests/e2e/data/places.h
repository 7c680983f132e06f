// Where values lie: elements, structures, references, pointers, tuples.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double bind_ref(double x, double y);
GRADC_DIFFERENTIATE(gradient) double bind_struct(double x, double y);
GRADC_DIFFERENTIATE(gradient) double decl_many(double x, double y);
GRADC_DIFFERENTIATE(gradient) double compound_elem(double x, double y, int i);
GRADC_DIFFERENTIATE(gradient) double const_ref_elem(double x, double y);
GRADC_DIFFERENTIATE(gradient) double array_structs(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double pair_tuple(double x, double y);
GRADC_DIFFERENTIATE(gradient) double raw_ptr(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ptr_index(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double memcpy_whole(double x, double y);
GRADC_DIFFERENTIATE(gradient) double minmax(double x, double y, double z);
GRADC_DIFFERENTIATE(gradient) double tie(double x, double y);
GRADC_DIFFERENTIATE(gradient) double cond_ref(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double tensor_rows(const Matrix& a, const Vector& v, int k);
GRADC_DIFFERENTIATE(gradient) double tensor_inplace(const Matrix& a, int n);
GRADC_DIFFERENTIATE(gradient) double nested_struct(double x, double y, int i);
GRADC_DIFFERENTIATE(gradient) double array2d(double x, double y, int i, int j);
GRADC_DIFFERENTIATE(gradient) double optional_like(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double ptr_choice(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double ptr_array_choice(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double gauss(const Matrix& a, const Vector& b);
GRADC_DIFFERENTIATE(gradient) double moving(const Vector& v, int w);
GRADC_DIFFERENTIATE(gradient) double levenshtein(double x, int n, int m);
GRADC_DIFFERENTIATE(gradient) double ptr_params(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double ref_to_ref(double x, double y);
GRADC_DIFFERENTIATE(gradient) double array_param(double x, double y);
GRADC_DIFFERENTIATE(gradient) double return_array(double x, double y);
GRADC_DIFFERENTIATE(gradient) double const_auto_copy(double x, double y);
GRADC_DIFFERENTIATE(gradient) double loop_ref(double x, double y);
GRADC_DIFFERENTIATE(gradient) double long_chain(double x);
GRADC_DIFFERENTIATE(gradient) double optional_ptr(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double negative_zero(double x);
GRADC_DIFFERENTIATE(gradient) double swap_rows(const Matrix& a, int i, int j);
GRADC_DIFFERENTIATE(gradient) double view_param(const Matrix& a, double s);
GRADC_DIFFERENTIATE(gradient) double slice_write(const Matrix& a, double s);
GRADC_DIFFERENTIATE(gradient) double ping_pong(double x, int n);
GRADC_DIFFERENTIATE(gradient) double alias_writes(double x, double y);
GRADC_DIFFERENTIATE(gradient) double bind_map(double x, double y);

}  // namespace control
