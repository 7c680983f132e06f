// What GradBench evaluates (github.com/gradbench), written plainly: loops over elements, helper functions, recursion.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <cstdint>
#include <vector>

namespace gradbench {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient)
double log_sum_exp(const Vector& x);

GRADC_DIFFERENTIATE(gradient, wrt(beta))
double least_squares(const Matrix& x, const Vector& y, const Vector& beta);

/// The sum of the squared distances of points from the nearest centres.
GRADC_DIFFERENTIATE(gradient, wrt(centres))
double k_means(const Matrix& points, const Matrix& centres);

/// The last number after so many steps of Runge and Kutta's method for y' = (x0, x1 y0, x2 y1, ...).
GRADC_DIFFERENTIATE(gradient, wrt(x))
double ode(const Vector& x, std::int64_t steps);

/// The logarithm of the likelihood of points under a mixture of normal distributions, and of Wishart's prior of it. Row k of `q`
/// has the logarithms of the diagonal of the k-th factor of a precision, row k of `l` what is below it, column by column.
GRADC_DIFFERENTIATE(gradient, wrt(alpha, means, q, l))
double mixture(const Vector& alpha, const Matrix& means, const Matrix& q, const Matrix& l, const Matrix& points, double gamma,
               int m);

/// The log likelihood of a text under layers of long short-term memory, of which each unit sees itself alone. `main` is
/// [2 layer, 4 gates * unit] (weights, then biases), `extra` [3, unit], `start` [2 layer, unit] (outputs, then cells).
GRADC_DIFFERENTIATE(gradient, wrt(main, extra))
double lstm(const Matrix& main, const Matrix& extra, const Matrix& start, const Matrix& text);

/// By minors, with the rows and columns that are left marked.
GRADC_DIFFERENTIATE(gradient)
double determinant(const Matrix& a);

/// The residual of a point that a camera with radial distortion sees.
using Camera = std::array<double, 11>;  // a rotation vector, the centre, the focal length, the principal point, two coefficients
GRADC_DIFFERENTIATE(jacobian, wrt(camera, point, weight))
std::array<double, 2> residual(const Camera& camera, const std::array<double, 3>& point, double weight,
                               const std::array<double, 2>& seen);

}  // namespace gradbench
