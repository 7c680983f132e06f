// A classifier of handwritten digits: two layers, and a loss.
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

/// The mean cross entropy of the scores and the correct digits.
GRADC_DIFFERENTIATE(gradient, wrt(params))
float loss(const Params& params, const gradc::Matrix<float>& images, const gradc::Vector<int>& labels);
