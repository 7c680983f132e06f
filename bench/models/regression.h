// Logistic regression: its gradient in two precisions, and its derivatives of second order.
#pragma once

#include <gradc/gradc.h>

namespace regression {

/// The mean loss of labels that are 0 or 1.
GRADC_DIFFERENTIATE(gradient, wrt(w, b))
float loss_float(const gradc::Vector<float>& w, float b, const gradc::Matrix<float>& x, const gradc::Vector<float>& y);
GRADC_DIFFERENTIATE(gradient, hvp, hessian, wrt(w))
GRADC_DIFFERENTIATE(gradient, wrt(w, b), as(with_bias))
double loss(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y);

}  // namespace regression
