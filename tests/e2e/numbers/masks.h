// Selection in front of singular points: with safe_where no NaN of a branch that is left out gets into a
// gradient.
#pragma once

#include <gradc/gradc.h>

namespace masks {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Mask = gradc::Vector<bool>;

// A sum with a weight for each op, of which each is singular somewhere: at 0, beyond 1, or by the divisor.
template <class X>
X every(const X& x, const X& w) {
  const auto inside = gradc::abs(x) < 1;
  X y = 0.9 * gradc::where(x > 0, gradc::sqrt(x) + gradc::rsqrt(x), 0.0) +
        1.1 * gradc::where(x > 0, gradc::log(x), x);
  y = y + 1.2 * gradc::where(gradc::not_equal(x, 0), w / x, 0.0) +
      1.3 * gradc::where(x > 0, gradc::pow(x, w), 0.0);
  y = y + 1.4 * gradc::where(inside, gradc::asin(x) + gradc::acos(0.5 * x) + gradc::atanh(x), 0.0);
  y = y + 1.5 * gradc::where(x > 1, gradc::acosh(x), 0.0) + 0.7 * gradc::where(x > -1, gradc::log1p(x), 0.0);
  y = y + 0.6 * gradc::where(x > 0, gradc::log2(x) + gradc::log10(x), 0.0) +
      0.4 * gradc::where(gradc::not_equal(x, 0), gradc::integer_pow(x, -2), x);
  return y;
}

GRADC_DIFFERENTIATE(gradient, hvp, safe_where) double guarded(const Vector& x, const Vector& w);
GRADC_DIFFERENTIATE(gradient) double unguarded(const Vector& x);
// Rows of which some are padding.
GRADC_DIFFERENTIATE(vjp, wrt(x), safe_where) Vector of_rows(const Matrix& x, const Mask& valid);
// Behind a function that is called, in a loop, and behind another selection.
GRADC_DIFFERENTIATE(gradient, wrt(x), safe_where) double through_calls(const Vector& x, const Mask& m);
// The same without it, of numbers where it does nothing.
GRADC_DIFFERENTIATE(gradient, wrt(x), as(plain_calls)) double through_calls(const Vector& x, const Mask& m);

}  // namespace masks
