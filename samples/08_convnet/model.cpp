#include "model.h"

namespace {

// The scores from what the second layer saw: its greatest in each 2 x 2 places, and a layer that sees all of them.
gradc::Matrix<float> scores(const Params& params, const Images4& channels) {
  const auto pooled = gradc::max_pool2d(gradc::relu(channels), 2);
  const auto features = gradc::reshape(pooled, {channels.extent(0), -1});
  return gradc::matmul(features, params.weights) + params.bias;
}

Images4 seen(const Layer& layer, const Images4& images) {
  return gradc::conv2d(images, layer.filters, gradc::Conv().padding(1));
}

// What is reported is held constant: nothing is learnt from the adjoint of a statistic.
Statistics reported(const gradc::Vector<float>& mean, const gradc::Vector<float>& variance) {
  return {gradc::stop_gradient(mean), gradc::stop_gradient(variance)};
}

Images4 standardised(const Layer& layer, const Statistics& statistics, const Images4& x) {
  return gradc::batch_norm_inference(x, layer.scale, layer.offset, statistics.mean, statistics.variance);
}

}  // namespace

gradc::Matrix<float> logits(const Params& params, const AllStatistics& statistics, const Images4& images) {
  const auto first = standardised(params.first, statistics.first, seen(params.first, images));
  return scores(params, standardised(params.second, statistics.second, seen(params.second, gradc::relu(first))));
}

Outcome learn(const Params& params, const Images4& images, const gradc::Vector<int>& labels) {
  const auto first = gradc::batch_norm_training(seen(params.first, images), params.first.scale, params.first.offset,
                                                gradc::BatchNorm().unbiased());
  const auto second = gradc::batch_norm_training(seen(params.second, gradc::relu(first.y)), params.second.scale,
                                                 params.second.offset, gradc::BatchNorm().unbiased());
  const auto loss = gradc::mean(gradc::softmax_cross_entropy(scores(params, second.y), labels));
  return {loss, {reported(first.mean, first.variance), reported(second.mean, second.variance)}};
}
