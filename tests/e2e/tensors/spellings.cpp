#include "spellings.h"

namespace spellings {

double brackets(const Vector& x, gradc::View<const double, 1> view, const Three& fixed) {
  Vector y = x;
  Three z = fixed;
  for (std::int64_t i = 1; i < y.size(); ++i) {
    y[i] *= y[i - 1] * view[0];
    z[i % 3] += x[i] * view[i % 2];
  }
  return y[y.size() - 1] + z[0] * z[1] * z[2] * fixed[1];
}

double drawn_like(const Matrix& x, double low, double high) {
  const auto [a, b, c, d] = gradc::split<4>(gradc::Key(7));
  const auto [e, f, g, h] = gradc::split<4>(gradc::Key(8));
  const auto between = gradc::random_uniform_like(a, x, low, high) * gradc::random_truncated_normal_like(b, x, low, high);
  const auto drawn = gradc::random_normal_like(c, x) + gradc::random_uniform_like(d, x) + gradc::random_exponential_like(e, x) +
                     gradc::random_gumbel_like(f, x);
  const auto whole = gradc::astype<double>(gradc::random_integers_like(g, x, -3, 9)) +
                     gradc::astype<double>(gradc::right_shift(gradc::random_bits_like(h, x), 28u));
  return gradc::sum(x * (between + drawn) * whole) + gradc::sum(gradc::square(x) * gradc::ones_like(x) + gradc::zeros_like(x));
}

double drawn_as(const Matrix& x, double low, double high) {
  const auto [a, b, c, d] = gradc::split<4>(gradc::Key{7, 0});
  const auto [e, f, g, h] = gradc::split<4>(gradc::Key{8, 0});
  const auto shape = x.shape();
  const auto between =
      gradc::random_uniform<double, 2>(a, shape, low, high) * gradc::random_truncated_normal<double, 2>(b, shape, low, high);
  const auto drawn = gradc::random_normal<double, 2>(c, shape) + gradc::random_uniform<double, 2>(d, shape) +
                     gradc::random_exponential<double, 2>(e, shape) + gradc::random_gumbel<double, 2>(f, shape);
  const auto whole = gradc::astype<double>(gradc::random_integers<2>(g, shape, -3, 9)) +
                     gradc::astype<double>(gradc::right_shift(gradc::random_bits<2>(h, shape), 28u));
  return gradc::sum(x * (between + drawn) * whole) + gradc::sum(gradc::square(x));
}

double key_of_an_argument(const Vector& x, int seed) { return gradc::sum(gradc::dropout(x, gradc::Key(seed), 0.5)); }

double of_vectors(const std::vector<double>& x, const std::array<double, 4>& y, const Vector& z) {
  const Vector all(x), middle(x.begin() + 1, x.end()), four(y.begin(), y.end()), two(z.data(), z.data() + 2);
  return gradc::sum(gradc::square(all)) + gradc::sum(middle * middle * middle) + gradc::sum(gradc::sin(four)) * two[1] * two[0];
}

double compared(const Vector& a, const Vector& b, const Three& c) {
  const auto same = gradc::where(a == b, a * b, 0.0) + gradc::where(a != 2.0, a * a, 0.0) + gradc::where(1.0 == c, b, c);
  return gradc::sum(a) == gradc::sum(b) ? 2 * gradc::sum(same) : gradc::sum(same);
}

double assigned(const Three& x, const gradc::Matrix<double>& w) {
  Three h = x;
  for (int i = 0; i < 3; ++i) h = gradc::tanh(gradc::matmul(h, w));
  const gradc::View<const double, 1> view = x;
  Three last;
  last = view;
  return gradc::sum(h * last);
}

}  // namespace spellings
