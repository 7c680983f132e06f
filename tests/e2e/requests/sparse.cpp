#include "sparse.h"

namespace sparse {

double three_lookups(const Matrix& x, const Ids& a, const Ids& b, const Ids& c) {
  return gradc::sum(gradc::take(x, a) * gradc::take(x, b) * gradc::take(x, c));
}

Matrix lookup(const Matrix& x, const gradc::Vector<double>& w, const Ids& ids) {
  return gradc::tanh(gradc::embedding_lookup(x, ids) * w);
}

double row(const Matrix& x, int i) {
  const auto r = gradc::take(x, i);
  return gradc::sum(r * r * r);
}

double element(const Matrix& x, int i, int j) { return x(i, j) * x(i + 1, j) * x(i, j); }

double block(const Matrix& x) { return gradc::sum(gradc::square(gradc::slice(x, {1, 0}, {3, x.extent(1)}))); }

double every_second(const Matrix& x) {
  return gradc::sum(gradc::square(gradc::slice(x, {0, 0}, {x.extent(0), x.extent(1)}, {2, 1})));
}

double of_rank_3(const gradc::Tensor<double, 3>& x, const gradc::Matrix<int>& ids) {
  return gradc::sum(gradc::sin(gradc::take(x, ids)));
}

double of_rank_1(const gradc::Vector<double>& x, const Ids& ids) {
  return gradc::sum(gradc::exp(gradc::take(x, ids))) + x(0) * x(0);
}

double clipped(const Matrix& x, const Ids& ids) {
  return gradc::sum(gradc::square(gradc::take(x, ids, 0, gradc::Mode::clip)));
}

double dropped(const Matrix& x, const Ids& ids) {
  return gradc::sum(gradc::square(gradc::take(x, ids, 0, gradc::Mode::drop)));
}

double nd(const Matrix& x, const gradc::Matrix<std::int64_t>& ids) {
  return gradc::sum(gradc::square(gradc::gather_nd<1>(x, ids)));
}

double scaled(const Matrix& x, const Matrix& mask, const Ids& ids, double s) {
  const auto y = -(x * s) / 3.0 * mask;
  return gradc::sum(gradc::cos(gradc::take(y, ids))) + gradc::sum(gradc::take(x, ids));
}

double nested(const Matrix& x, const Ids& a, const Ids& b) {
  return gradc::sum(gradc::square(gradc::take(gradc::take(x, a), b)));
}

double walk(const Matrix& x, const gradc::Vector<double>& w, const Ids& ids, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0)
      s += gradc::sum(w * gradc::sin(gradc::take(x, ids(i))));
    else if (i % 3 == 1)
      s += x(ids(i), 1) * s;
    else
      for (int k = 0; k < i; ++k) s += gradc::sum(gradc::square(gradc::take(x, ids(k))));
  }
  return s;
}

double either(const Matrix& x, const Ids& a, const Ids& b, bool first) {
  auto h = gradc::take(x, a);
  if (first)
    h = h * gradc::take(x, b);
  else
    h = gradc::sin(h);
  return gradc::sum(h);
}

double sentences(const Matrix& x, const std::vector<Ids>& all) {
  double s = 0;
  for (const Ids& ids : all) s += gradc::sum(gradc::exp(gradc::mean(gradc::take(x, ids), 0)));
  return s;
}

double tree(const Matrix& x, int node) {
  if (node >= static_cast<int>(x.extent(0))) return 1.0;
  return gradc::sum(gradc::take(x, node)) * tree(x, 2 * node + 1) + gradc::sum(gradc::square(gradc::take(x, node))) * tree(x, 2 * node + 2);
}

double until(const Matrix& x, double limit) {
  double s = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    s += gradc::sum(gradc::square(gradc::take(x, i)));
    if (s > limit) break;
  }
  return s;
}

double with_sum(const Matrix& x, const Ids& ids) { return gradc::sum(gradc::take(x, ids)) * gradc::sum(2.0 * x); }

double decayed(const Matrix& x, const Ids& ids) {
  Matrix y = x;
  double s = 0;
  for (std::int64_t i = 0; i < ids.extent(0); ++i) {
    s += gradc::sum(gradc::square(gradc::take(y, ids(i))));
    y = y * 0.5;
  }
  return s;
}

float of_model(const Model& m, const gradc::Vector<int>& ids) {
  const auto h = gradc::take(m.words, ids);
  return gradc::sum(gradc::square(gradc::matmul(h, m.places)));
}

double of_one(const Matrix& x, const Matrix&, const Ids& ids) { return gradc::sum(gradc::take(x, ids)); }

double loss(const Matrix& embedding, const Ids& ids) { return gradc::sum(1.0 - gradc::embedding_lookup(embedding, ids)); }

}  // namespace sparse
