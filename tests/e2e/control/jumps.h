// goto.
#pragma once

#include <gradc/gradc.h>

namespace control {

GRADC_DIFFERENTIATE(gradient) double past_statements(double x, double y);
GRADC_DIFFERENTIATE(gradient) double to_two_labels(double x, int k);
GRADC_DIFFERENTIATE(gradient) double out_of_loops(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double within_a_loop(double x, int n);
GRADC_DIFFERENTIATE(gradient) double out_of_a_switch(double x, int k);
GRADC_DIFFERENTIATE(gradient) double named_in_a_switch(double x, int k);
GRADC_DIFFERENTIATE(gradient) double and_returns(double x, double y);
GRADC_DIFFERENTIATE(gradient) double back(double x, int n);
GRADC_DIFFERENTIATE(gradient) double back_and_out(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double series(double x);
GRADC_DIFFERENTIATE(gradient) double in_a_callee(double x, double y);
GRADC_DIFFERENTIATE(gradient) double into_a_block(double x, double y);
GRADC_DIFFERENTIATE(gradient) double out_of_a_loop_into_a_block(double x, double y);
GRADC_DIFFERENTIATE(gradient) double out_of_loops_into_blocks(double x, int n);
GRADC_DIFFERENTIATE(gradient) double into_an_arm(double x, double y);
GRADC_DIFFERENTIATE(gradient) double to_a_throw(double x, double y);
GRADC_DIFFERENTIATE(gradient) double to_the_end_of_a_function(double x);
GRADC_DIFFERENTIATE(gradient) double back_to_what_returns(double x, double y);
GRADC_DIFFERENTIATE(gradient) double back_in_a_loop(double x);
GRADC_DIFFERENTIATE(gradient) double names_after_a_jump_back(double x);
GRADC_DIFFERENTIATE(gradient) double into_what_repeats(double x, int k);
GRADC_DIFFERENTIATE(gradient) double crossing(double x, int k);
GRADC_DIFFERENTIATE(gradient) double recurrence(double x, double n);
GRADC_DIFFERENTIATE(gradient) double back_in_what_repeats(double x, int n);
GRADC_DIFFERENTIATE(gradient) double back_to_three(double x, int n);
GRADC_DIFFERENTIATE(gradient) double declared_after_a_return(double x, int n);
GRADC_DIFFERENTIATE(gradient) double declared_without_a_value(double x, int n);
GRADC_DIFFERENTIATE(gradient) double declared_in_what_repeats(double x, int n);
GRADC_DIFFERENTIATE(gradient) double objects_after_a_return(double x, int n);
GRADC_DIFFERENTIATE(gradient) double declared_past_a_jump(double x, int n);
GRADC_DIFFERENTIATE(gradient) double bound_before(double x, int n);
GRADC_DIFFERENTIATE(gradient) double next_trip(double x, int n);
GRADC_DIFFERENTIATE(gradient) double reported(double x, int k);

}  // namespace control
