// Loops whose trips are counted before them, in all the forms in which people write them.
#pragma once

#include <gradc/gradc.h>

namespace control {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, hvp) double pairs(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double up_to_the_last(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double until_equal(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double down_by_itself(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double every_other(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double sizes(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double sizes_down(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double triangle(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double counted_down(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double half(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double at_least_once(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double at_most(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double while_not_zero(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double unsigned_pairs(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double mirrored(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double squares(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double from_both_ends(const Vector& x);

}  // namespace control
