// Cells of recurrent networks over sequences, bags of words, repetitions by counts, triplets, spectral norms.
#pragma once

#include <gradc/gradc.h>

namespace cells {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using Ids = gradc::Matrix<std::int64_t>;

GRADC_DIFFERENTIATE(gradient) double lstm(const gradc::Tensor<double, 3>& steps, const Matrix& w, const Matrix& u, const Vector& b);
GRADC_DIFFERENTIATE(gradient) double gru(const gradc::Tensor<double, 3>& steps, const Matrix& w, const Matrix& u, const Vector& b, const Vector& d);
GRADC_DIFFERENTIATE(gradient) double bags(const Matrix& table, const Ids& ids);
GRADC_DIFFERENTIATE(gradient) double repeated(const Matrix& x, const gradc::Vector<int>& counts, std::int64_t n);
GRADC_DIFFERENTIATE(gradient) double triplets(const Matrix& x, const Matrix& y, const Matrix& z);
GRADC_DIFFERENTIATE(gradient) double spectral(const Matrix& x, const Matrix& c);

}  // namespace cells
