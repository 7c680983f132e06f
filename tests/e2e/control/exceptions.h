// Paths that end with an exception.
#pragma once

#include <gradc/gradc.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace exceptions {

using Vector = gradc::Vector<double>;

class OutOfModel : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp) double plain(double x);
GRADC_DIFFERENTIATE(gradient) double with_numbers(double x, int n);
GRADC_DIFFERENTIATE(gradient) double by_macro(double x, double y);
GRADC_DIFFERENTIATE(gradient) double of_own_class(double x);
GRADC_DIFFERENTIATE(gradient, hvp) double in_else(double x);
GRADC_DIFFERENTIATE(gradient) double conditional(double x);
GRADC_DIFFERENTIATE(gradient) double chosen(double x, int k);
GRADC_DIFFERENTIATE(gradient) double at_the_end(double x);
GRADC_DIFFERENTIATE(gradient, wrt(v, x)) double in_loop(const Vector& v, double x);
GRADC_DIFFERENTIATE(gradient, wrt(u, x)) double of_elements(const Vector& u, double x, int n);
GRADC_DIFFERENTIATE(gradient) double in_while(double x);
GRADC_DIFFERENTIATE(gradient) double by_helpers(double x);
GRADC_DIFFERENTIATE(gradient) double passed_on(double x);
GRADC_DIFFERENTIATE(gradient) double recursive(double x, int n);
GRADC_DIFFERENTIATE(gradient) double of_what_throws(double x, int n);
GRADC_DIFFERENTIATE(gradient) double after_return(double x, int n);
GRADC_DIFFERENTIATE(gradient, wrt(v)) double before_index(const Vector& v, int i);
GRADC_DIFFERENTIATE(gradient, each(x)) double of_each(double x);

}  // namespace exceptions
