// Special functions as users call them, on tensors and on scalars.
#pragma once

#include <gradc/gradc.h>

namespace special_functions {

using Vector = gradc::Vector<double>;

// A sum with a weight for each function, so that none hides another; p is between 0 and 1.
template <class X>
X all(const X& x, const X& p) {
  const X positive = 0.3 + gradc::square(x);
  X y = 0.9 * gradc::erfcx(x) + 1.1 * gradc::erfinv(0.9 * p) + 1.2 * gradc::log_ndtr(2.0 * x) + 1.3 * gradc::ndtri(p);
  y += 1.4 * gradc::lgamma(positive) + 1.5 * gradc::digamma(positive) + 1.6 * gradc::polygamma(1, positive);
  y += 1.7 * gradc::polygamma(2, positive) + 1.8 * gradc::zeta(2.5, positive) + 1.9 * gradc::i0e(x) + 0.8 * gradc::i1e(x);
  y += 0.7 * gradc::sinc(x) + 0.6 * gradc::sinc(x, 1) + 0.5 * gradc::betaln(positive, p) + 0.4 * gradc::gammainc(1.5, positive);
  return y;
}

GRADC_DIFFERENTIATE(gradient, jvp) double of_tensors(const Vector& x, const Vector& p);
GRADC_DIFFERENTIATE(gradient) double of_scalars(double x, double p);
GRADC_DIFFERENTIATE(gradient) float of_floats(const gradc::Vector<float>& x);
// The gradient is made of the derivatives of special functions, so that this is their derivative.
GRADC_DIFFERENTIATE(gradient) double of_slopes(const Vector& x);

}  // namespace special_functions
