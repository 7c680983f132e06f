// Products of tensors.
#pragma once

#include <gradc/gradc.h>

namespace products {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Batch = gradc::Tensor<double, 3>;

double einsums(const Matrix& a, const Matrix& b, const Batch& c);
double chain(const Matrix& a, const Matrix& b, const Matrix& c, const Vector& v);
double batches(const Batch& a, const Matrix& b, const Vector& v);
double others(const Matrix& a, const Matrix& b, const Batch& c, const Vector& v);
float of_floats(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w, const gradc::Vector<float>& b);

}  // namespace products
