#include "cells.h"

namespace cells {

double lstm(const gradc::Tensor<double, 3>& steps, const Matrix& w, const Matrix& u, const Vector& b) {
  Matrix h({steps.extent(1), u.extent(1)}), c({steps.extent(1), u.extent(1)});
  for (std::int64_t t = 0; t < steps.extent(0); ++t) {
    const auto next = gradc::lstm_cell(gradc::take(steps, t), h, c, w, u, b);
    h = next.h;
    c = next.c;
  }
  return gradc::sum(h * h) + gradc::sum(c);
}

double gru(const gradc::Tensor<double, 3>& steps, const Matrix& w, const Matrix& u, const Vector& b, const Vector& d) {
  Matrix h({steps.extent(1), u.extent(1)});
  double loss = 0;
  for (std::int64_t t = 0; t < steps.extent(0); ++t) {
    h = gradc::gru_cell(gradc::take(steps, t), h, w, u, b, d);
    loss += gradc::sum(h * h * h);
  }
  return loss;
}

double bags(const Matrix& table, const Ids& ids) {
  return gradc::sum(gradc::square(gradc::embedding_bag(table, ids))) + gradc::sum(gradc::sin(gradc::embedding_bag(table, ids, gradc::summed)));
}

double repeated(const Matrix& x, const gradc::Vector<int>& counts, std::int64_t n) {
  const auto y = gradc::repeat(x, counts, n, 0);
  return gradc::sum(y * gradc::cumsum(y, 0));
}

double triplets(const Matrix& x, const Matrix& y, const Matrix& z) {
  return gradc::triplet_loss(x, y, z) + gradc::sum(gradc::triplet_loss(x, y, z, 0.5, gradc::unreduced));
}

double spectral(const Matrix& x, const Matrix& c) { return gradc::sum(gradc::spectral_norm(x) * c); }

}  // namespace cells
