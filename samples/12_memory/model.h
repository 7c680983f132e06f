// A deep network of one kind of layer, whose gradient may keep all or less.
#pragma once

#include <gradc/gradc.h>

#include <vector>

struct Layer {
  gradc::Matrix<float> into, out;  // width x width
};

GRADC_DIFFERENTIATE(gradient, wrt(layers))
GRADC_DIFFERENTIATE(gradient, wrt(layers), checkpoint(memory), as(frugal))
float loss(const gradc::Matrix<float>& x, const std::vector<Layer>& layers, const gradc::Matrix<float>& wanted);
