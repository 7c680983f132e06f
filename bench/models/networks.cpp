#include "models/networks.h"

namespace networks {

float lstm(const Lstm& params, const gradc::Tensor<float, 3>& x, const Matrix& wanted) {
  const std::int64_t steps = x.extent(0), texts = x.extent(1), units = params.u.extent(0);
  Matrix h = gradc::zeros<float>({texts, units}), c = gradc::zeros<float>({texts, units});
  for (std::int64_t t = 0; t < steps; ++t) {
    const auto sums = gradc::matmul(gradc::take(x, t), params.w) + gradc::matmul(h, params.u) + params.b;
    const auto gates = gradc::reshape(sums, {texts, 4, units});
    const auto take_in = gradc::sigmoid(gradc::take(gates, 0, 1)), keep = gradc::sigmoid(gradc::take(gates, 1, 1));
    const auto put_out = gradc::sigmoid(gradc::take(gates, 2, 1)), news = gradc::tanh(gradc::take(gates, 3, 1));
    c = keep * c + take_in * news;
    h = put_out * gradc::tanh(c);
  }
  return gradc::mean(gradc::square(h - wanted));
}

namespace {

// [text * place, head * width] as [text, head, place, width].
Images by_head(const Matrix& x, std::int64_t texts, std::int64_t heads) {
  return gradc::transpose(gradc::reshape(x, {texts, x.extent(0) / texts, heads, x.extent(1) / heads}), {0, 2, 1, 3});
}

}  // namespace

float transformer(const Block& params, const Matrix& x, const Matrix& wanted, std::int64_t texts, std::int64_t heads) {
  const std::int64_t rows = x.extent(0), width = x.extent(1);
  const auto first = gradc::layer_norm(x, params.scale1, params.offset1);
  const auto qkv = gradc::matmul(first, params.qkv) + params.qkv_bias;
  const auto q = by_head(gradc::slice(qkv, {0, 0}, {rows, width}), texts, heads);
  const auto k = by_head(gradc::slice(qkv, {0, width}, {rows, 2 * width}), texts, heads);
  const auto v = by_head(gradc::slice(qkv, {0, 2 * width}, {rows, 3 * width}), texts, heads);
  const auto seen = gradc::scaled_dot_product_attention(q, k, v);
  const auto joined = gradc::reshape(gradc::transpose(seen, {0, 2, 1, 3}), {rows, width});
  const auto middle = x + gradc::matmul(joined, params.out) + params.out_bias;
  const auto second = gradc::layer_norm(middle, params.scale2, params.offset2);
  const auto wide = gradc::gelu(gradc::matmul(second, params.up) + params.up_bias);
  const auto y = middle + gradc::matmul(wide, params.down) + params.down_bias;
  return gradc::mean(gradc::square(y - wanted));
}

namespace {

Images layer(const Images& x, const Images& filters, const Vector& bias) {
  const auto sums = gradc::conv2d(x, filters, gradc::Conv().padding(1)) + gradc::reshape(bias, {bias.size(), 1, 1});
  return gradc::max_pool2d(gradc::relu(sums), 2);
}

}  // namespace

float convnet(const Convnet& params, const Images& images, const Labels& labels) {
  const auto second = layer(layer(images, params.filters1, params.bias1), params.filters2, params.bias2);
  const auto scores = gradc::matmul(gradc::reshape(second, {images.extent(0), -1}), params.w) + params.b;
  return gradc::mean(gradc::softmax_cross_entropy(scores, labels));
}

float residual(const std::vector<Dense>& layers, const Matrix& x, const Matrix& wanted) {
  Matrix h = x;
  for (const Dense& layer : layers) h = h + gradc::tanh(gradc::matmul(h, layer.w) + layer.b);
  return gradc::mean(gradc::square(h - wanted));
}

}  // namespace networks
