#include "device.h"

namespace device {
namespace {

gradc::Matrix<float> apply(const Layer& layer, const gradc::Matrix<float>& x) { return gradc::matmul(x, layer.weights) + layer.bias; }

}  // namespace

float loss(const Model& model, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels) {
  const auto hidden = gradc::relu(apply(model.hidden, x));
  return gradc::mean(gradc::softmax_cross_entropy(apply(model.output, hidden), labels));
}

double normed(const gradc::Vector<double>& x, double scale) {
  const double norm = std::sqrt(gradc::sum(x * x) + 1.0);
  const auto y = gradc::tanh(x * scale) / norm;
  return gradc::sum(gradc::exp(y)) * norm + 0.5 * gradc::max(x);
}

gradc::Vector<double> differences(const gradc::Vector<double>& x, const gradc::Matrix<double>& m) {
  const std::int64_t n = x.extent(0);
  const auto d = gradc::slice(x, {1}, {n}) - gradc::slice(x, {0}, {n - 1});
  return gradc::matmul(m, gradc::concat({d * d, gradc::slice(x, {0}, {1})}, 0));
}

double picked(const gradc::Matrix<double>& x, std::int64_t i) { return x(i, 1) * x(0, i) + gradc::sum(x * x); }

double recurrent(const gradc::Matrix<double>& weights, const gradc::Tensor<double, 3>& inputs, int steps) {
  gradc::Matrix<double> state = gradc::zeros_like(weights);
  double penalty = 0;
  for (int t = 0; t < steps; ++t) {
    state = gradc::tanh(gradc::matmul(weights, state) + gradc::take(inputs, t));
    penalty += gradc::mean(state * state);
  }
  return gradc::sum(state) + 0.1 * penalty;
}

double chosen(const gradc::Vector<double>& x, bool squared, int times) {
  gradc::Vector<double> y = x;
  for (int i = 0; i < times; ++i) {
    if (squared)
      y = y * x;
    else
      y = gradc::sin(y) + 1.0;
  }
  return gradc::sum(y);
}

float attended(const gradc::Tensor<float, 3>& x, const gradc::Matrix<float>& q, const gradc::Matrix<float>& k, const gradc::Matrix<float>& v) {
  const auto centred = x - gradc::mean(x, {2}, gradc::keepdims);
  const auto normal = centred / gradc::sqrt(gradc::mean(centred * centred, {2}, gradc::keepdims) + 1e-5f);
  const auto scores = gradc::matmul(gradc::matmul(normal, q), gradc::transpose(gradc::matmul(normal, k), {0, 2, 1}));
  const auto weights = gradc::softmax(scores * 0.5f, -1);
  const auto out = gradc::gelu(gradc::matmul(weights, gradc::matmul(normal, v)));
  return gradc::mean(out * out);
}

Moments moments(const gradc::Matrix<double>& x) {
  const auto mean = gradc::mean(x, {0});
  const auto squares = gradc::mean(x * x, {1});
  return {mean, gradc::sqrt(squares)};
}

double looked_up(const gradc::Matrix<double>& table, const gradc::Vector<int>& ids, gradc::Key key) {
  const auto rows = gradc::take(table, ids);
  const auto noise = gradc::random_uniform<double, 2>(key, rows.shape());
  const auto kept = gradc::where(noise < 0.75, rows / 0.75, 0.0);
  return gradc::sum(gradc::cumsum(gradc::sort(kept, 1), 0) * noise);
}

float convolved(const gradc::Tensor<float, 4>& images, const gradc::Tensor<float, 4>& filters) {
  const auto maps = gradc::relu(gradc::conv2d(images, filters));
  return gradc::sum(gradc::max_pool2d(maps, 2) * 0.5f) + gradc::mean(maps);
}

double passed_on(const gradc::Vector<double>& x, double s, bool flag) {
  double total = s;
  if (flag)
    total += gradc::sum(x * s);
  else
    total = total * gradc::mean(x * x);
  for (int t = 0; t < 3; ++t) {
    if (t == 1)
      total += gradc::min(x);
    else
      total = total * 1.5;
  }
  return total;
}

double decided(const gradc::Vector<double>& x) {
  gradc::Vector<double> y = x;
  while (gradc::sum(y * y) > 1.0) y = y * 0.5;
  if (gradc::max(x) > 0.9) return gradc::sum(y) + 3.0 * x[0];
  return gradc::sum(y * y) + 2.0 * x[1];
}

gradc::Vector<float> curved(const gradc::Vector<float>& x) {
  const auto a = gradc::tanh(x) * gradc::exp(-x * x) / gradc::sqrt(gradc::square(x) + 0.5f);
  return gradc::gelu(a) + gradc::log(1.0f + gradc::abs(x)) * gradc::sigmoid(x) - gradc::softplus(x);
}
gradc::Vector<double> curved(const gradc::Vector<double>& x) {
  const auto a = gradc::tanh(x) * gradc::exp(-x * x) / gradc::sqrt(gradc::square(x) + 0.5);
  return gradc::gelu(a) + gradc::log(1.0 + gradc::abs(x)) * gradc::sigmoid(x) - gradc::softplus(x);
}

float only_there(const gradc::Vector<float>& x) { return gradc::logsumexp(x) + 2.0f * gradc::min(x); }

}  // namespace device
