// A classifier of handwritten digits: two layers, and a loss to minimise.
#pragma once

#include <gradc/gradc.h>

struct Params {
  gradc::Matrix<float> w1;
  gradc::Vector<float> b1;
  gradc::Matrix<float> w2;
  gradc::Vector<float> b2;
};

/// A score for each digit, for each image (a row of pixels).
gradc::Matrix<float> logits(const Params& params, const gradc::Matrix<float>& images);

/// How badly the scores fit the digits that the images show: the mean cross entropy.
GRADC_DIFFERENTIATE(gradient, wrt(params))
float loss(const Params& params, const gradc::Matrix<float>& images, const gradc::Vector<int>& labels);
