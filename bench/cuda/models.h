// What is measured on a device: the rows of bench/README.md on CUDA.
#pragma once

#include <gradc/gradc.h>

namespace models {

/// Elementwise functions, one after the other: value and vector-Jacobian product are one kernel.
GRADC_DIFFERENTIATE(vjp, target(cuda))
gradc::Vector<float> chain(const gradc::Vector<float>& x);

struct Layer {
  gradc::Matrix<float> weights;
  gradc::Vector<float> bias;
};
struct Mlp {
  Layer first, second, third;
};

/// Three layers and a loss.
GRADC_DIFFERENTIATE(gradient, wrt(model), target(cpu, cuda))
float loss(const Mlp& model, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels);

/// Rows: softmax, and layer normalisation with gain and bias.
GRADC_DIFFERENTIATE(vjp, target(cuda))
gradc::Matrix<float> softmax_rows(const gradc::Matrix<float>& x);
GRADC_DIFFERENTIATE(vjp, target(cuda))
gradc::Matrix<float> normal_rows(const gradc::Matrix<float>& x, const gradc::Vector<float>& gain, const gradc::Vector<float>& bias);

}  // namespace models
