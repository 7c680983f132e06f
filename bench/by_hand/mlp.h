// The gradient of mlp_loss as one writes it by hand: buffers kept from call to call, no temporaries.
#pragma once

#include <vector>

#include "models/mlp.h"

namespace by_hand {

/// Whose matrix products: those of gradc's library, Eigen's for the machine that this is compiled for, or those of a library that
/// was found.
enum class Products { kOwn, kEigen, kOpenBlas, kOneDnn };

struct Mlp {
  explicit Mlp(Products whose) : products(whose) {}

  /// Returns the loss and writes its gradient to `grad`, whose tensors are resized.
  float gradient(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels, Params& grad);

  Products products;
  std::vector<float> first, second, scores, d_first, d_second;
};

}  // namespace by_hand
