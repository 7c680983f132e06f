#include "kinks.h"

#include <cmath>

namespace kinks {

double greatest(const Vector& x) { return gradc::max(x); }
double smallest(const Vector& x) { return gradc::min(x); }
double log_of_sum(const Vector& x) { return gradc::logsumexp(x); }
double deviation(const Vector& x) { return gradc::std(x); }
double euclidean(const Vector& x) { return gradc::vector_norm(x); }
double absolute(const Vector& x) { return gradc::vector_norm(x, gradc::Norm().ord(1)); }
double extreme(const Vector& x) { return gradc::vector_norm(x, gradc::Norm().ord(INFINITY)); }
double fractional(const Vector& x) { return gradc::vector_norm(x, gradc::Norm().ord(0.5)); }
double direction(const Vector& x) { return gradc::sum(gradc::normalize(x, 0, 0.5)); }
double product(const Vector& x) { return gradc::prod(x); }
double products(const Vector& x) { return gradc::sum(gradc::cumprod(x, 0)); }
double log_of_sums(const Vector& x) { return gradc::cumlogsumexp(x, 0)(x.extent(0) - 1); }
double greatest_so_far(const Vector& x) { return gradc::sum(gradc::cummax(x, 0)); }
double two_greatest(const Vector& x) { return gradc::sum(gradc::top_k_values(x, 2)); }
double middle(const Vector& x) { return gradc::median(x, 0); }
double pooled(const Vector& x) {
  return gradc::sum(gradc::max_pool1d(gradc::expand_dims(x, {0, 1}), 2, gradc::Pool().stride(1)));
}
double selected(const Vector& x) { return gradc::sum(gradc::where(x > 0, gradc::log(x) + x, 2.0 * x)); }
double clipped(const Vector& x) { return gradc::sum(gradc::clip(x, -1.0, 1.0)); }
double scattered(const Vector& x) {
  const gradc::Vector<std::int64_t> at{0, 0};
  return gradc::sum(gradc::scatter_max(x, at, gradc::slice(x, {0}, {2})));
}
double losses(const Vector& x) {
  const Vector zeros = gradc::zeros_like(x);
  return gradc::huber(x, zeros, 2.0, gradc::summed) + gradc::l1_loss(x, zeros, gradc::summed);
}
double attended(const Vector& x) {
  // Of two queries and one key the first sees nothing.
  const auto q = gradc::reshape(x, {2, 1});
  const auto k = gradc::slice(q, {1, 0}, {2, 1});
  return gradc::sum(gradc::scaled_dot_product_attention(q, k, k, gradc::Attention().causal()));
}

}  // namespace kinks
