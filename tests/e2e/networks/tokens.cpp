#include "tokens.h"

namespace tokens {

double of_heads(const Matrix& q, const Matrix& k, const Matrix& angles) {
  const std::int64_t n = q.extent(0), m = k.extent(0);
  const auto queries = gradc::transpose(gradc::reshape(q, {n, 4, 6}), {1, 0, 2});
  const auto keys = gradc::transpose(gradc::reshape(k, {m, 2, 6}), {1, 0, 2});
  const auto turned = gradc::rotary_embedding(queries, gradc::cos(angles), gradc::sin(angles));
  const auto woven = gradc::rotary_embedding(queries, gradc::cos(angles), gradc::sin(angles), true);
  const auto first = gradc::slice(keys, {0, 0, 0}, {1, m, 6});
  const auto shared = gradc::scaled_dot_product_attention(turned, keys, gradc::sin(keys), gradc::Attention().causal());
  const auto one = gradc::scaled_dot_product_attention(woven, first, first, gradc::Attention().causal().top_left().scale(0.4));
  return gradc::sum(gradc::square(shared)) + gradc::sum(gradc::exp(one));
}

double of_classes(const Matrix& x, const Ids& ids) {
  const auto options = gradc::cross_entropy(x, ids, gradc::CrossEntropy().ignore_index(0).label_smoothing(0.1).z_loss(0.01));
  return options + 0.5 * gradc::cross_entropy(gradc::softplus(x, 2.0), ids) +
         gradc::sum(gradc::square(gradc::cross_entropy(x, ids, gradc::unreduced)));
}

double of_places(const Matrix& x, const gradc::Vector<double>& u, const gradc::Matrix<std::int64_t>& at) {
  return gradc::sum(gradc::square(gradc::scatter_nd_add<2>(x, at, u)) * x);
}

float in_float(const gradc::Matrix<float>& x, const Ids& ids) {
  return gradc::cross_entropy(x, ids, gradc::CrossEntropy().label_smoothing(0.2), gradc::summed);
}

}  // namespace tokens
