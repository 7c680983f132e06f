// Recursions whose adjoints run in the calls themselves, where what they take is known before; and some where it is not.
#pragma once

#include <gradc/gradc.h>

namespace joint {

using Vector = gradc::Vector<double>;

// Known before: in branches, loops, both arms, between functions, with state that is restored.
GRADC_DIFFERENTIATE(gradient, hvp) double tree(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double paths(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double horner(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double alternating(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double skipping(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double differences(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double stopped(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double orders(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double shared(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double of_another(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double choices(const Vector& x);
// State that calls write where it is, and restore; on one path or the other; two of them; more of it than lies in one piece.
GRADC_DIFFERENTIATE(gradient) double walks(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double not_restored(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double two_states(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double in_chunks(const Vector& x);
// Known after the outermost call: its value is computed first, and again with the adjoint.
GRADC_DIFFERENTIATE(gradient, hvp) double logarithm(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double squares(const Vector& x);
// Not known before: products of calls, loops that carry what is no sum.
GRADC_DIFFERENTIATE(gradient) double halves(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double product(const Vector& x);

}  // namespace joint
