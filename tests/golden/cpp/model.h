#pragma once
#include <gradc/gradc.h>

struct Params { gradc::Matrix<float> w1, w2; gradc::Vector<float> b1, b2; };

GRADC_DIFFERENTIATE(gradient, wrt(params))
float loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels);
