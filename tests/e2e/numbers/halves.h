// Elements of 16 bits: storage, which every op computes in float and rounds once.
#pragma once

#include <gradc/gradc.h>

namespace halves {

// The same functions for each element type, so that those of 16 bits can be compared with float.
template <class T>
T layers(const gradc::Matrix<T>& w, const gradc::Vector<T>& x) {
  return gradc::sum(gradc::square(gradc::tanh(gradc::matmul(w, x)) * 0.5 + 1.0f));
}
template <class T>
T network(const gradc::Matrix<T>& x, const gradc::Vector<T>& scale, const gradc::Vector<std::int64_t>& ids) {
  const auto y = gradc::layer_norm(gradc::gelu(x), scale, gradc::zeros_like(scale));
  const auto part = gradc::concat({gradc::take(y, 1), gradc::sort(gradc::flatten(gradc::softmax(y)))}, 0);
  return T(gradc::mean(gradc::softmax_cross_entropy(y, ids)) + gradc::max(part) + gradc::logsumexp(gradc::cumsum(part, 0)));
}
template <class T>
T numbers(T a, T b) {
  return T(a * b + a / b - T(2) * a);
}
template <class T>
T trips(const gradc::Vector<T>& x, int n) {
  T s(0.5f);
  for (int i = 0; i < n; ++i) s = T(s * x(i % 3) + x(0));
  if (s > T(1.0f)) s = T(s - x(1));
  return s;
}

using H = gradc::half;
using B = gradc::bfloat16;
using Ids = gradc::Vector<std::int64_t>;

GRADC_DIFFERENTIATE(gradient, jvp) H layers_h(const gradc::Matrix<H>& w, const gradc::Vector<H>& x);
GRADC_DIFFERENTIATE(gradient) B layers_b(const gradc::Matrix<B>& w, const gradc::Vector<B>& x);
GRADC_DIFFERENTIATE(gradient) float layers_f(const gradc::Matrix<float>& w, const gradc::Vector<float>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x, scale)) H network_h(const gradc::Matrix<H>& x, const gradc::Vector<H>& scale, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x, scale)) float network_f(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale, const Ids& ids);
GRADC_DIFFERENTIATE(gradient) H numbers_h(H a, H b);
GRADC_DIFFERENTIATE(gradient) B trips_b(const gradc::Vector<B>& x, int n);
GRADC_DIFFERENTIATE(gradient) float trips_f(const gradc::Vector<float>& x, int n);
// Weights of 16 bits in a loss of 32: the adjoint of each is of its own type.
GRADC_DIFFERENTIATE(gradient) float mixed(const gradc::Matrix<B>& w, const gradc::Vector<float>& x);

}  // namespace halves
