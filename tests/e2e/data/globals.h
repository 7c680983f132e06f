// Numbers that headers declare, and whose values derivatives read when they run.
#pragma once

#include <gradc/gradc.h>

namespace globals {

extern double gravity;
extern const double kRatio;
extern const int kOrder;
extern bool is_damped;
inline float tuned = 1.5f;
struct Settings {
  static double scale;
};

GRADC_DIFFERENTIATE(gradient, jvp) double fall(double x);
GRADC_DIFFERENTIATE(gradient) double in_a_loop(double x);
GRADC_DIFFERENTIATE(gradient) double in_a_branch(double x);
GRADC_DIFFERENTIATE(gradient) double as_a_default_argument(double x);
GRADC_DIFFERENTIATE(gradient) double by_reference(double x);
GRADC_DIFFERENTIATE(gradient) double recursive(double x, int n);

}  // namespace globals
