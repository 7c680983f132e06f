#include "requests_elements.h"

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

}  // namespace requests_elements
