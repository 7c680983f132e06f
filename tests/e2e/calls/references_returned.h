// Helpers that return references, pointers, iterators, views and structures of them, called from so many places that they are
// not inlined.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace returned {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, y)) double elements(const std::vector<double>& x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double one_of_two(double x, double y);
GRADC_DIFFERENTIATE(gradient, wrt(x, y)) double found_by_loops(const Vector& x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double members(double x, double y);
GRADC_DIFFERENTIATE(gradient, wrt(x, y)) double parts_of_parts(const Vector& x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double lambdas(const Vector& x, double y);
GRADC_DIFFERENTIATE(gradient) double pointers(const std::vector<double>& x, double y);
GRADC_DIFFERENTIATE(gradient) double tensors(const Matrix& x, double y);
GRADC_DIFFERENTIATE(gradient) double views_and_ties(const Vector& x, double y);
GRADC_DIFFERENTIATE(gradient) double constants(double x, double y);
GRADC_DIFFERENTIATE(gradient, wrt(x, y)) double in_recursion(const std::vector<double>& x, double y, int n);
GRADC_DIFFERENTIATE(gradient, hvp) double bound(const std::vector<double>& x, double y);
GRADC_DIFFERENTIATE(gradient, wrt(x, y)) double given_back_unwritten(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient, hvp, wrt(x, y)) double found_in_trips(const std::vector<double>& x, double y, int n);
GRADC_DIFFERENTIATE(vjp, jacobian) Vector several(const Vector& x);

}  // namespace returned
