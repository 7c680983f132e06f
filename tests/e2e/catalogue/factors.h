// Systems of equations, factorisations and determinants.
#pragma once

#include <gradc/gradc.h>

namespace factors {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using Batch = gradc::Tensor<double, 3>;

double factored(const Matrix& a, const Matrix& b);
double triangles(const Matrix& a, const Vector& v, const Matrix& b);
double solved(const Batch& a, const Batch& b, const Matrix& v);
double determinants(const Matrix& a, const Batch& batch);
double of_a_structure(const Matrix& a);
double spectral(const Matrix& a, const Batch& batch);
float of_floats(const gradc::Matrix<float>& a, const gradc::Vector<float>& v);
// The log marginal likelihood of a Gaussian process with a squared exponential kernel.
double likelihood(const Vector& x, const Vector& y, double scale, double length, double noise);

}  // namespace factors
