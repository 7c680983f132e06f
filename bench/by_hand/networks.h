// The gradients of models/networks.h as one writes them by hand: buffers kept from call to call, loops fused, sums over all steps
// in one product. The products and convolutions are those of gradc's library, so that what is measured is what is around them.
// Each returns the loss and writes the gradient of the parameters, whose tensors are resized.
#pragma once

#include <vector>

#include "models/networks.h"

namespace by_hand {

using Buffer = std::vector<float>;

struct Lstm {
  float gradient(const networks::Lstm& params, const gradc::Tensor<float, 3>& x, const networks::Matrix& wanted,
                 networks::Lstm& grad);
  Buffer gates, outputs, cells, squashed, sums, d_output, d_cell;
};

struct Transformer {
  float gradient(const networks::Block& params, const networks::Matrix& x, const networks::Matrix& wanted, std::int64_t texts,
                 std::int64_t heads, networks::Block& grad, networks::Matrix& d_x);
  Buffer standard1, scale1, first, qkv, q, k, v, scores, seen, joined, middle, standard2, scale2, second, wide, active, y, d_wide,
      d_part, d_scores;
};

struct Convnet {
  float gradient(const networks::Convnet& params, const networks::Images& images, const networks::Labels& labels,
                 networks::Convnet& grad);
  Buffer full1, pooled1, full2, pooled2, scores, d_pooled;
  std::vector<unsigned char> place1, place2;
};

struct Residual {
  float gradient(const std::vector<networks::Dense>& layers, const networks::Matrix& x, const networks::Matrix& wanted,
                 std::vector<networks::Dense>& grad);
  Buffer states, squashed, d_sums, d_more;
};

}  // namespace by_hand
