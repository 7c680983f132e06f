// QR, singular values, functions of matrices, and systems whose batches broadcast.
#pragma once

#include <gradc/gradc.h>

namespace decompositions {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Batch = gradc::Tensor<double, 3>;

double factors(const Matrix& a, const Matrix& b);
double vectors(const Matrix& a, const Batch& b);
double invariant(const Matrix& a);
double broadened(const Matrix& a);
double of_function(const Matrix& a, const Matrix& b);
double pseudo(const Matrix& a, const Matrix& b, const Vector& v);
double squares(const Matrix& a, const Matrix& b, const Vector& v);
double norms(const Matrix& a, const Batch& b);
double functions(const Matrix& a, const Batch& b);
double shared(const Matrix& a, const Batch& b, const Batch& c, const Vector& v);
double from_the_right(const Matrix& a, const Matrix& b);
double root_of(const Matrix& a);
float of_floats(const gradc::Matrix<float>& a);

}  // namespace decompositions
