// Logistic regression, whose derivatives of first and second order bench/requests.cpp measures.
#pragma once

#include <gradc/gradc.h>

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient, hvp, hessian, wrt(w))
double logistic(const Vector& w, const Matrix& x, const Vector& y);
