#include "models/kernels.h"

float arithmetic(const gradc::Vector<float>& x, const gradc::Vector<float>& y) {
  const auto a = x * y + 0.5f * x;
  const auto b = gradc::relu(a * a - y);
  return gradc::sum(a * b / (1.0f + a * a));
}

namespace {

template <class T>
T sum_of_functions(const gradc::Vector<T>& x, const gradc::Vector<T>& y) {
  const auto a = gradc::tanh(x) * y;
  const auto b = gradc::log(T(1) + gradc::exp(a));
  return gradc::sum(gradc::sigmoid(b - x) * b);
}

}  // namespace

float functions(const gradc::Vector<float>& x, const gradc::Vector<float>& y) { return sum_of_functions(x, y); }

double functions_double(const gradc::Vector<double>& x, const gradc::Vector<double>& y) { return sum_of_functions(x, y); }

float neighbours(const gradc::Vector<float>& x) {
  const std::int64_t n = x.size();
  const auto here = gradc::slice(x, {0}, {n - 1});
  const auto a = 1.0f - here, b = gradc::slice(x, {1}, {n}) - here * here;
  return gradc::sum(a * a + 100.0f * b * b);
}

float normalised(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale, const gradc::Vector<float>& offset,
                 const gradc::Matrix<float>& weights) {
  return gradc::sum(gradc::layer_norm(x, scale, offset) * weights);
}

float classes(const gradc::Matrix<float>& x, const gradc::Vector<float>& bias, const gradc::Matrix<float>& targets) {
  return -gradc::mean(gradc::sum(targets * gradc::log_softmax(x + bias, 1), {1}));
}

float scaled(const gradc::Matrix<float>& x, const gradc::Vector<float>& row, const gradc::Vector<float>& scale) {
  const auto a = (x + row) * scale;
  return gradc::sum(a * a * a);
}
