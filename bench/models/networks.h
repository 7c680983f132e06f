// Networks as one writes them with gradc's ops, whose gradients by hand are in by_hand/networks.h.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace networks {

using Matrix = gradc::Matrix<float>;
using Vector = gradc::Vector<float>;
using Images = gradc::Tensor<float, 4>;
using Labels = gradc::Vector<int>;

/// Long short-term memory; the four gates are side by side.
struct Lstm {
  Matrix w, u;  // from the input, and from the last output
  Vector b;
};
/// `x` is [step, text, feature]; how far the last output is from the wanted one.
GRADC_DIFFERENTIATE(gradient, wrt(params))
float lstm(const Lstm& params, const gradc::Tensor<float, 3>& x, const Matrix& wanted);

/// A block of a transformer that normalises first.
struct Block {
  Vector scale1, offset1;
  Matrix qkv;
  Vector qkv_bias;
  Matrix out;
  Vector out_bias;
  Vector scale2, offset2;
  Matrix up;
  Vector up_bias;
  Matrix down;
  Vector down_bias;
};
/// `x` is [text * place, feature].
GRADC_DIFFERENTIATE(gradient, wrt(params, x))
float transformer(const Block& params, const Matrix& x, const Matrix& wanted, std::int64_t texts, std::int64_t heads);

/// Two convolutions, each with a maximum of windows, and a layer of scores.
struct Convnet {
  Images filters1;
  Vector bias1;
  Images filters2;
  Vector bias2;
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, wrt(params))
float convnet(const Convnet& params, const Images& images, const Labels& labels);

/// A deep network of one kind of layer, each added to what it got.
struct Dense {
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, wrt(layers))
float residual(const std::vector<Dense>& layers, const Matrix& x, const Matrix& wanted);

}  // namespace networks
