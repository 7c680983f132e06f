#include "convolutions.h"

namespace convolutions {

GRADC_DIFFERENTIATE(gradient, jvp)
double plain(const Images& x, const Images& w) { return gradc::sum(gradc::sin(gradc::conv2d(x, w))); }

GRADC_DIFFERENTIATE(gradient)
double options(const Images& x, const Images& w) {
  const auto y = gradc::conv2d(x, w, gradc::Conv().stride(2, 1).pad_low(1, 0).pad_high(-1, 2).dilation(1, 2).groups(2));
  return gradc::sum(gradc::square(y));
}

GRADC_DIFFERENTIATE(gradient)
double of_lines(const Lines& x, const Lines& w, const Lines& across) {
  const auto y = gradc::conv1d(x, w, gradc::Conv().groups(3).padding(1));
  return gradc::sum(gradc::square(gradc::conv1d(gradc::tanh(y), across)));
}

GRADC_DIFFERENTIATE(gradient)
double of_volumes(const Volumes& x, const Volumes& w) {
  return gradc::sum(gradc::cos(gradc::conv3d(x, w, gradc::Conv().stride(1, 2, 1).padding(1))));
}

GRADC_DIFFERENTIATE(gradient)
double same(const Lines& x, const Lines& w) {
  return gradc::sum(gradc::square(gradc::conv1d(x, w, gradc::Conv().same()))) +
         gradc::sum(gradc::sin(gradc::conv1d(x, w, gradc::Conv().stride(2).same())));
}

GRADC_DIFFERENTIATE(gradient, wrt(x, w))
double padded_by(const Lines& x, const Lines& w, int width) {
  return gradc::sum(gradc::square(gradc::conv1d(x, w, gradc::Conv().padding(width).pad_high(2 * width))));
}

GRADC_DIFFERENTIATE(gradient)
double transposed(const Images& x, const Images& w) {
  const auto y = gradc::conv_transpose2d(x, w, gradc::ConvTranspose().stride(2, 1).padding(1, 0).output_padding(1, 0));
  return gradc::sum(gradc::sin(y));
}

GRADC_DIFFERENTIATE(gradient, jvp)
double pooled(const Images& x) {
  const auto y = gradc::max_pool2d(x, {2, 2}, gradc::Pool().stride(1).padding(1));
  const auto z = gradc::max_pool2d(y * 2.0, 2);
  return gradc::sum(gradc::square(z)) + gradc::sum(gradc::exp(gradc::max_pool2d(x, {1, 3}, gradc::Pool().stride(1, 2).pad_low(0, 3).ceil_mode())));
}

GRADC_DIFFERENTIATE(gradient)
double averaged(const Images& x) {
  const auto y = gradc::avg_pool2d(x, 2) + gradc::adaptive_avg_pool(x, {2, 2});
  const auto z = gradc::avg_pool2d(x, {3, 2}, gradc::Pool().padding(1).count_include_pad(false).ceil_mode());
  return gradc::sum(gradc::square(y)) + gradc::sum(gradc::sin(z)) + gradc::sum(gradc::lp_pool2d(x, 3, 2)) +
         gradc::sum(gradc::square(gradc::global_avg_pool(x)));
}

GRADC_DIFFERENTIATE(gradient)
double resized(const Images& x) {
  const auto y = gradc::resize_bilinear(x, {7, 3}) * gradc::resize_nearest(x, {7, 3}, gradc::Resize().half_pixel());
  return gradc::sum(gradc::sin(y)) + gradc::sum(gradc::square(gradc::resize_bilinear(x, {3, 3}, gradc::Resize().align_corners())));
}

GRADC_DIFFERENTIATE(gradient)
double patches(const Images& x) {
  const auto columns = gradc::unfold(x, {2, 3}, gradc::Unfold().stride(2, 1).padding(0, 1));
  const auto back = gradc::fold(gradc::sin(columns), {4, 4}, {2, 3}, gradc::Unfold().stride(2, 1).padding(0, 1));
  const auto deep = gradc::space_to_depth(back, 2);
  return gradc::sum(gradc::square(gradc::depth_to_space(gradc::cos(deep), 2)));
}

GRADC_DIFFERENTIATE(gradient, wrt(x))
double cut_up(const Images& x, int n) {
  const auto columns = gradc::unfold(x, {n, 2}, gradc::Unfold());
  return gradc::sum(gradc::sin(columns)) + gradc::sum(gradc::square(gradc::avg_pool2d(x, {n, 2}, gradc::Pool().stride(1))));
}

GRADC_DIFFERENTIATE(gradient)
double normalized(const Images& x, const Vector& scale, const Vector& offset) {
  const auto [y, mean, variance] = gradc::batch_norm_training(x, scale, offset, gradc::BatchNorm().unbiased());
  return gradc::sum(gradc::sin(y)) + gradc::sum(gradc::square(mean)) * gradc::sum(gradc::log(variance));
}

GRADC_DIFFERENTIATE(gradient)
double statistics(const Images& x, const Matrix& v, const Vector& g) {
  const auto both = gradc::var_mean(v, 0, gradc::Variance().correction(1));
  return gradc::sum(gradc::local_response_norm(x, 2, 0.5, 0.75, 1.5)) + gradc::sum(both.variance * both.mean) +
         gradc::sum(gradc::square(gradc::sin(gradc::weight_norm(v, g))));
}

GRADC_DIFFERENTIATE(gradient)
float of_floats(const gradc::Tensor<float, 4>& x, const gradc::Tensor<float, 4>& w) {
  return gradc::sum(gradc::max_pool2d(gradc::conv2d(x, w, gradc::Conv().padding(1)), 2));
}

GRADC_DIFFERENTIATE(gradient, wrt(net))
double loss(const Network& net, const Images& x, const gradc::Vector<int>& labels) {
  const auto y = gradc::conv2d(x, net.filters, gradc::Conv().same()) + gradc::expand_dims(net.bias, {1, 2});
  const auto stats = gradc::batch_norm_training(y, net.scale, net.offset);
  const auto h = gradc::max_pool2d(gradc::tanh(stats.y), 2);
  const auto logits = gradc::matmul(gradc::reshape(h, {x.extent(0), -1}), net.weights);
  return gradc::mean(gradc::softmax_cross_entropy(logits, labels));
}

GRADC_DIFFERENTIATE(gradient)
double deep(const std::vector<Layer>& layers, const Images& x) {
  Images h = x;
  for (const Layer& layer : layers) h = gradc::tanh(gradc::conv2d(h, layer.filters) + gradc::expand_dims(layer.bias, {1, 2}));
  return gradc::sum(h);
}

GRADC_DIFFERENTIATE(gradient, wrt(x))
double windows(const Images& x, int size) {
  return gradc::sum(gradc::square(gradc::avg_pool2d(x, {size, size}, gradc::Pool().stride(1))));
}

GRADC_DIFFERENTIATE(vjp)
HalfImages of_halves(const HalfImages& x, const HalfImages& w) {
  return gradc::max_pool2d(gradc::conv2d(x, w, gradc::Conv().padding(1)), 2);
}

}  // namespace convolutions
