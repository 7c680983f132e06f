#include "cases.h"

#include <cmath>

namespace cases {

double energy(const Net& net, const gradc::Matrix<float>& x, Norm norm, bool halved) {
  auto h = x;
  for (const Layer& layer : net.layers)
    for (int i = 0; i < layer.repeats && i < 2; ++i) h = gradc::tanh(gradc::matmul(h, layer.w) + layer.b);
  const double all = norm == Norm::one ? gradc::sum(gradc::abs(gradc::astype<double>(h)))
                                       : gradc::sum(gradc::square(gradc::astype<double>(h)));
  const double tail = net.tail.first * gradc::sum(gradc::exp(net.tail.second));
  return net.scale[0] * all + net.scale[1] * (halved ? tail / 2 : tail);
}

Moments moments(const gradc::Vector<double>& x, double shift) {
  const double mean = gradc::mean(x) + shift * shift;
  return {mean, gradc::mean(gradc::square(x - mean)), x.size()};
}

Outcome trained(const Part& part, const gradc::Vector<double>& x, value by) {
  Outcome outcome;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    outcome.parts.push_back({part.slopes * std::sin(x(i)), part.offset * x(i)});
    outcome.loss += by.scale * gradc::sum(part.slopes) * x(i);
  }
  outcome.last = {part, 3};
  outcome.last.first.offset *= by.scale;
  return outcome;
}

double coupled(const gradc::Vector<double>& a, const gradc::Vector<double>& b, double c) {
  return gradc::sum(gradc::sin(a) * gradc::exp(b * c)) + c * c * gradc::sum(a * a * a);
}

double coupled_lists(const std::array<double, 2>& x, const std::vector<double>& y, double c) {
  double sum = c * x[0] * x[1];
  for (double number : y) sum += number * number * x[0] + std::sin(c * number);
  return sum;
}

std::vector<double> filtered(const std::vector<double>& x, const std::array<double, 2>& weights) {
  std::vector<double> y;
  double last = 0;
  for (double number : x) {
    last = weights[0] * number * number + 0.5 * weights[1] * last;
    y.push_back(last);
  }
  return y;
}

double field(const std::vector<Body>& bodies, const std::vector<gradc::Vector<double>>& masks) {
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0.1;
      for (std::size_t k = 0; k < 2; ++k) square += std::pow(bodies[i].at[k] - bodies[j].at[k], 2);
      sum -= bodies[i].mass * bodies[j].mass / std::sqrt(square);
    }
    for (double charge : bodies[i].charges) sum += charge * charge * bodies[i].mass;
  }
  for (const gradc::Vector<double>& mask : masks) sum += gradc::sum(gradc::exp(mask * sum / 10));
  return sum;
}

std::vector<Body> moved(const std::vector<Body>& bodies, double time) {
  std::vector<Body> all = bodies;
  for (Body& body : all) {
    body.at[0] += time * body.mass;
    body.at[1] *= std::exp(-time);
    for (double& charge : body.charges) charge *= body.mass;
  }
  return all;
}

std::vector<std::complex<double>> turning(const std::vector<std::vector<double>>& radii, double speed) {
  std::vector<std::complex<double>> all;
  for (const std::vector<double>& row : radii)
    for (double radius : row) all.push_back(std::polar(radius, speed * radius));
  return all;
}

double grams(const gradc::Matrix<double>& x, const gradc::Vector<double>& rows, const gradc::Vector<double>& columns) {
  using Matrix = gradc::Matrix<double>;
  const Matrix by_rows = x * gradc::expand_dims(rows, 1);
  const auto weighted = [](const Matrix& a) {  // every element otherwise
    const Matrix ones = a * 0.0 + 1.0;
    return gradc::sum(gradc::sin(a) * (gradc::cumsum(gradc::cumsum(ones, 0), 1) + gradc::cumsum(ones, 0)));
  };
  return weighted(gradc::matmul(gradc::transpose(-by_rows), x / gradc::expand_dims(gradc::exp(rows), 1))) +
         weighted(gradc::matmul(x * columns, gradc::transpose(x))) +
         weighted(gradc::matmul(by_rows, gradc::transpose(x))) +     // not symmetric
         weighted(gradc::matmul(gradc::transpose(x * columns), x));  // nor is this
}

double looked_up(const gradc::Matrix<double>& table, const gradc::Vector<int>& rows) {
  return gradc::sum(gradc::square(gradc::take(table, rows)));
}

double power(const gradc::Tensor<std::complex<double>, 1>& wave, std::complex<double> turn) {
  const std::complex<double> sum = gradc::sum(wave * turn);
  return std::norm(sum + 1.0);
}

gradc::half short_sum(const gradc::Vector<gradc::half>& x) { return gradc::sum(gradc::square(x)); }

std::tuple<gradc::Vector<double>, double> scaled(gradc::View<const double, 1> x, double by) {
  return {gradc::Vector<double>(x * by), by * by * by};
}

namespace {

double folded(double x, int n) {
  if (n <= 0) return x;
  return x > 0 ? folded(x - std::sin(x) / 4, n - 1) : -folded(-x, n - 1);
}

}  // namespace

double branched(double x, int n) {
  double y = folded(x, n);
  switch (n) {
    case 0:
      y *= 2;
      break;
    case 1:
      y += x * x;
      break;
    default:
      y -= x;
  }
  if (y > 1e6) y = std::sqrt(y);  // never
  return y;
}

double repeated(double x, const gradc::Vector<double>& c, int n) {
  double y = x;
  for (const double each : c) y += each * std::sin(x);
  for (int i = 0; i < n; ++i) {
    do y = std::sin(y) + 2 * x;
    while (y > 1e5);
  }
  while (y > 1e6) y = y / x;  // never
  return y;
}

float labelled(const Layer& layer, const gradc::Vector<float>& x) {
  const auto hidden = gradc::label("hidden", gradc::matmul(layer.w, x));
  return gradc::sum(gradc::square(gradc::tanh(hidden)));
}

double held(double x, double y) { return x * gradc::stop_gradient(x * y); }

double picky(const gradc::Matrix<double>& a, const gradc::Vector<std::int64_t>& order) {
  double sum = 0;
  for (std::int64_t i = 0; i < order.size(); ++i) sum += a(i, order(i)) * a(i, order(i)) * a(order(i), 0);
  return sum / static_cast<double>(order(order.size() - 1) - 17);  // 17 is no index of a small matrix
}

}  // namespace cases
