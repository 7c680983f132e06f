#include "elements.h"

#include <cmath>

namespace requests_elements {

double mixture(const std::array<Vector<double>, 3>& x) {
  double sum = gradc::sum(x[0] * x[1]);
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += (static_cast<double>(i) + 1) * gradc::sum(gradc::exp(x[i]) * x[2]);
  return sum;
}

double network(const std::vector<Layer>& layers, const Vector<double>& x) {
  Vector<double> h = x;
  for (const Layer& layer : layers) h = gradc::tanh(gradc::matmul(layer.w, h) + layer.b);
  return gradc::sum(h * h);
}

double numbers(const std::vector<double>& v, const std::array<double, 3>& a,
               const std::vector<std::array<double, 2>>& t, const std::vector<std::vector<Vector<double>>>& u) {
  double sum = 0;
  for (double e : v) sum += e * e * v[1] * a[2];
  for (const auto& pair : t) sum += pair[0] * pair[0] * pair[1] * a[0];
  for (const auto& row : u)
    for (const auto& x : row) sum += gradc::sum(gradc::exp(x)) * t[1][0] * std::sin(a[1]);
  return sum;
}

double halves(double x) {
  const auto h = gradc::label("h", std::array<double, 2>{x * x, std::exp(x)});
  return h[0] * h[1] * h[1];
}

double gated(const std::array<Gate, 2>& gates, const Vector<double>& x) {
  Vector<double> h = x;
  for (const Gate& gate : gates) h = gradc::tanh(gradc::matmul(gate.w, h) * gate.scale[0] + gate.scale[1]);
  return gradc::sum(h * h);
}

double grid(const std::array<std::array<double, 3>, 2>& a, const std::array<std::vector<double>, 2>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += std::sin(a[0][i] * a[1][2 - i]) * a[0][i] * b[0][i] * b[1][0];
  return sum;
}

std::array<Vector<double>, 2> waves(const Vector<double>& x, double t) { return {gradc::sin(x * t), gradc::exp(x)}; }

std::vector<Vector<double>> states(const std::vector<Layer>& layers, const Vector<double>& x) {
  std::vector<Vector<double>> all{x};
  for (const Layer& layer : layers) all.push_back(gradc::tanh(gradc::matmul(layer.w, all.back()) + layer.b));
  return all;
}

double energy(const std::vector<std::vector<double>>& x) {
  double sum = 0;
  for (const auto& row : x)
    for (double e : row) sum += e * e * e;
  return sum;
}

}  // namespace requests_elements
