// Helpers that are called from so many places that they are not inlined: each form of arguments and results.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <utility>
#include <vector>

namespace kept {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, hvp, hessian) double deep(double x, double y);
GRADC_DIFFERENTIATE(gradient, jvp) double written(double x, double y);
GRADC_DIFFERENTIATE(gradient, hvp, vjp) double tensors(const Matrix& x, const Matrix& w, const Vector& b);
GRADC_DIFFERENTIATE(gradient) double elements(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double structures(double x, double y);
GRADC_DIFFERENTIATE(gradient) double captured(double x, double y);
GRADC_DIFFERENTIATE(gradient) double closures_given_back(double x, double y);
GRADC_DIFFERENTIATE(gradient) double known_integers(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient) double without_arguments(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double overlapping(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double one_part_twice(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double appended(const std::vector<double>& x, double y);
GRADC_DIFFERENTIATE(gradient, hvp, vjp, hessian, wrt(x, y)) double in_loops_and_arms(const Vector& x, double y, int n);
GRADC_DIFFERENTIATE(gradient, hvp, vjp, hessian, wrt(x, y)) double lists_in_loops(const Vector& x, double y, int n);
GRADC_DIFFERENTIATE(gradient, checkpoint(memory)) double in_little_memory(double x, double y);
GRADC_DIFFERENTIATE(gradient, safe_where) double selected(const Vector& x);

}  // namespace kept
