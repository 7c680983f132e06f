// The derivatives of models/regression.h as one writes them by hand: each row is read once, a block at a time, and the Hessian is
// a product of half the work, for it is symmetric. Each returns the value.
#pragma once

#include <vector>

#include "models/regression.h"

namespace by_hand {

float regression_gradient(const gradc::Vector<float>& w, float b, const gradc::Matrix<float>& x, const gradc::Vector<float>& y,
                          gradc::Vector<float>& d_w, float& d_b);
double regression_gradient(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x,
                           const gradc::Vector<double>& y, gradc::Vector<double>& d_w, double& d_b);

struct Second {
  double hessian(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y);
  double product(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y,
                 const gradc::Vector<double>& v);

  gradc::Vector<double> gradient, hvp;
  gradc::Matrix<double> all;
  std::vector<double> scaled;
};

}  // namespace by_hand
