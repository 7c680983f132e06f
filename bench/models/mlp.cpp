#include "models/mlp.h"

float mlp_loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  const auto first = gradc::relu(gradc::matmul(x, params.w1) + params.b1);
  const auto second = gradc::relu(gradc::matmul(first, params.w2) + params.b2);
  const auto logits = gradc::matmul(second, params.w3) + params.b3;
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}
