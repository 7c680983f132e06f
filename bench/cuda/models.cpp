#include "models.h"

namespace models {

gradc::Vector<float> chain(const gradc::Vector<float>& x) {
  const auto a = gradc::tanh(x * 0.5f);
  return a * gradc::exp(-x * x) + gradc::log(1.0f + x * x);
}

namespace {

gradc::Matrix<float> apply(const Layer& layer, const gradc::Matrix<float>& x) { return gradc::matmul(x, layer.weights) + layer.bias; }

}  // namespace

float loss(const Mlp& model, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  const auto hidden = gradc::relu(apply(model.second, gradc::relu(apply(model.first, x))));
  return gradc::mean(gradc::softmax_cross_entropy(apply(model.third, hidden), labels));
}

gradc::Matrix<float> softmax_rows(const gradc::Matrix<float>& x) { return gradc::softmax(x, 1); }

gradc::Matrix<float> normal_rows(const gradc::Matrix<float>& x, const gradc::Vector<float>& gain, const gradc::Vector<float>& bias) {
  const auto centred = x - gradc::mean(x, {1}, gradc::keepdims);
  const auto scale = gradc::rsqrt(gradc::mean(centred * centred, {1}, gradc::keepdims) + 1e-5f);
  return centred * scale * gain + bias;
}

}  // namespace models
