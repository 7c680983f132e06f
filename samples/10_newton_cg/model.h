// Logistic regression with ten classes.
#pragma once
#include <gradc/gradc.h>

struct Params {
  gradc::Matrix<double> weights;  // pixels x classes
  gradc::Vector<double> bias;
};

/// The mean cross entropy of the labels under softmax(x weights + bias), and a penalty on large weights.
GRADC_DIFFERENTIATE(hvp, wrt(params))
double loss(const Params& params, const gradc::Matrix<double>& x, const gradc::Vector<int>& labels, double penalty);

gradc::Matrix<double> scores(const Params& params, const gradc::Matrix<double>& x);
