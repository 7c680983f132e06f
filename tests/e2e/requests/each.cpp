#include "each.h"

#include <cmath>

#include "each.grad.h"

namespace requests_each {

double wave(double x, double a) { return a * x * x * x + x / (1 + a * a) - a; }

double price(const Option& option, double rate) {
  const double d = std::log(option.spot / option.strike) * rate + option.greeks[0] * option.greeks[1];
  if (option.kind == 1) return std::exp(-rate) * d * static_cast<double>(option.weight);
  return option.kind == 2 ? d * d * option.greeks[1] : rate * option.spot;
}

std::array<double, 2> reproject(const std::array<double, 6>& camera, const std::array<double, 3>& point, const std::array<float, 2>& seen) {
  const double x = point[0] + camera[0] * point[1], y = point[1] - camera[1] * point[0], z = point[2] + camera[2];
  const double r = (x * x + y * y) / (z * z);
  const double distortion = 1 + camera[3] * r + camera[4] * r * r;
  return {camera[5] * distortion * x / z - static_cast<double>(seen[0]), camera[5] * distortion * y / z - static_cast<double>(seen[1])};
}

double entropy(const Matrix& w, const Vector& b, const Vector& x, int label) {
  const auto hidden = gradc::tanh(gradc::matmul(w, x) + b);
  return -gradc::log_softmax(hidden)(label);
}

double misfit(const Vector& w, const Sample& sample) {
  double total = gradc::sum(gradc::square(sample.x)) * w(0);
  for (std::size_t i = 0; i < sample.targets.size(); ++i) {
    const double miss = sample.targets[i] - w(1) * sample.x(0);
    total += miss * miss * w(0);
  }
  return total;
}

double root(const std::vector<double>& a, double start) {
  double x = start;
  for (int i = 0; i < 40 && std::abs(x * x - a[0]) > 1e-3; ++i) x = 0.5 * (x + a[0] / x);
  for (double one : a) x += one * x * 0.1;
  return x;
}

namespace {

double powers(int n, double x) { return n == 0 ? 1 : x * powers(n - 1, x) + powers(n - 1, 0.5 * x) * 0.25; }

}  // namespace

double climb(int n, double x, const std::vector<double>& steps) {
  double height = 0;
  const auto step = [&](auto self, int k) -> void {
    if (k >= n) return;
    height += steps[static_cast<std::size_t>(k)] * powers(k, x);
    self(self, k + 1);
  };
  step(step, 0);
  return height * x;
}

Path fly(double v, double drag) {
  Path path{0, {}, 0};
  for (double place = 0; v > 0.25; v *= 1 - drag) {
    place += v * v;
    path.places.push_back(place);
    ++path.count;
  }
  path.length = path.places.empty() ? v : path.places.back() * drag;
  return path;
}

double labelled(double x, double y) {
  const double h = gradc::label("h", x * y), k = gradc::label("k", x * x);
  return h * h + k * x;
}

double deep(const Vector& x, const Matrix& w) {
  auto h = gradc::tanh(gradc::matmul(w, x));
  for (int i = 0; i < 4; ++i) h = gradc::sin(gradc::matmul(w, h)) + h;
  return gradc::sum(gradc::square(h));
}

double network(const std::vector<Layer>& layers, const Vector& x) {
  Vector h = x;
  for (const Layer& layer : layers) h = gradc::tanh(gradc::matmul(layer.w, h) + layer.b);
  return gradc::sum(h);
}

double first_of(const std::pair<double, double>& pair, double scale) {
  (void)scale;
  return pair.first * pair.first * pair.second;
}

double call_option(double spot, double strike, double time, double rate, double volatility) {
  const double spread = volatility * std::sqrt(time);
  const double a = (std::log(spot / strike) + (rate + volatility * volatility / 2) * time) / spread;
  const auto normal = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  return spot * normal(a) - strike * std::exp(-rate * time) * normal(a - spread);
}

double horner(double x, int k, const Vector& t) {
  if (x < 0) return x;
  double sum = t(0);
  for (int i = 1; i < k; ++i) sum = sum * t(i) + x;
  return sum * x;
}

double outer(const Vector& x, double a) {
  const auto inner = wave_gradient_each(x, a);
  return gradc::sum(gradc::square(inner.grad.x)) + inner.grad.a * gradc::sum(inner.value);
}

namespace {

double mix(std::vector<double>& v, double x, int depth) {
  if (depth <= 0) return 0.25 * depth;
  double sum = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const double before = v[k];
    v[k] = x;
    sum += std::tanh(x + x) * mix(v, 0.5 * x, depth - 1);
    v[k] = before + 0.1 * x;
  }
  return x + v[static_cast<std::size_t>(depth % 2)] - x * x + 0.3 * sum;
}

}  // namespace

double mixed(double x, double y, int depth) {
  std::vector<double> v{x, 0.5, y};
  for (int k = 0; k < 60; ++k) v.push_back(0.1 * k * x);
  const double first = mix(v, std::tanh(0.25), depth), second = mix(v, x * y, 2) * mix(v, y > x ? y : x, 3);
  v[1] /= 1.5 + std::sin(x);
  v.push_back(std::sin(y));
  return v[0] * v[1] + v[30] * v.back() + first * second;
}

}  // namespace requests_each
