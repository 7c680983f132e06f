// The classifier of lesson 4, whose gradient is for the CPU and for a device.
#pragma once

#include <gradc/gradc.h>

struct Params {
  gradc::Matrix<float> w1;
  gradc::Vector<float> b1;
  gradc::Matrix<float> w2;
  gradc::Vector<float> b2;
};

/// The mean cross entropy of the scores and the correct digits.
GRADC_DIFFERENTIATE(gradient, wrt(params), target(cpu, cuda))
float loss(const Params& params, const gradc::Matrix<float>& images, const gradc::Vector<int>& labels);
