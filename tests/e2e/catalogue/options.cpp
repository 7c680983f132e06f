#include "options.h"

namespace options {

double weighted_classes(const Matrix& x, const Vector& w, const Ids& ids) {
  const double plain = gradc::cross_entropy(x, ids, w) + gradc::nll_loss(x, ids, w, gradc::summed);
  const auto smooth = gradc::cross_entropy(
      x, ids, w, gradc::CrossEntropy().label_smoothing(0.1).z_loss(0.01).ignore_index(1), gradc::unreduced);
  return plain + weigh(smooth) + gradc::nll_loss(x, ids, w, 2)();
}

double attention(const Scores& q, const Scores& k, const Scores& v, const Scores& bias,
                 const gradc::Tensor<bool, 3>& mask, const gradc::Key& key) {
  const gradc::Key second = gradc::fold_in(key, 1);
  const auto masked = gradc::scaled_dot_product_attention(q, k, v, mask);
  const auto dropped = gradc::scaled_dot_product_attention(q, k, v, key, gradc::Attention().dropout(0.4));
  const auto both =
      gradc::scaled_dot_product_attention(q, k, v, bias, second, gradc::Attention().dropout(0.25).causal());
  return weigh(masked) + weigh(dropped) + weigh(both);
}

double running(const Matrix& x, const Vector& scale, const Vector& mean, const Vector& variance) {
  const auto y = gradc::batch_norm_training(x, scale, scale, mean, variance,
                                            gradc::BatchNorm().momentum(0.2).unbiased(), 1e-3);
  return weigh(y.y) + weigh(y.mean) + weigh(y.variance) + weigh(y.running_mean) * weigh(y.running_variance);
}

double padded(const Matrix& table, const Ids& ids) { return weigh(gradc::embedding_lookup(table, ids, 1)); }

double chosen(const Matrix& x, const Matrix& c, const gradc::Key& key) {
  return gradc::sum(c * gradc::gumbel_softmax(x, key, 0.7, 1, true));
}
double drawn(const Matrix& x, const Matrix& c, const gradc::Key& key) {
  return gradc::sum(c * gradc::gumbel_softmax(x, key, 0.7, 1));
}

double gammas(const Vector& a, const gradc::Key& key) {
  const auto y = gradc::random_gamma(key, a);
  return weigh(y) + gradc::sum(gradc::log(y));
}

double incomplete_gammas(const Vector& a, const Vector& x) {
  return weigh(gradc::gammainc(a, x)) + weigh(gradc::gammaincinv(a, gradc::sigmoid(x)));
}

double statistics(const Matrix& x, const Ids& ids) {
  using How = gradc::Interpolation;
  double sum = weigh(gradc::quantile(x, 0.4, 0, How::lower)) +
               weigh(gradc::quantile(x, 0.4, 1, gradc::keepdims, How::higher));
  sum += weigh(gradc::quantile(x, 0.4, 0, How::midpoint)) * weigh(gradc::quantile(x, 0.3, 0, How::nearest));
  sum += weigh(gradc::gather_nd<1, 1>(x, gradc::expand_dims(ids, 1)));
  const auto p = gradc::sigmoid(x);
  return sum + weigh(gradc::logit(p, 0.2)) + weigh(gradc::hard_sigmoid(x, 0.4, 0.3));
}

double straight(const Vector& x) { return gradc::sum(gradc::square(gradc::reduce_precision(x, 5, 3, true))); }

double channels_last(const Images& x, const Images& w) {
  const auto up =
      gradc::conv_transpose2d(x, w, gradc::ConvTransposeChannelsLast().stride(2, 1).output_padding(1, 0));
  const auto pooled = gradc::lp_pool2d(up, 3, {2, 2}, gradc::PoolChannelsLast());
  return weigh(pooled) + weigh(gradc::resize_bilinear(x, {5, 3}, gradc::Resize().channels_last())) +
         weigh(gradc::resize_nearest(x, {2, 7}, gradc::Resize().channels_last())) +
         weigh(gradc::adaptive_avg_pool(x, {2, 2}, gradc::Adaptive().channels_last()));
}

double adjoints(const Matrix& re, const Matrix& im) {
  const auto z = gradc::complex(re, im);
  const auto h = gradc::matmul(z, z, gradc::MatMul().adjoint_b());
  const auto both = gradc::matmul(h, z, gradc::MatMul().adjoint_a().adjoint_b(false));
  const auto turned = gradc::matmul(z, h, gradc::MatMul().adjoint_a().transpose_b());
  const auto positive = h + gradc::eye<std::complex<double>>(re.extent(0));
  const auto barrier = gradc::optimization_barrier(z) * z;
  return weigh_complex(both) + weigh_complex(turned) + weigh_complex(gradc::sqrtm(positive)) +
         weigh_complex(barrier);
}

}  // namespace options
