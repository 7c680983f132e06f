// A classifier with two hidden layers, and its gradient twice: generated (mlp.grad.h) and written by hand.
#pragma once

#include <gradc/gradc.h>

struct Params {
  gradc::Matrix<float> w1;
  gradc::Vector<float> b1;
  gradc::Matrix<float> w2;
  gradc::Vector<float> b2;
  gradc::Matrix<float> w3;
  gradc::Vector<float> b3;
};

GRADC_DIFFERENTIATE(gradient, wrt(params))
float mlp_loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels);
