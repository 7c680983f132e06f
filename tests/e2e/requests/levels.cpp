#include "levels.h"

#include <cmath>

namespace requests_levels {

double loss(const std::vector<Layer>& layers, const Vector& x) {
  Vector h = x;
  for (const Layer& layer : layers) h = tanh(matmul(layer.w, h) + layer.b) * layer.scale;
  return sum(h * h);
}

std::vector<Vector> states(const std::vector<Matrix>& w, const Vector& x) {
  std::vector<Vector> all;
  Vector h = x;
  for (const Matrix& m : w) {
    h = tanh(matmul(m, h));
    all.push_back(h);
  }
  return all;
}

double products(const std::vector<std::vector<double>>& x, float k) {
  double total = 0;
  for (const std::vector<double>& row : x) {
    double product = k;
    for (double number : row) product *= std::sin(number) + 2;
    total += product * product;
  }
  return total;
}

double apart(const std::vector<Vector>& a, const std::vector<Vector>& z, const std::vector<double>& b) {
  double total = static_cast<double>(b.size());
  for (const Vector& v : a) total += sum(v * v * v);
  for (const Vector& v : z) total += sum(exp(v));
  return total;
}

std::pair<std::vector<Matrix>, double> outer(const std::vector<std::pair<Vector, Vector>>& pairs) {
  std::vector<Matrix> all;
  double trace = 0;
  for (const auto& [u, v] : pairs) {
    all.push_back(gradc::outer(u, v));
    trace += sum(u) * sum(v);
  }
  return {all, trace};
}

std::vector<std::complex<double>> turning(const std::vector<double>& radii, double speed) {
  std::vector<std::complex<double>> all;
  for (double radius : radii) all.push_back(std::polar(radius, speed * radius));
  return all;
}

double crossed(const std::vector<Vector>& x) { return sum(x[0] * x[1]); }

double labelled(const std::vector<Vector>& x) {
  double total = 0;
  for (const Vector& v : x) total += sum(v);
  const Vector hidden = gradc::label("hidden", x[0] * total);
  return sum(hidden * hidden);
}

}  // namespace requests_levels
