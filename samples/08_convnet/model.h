// A convolutional network that reads handwritten digits, with batch normalization.
#pragma once

#include <gradc/gradc.h>

using Images4 = gradc::Tensor<float, 4>;  // (image, channel, row, column)

/// Filters, and the scale and shift of each channel after standardization.
struct Layer {
  Images4 filters;
  gradc::Vector<float> scale, offset;
};

struct Params {
  Layer first, second;
  gradc::Matrix<float> weights;
  gradc::Vector<float> bias;
};

/// The mean and variance of each channel before standardization.
struct Statistics {
  gradc::Vector<float> mean, variance;
};

struct AllStatistics {
  Statistics first, second;
};

/// A score for each digit, for each image, with the running averages of the statistics.
gradc::Matrix<float> logits(const Params& params, const AllStatistics& statistics, const Images4& images);

struct Outcome {
  float loss;
  AllStatistics statistics;
};

/// The mean cross entropy of a batch, and the statistics that the batch was standardised with. Dropout applies to the input of
/// the last layer, with the key.
GRADC_DIFFERENTIATE(vjp, wrt(params))
Outcome learn(const Params& params, const Images4& images, const gradc::Vector<int>& labels, const gradc::Key& key);
