// Convolution, pooling, resampling and batch normalisation.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace convolutions {

using Images = gradc::Tensor<double, 4>;
using Lines = gradc::Tensor<double, 3>;
using Volumes = gradc::Tensor<double, 5>;
using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

double plain(const Images& x, const Images& w);
double options(const Images& x, const Images& w);
double of_lines(const Lines& x, const Lines& w, const Lines& across);
double of_volumes(const Volumes& x, const Volumes& w);
double same(const Lines& x, const Lines& w);
double padded_by(const Lines& x, const Lines& w, int width);
double transposed(const Images& x, const Images& w);
double pooled(const Images& x);
double averaged(const Images& x);
double resized(const Images& x);
double patches(const Images& x);
double cut_up(const Images& x, int n);
double normalized(const Images& x, const Vector& scale, const Vector& offset);
double statistics(const Images& x, const Matrix& v, const Vector& g);
float of_floats(const gradc::Tensor<float, 4>& x, const gradc::Tensor<float, 4>& w);

// A small convolutional network.
struct Network {
  Images filters;
  Vector bias, scale, offset;
  Matrix weights;
};
double loss(const Network& net, const Images& x, const gradc::Vector<int>& labels);

// As many layers as there are, each of which makes the images smaller.
struct Layer {
  Images filters;
  Vector bias;
};
double deep(const std::vector<Layer>& layers, const Images& x);
double windows(const Images& x, int size);

using HalfImages = gradc::Tensor<gradc::half, 4>;
HalfImages of_halves(const HalfImages& x, const HalfImages& w);

}  // namespace convolutions
