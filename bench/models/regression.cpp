#include "models/regression.h"

namespace regression {
namespace {

template <class T>
T mean_loss(const gradc::Vector<T>& w, T b, const gradc::Matrix<T>& x, const gradc::Vector<T>& y) {
  const auto z = gradc::matmul(x, w) + b;
  return gradc::mean(gradc::softplus(z) - y * z);
}

}  // namespace

float loss_float(const gradc::Vector<float>& w, float b, const gradc::Matrix<float>& x, const gradc::Vector<float>& y) {
  return mean_loss(w, b, x, y);
}

double loss(const gradc::Vector<double>& w, double b, const gradc::Matrix<double>& x, const gradc::Vector<double>& y) {
  return mean_loss(w, b, x, y);
}

}  // namespace regression
