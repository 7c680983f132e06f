#include "model.h"

namespace {

// The input of the second layer: the maximum of each 2 x 2 window.
gradc::Matrix<float> features(const Images4& channels) {
  return gradc::reshape(gradc::max_pool2d(gradc::relu(channels), 2), {channels.extent(0), -1});
}

gradc::Matrix<float> scores(const Params& params, const gradc::Matrix<float>& features) {
  return gradc::matmul(features, params.weights) + params.bias;
}

Images4 seen(const Layer& layer, const Images4& images) {
  return gradc::conv2d(images, layer.filters, gradc::Conv().padding(1));
}

// The statistics are constants for differentiation: their adjoints contribute nothing.
Statistics reported(const gradc::Vector<float>& mean, const gradc::Vector<float>& variance) {
  return {gradc::stop_gradient(mean), gradc::stop_gradient(variance)};
}

Images4 standardised(const Layer& layer, const Statistics& statistics, const Images4& x) {
  return gradc::batch_norm_inference(x, layer.scale, layer.offset, statistics.mean, statistics.variance);
}

}  // namespace

gradc::Matrix<float> logits(const Params& params, const AllStatistics& statistics, const Images4& images) {
  const auto first = standardised(params.first, statistics.first, seen(params.first, images));
  const auto second = standardised(params.second, statistics.second, seen(params.second, gradc::relu(first)));
  return scores(params, features(second));
}

Outcome learn(const Params& params, const Images4& images, const gradc::Vector<int>& labels, const gradc::Key& key) {
  const auto first = gradc::batch_norm_training(seen(params.first, images), params.first.scale, params.first.offset,
                                                gradc::BatchNorm().unbiased());
  const auto second = gradc::batch_norm_training(seen(params.second, gradc::relu(first.y)), params.second.scale,
                                                 params.second.offset, gradc::BatchNorm().unbiased());
  const auto kept = gradc::dropout(features(second.y), key, 0.3);
  const auto loss = gradc::mean(gradc::softmax_cross_entropy(scores(params, kept), labels));
  return {loss, {reported(first.mean, first.variance), reported(second.mean, second.variance)}};
}
