// Scalar functions: <cmath>, casts, integers, reassignment.
#pragma once
#include <gradc/gradc.h>

#include <cstdint>

namespace scalars {

GRADC_DIFFERENTIATE(gradient, jvp, vjp)
double cmath(double x, double y);

GRADC_DIFFERENTIATE(gradient)
double more_cmath(double x, double y);

GRADC_DIFFERENTIATE(gradient)
double reassigned(double x, double y);

GRADC_DIFFERENTIATE(gradient, jvp)
double parts(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient)
double fraction(double x);
GRADC_DIFFERENTIATE(gradient)
double exponent(double x);
GRADC_DIFFERENTIATE(gradient)
double behind_point(double x);
GRADC_DIFFERENTIATE(gradient)
float scaled(float x, int n);
GRADC_DIFFERENTIATE(jvp)
void divided(double x, double y, double& rest, int& quotient);
GRADC_DIFFERENTIATE(gradient)
float divided_in_float(float x, float y);

GRADC_DIFFERENTIATE(gradient)
double integers(double x, int n, std::int64_t m);

GRADC_DIFFERENTIATE(gradient)
float narrowing(float x, double y);

GRADC_DIFFERENTIATE(gradient, wrt(x), stop(y))
double stopped(double x, double y);

GRADC_DIFFERENTIATE(gradient, wrt(x, y), unconnected(zero))
double zero_for_y(double x, double y);

GRADC_DIFFERENTIATE(gradient, wrt(x, y), unconnected(none))
double none_for_y(double x, double y);

GRADC_DIFFERENTIATE(gradient, wrt(a, x))
double through_label(double x);

GRADC_DIFFERENTIATE(gradient, as(first), wrt(x))
GRADC_DIFFERENTIATE(gradient, as(second), wrt(y))
double two_requests(double x, double y);

GRADC_DIFFERENTIATE(gradient, aggregation(tree)) double tree(double x);
GRADC_DIFFERENTIATE(gradient, aggregation(add_n)) double add_n(double x);
GRADC_DIFFERENTIATE(gradient, aggregation(accumulate_n)) double accumulate_n(double x);

GRADC_DIFFERENTIATE(gradient) double of_captured(double x);
GRADC_DIFFERENTIATE(gradient) double by_captured(double x);

}  // namespace scalars
