// Loops over elements, in order and relaxed: with branches, what is written, what is kept between the passes, what isn't there.
#pragma once

#include <gradc/gradc.h>

namespace elements {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(huber_relaxed))
double huber(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient, hvp, vjp)
GRADC_DIFFERENTIATE(gradient, hvp, relaxed, as(logs_relaxed))
double logs(const Vector& x);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(one_armed_relaxed))
double one_armed(const Vector& x, double limit);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(in_branches_relaxed))
double in_branches(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient, jvp)
GRADC_DIFFERENTIATE(gradient, relaxed, as(set_in_arms_relaxed))
double set_in_arms(const Vector& x);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(with_neighbours_relaxed))
double with_neighbours(const Vector& x);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(functions_relaxed))
double functions(const Vector& x, double scale);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(with_a_recurrence_relaxed))
double with_a_recurrence(const Vector& x);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(scaled_in_place_relaxed))
double scaled_in_place(const Vector& x, double scale);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(compared_relaxed))
double compared(const Vector& x);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(when_asked_relaxed))
double when_asked(const Vector& x, bool squares);
GRADC_DIFFERENTIATE(gradient)
double short_of(const Vector& x, const Vector& y);

}  // namespace elements
