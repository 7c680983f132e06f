#include "parts.h"

namespace parts {

double embedded(const Matrix& table, const Matrix& places, const Tokens& tokens) {
  const std::int64_t length = tokens.extent(1), width = table.extent(1);
  const auto x = gradc::take(table, tokens) + gradc::slice(places, {0, 0}, {length, width});
  return gradc::sum(gradc::sin(x));
}

double lstm(const Cube& x, const Matrix& w, const Matrix& u) {
  const std::int64_t batch = x.extent(1), hidden = u.extent(0);
  auto h = gradc::zeros<double>({batch, hidden}), c = gradc::zeros<double>({batch, hidden});
  for (std::int64_t t = 0; t < x.extent(0); ++t) {
    const auto now = gradc::squeeze(gradc::slice(x, {t, 0, 0}, {t + 1, batch, x.extent(2)}), 0);
    const auto g = gradc::matmul(now, w) + gradc::matmul(h, u);
    const auto i = gradc::sigmoid(gradc::slice(g, {0, 0}, {batch, hidden}));
    const auto f = gradc::sigmoid(gradc::slice(g, {0, hidden}, {batch, 2 * hidden}));
    const auto v = gradc::tanh(gradc::slice(g, {0, 2 * hidden}, {batch, 3 * hidden}));
    const auto o = gradc::sigmoid(gradc::slice(g, {0, -hidden}, {batch, g.extent(1)}));
    c = f * c + i * v;
    h = o * gradc::tanh(c);
  }
  return gradc::sum(gradc::sin(h));
}

double lstm_of(const Cube& x, const Matrix& w, const Matrix& u, int hidden) {
  const std::int64_t batch = x.extent(1);
  auto h = gradc::zeros<double>({batch, hidden}), c = gradc::zeros<double>({batch, hidden});
  for (int t = 0; t < x.extent(0); ++t) {
    const auto now = gradc::squeeze(gradc::slice(x, {t, 0, 0}, {t + 1, batch, x.extent(2)}), 0);
    const auto g = gradc::matmul(now, w) + gradc::matmul(h, u);
    const auto i = gradc::sigmoid(gradc::slice(g, {0, 0}, {batch, hidden}));
    const auto f = gradc::sigmoid(gradc::slice(g, {0, hidden}, {batch, 2 * hidden}));
    const auto v = gradc::tanh(gradc::slice(g, {0, 2 * hidden}, {batch, 3 * hidden}));
    const auto o = gradc::sigmoid(gradc::slice(g, {0, 3 * hidden}, {batch, 4 * hidden}));
    c = f * c + i * v;
    h = o * gradc::tanh(c);
  }
  return gradc::sum(gradc::sin(h));
}

double stacked(const Cube& w, const Matrix& b, const Vector& x) {
  const std::int64_t width = x.extent(0);
  Vector y = x;
  for (std::int64_t layer = 0; layer < w.extent(0); ++layer) {
    const auto v = gradc::reshape(gradc::slice(w, {layer, 0, 0}, {layer + 1, width, width}), {width, width});
    y = gradc::tanh(gradc::matmul(v, y) + gradc::take(b, layer));
  }
  return gradc::sum(gradc::sin(y));
}

double windows(const Matrix& x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += gradc::sum(gradc::sin(gradc::slice(x, {i, 0}, {x.extent(0), i + 1}))) *
           gradc::sum(gradc::square(gradc::slice(x, {-i - 1, i}, {x.extent(0), -1})));
  for (int i = n - 1; i >= 0; --i) sum += gradc::sum(gradc::sin(gradc::slice(x, {i, i}, {i + 2, n + 1}, {1, 2})));
  return sum;
}

double moving(const Matrix& x, const gradc::Vector<int>& at) {
  Matrix y = gradc::sin(x);
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += gradc::sum(gradc::square(gradc::dynamic_slice(x, at + i, {2, 2})));
    y = gradc::dynamic_update_slice(y, gradc::sin(gradc::dynamic_slice(y, at, {2, 2})), at + i);
  }
  return sum + gradc::sum(y * y);
}

double part(const Matrix& x, std::int64_t from, std::int64_t to) {
  return gradc::sum(gradc::sin(gradc::slice(x, {from, 0}, {to, x.extent(1)})));
}

double part_if(const Matrix& x, std::int64_t from, std::int64_t to, bool taken) {
  double sum = gradc::sum(x);
  if (taken) sum += gradc::sum(gradc::slice(x, {0, from}, {x.extent(0), to}));
  return sum;
}

double shorter(const Vector& x) { return gradc::sum(gradc::square(gradc::slice(x, {0}, {x.extent(0) - 3}))); }

namespace {

template <class T>
double mixed(const T& a, const T& b) {
  return gradc::sum(gradc::sin(a) * b);
}

// Where y and z meet: as they are, in a call, in a loop that begins with either, and in a branch.
template <class T>
double met(const T& y, const T& z, int n) {
  double sum = gradc::sum(gradc::sin(y + z)) + mixed(y, z);
  T a = z, b = y;
  for (int i = 0; i < n; ++i) {
    a = gradc::tanh(a * y);
    b = b * z + a;
  }
  T c = y;
  if (n > 1) c = gradc::tanh(z);
  return sum + gradc::sum(a * b) + gradc::sum(gradc::square(c));
}

}  // namespace

double from_a_number_on(const Vector& x, std::int64_t from, int to) {
  double sum = 0;
  for (std::int64_t i = from; i < to; ++i) sum += sum + gradc::sum(gradc::square(gradc::slice(x, {i}, {i + 2})));
  return sum;
}
double from_a_counter_on(const Vector& x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) sum += gradc::sum(gradc::slice(x, {i}, {i + 2}) * gradc::square(gradc::slice(x, {j}, {j + 2})));
  return sum;
}
double between_counters(const Matrix& x, int from, int to) {
  double sum = 0;
  int i = from, j = to;
  while (i < j) {
    sum += gradc::sum(gradc::square(gradc::slice(x, {i, 0}, {j, 2})));
    i += 1;
    j -= 1;
  }
  return sum;
}

double second_rows(const Matrix& x, const Matrix& z, int n) {
  return met<Matrix>(gradc::slice(x, {0, 0}, {x.extent(0), x.extent(1)}, {2, 1}), z, n);
}
double pooled(const Images& x, const Images& z, int n) {
  return met<Images>(gradc::avg_pool2d(x, 3, gradc::Pool().stride(2).padding(1)), z, n);
}
double convolved(const Images& x, const Images& z, const Images& k, int n) {
  return met<Images>(gradc::conv2d(x, k, gradc::Conv().stride(2).padding(1)), z, n);
}
double in_depth(const Images& x, const Images& z, int n) { return met<Images>(gradc::depth_to_space(x, 2), z, n); }
double unfolded(const Images& x, const Cube& z, int n) { return met<Cube>(gradc::unfold(x, {2, 2}), z, n); }
double padded(const Matrix& x, const Matrix& z, int n) { return met<Matrix>(gradc::pad(x, {{1, n}, {0, 1}}), z, n); }
double halves(const Matrix& x, const Matrix& z, int n) {
  const std::int64_t half = x.extent(0) / 2;
  return met<Matrix>(gradc::slice(x, {0, 0}, {half, x.extent(1)}) * gradc::slice(x, {half, 0}, {2 * half, x.extent(1)}), z, n);
}

double neighbours(const Cube& x) {
  const std::int64_t a = x.extent(0), b = x.extent(1), c = x.extent(2);
  const auto outer = gradc::slice(x, {1, 0, 0}, {a, b, c}) * gradc::slice(x, {0, 0, 0}, {a - 1, b, c});
  const auto middle = gradc::slice(x, {0, 1, 0}, {a, b, c}) - gradc::sin(gradc::slice(x, {0, 0, 0}, {a, b - 1, c}));
  const auto inner = gradc::exp(gradc::slice(x, {0, 0, 1}, {a, b, c})) * gradc::slice(x, {0, 0, 0}, {a, b, c - 1});
  return gradc::sum(outer * outer) + gradc::sum(middle * middle) + gradc::sum(inner * inner);
}

double middle_row(const Cube& x, const Matrix& y) {
  const std::int64_t a = x.extent(0), c = x.extent(2);
  const auto row = gradc::slice(x, {0, 1, 0}, {a, 2, c});
  const auto all = gradc::sin(x * row);
  const auto one = gradc::squeeze(row, 1) * y * gradc::slice(y, {a - 1, 0}, {a, c});
  return gradc::sum(all) + gradc::sum(one * one);
}

double slices_of_slices(const Cube& x) {
  const std::int64_t a = x.extent(0), b = x.extent(1), c = x.extent(2);
  const auto tail = gradc::slice(x, {1, 0, 0}, {a, b, c});
  const auto corner = gradc::slice(tail, {0, 1, 1}, {a - 1, b, c}) * gradc::slice(tail, {0, 0, 0}, {a - 1, b - 1, c - 1});
  const auto flat = gradc::sin(gradc::reshape(tail, {(a - 1) * b * c}));
  const auto part = gradc::slice(flat, {2}, {(a - 1) * b * c}) * gradc::slice(gradc::reshape(x, {a * b * c}), {0}, {(a - 1) * b * c - 2});
  return gradc::sum(gradc::sin(corner)) + gradc::sum(part);
}

double before_it_is_written(const Matrix& x) {
  const std::int64_t a = x.extent(0), b = x.extent(1);
  Matrix y = gradc::sin(x);
  const auto before = gradc::slice(y, {1, 0}, {a, b});
  y(1, 0) = y(0, 1) * 2;
  y(0, 1) = 3;
  const auto after = gradc::slice(y, {0, 0}, {a - 1, b});
  return gradc::sum(before * after * after);
}

double shifted_in_loop(const Matrix& x, int n) {
  const std::int64_t a = x.extent(0), b = x.extent(1);
  Matrix y = x;
  for (int i = 0; i < n; ++i) {
    const auto ahead = gradc::concat({gradc::slice(y, {0, 1}, {a, b}), gradc::slice(y, {0, 0}, {a, 1})}, 1);
    y = gradc::sin(ahead) * y + gradc::slice(y, {0, 0}, {1, b});
  }
  return gradc::sum(y * y);
}

double differences(const gradc::Vector<float>& x) {
  const std::int64_t n = x.size();
  const auto d = gradc::slice(x, {1}, {n}) - gradc::slice(x, {0}, {n - 1});
  return gradc::sum(d * d * d);
}

}  // namespace parts
