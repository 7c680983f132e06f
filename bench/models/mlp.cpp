#include "models/mlp.h"

float mlp_loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  const auto hidden = gradc::relu(gradc::matmul(x, params.w1) + params.b1);
  const auto logits = gradc::matmul(hidden, params.w2) + params.b2;
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}
