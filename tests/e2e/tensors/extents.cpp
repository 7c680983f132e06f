#include "extents.h"

namespace extents {

static State advance(const Layer& layer, const State& state, const Matrix& input) {
  const std::int64_t texts = input.extent(0), units = layer.u.extent(0);
  const auto sums = gradc::matmul(input, layer.w) + gradc::matmul(state.output, layer.u) + layer.b;
  const auto gates = gradc::reshape(sums, {texts, 2, units});
  const auto cell = gradc::sigmoid(gradc::take(gates, 0, 1)) * state.cell + gradc::tanh(gradc::take(gates, 1, 1));
  return {gradc::tanh(cell), cell};
}

// A vector of layers in a loop over time, and what they remember.
double recurrent(const std::vector<Layer>& layers, const Matrix& x, const Matrix& out) {
  std::vector<State> states;
  for (const Layer& layer : layers) {
    const auto nothing = gradc::zeros<double>({x.extent(0), layer.u.extent(0)});
    states.push_back({nothing, nothing});
  }
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    auto y = x * (t + 1.0);
    for (std::size_t i = 0; i < layers.size(); ++i) {
      states[i] = advance(layers[i], states[i], y);
      y = states[i].output;
    }
    sum += gradc::sum(gradc::square(gradc::matmul(y, out)));
  }
  return sum;
}

// What leaves a loop meets an argument.
double chain(const std::vector<Matrix>& w, const Matrix& x, const Matrix& last) {
  auto h = x;
  for (const Matrix& m : w) h = gradc::tanh(gradc::matmul(h, m));
  return gradc::sum(h * last);
}

// Only the matrix that is multiplied must fit.
double some(const std::vector<Matrix>& w, const Matrix& x, int which) {
  double sum = 0;
  for (int i = 0; i < static_cast<int>(w.size()); ++i) {
    const Matrix& m = w[static_cast<std::size_t>(i)];
    if (i == which) sum += gradc::sum(gradc::matmul(x, m));
    else sum += gradc::sum(gradc::square(m));
  }
  return sum;
}

double sum_of_two(const std::vector<Vector>& v, int i, int j) {
  if (i < 0) return gradc::sum(v[0]);
  return gradc::sum(gradc::square(v[static_cast<std::size_t>(i)] + v[static_cast<std::size_t>(j)] * 2.0));
}

static double weighted(const Matrix& x, std::int64_t rows, int columns) {
  double r = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto ones = gradc::ones<double>({rows, columns});
    for (int j = 0; j < columns; ++j) r += gradc::sum(ones * x) * x(i, j);
  }
  return r;
}

// Extents in variables of several types.
double of_counts(const Matrix& x) {
  int columns = static_cast<int>(x.extent(1));
  return weighted(x, x.extent(0), columns);
}

static std::vector<Matrix> blank(const std::vector<Matrix>& x, std::int64_t n) {
  std::vector<Matrix> r;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Matrix& m = x[i];
    r.push_back(gradc::zeros<double>({n, m.extent(1)}));
  }
  return r;
}

double helper_makes(const std::vector<Matrix>& x, const Matrix& y) {
  auto r = blank(x, y.extent(0));
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    r[i] = gradc::tanh(r[i] + gradc::matmul(y, x[i]));
    sum += gradc::sum((r[i] + 1.0) * gradc::matmul(y, x[i]));
  }
  return sum;
}

double grown(const Matrix& x, const Vector& v, int n) {
  Matrix y = x;
  for (int i = 0; i < n; ++i) y = gradc::concat({y, gradc::square(x)}, 0);
  return gradc::sum(gradc::matmul(gradc::tanh(y), gradc::reshape(v, {-1, 1})) * gradc::matmul(y, gradc::reshape(v, {x.extent(1), 1})));
}

// Conditions that read an extent that varies.
double until_long(const Vector& x, double a) {
  Vector y = x;
  while (y.extent(0) < 9) y = gradc::concat({y, y * a}, 0);
  return gradc::sum(gradc::square(y));
}

double changed_under_way(double a, const Vector& x, int k) {
  Vector y = x;
  for (std::int64_t i = 0; i < y.extent(0); ++i) {
    double s = y(i);
    for (std::int64_t j = 0; j < y.extent(0); ++j) s += y(j) * s;
    a += s;
    const std::vector<Vector> both{y, y * y};
    y = gradc::sin(both[static_cast<std::size_t>(k)]);
  }
  return a;
}

double two_deep(const std::vector<std::vector<Matrix>>& w, const Matrix& x) {
  double sum = 0;
  for (const auto& net : w) {
    Matrix h = x;
    for (std::size_t i = 0; i < net.size(); ++i) {
      h = gradc::matmul(h, net[i]);
      if (i + 1 < net.size()) h = gradc::tanh(h);
    }
    sum += gradc::sum(gradc::square(h));
  }
  return sum;
}

double fixed(const std::vector<Vector>& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i].extent(0) != 3) continue;
    const gradc::StaticTensor<double, 3> three(v[i]);
    sum += gradc::sum(three * three) * three(0);
  }
  return sum;
}

}  // namespace extents
