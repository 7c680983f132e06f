// Arrays of pointers, and of structures with pointers in them.
#pragma once

#include <gradc/gradc.h>

namespace pointer_arrays {

GRADC_DIFFERENTIATE(gradient) double pointer_of_either_structure(int c, double x, double y);
GRADC_DIFFERENTIATE(gradient) double through_either_structure(int c, double x, double y);
GRADC_DIFFERENTIATE(gradient) double either_pointer(int c, double x, double y);
GRADC_DIFFERENTIATE(gradient) double table_of_tables(double x, int n);
GRADC_DIFFERENTIATE(gradient) double set_by_each_trip(double x, double y);
GRADC_DIFFERENTIATE(gradient) double set_again_after_a_loop(double x, double y);
GRADC_DIFFERENTIATE(gradient) double tables_in_turn(double x);
GRADC_DIFFERENTIATE(gradient) double member_set_by_each_trip(double x, double y);
GRADC_DIFFERENTIATE(gradient) double rows_of_a_matrix(double x, double y);
GRADC_DIFFERENTIATE(gradient) double rows_of_their_own(double x, double y);
GRADC_DIFFERENTIATE(gradient) double passed_on(double x, double y);
GRADC_DIFFERENTIATE(gradient) double without_jacobians(double x, double y);
GRADC_DIFFERENTIATE(gradient) double with_jacobians(double x, double y);
GRADC_DIFFERENTIATE(gradient) double swapped_rows(double x, double y);
GRADC_DIFFERENTIATE(gradient) double rows_of_a_member(double x, double y);
GRADC_DIFFERENTIATE(gradient) double set_in_a_loop(double x, double y);
GRADC_DIFFERENTIATE(gradient) double array_of_pointers(double x, double y);
GRADC_DIFFERENTIATE(gradient) double one_of_two(double x, int k);
GRADC_DIFFERENTIATE(gradient) double set_somewhere(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double turning_rows(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double set_and_written(double x, double y);
GRADC_DIFFERENTIATE(gradient) double set_in_arms(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double set_here_and_there(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double rows_of_a_vector(double x, int n);
GRADC_DIFFERENTIATE(gradient) double layers(double x, double y);
GRADC_DIFFERENTIATE(gradient) double layers_set(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double layers_of_a_member(double x, double y);
GRADC_DIFFERENTIATE(gradient) double either_array(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient) double two_axes(double x, double y);
GRADC_DIFFERENTIATE(gradient) double pointers_to_vectors(double x, double y);

}  // namespace pointer_arrays
