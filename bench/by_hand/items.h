// The derivatives of models/items.h as one writes them by hand, for the machine that they run on.
#pragma once

#include "models/items.h"

namespace by_hand {

struct Greeks {
  gradc::Vector<double> value, spot, strike, time;
  double rate = 0, volatility = 0;
};
void call_option(const gradc::Vector<double>& spot, const gradc::Vector<double>& strike, const gradc::Vector<double>& time, double rate,
                 double volatility, Greeks& out);

struct Blocks {
  gradc::Matrix<double> value;
  gradc::Tensor<double, 3> camera, point;
};
void reprojection(const gradc::Matrix<double>& cameras, const gradc::Matrix<double>& points, const gradc::Matrix<double>& seen, Blocks& out);

}  // namespace by_hand
