// Modes, options and integers that ops take, as users write them.
#pragma once

#include <gradc/gradc.h>

#include "catalogue.h"

namespace forms {

using catalogue::Images;
using catalogue::Matrix;
using catalogue::Vector;
using catalogue::weigh;
using Ids = gradc::Vector<int>;
using Grid = gradc::Matrix<std::int64_t>;

GRADC_DIFFERENTIATE(gradient) double integers(const Vector& x, const Ids& ids, int n);
GRADC_DIFFERENTIATE(gradient, jvp) double along(const Matrix& x, const Matrix& u, const Grid& at);
GRADC_DIFFERENTIATE(gradient, jvp) double multi_indices(const Matrix& x, const Vector& u, const Grid& at);
GRADC_DIFFERENTIATE(gradient)
double in_batches(const gradc::Tensor<double, 3>& x, const gradc::Tensor<int, 3>& at);
GRADC_DIFFERENTIATE(gradient, jvp) double updated(const Matrix& x, const Matrix& u, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double losses(const Matrix& z, const Matrix& labels);
GRADC_DIFFERENTIATE(gradient) double loss_of_classes(const Matrix& z, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, jvp) double channels_last(const Images& x);
GRADC_DIFFERENTIATE(gradient) double names(const Matrix& x, const Matrix& u);
GRADC_DIFFERENTIATE(gradient, jvp) double complete(const Matrix& a);
GRADC_DIFFERENTIATE(jvp, wrt(b)) double complete_bases(const Matrix& a, double b);

}  // namespace forms
