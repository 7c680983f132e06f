#include "model.h"

float loss(const Params& params, const gradc::Matrix<float>& images, const gradc::Vector<int>& labels) {
  const auto hidden = gradc::relu(gradc::matmul(images, params.w1) + params.b1);
  return gradc::mean(gradc::softmax_cross_entropy(gradc::matmul(hidden, params.w2) + params.b2, labels));
}
