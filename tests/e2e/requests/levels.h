// Hessians and Jacobians of what lies in a std::vector: a block for each place.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

#include <array>
#include <complex>
#include <utility>
#include <vector>

namespace requests_levels {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

struct Layer {
  Matrix w;
  Vector b;
  double scale = 1;
};
GRADC_DIFFERENTIATE(gradient, hessian) double loss(const std::vector<Layer>& layers, const Vector& x);
GRADC_DIFFERENTIATE(jacobian) std::vector<Vector> states(const std::vector<Matrix>& w, const Vector& x);
GRADC_DIFFERENTIATE(gradient, hessian) double products(const std::vector<std::vector<double>>& x, float k);
// No block with z but its own takes part; b is in no result.
GRADC_DIFFERENTIATE(hessian, jacobian, unconnected(zero))
double apart(const std::vector<Vector>& a, const std::vector<Vector>& z, const std::vector<double>& b);
GRADC_DIFFERENTIATE(jacobian)
std::pair<std::vector<Matrix>, double> outer(const std::vector<std::pair<Vector, Vector>>& pairs);
GRADC_DIFFERENTIATE(jacobian) std::vector<std::complex<double>> turning(const std::vector<double>& radii, double speed);
// Of which the extents must be equal.
GRADC_DIFFERENTIATE(hessian, jacobian) double crossed(const std::vector<Vector>& x);
GRADC_DIFFERENTIATE(jacobian, wrt(hidden)) double labelled(const std::vector<Vector>& x);

}  // namespace requests_levels
