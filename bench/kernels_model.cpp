#include "kernels_model.h"

float arithmetic(const gradc::Vector<float>& x, const gradc::Vector<float>& y) {
  const auto a = x * y + 0.5f * x;
  const auto b = gradc::relu(a * a - y);
  return gradc::sum(a * b / (1.0f + a * a));
}

float scaled(const gradc::Matrix<float>& x, const gradc::Vector<float>& row, const gradc::Vector<float>& scale) {
  const auto a = (x + row) * scale;
  return gradc::sum(a * a * a);
}
