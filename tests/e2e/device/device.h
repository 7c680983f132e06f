// Functions whose derivatives are written for the CPU and for a device.
#pragma once

#include <gradc/gradc.h>

namespace device {

struct Layer {
  gradc::Matrix<float> weights;
  gradc::Vector<float> bias;
};
struct Model {
  Layer hidden, output;
};

// A classifier: products, biases, an activation, a loss.
GRADC_DIFFERENTIATE(gradient, wrt(model), target(cpu, cuda))
float loss(const Model& model, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels);

// Numbers that the device computes in between.
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x), target(cpu, cuda))
double normed(const gradc::Vector<double>& x, double scale);

// Parts of a tensor, and what joins them.
GRADC_DIFFERENTIATE(vjp, jvp, wrt(x, m), target(cpu, cuda))
gradc::Vector<double> differences(const gradc::Vector<double>& x, const gradc::Matrix<double>& m);

// Single elements at indices of the host.
GRADC_DIFFERENTIATE(gradient, target(cpu, cuda))
double picked(const gradc::Matrix<double>& x, std::int64_t i);

// A loop over steps: what each keeps lies in one piece of memory.
GRADC_DIFFERENTIATE(gradient, wrt(weights, inputs), target(cpu, cuda))
double recurrent(const gradc::Matrix<double>& weights, const gradc::Tensor<double, 3>& inputs, int steps);

// A branch on a number of the host.
GRADC_DIFFERENTIATE(gradient, wrt(x), target(cpu, cuda))
double chosen(const gradc::Vector<double>& x, bool squared, int times);

// One head of attention with a normalised input.
GRADC_DIFFERENTIATE(gradient, wrt(x, q, k, v), target(cpu, cuda))
float attended(const gradc::Tensor<float, 3>& x, const gradc::Matrix<float>& q, const gradc::Matrix<float>& k, const gradc::Matrix<float>& v);

struct Moments {
  gradc::Vector<double> mean, deviation;
};

// Results of several shapes; along each axis.
GRADC_DIFFERENTIATE(vjp, wrt(x), target(cpu, cuda))
Moments moments(const gradc::Matrix<double>& x);

// Random numbers of a key of the host, rows at indices, and the order of numbers.
GRADC_DIFFERENTIATE(gradient, wrt(table), target(cpu, cuda))
double looked_up(const gradc::Matrix<double>& table, const gradc::Vector<int>& ids, gradc::Key key);

// Convolution, pooling, and a sum along an axis.
GRADC_DIFFERENTIATE(gradient, wrt(filters), target(cpu, cuda))
float convolved(const gradc::Tensor<float, 4>& images, const gradc::Tensor<float, 4>& filters);

// Numbers of the device that blocks are passed, and change.
GRADC_DIFFERENTIATE(gradient, wrt(x), target(cpu, cuda))
double passed_on(const gradc::Vector<double>& x, double s, bool flag);

// Decisions on what the device computes, and a number of the host that is added to one element.
GRADC_DIFFERENTIATE(gradient, wrt(x), target(cpu, cuda))
double decided(const gradc::Vector<double>& x);

// Elementwise functions that are gradc's own: the same bits everywhere.
GRADC_DIFFERENTIATE(vjp, target(cpu, cuda))
gradc::Vector<float> curved(const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(vjp, target(cpu, cuda), as(curved64))
gradc::Vector<double> curved(const gradc::Vector<double>& x);

// Results that lie on a device, and nothing for the host.
GRADC_DIFFERENTIATE(gradient, wrt(x), target(cuda))
float only_there(const gradc::Vector<float>& x);

}  // namespace device
