// A structure of parameters, and a loss that depends on it.
#pragma once

#include <gradc/gradc.h>

struct Line {
  gradc::Vector<double> weights;
  double bias = 0;
};

/// The mean squared error of the predictions inputs * weights + bias. Its gradient has the type of its
/// input: `grad.line` is a Line.
GRADC_DIFFERENTIATE(gradient, wrt(line))
double squared_error(const Line& line, const gradc::Matrix<double>& inputs, const gradc::Vector<double>& targets);
