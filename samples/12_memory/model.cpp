#include "model.h"

float loss(const gradc::Matrix<float>& x, const std::vector<Layer>& layers, const gradc::Matrix<float>& wanted) {
  gradc::Matrix<float> h = x;
  for (const Layer& layer : layers) {
    const auto a = gradc::gelu(gradc::matmul(h, layer.into));
    h = h + gradc::tanh(gradc::matmul(a, layer.out));
  }
  return gradc::mean(gradc::square(h - wanted));
}
