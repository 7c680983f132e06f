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

}  // namespace control
