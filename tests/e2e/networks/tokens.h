// What models of sequences are made of: heads that share keys, rotations by position, losses of classes.
#pragma once

#include <gradc/gradc.h>

namespace tokens {

using Matrix = gradc::Matrix<double>;
using Ids = gradc::Vector<std::int64_t>;

// Four heads of queries and two of keys, of 6 numbers each.
GRADC_DIFFERENTIATE(gradient) double of_heads(const Matrix& q, const Matrix& k, const Matrix& angles);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double of_classes(const Matrix& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x, u)) double of_places(const Matrix& x, const gradc::Vector<double>& u, const gradc::Matrix<std::int64_t>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) float in_float(const gradc::Matrix<float>& x, const Ids& ids);

}  // namespace tokens
