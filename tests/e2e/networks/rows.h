// Functions of rows: normalisations, softmax, losses, with what else may stand between and around them.
#pragma once

#include <gradc/gradc.h>

namespace rows {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using Cube = gradc::Tensor<double, 3>;

GRADC_DIFFERENTIATE(vjp) Matrix normalised(const Matrix& x, const Vector& scale, const Vector& offset);
GRADC_DIFFERENTIATE(vjp) gradc::Matrix<float> normalised_in_float(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale);
GRADC_DIFFERENTIATE(gradient, hvp) double of_classes(const Matrix& x, const Vector& bias, const Matrix& targets);
// Sequences of rows: a mask for all of them, and one for each place.
GRADC_DIFFERENTIATE(vjp) Cube attended(const Cube& x, const Vector& mask, const Matrix& at_place);
// Rows and columns are both subtracted.
GRADC_DIFFERENTIATE(vjp) Matrix centred_twice(const Matrix& x);
// Of a square matrix and its transpose.
GRADC_DIFFERENTIATE(vjp) Matrix symmetric(const Matrix& x);
// Halves of the columns, and neighbouring rows.
GRADC_DIFFERENTIATE(vjp) Matrix gated(const Matrix& x, std::int64_t half);
GRADC_DIFFERENTIATE(gradient) double differences(const Matrix& x);
// A block of a network some times, on what it made before.
GRADC_DIFFERENTIATE(vjp) Matrix layers(const Matrix& x, const Vector& scale, int times);
// A number of all rows between what is done with each.
GRADC_DIFFERENTIATE(gradient) double scaled_by_all(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double greatest(const Matrix& x);

}  // namespace rows
