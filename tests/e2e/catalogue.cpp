#include "catalogue.h"

namespace catalogue {

double multiplied(const Matrix& x, const Matrix& u, const Places& at) {
  const auto y = gradc::scatter_mul(x, at, u);
  return weigh(y) + weigh(gradc::scatter_mul(gradc::matrix_adjoint(x), at, gradc::matrix_transpose(u), -1));
}

double multiplied_by_mode(const Vector& x, const Vector& u, const Places& at) {
  return weigh(gradc::scatter_mul(x, at, u, 0, gradc::Mode::drop)) * weigh(gradc::scatter_mul(x, at, u, 0, gradc::Mode::clip));
}

double extremes_by_mode(const Vector& x, const Vector& u, const Places& at) {
  return weigh(gradc::scatter_max(x, at, u, 0, gradc::Mode::drop)) * weigh(gradc::scatter_min(x, at, u, 0, gradc::Mode::clip));
}

double bits(const Vector& x) {
  const auto raw = gradc::bitcast<std::int64_t>(x);
  const auto low = gradc::bitwise_and(raw, gradc::full_like(raw, 1));
  return gradc::sum(gradc::astype<double>(low) * x) + gradc::sum(x * gradc::bitcast<double>(raw));
}

double rounded(const Vector& x, double scale) {
  return scale * gradc::sum(gradc::reduce_precision(x, 8, 7)) + gradc::sum(gradc::square(gradc::reduce_precision(x, 5, 10)));
}

double greatest_of_bags(const Matrix& table, const gradc::Matrix<int>& ids) {
  return weigh(gradc::embedding_bag(table, ids, gradc::largest));
}

float of_floats(const gradc::Vector<float>& x, const gradc::Vector<float>& u, const Places& at) {
  const auto y = gradc::bitcast<float>(gradc::bitcast<std::int32_t>(x));
  return gradc::sum(gradc::scatter_mul(x, at, u) * y);
}

}  // namespace catalogue
