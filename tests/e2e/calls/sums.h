// Calls that stay calls, whose adjoints go into sums; and state that they restore.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace sums {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

struct Net {
  Matrix w;
  Vector b;
};

GRADC_DIFFERENTIATE(gradient, vjp, hvp, wrt(net, x)) double tree(const Net& net, const Vector& x, int depth);
GRADC_DIFFERENTIATE(gradient) double permanent(const Matrix& a);
GRADC_DIFFERENTIATE(gradient) double paths(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient) double left_changed(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double in_both_arms(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double of_one_result(const Vector& x, int n);

}  // namespace sums
