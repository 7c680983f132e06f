#include "shapes.h"

namespace shapes {

double turned(const Matrix& x, const Vector& v) {
  const auto y = gradc::flip(x, 1) + gradc::flip(x) * gradc::flip(x, {0});
  const auto z = gradc::roll(x, {1, -2}, {1, 0}) + gradc::roll(y, 2, -1);
  double sum = weigh(z) + weigh(gradc::tile(v, {2})) + weigh(gradc::tile(x, {2, 3})) + weigh(gradc::repeat(x, 3, -1));
  sum += weigh(gradc::stack({v, gradc::flip(v), v * v}, 1)) + weigh(gradc::stack({x, y}, -1));
  sum += weigh(gradc::matrix_transpose(x)) * weigh(gradc::swapaxes(gradc::expand_dims(x, 0), 0, -1));
  return sum + weigh(gradc::moveaxis(gradc::expand_dims(x, 2), 0, 2));
}

double sliced(const Matrix& x, const Vector& v, int n) {
  double sum = weigh(gradc::slice(v, {0}, {v.extent(0)}, {2})) + weigh(gradc::slice(v, {-1}, {-v.extent(0) - 1}, {-1}));
  sum += weigh(gradc::slice(x, {x.extent(0) - 1, 1}, {-x.extent(0) - 1, x.extent(1)}, {-2, 3}));
  return sum + weigh(gradc::slice(v, {n}, {0}, {-2})) + weigh(gradc::slice(v, {n}, {v.extent(0)}, {3}));
}

double at_values(const Matrix& x, const Vector& v, const Places& where) {
  const auto block = gradc::dynamic_slice(x, where, {2, 2});
  const auto y = gradc::dynamic_update_slice(x * x, block, gradc::Vector<std::int64_t>{1, where(0)});
  return weigh(block) + weigh(y) + weigh(gradc::dynamic_slice(v, gradc::Vector<int>{2}, {3}));
}

double diagonals(const Matrix& x, const Vector& v) {
  double sum = weigh(gradc::diag(v)) + weigh(gradc::diag(v, 2)) * weigh(gradc::diag(v, -1));
  sum += weigh(gradc::diagonal(x)) + weigh(gradc::diagonal(x, 1)) * weigh(gradc::diagonal(x, -1, -1, 0));
  return sum + weigh(gradc::tril(x)) + weigh(gradc::tril(x, -1)) * weigh(gradc::triu(x, 1)) + weigh(gradc::triu(x));
}

double padded(const Matrix& x, const Vector& v, double value) {
  double sum = weigh(gradc::pad(x, {{1, 2}, {0, 1}})) + weigh(gradc::pad(x, {{-1, 2}, {1, -1}}, value));
  sum += weigh(gradc::pad(v, {{1, 1, 2}}, value)) + weigh(gradc::pad(v, {{0, 3, 1}}));
  sum += weigh(gradc::pad_reflect(x, {{1, 2}, {3, 0}})) + weigh(gradc::pad_symmetric(v, {{3, 2}}));
  return sum + weigh(gradc::pad_edge(x, {{2, 0}, {1, 1}})) * weigh(gradc::pad_wrap(v, {{7, 9}}));
}

double numbers(double a, double b, const Vector& v) {
  return weigh(gradc::linspace(a, b, 5) * gradc::linspace(b, a, 5)) + weigh(gradc::linspace(a, b, v.extent(0)) * v) +
         weigh(gradc::full_like(v, a) * v) + weigh(gradc::full_like(v, 2));
}

double scattered(const Matrix& x, const Matrix& u, const Places& at) {
  double sum = weigh(gradc::scatter_add(x, at, u)) + weigh(gradc::scatter_update(x, at, u));
  sum += weigh(gradc::scatter_max(x, at, u)) * weigh(gradc::scatter_min(x, at, u));
  return sum + weigh(gradc::scatter_update(gradc::matrix_transpose(x), at, gradc::matrix_transpose(u), -1));
}

double modes(const Vector& x, const Vector& u, const Places& at) {
  double sum = weigh(gradc::take(x, at, 0, gradc::Mode::clip)) + weigh(gradc::take(x, at, 0, gradc::Mode::drop));
  sum += weigh(gradc::scatter_add(x, at, u, 0, gradc::Mode::drop)) * weigh(gradc::scatter_add(x, at, u, 0, gradc::Mode::clip));
  return sum + weigh(gradc::scatter_update(x, at, u, 0, gradc::Mode::drop)) +
         weigh(gradc::scatter_update(x, at, u, 0, gradc::Mode::clip));
}

double along(const Matrix& x, const gradc::Matrix<std::int64_t>& at) {
  const auto y = gradc::take_along_axis(x, at, 1);
  return weigh(y) + weigh(gradc::add_along_axis(x * x, at, y, -1));
}

double sorted(const Matrix& x) {
  double sum = weigh(gradc::sort(x)) + weigh(gradc::sort(x, 0, true)) + weigh(gradc::top_k_values(x, 2));
  sum += weigh(gradc::take_along_axis(x, gradc::argsort(x, 0), 0)) + weigh(gradc::median(x, 1));
  sum += weigh(gradc::median(x, 0, gradc::keepdims)) * weigh(gradc::quantile(x, 0.3, -1));
  const auto places = gradc::top_k_indices(x, 2, 0);
  return sum + weigh(gradc::astype<double>(places) * gradc::take_along_axis(x, places, 0));
}

double chosen(const Matrix& x, const Flags& mask, const gradc::Matrix<std::int64_t>& at, double value) {
  double sum = weigh(gradc::compress(x, mask, 3, 1, value)) + weigh(gradc::compress(x, mask, 2, -1));
  sum += weigh(gradc::masked_fill(x, x > 0.2, value)) + weigh(gradc::gather_nd<2>(x, at));
  return sum + weigh(gradc::gather_nd<1>(x, gradc::slice(at, {0, 0}, {at.extent(0), 1})));
}

double counted(const Vector& x, const Places& ids, double on, double off) {
  const auto hits = gradc::astype<double>(gradc::bincount(ids, 5));
  const auto places = gradc::astype<double>(gradc::searchsorted(gradc::linspace(-2.0, 2.0, 9), x));
  return weigh(gradc::bincount(ids, 5, x) * hits) + weigh(gradc::one_hot(ids, 5, on, off)) + weigh(places * x);
}

float of_floats(const gradc::Matrix<float>& x) {
  const auto y = gradc::pad(gradc::flip(x), {{1, 1}, {0, 2}}, 1.5) + gradc::pad_edge(gradc::sort(x), {{1, 1}, {0, 2}});
  return gradc::sum(y * gradc::triu(y, 1)) + gradc::sum(gradc::full_like(x, 0.5) * gradc::masked_fill(x, x > 0.0f, 2));
}

double fixed(const gradc::StaticTensor<double, 3, 4>& x) {
  return weigh(gradc::flip(x, 0)) + weigh(gradc::diagonal(x, 1)) + weigh(gradc::pad(x, {{1, 0}, {0, 1}})) +
         weigh(gradc::slice(x, {0, 3}, {3, -5}, {1, -1}));
}

}  // namespace shapes
