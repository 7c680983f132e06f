#include "vectors.h"

#include <algorithm>
#include <cmath>

namespace control {

double mlp(const std::vector<Layer>& layers, const Vector& x) {
  Vector h = x;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    h = gradc::matmul(layers[i].w, h) + layers[i].b;
    if (i + 1 < layers.size()) h = gradc::tanh(h);
  }
  return gradc::sum(gradc::square(h));
}

static Vector gate(const Cell& cell, const Vector& x, const Vector& h) {
  return gradc::matmul(cell.wx, x) + gradc::matmul(cell.wh, h) + cell.b;
}

double lstm(const Cell& input, const Cell& forget, const Cell& output, const Cell& candidate, const Matrix& x) {
  const std::int64_t hidden = input.b.extent(0), features = x.extent(1);
  Vector h(gradc::Shape{hidden}), c(gradc::Shape{hidden});
  double loss = 0;
  for (std::int64_t t = 0; t < x.extent(0); ++t) {
    Vector xt(gradc::Shape{features});
    for (std::int64_t j = 0; j < features; ++j) xt(j) = x(t, j);
    const Vector i = gradc::sigmoid(gate(input, xt, h));
    const Vector f = gradc::sigmoid(gate(forget, xt, h));
    const Vector o = gradc::sigmoid(gate(output, xt, h));
    c = f * c + i * gradc::tanh(gate(candidate, xt, h));
    h = o * gradc::tanh(c);
    loss += gradc::sum(h * h);
  }
  return loss;
}

double moving_average(const std::vector<double>& x, int width) {
  std::vector<double> out;
  double window = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    window += x[i];
    if (i >= static_cast<std::size_t>(width)) window -= x[i - static_cast<std::size_t>(width)];
    if (i + 1 >= static_cast<std::size_t>(width)) out.push_back(window / width);
  }
  double s = 0;
  for (double e : out) s += e * e;
  return s;
}

double histogram(const std::vector<double>& weights, const std::vector<int>& bins) {
  std::array<double, 4> counts{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const int bin = bins[i];
    if (bin < 0 || bin >= 4) continue;
    counts[static_cast<std::size_t>(bin)] += weights[i];
  }
  double s = 0;
  for (double c : counts) s += c * c;
  return s;
}

double collatz(double x, double y, int n) {
  double s = x;
  int trips = 0;
  while (n != 1 && trips < 40) {
    if (n % 2 == 0) {
      n /= 2;
      s = 0.5 * s + y;
    } else {
      n = 3 * n + 1;
      s = std::sin(s) * x;
    }
    ++trips;
  }
  return s * trips;
}

double filtered(const std::vector<double>& x) {
  std::vector<double> kept;
  for (const double e : x)
    if (e > 0.2) kept.push_back(e * e);
  if (kept.empty()) return x.empty() ? 0.0 : x[0];
  while (kept.size() > 2) {
    const double last = kept.back();
    kept.pop_back();
    kept.back() += last * kept.front();
  }
  return kept.back() * static_cast<double>(kept.size());
}

double of_vectors(const std::vector<Vector>& parts, double scale) {
  std::vector<Vector> scaled;
  for (const auto& part : parts) scaled.push_back(part * scale);
  double s = 0;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    scaled[i](0) += 1;
    s += gradc::sum(scaled[i] * scaled[i]) * static_cast<double>(i + 1);
  }
  return s;
}

double nested_vectors(double x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i) {
    std::vector<double> row(static_cast<std::size_t>(i + 1), x);
    for (int j = 1; j < i; ++j) row[j] = rows[i - 1][j - 1] * x + rows[i - 1][j];
    rows.push_back(row);
  }
  double s = 0;
  for (const auto& row : rows)
    for (double e : row) s += e;
  return s * x;
}

double particles(const std::vector<Particle>& start, double stiffness, int steps) {
  std::vector<Particle> p = start;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i < p.size(); ++i) {
      const double force = stiffness * (p[i].position - p[i - 1].position - 1);
      p[i].speed -= 0.1 * force;
      p[i - 1].speed += 0.1 * force;
    }
    for (auto& one : p) one.position += 0.1 * one.speed;
  }
  double energy = 0;
  for (const auto& one : p) energy += one.speed * one.speed + one.position;
  return energy;
}

double machine_of_code(double x, double y, const std::vector<int>& code) {
  std::vector<double> stack{x, y, x * y};
  for (int op : code) {
    const double a = stack.back();
    switch (op) {
      case 0: stack.push_back(a * 0.5); continue;
      case 1: stack.push_back(std::sin(x) + a); continue;
      default: break;
    }
    if (stack.size() < 2) return a * x;
    stack.pop_back();
    double& b = stack.back();
    if (op == 2) b += a;
    else if (op == 3) b *= a;
    else return a - b;
  }
  return stack.back() + stack[0] * y;
}

double in_place(std::vector<double> v, double a) {
  for (double& e : v) e = e * a + 1;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) std::swap(v[i], v[i + 1]);
  double p = a;
  for (double e : v) p = p * 0.5 + e * e * p;
  return p;
}

std::vector<double> cumulative(const std::vector<double>& x, double decay) {
  std::vector<double> out(x.size());
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s = s * decay + x[i] * x[i];
    out[i] = s;
  }
  return out;
}

double polynomial_product(const std::vector<double>& a, const std::vector<double>& b, double x) {
  std::vector<double> c(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  double p = 0;
  for (std::size_t i = c.size(); i-- > 0;) p = p * x + c[i];
  return p;
}

double assigned_whole(double x, int n) {
  std::vector<double> a{x, 2 * x}, b;
  for (int i = 0; i < n; ++i) {
    b = a;
    a.push_back(b[0] * b.back());
    a[0] *= 0.5;
  }
  std::vector<double> c = b.empty() ? a : b;
  return c.back() + a.back() * c[0];
}

}  // namespace control
