#include "model.h"
float loss(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  auto h = gradc::relu(gradc::matmul(x, params.w1) + params.b1);
  auto logits = gradc::matmul(h, params.w2) + params.b2;
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}
