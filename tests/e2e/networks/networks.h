// Normalisation, losses, gated units and attention.
#pragma once

#include <gradc/gradc.h>

namespace networks {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

template <class X, class P>
auto norms(const X& x, const P& p) {
  auto y = 0.9f * gradc::layer_norm(x, p, gradc::sin(p)) + 1.1f * gradc::rms_norm(x, p, 0.01);
  y += 1.2f * gradc::batch_norm_inference(x, p, gradc::cos(p), gradc::mean(x, 0), gradc::var(x, 0));
  y += 1.3f * gradc::group_norm(x, p, p, 2) + 1.4f * gradc::layer_norm(x, x, x, 0.1);
  const auto cube = gradc::reshape(x, {x.extent(0), 2, 2});
  const auto two = gradc::slice(p, {0}, {2});
  return gradc::sum(gradc::square(y)) + gradc::sum(gradc::exp(gradc::instance_norm(cube, two, gradc::square(two), 0.2)));
}

template <class X>
auto losses(const X& x, const X& y) {
  const auto p = gradc::sigmoid(x), q = gradc::sigmoid(y);
  auto each = 0.9f * gradc::mse(x, y, gradc::unreduced) + 1.1f * gradc::huber(x, y, 0.8, gradc::unreduced);
  each += 1.2f * gradc::kl_div(x, q, gradc::unreduced) + 1.3f * gradc::binary_cross_entropy(p, q, gradc::unreduced);
  auto all = gradc::mse(x, y) + 1.4f * gradc::l1_loss(x, y, gradc::summed) + 1.5f * gradc::smooth_l1(x, y, 0.6);
  all = all + 1.6f * gradc::log_cosh(x, y) + 1.7f * gradc::hinge(x, y, gradc::averaged) + 1.8f * gradc::huber(x, y);
  all = all + 1.9f * gradc::sigmoid_cross_entropy_with_logits(x, q) + 2.1f * gradc::kl_div(x, q);
  all = all + 2.2f * gradc::sigmoid_cross_entropy_with_logits(x, q, 3.0, gradc::summed) + gradc::smooth_l1(x, y, gradc::summed);
  return gradc::sum(gradc::square(each)) + all;
}

template <class X>
auto of_classes(const X& x, const gradc::Vector<std::int64_t>& ids) {
  const auto logs = gradc::log_softmax(x);
  const auto each = gradc::nll_loss(logs, ids, -1, gradc::unreduced);
  const auto rows = gradc::embedding_lookup(x, gradc::where(ids < 0, 1, gradc::remainder(ids, 3)));
  return gradc::sum(gradc::square(rows)) + gradc::sum(gradc::square(each)) + 0.5f * gradc::nll_loss(x, ids, -1) + gradc::nll_loss(logs, ids, -1, gradc::summed);
}

template <class X>
auto attention(const X& x, const X& y) {
  auto seen = gradc::scaled_dot_product_attention(x, y, gradc::sin(y));
  seen += gradc::scaled_dot_product_attention(x, y, y, gradc::Attention().causal().scale(0.7));
  seen += gradc::scaled_dot_product_attention(y, x, x, gradc::matmul(y, gradc::transpose(x)), gradc::Attention().causal());
  return gradc::sum(gradc::square(seen)) + gradc::sum(gradc::glu(x) * gradc::glu(y, 1)) + gradc::sum(gradc::glu(gradc::transpose(x), 0));
}

GRADC_DIFFERENTIATE(gradient, jvp) double of_norms(const Matrix& x, const Vector& p);
GRADC_DIFFERENTIATE(gradient, jvp) double of_losses(const Matrix& x, const Matrix& y);
GRADC_DIFFERENTIATE(gradient) double of_ids(const Matrix& x, const gradc::Vector<std::int64_t>& ids);
GRADC_DIFFERENTIATE(gradient, jvp) double of_attention(const Matrix& x, const Matrix& y);
GRADC_DIFFERENTIATE(gradient) double of_attentions(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double of_halves(const Matrix& x);

}  // namespace networks
