#include "model.h"

gradc::Matrix<float> logits(const Params& params, const gradc::Matrix<float>& images) {
  const auto hidden = gradc::relu(gradc::matmul(images, params.w1) + params.b1);
  return gradc::matmul(hidden, params.w2) + params.b2;
}

// gradc differentiates through the call: a function with a visible body needs no request.
float loss(const Params& params, const gradc::Matrix<float>& images, const gradc::Vector<int>& labels) {
  return gradc::mean(gradc::softmax_cross_entropy(logits(params, images), labels));
}
