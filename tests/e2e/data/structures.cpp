#include "structures.h"

#include <cmath>

namespace structures {
namespace {

gradc::Matrix<double> apply(const Layer& layer, const gradc::Matrix<double>& x) {
  return gradc::tanh(gradc::matmul(x, layer.w) + layer.b);
}

double square(double x) { return x * x; }
gradc::Vector<double> square(const gradc::Vector<double>& v) { return v * v; }

template <class T>
T cubed(T x) {
  return x * x * x;
}

void add_to(double& sum, double x, double weight = 2) { sum += weight * x; }

struct Point {
  double x, y;
  double norm() const { return std::sqrt(x * x + y * y); }
};

Point turned(Point p, double angle) {
  const Point out{p.x * std::cos(angle) - p.y * std::sin(angle), p.x * std::sin(angle) + p.y * std::cos(angle)};
  return out;
}

}  // namespace

double whole(const Net& net, const gradc::Matrix<double>& x) {
  Layer first = net.first;
  auto h = apply(first, x);
  first.b = first.b * 0.5;
  return net.scale * gradc::sum(gradc::square(apply(net.second, h))) + gradc::sum(first.b) * net.depth;
}

double parts(const Net& net, const gradc::Matrix<double>& x) { return whole(net, x) * net.scale; }

Statistics statistics(const gradc::Vector<double>& x, double shift) {
  Statistics s{gradc::mean(x), gradc::square(x - shift), 3};
  s.mean *= shift;
  return s;
}

std::pair<double, gradc::Vector<double>> two_results(const gradc::Vector<double>& x) {
  return {gradc::sum(x * x), gradc::exp(x)};
}

std::tuple<double, double, double> three_results(double x, double y) { return {x * y, x, std::sin(y)}; }

double helpers(double x, const gradc::Vector<double>& v) {
  double sum = square(x) + gradc::sum(square(v));
  add_to(sum, cubed(x));
  add_to(sum, x, 0.5);
  const Point p = turned({x, 2}, x / 3);
  auto& alias = sum;
  alias += p.norm() * p.x;
  return sum + gradc::sum(cubed(v));
}

double half_used(const Layer& layer) { return gradc::sum(gradc::square(layer.w)); }

}  // namespace structures
