// Tensor functions: every op that the front end knows, in the C++ forms that users write.
#pragma once
#include <gradc/gradc.h>

namespace tensors {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, jvp, vjp)
double elementwise(const Matrix& x, const Matrix& y, const Vector& row, double s);

GRADC_DIFFERENTIATE(gradient)
double reductions(const gradc::Tensor<double, 3>& x);

GRADC_DIFFERENTIATE(gradient)
double products(const Matrix& a, const Matrix& b, const Vector& v);

GRADC_DIFFERENTIATE(gradient)
double batches(const gradc::Tensor<double, 3>& a, const gradc::Tensor<double, 3>& b, const Matrix& c);

GRADC_DIFFERENTIATE(gradient)
double shapes(const Matrix& x, const Matrix& y);

GRADC_DIFFERENTIATE(gradient, vjp, wrt(logits, table, dense))
double losses(const Matrix& logits, const gradc::Vector<int>& labels, const Matrix& dense, const Matrix& table);

GRADC_DIFFERENTIATE(vjp, jvp)
Matrix layer(const Matrix& x, const Matrix& w, const Vector& b);

GRADC_DIFFERENTIATE(gradient)
double views(gradc::View<const double, 2> x, const gradc::StaticTensor<double, 2, 3>& w);

GRADC_DIFFERENTIATE(gradient)
float single(const gradc::Matrix<float>& x);

GRADC_DIFFERENTIATE(gradient)
double extents(const Matrix& x);

}  // namespace tensors
