// The gradient of mlp_loss as one writes it with Eigen: buffers kept from call to call, no temporaries.
#pragma once

#include <memory>

#include "models/mlp.h"

class MlpByHand {
 public:
  MlpByHand();
  ~MlpByHand();

  /// Returns the loss and writes its gradient to `grad`, whose tensors are resized.
  float gradient(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels, Params& grad);

 private:
  struct Buffers;  // Eigen's types stay out of the header, which is compiled for every machine
  std::unique_ptr<Buffers> buffers_;
};
