// Loops of which GRADC_LOOP says something, for each alone.
#pragma once

#include <gradc/gradc.h>

namespace marked {

using Vector = gradc::Vector<double>;

struct Sums {
  double in_order, in_any_order;
};
GRADC_DIFFERENTIATE(vjp) Sums sums(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double inside(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double inside_in_order(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double scattered(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, hvp, wrt(x)) double steps(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double multiplied(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double worked(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double rows(const gradc::Matrix<double>& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x)) double listed(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double flagged(const Vector& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, jvp) double extremes(const Vector& x);

}  // namespace marked
