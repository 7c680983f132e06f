#include "random.h"

namespace random_numbers {

double of_dropout(const Layer& layer, const Matrix& x, const gradc::Key& key, int step) {
  const auto [first, second] = gradc::split<2>(gradc::fold_in(key, static_cast<std::uint64_t>(step)));
  const Matrix kept = gradc::dropout(x, first, 0.3);
  const Matrix hidden = gradc::tanh(gradc::matmul(kept, layer.w) + layer.b);
  return gradc::sum(gradc::square(gradc::dropout(hidden, second, 0.5)));
}

double of_distributions(double mean, double spread, double low, double high, gradc::Key key) {
  const auto keys = gradc::split<4>(key);
  const Vector normal = mean + spread * gradc::random_normal<double>(keys[0], {7});
  const Vector uniform = gradc::random_uniform(keys[1], {5}, low, high);
  const Vector between = gradc::random_truncated_normal(keys[2], {6}, low, high);
  const Vector waits = spread * gradc::random_exponential<double, 1>(keys[3], normal.shape());
  return gradc::sum(gradc::sin(normal)) + gradc::sum(gradc::exp(uniform)) + gradc::sum(gradc::square(between)) +
         gradc::sum(normal * waits);
}

double of_classes(const Matrix& z, double t, gradc::Key key) {
  const auto keys = gradc::split<4>(key);
  const Matrix soft = gradc::gumbel_softmax(z, keys[0], t);
  const auto hard = gradc::random_categorical(z, keys[1]);
  const auto rows = gradc::random_permutation(keys[2], z.extent(0));
  return gradc::sum(soft * gradc::cumsum(soft, 1)) + gradc::softmax_cross_entropy(gradc::take(z, rows), hard)(0) +
         gradc::sum(gradc::random_gumbel<double>(keys[3], {3}));
}

double of_draws(const Vector& x, const Vector& p, gradc::Key key) {
  const auto heads = gradc::random_bernoulli(key, p);
  const auto bits = gradc::random_bits(gradc::fold_in(key, 1), {4});
  const auto numbers = gradc::random_integers(gradc::fold_in(key, 2), {x.extent(0)}, -3, 9);
  return gradc::sum(gradc::where(heads, gradc::exp(x), 2.0 * x)) +
         gradc::sum(gradc::astype<double>(numbers) * x) * static_cast<double>(bits(2) % 7u);
}

float of_halves(const gradc::Vector<float>& x, gradc::Key key) {
  const auto noise = gradc::random_uniform<gradc::half>(key, {x.extent(0)});
  return gradc::sum(x * x * gradc::astype<float>(noise));
}

double of_trips(double x, std::uint64_t seed, int n) {
  double y = x;
  for (int i = 0; i < n; ++i) {
    const gradc::Key key{seed, static_cast<std::uint64_t>(i)};
    y = 0.9 * y + x * gradc::random_normal<double>(key, {1})(0);
  }
  return y * y;
}

double of_parts(const Matrix& x, const Vector& u, const Vector& v) {
  const auto [left, right] = gradc::split(x, {2, 1}, 1);
  const auto rows = gradc::unstack<4>(x);
  const auto [a, b] = gradc::meshgrid(u, v);
  return gradc::sum(gradc::exp(left) * right) + gradc::sum(rows[0] * rows[3]) + gradc::sum(gradc::sin(a * b)) +
         gradc::sum(gradc::matmul(x, gradc::eye<double>(3)) * gradc::ones_like(x)) + gradc::sum(gradc::zeros_like(u));
}

double of_cuts(const Matrix& x, std::int64_t at) {
  const auto [top, middle, rest] = gradc::split_at(x, {1, at});
  const auto [left, right] = gradc::split_at(middle, {2}, -1);
  return gradc::sum(gradc::exp(top)) + 2.0 * gradc::sum(gradc::square(rest)) + gradc::sum(gradc::sin(left)) - gradc::sum(right * right * right);
}

double of_elements(const Vector& x, const Vector& y, const gradc::Vector<std::int64_t>& i) {
  const Vector powers = gradc::integer_pow(x, 3) + gradc::integer_pow(y, -2);
  const Vector sum = gradc::add_n({x, y, powers}), chosen = gradc::select_n(i, {x, powers, y});
  const auto close = gradc::isclose(x, y, 0.5);
  const auto bits = gradc::bitwise_xor(gradc::bitwise_not(i), gradc::left_shift(i, 2));
  return gradc::sum(gradc::logsubexp(3.0 + sum, x)) + gradc::sum(gradc::ldexp(chosen, i) * gradc::where(close, x, y)) +
         gradc::sum(gradc::ldexp(sum, -2) * gradc::astype<double>(bits));
}

}  // namespace random_numbers
