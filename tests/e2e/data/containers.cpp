#include "containers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace control {

double vec_ops(double x, double y, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i) v.push_back(x * i + y);
  v.emplace_back(x);
  v.resize(v.size() + 2, y);
  v.pop_back();
  v.back() *= v.front();
  v.at(0) += 1;
  double s = 0;
  for (std::size_t i = 0; i < v.size(); i += 2) s += v[i] * v[v.size() - 1 - i];
  if (!v.empty()) s += v.back();
  std::vector<double> w = v, z(w.begin(), w.end());
  w.clear();
  z.resize(1);
  w.insert(w.end(), x);
  return s + static_cast<double>(v.size()) * x + w.size() + z[0] * w[0];
}

double vec_assign(double x, double y, int n) {
  std::vector<double> v(3, x), w;
  v.assign(static_cast<std::size_t>(n + 1), y);
  v[0] = x;
  w = v;
  w.push_back(x * y);
  v = {x, y, x + y};
  v.swap(w);
  w.assign({y, x});
  std::vector<std::vector<double>> vv(2, std::vector<double>(2, x));
  vv[1][0] *= y;
  vv[0].push_back(y * y);
  vv.push_back(w);
  vv.back()[1] += 2;
  double s = 0;
  for (const auto& row : vv)
    for (double e : row) s += e * e;
  return s + v.back() * w[1];
}

double vec_bool(double x, int n) {
  std::vector<bool> seen(5, false);
  seen[n % 5] = true;
  seen.push_back(n > 2);
  double s = x;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i])
      s *= x + static_cast<double>(i);
    else
      s += 0.5 * x;
  for (bool b : seen) s += b ? x : 0.0;
  seen[0] = !seen[1];
  if (seen[0] && !seen[1]) s *= 2;
  return s;
}

struct Item {
  double w = 1;
  std::vector<double> c;
};
double vec_of_struct(double x, double y, int n) {
  std::vector<Item> items;
  for (int i = 0; i < n; ++i) {
    Item it;
    it.w = x + i;
    it.c.push_back(y);
    it.c.push_back(x * y);
    items.push_back(it);
  }
  items.push_back({y, {x, x, 1}});
  items.emplace_back();
  items.back().c = {x};
  double s = 0;
  for (auto& it : items) {
    it.w *= 2;
    for (auto& c : it.c) {
      c += it.w;
      s += c * it.w;
    }
  }
  for (const Item& it : items) s += it.c[0];
  return s * items[0].w;
}

double vec_insert(double x, double y) {
  std::vector<double> v{x, y};
  v.insert(v.begin(), x * y);
  v.insert(v.begin() + 1, 2 * x);
  v.erase(v.begin());
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * static_cast<double>(i + 1);
  return s * v[0];
}

double iterators(double x, double y, int n) {
  std::vector<double> v(static_cast<std::size_t>(n) + 2, x);
  for (auto it = v.begin(); it != v.end(); ++it) *it += y * static_cast<double>(it - v.begin());
  double s = 0;
  for (auto it = v.cbegin() + 1; it < v.cend(); it += 2) s += *it * *(it - 1);
  auto last = std::prev(v.end());
  *last = s;
  last[-1] *= 2;
  std::vector<double>::const_iterator c = v.begin();
  for (auto it = v.rbegin(); it != v.rend(); ++it) s = s * 0.5 + *it;
  return s + c[1] + *std::next(v.begin());
}

double swaps(double x, double y) {
  double a = x, b = y;
  std::swap(a, b);
  double v[3] = {a, b, 1};
  std::swap(v[0], v[2]);
  double t = std::exchange(a, b * 2);
  std::vector<double> p{x}, q{y, y};
  std::swap(p, q);
  p.swap(q);
  std::reverse(v, v + 3);
  std::iter_swap(v, v + 1);
  return a * t + v[0] * b - v[1] + p[0] * static_cast<double>(q.size()) + v[2];
}

double horner_ptr(const std::vector<double>& c, double x) {
  const double* p = c.data() + c.size();
  double s = 0;
  while (p != c.data()) s = s * x + *--p;
  return s;
}

double vector_math(const std::vector<double>& a, const std::vector<double>& b) {
  double dot = 0, na = 0, nb = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    dot += a[i] * b[i];
    na += a[i] * a[i];
    nb += b[i] * b[i];
  }
  return dot / std::sqrt(na * nb);
}

double matrix_flat(const std::vector<double>& m, int n) {
  std::vector<double> out(m.size(), 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        out[static_cast<std::size_t>(i * n + j)] +=
            m[static_cast<std::size_t>(i * n + k)] * m[static_cast<std::size_t>(k * n + j)];
  double t = 0;
  for (int i = 0; i < n; ++i) t += out[static_cast<std::size_t>(i * n + i)] * out[static_cast<std::size_t>(i)];
  return t;
}

double prefix_max(const std::vector<double>& v) {
  double best = -std::numeric_limits<double>::infinity(), s = 0;
  for (double e : v) {
    if (e > best) best = e;
    s += best * best;
  }
  return s;
}

double bubble(const std::vector<double>& in) {
  std::vector<double> v = in;
  bool swapped;
  do {
    swapped = false;
    for (std::size_t i = 1; i < v.size(); ++i)
      if (v[i - 1] > v[i]) {
        std::swap(v[i - 1], v[i]);
        swapped = true;
      }
  } while (swapped);
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * v[i] * static_cast<double>(i + 1);
  return s;
}

struct Part {
  double m, v[2];
  bool on = true;
};
double struct_vec(double x, double y, int n) {
  std::vector<Part> ps;
  for (int i = 0; i < n; ++i) ps.push_back({x + i, {y, x * i}});
  for (int t = 0; t < 2; ++t)
    for (Part& p : ps) {
      if (!p.on) continue;
      for (double& v : p.v) v += 0.1 * p.m;
      if (p.v[1] > 2) p.on = false;
    }
  double s = x * y;
  for (std::size_t i = 0; i < ps.size(); ++i)
    for (std::size_t j = i + 1; j < ps.size(); ++j) s += ps[i].m * ps[j].v[1] + ps[i].v[0];
  ps.erase(ps.begin());
  ps.insert(ps.begin(), Part{y, {1, x}});
  return s + ps.front().m * ps.back().v[0];
}

double queue_sim(double x, int n) {
  double buf[4] = {};
  int head = 0, tail = 0;
  double out = 0;
  for (int i = 0; i < n; ++i) {
    buf[tail++ % 4] = x * i;
    if (tail - head > 2) {
      out += buf[head % 4] * x;
      ++head;
    }
  }
  return out + x;
}

static std::vector<double> powers(double x, int n) {
  std::vector<double> v;
  double p = 1;
  for (int i = 0; i < n; ++i) {
    v.push_back(p);
    p *= x;
  }
  return v;
}
static std::vector<std::vector<double>> tri(double x, int n) {
  std::vector<std::vector<double>> t;
  for (int i = 0; i < n; ++i) {
    t.emplace_back(i + 1, x);
    for (int j = 1; j < i; ++j) t[i][j] = t[i - 1][j - 1] + t[i - 1][j] * x;
  }
  return t;
}
double return_vector(double x, int n) {
  const auto v = powers(x, n);
  double s = x;
  for (auto it = v.begin(); it != v.end(); ++it) s += *it;
  for (const auto& row : tri(x, n)) s += row.back() * row[row.size() / 2];
  return s + powers(x * 2, 3)[2];
}

static double consume(std::vector<double> v) {
  v[0] *= 10;
  v.push_back(1);
  double s = 0;
  for (double e : v) s += e * e;
  return s;
}
double vec_by_value(double x, double y) {
  std::vector<double> v{x, y};
  double s = consume(v);
  return s * v[0] + static_cast<double>(v.size());
}

double vec_move(double x, double y) {
  std::vector<double> v{x, y};
  std::vector<double> w = std::move(v);
  w.push_back(x * y);
  v = std::vector<double>(2, y);
  std::pair<std::vector<double>, double> p{std::move(w), x};
  p.first[0] *= p.second;
  return p.first[0] * p.first[2] + v[1];
}

double range_copy(double x, double y) {
  std::vector<double> v{x, y};
  double s = 0;
  for (auto e : v) {
    e *= 2;
    s += e;
  }
  for (auto&& e : v) {
    e += s;
  }
  for (const auto e : v) s += e * e;
  return s;
}

double range_nested(const Matrix& a) {
  double s = 0;
  std::vector<std::vector<double>> rows;
  for (std::int64_t i = 0; i < a.extent(0); ++i) {
    std::vector<double> r;
    for (std::int64_t j = 0; j <= i; ++j) r.push_back(a(i, j));
    rows.push_back(r);
  }
  for (auto& r : rows) {
    for (auto& e : r) e *= static_cast<double>(r.size());
    s += r.front() * r.back();
  }
  return s;
}

double idx_array(double x, double y) {
  const int idx[4] = {2, 0, 3, 1};
  double a[4] = {x, y, x * y, 1};
  double s = 0;
  for (int i : idx) s = s * x + a[i];
  for (int i = 0; i < 4; ++i) a[idx[i]] += a[i] * 0.5;
  std::array<int, 2> p{1, 3};
  std::vector<int> q{0, 2, 1};
  for (int i : q) s += a[i] * a[p[static_cast<std::size_t>(i) % 2]];
  return s;
}

double table_lookup(double x, const std::array<double, 5>& t) {
  const double f = (x + 1) * 2 - 0.01;
  int i = static_cast<int>(std::floor(f));
  if (i < 0) i = 0;
  if (i > 3) i = 3;
  const double w = f - i;
  return t[static_cast<std::size_t>(i)] * (1 - w) + t[static_cast<std::size_t>(i) + 1] * w;
}

double array_of_vec(double x, double y, int k) {
  std::array<std::vector<double>, 2> a;
  a[0] = {x, y};
  a[1].push_back(x * y);
  a[k].push_back(y);
  for (auto& v : a) v.push_back(x);
  double s = 0;
  for (const auto& v : a)
    for (double e : v) s = s * 0.5 + e * e;
  return s + a[k].back() * a[1 - k][0];
}

double pair_vec(double x, double y, int n) {
  std::vector<std::pair<double, int>> v;
  for (int i = 0; i < n; ++i) v.emplace_back(x * i + y, i);
  v.push_back({x, 7});
  double s = 0;
  for (auto& [w, k] : v) {
    w *= 2;
    s += w * k;
  }
  for (const auto& p : v) s += p.first * p.first;
  return s;
}

double tuple_vec(double x, double y) {
  std::tuple<double, std::vector<double>, std::array<double, 2>> t{x, {y, x}, {x, y}};
  std::get<1>(t).push_back(std::get<0>(t));
  std::get<2>(t)[0] *= 3;
  auto& [a, b, c] = t;
  b[0] += a;
  c[1] -= b[2];
  auto t2 = t;
  std::get<0>(t2) = 9;
  return a * b[0] * c[0] + c[1] + std::get<0>(t2) * b[1];
}

double array_assign(double x, double y) {
  std::array<double, 3> a{}, b{x, y};
  a = b;
  a[2] = x * y;
  b.fill(y);
  std::swap(a, b);
  std::array<std::array<double, 3>, 2> c{a, b};
  c[0] = c[1];
  c[0][1] = 4;
  struct S {
    double v[2];
  } s{{x, y}}, t = s;
  t.v[0] *= 2;
  s = t;
  return c[0][0] * c[1][1] + c[0][2] + s.v[0] * a.back() + b.front() + static_cast<double>(a.size());
}

double vla_like(double x, int n) {
  std::vector<std::vector<double>> g(static_cast<std::size_t>(n),
                                     std::vector<double>(static_cast<std::size_t>(n + 1), x));
  for (int i = 1; i < n; ++i)
    for (int j = 1; j <= n; ++j) g[i][j] = 0.5 * (g[i - 1][j] + g[i][j - 1] * x);
  double s = x;
  for (auto& r : g) s += r.back();
  return s;
}

double trimmed_mean(const std::vector<double>& v, int cut) {
  std::vector<double> sorted(v);
  std::sort(sorted.begin(), sorted.end());
  double s = 0;
  for (std::size_t i = static_cast<std::size_t>(cut); i + static_cast<std::size_t>(cut) < sorted.size(); ++i)
    s += sorted[i] * sorted[i] * static_cast<double>(i);
  return s;
}

double sorted_parts(const std::vector<double>& v, double x) {
  double t[5] = {x, v[0], 3 * x, x * x, 0.5};
  std::stable_sort(t + 1, t + 4, std::greater<>{});
  std::sort(std::begin(t), std::begin(t) + 2, std::less<double>());
  std::vector<int> order{3, 1, 2};
  std::sort(order.begin(), order.end());
  return t[0] + 2 * t[1] + 3 * t[2] + 4 * t[order[2]];
}

}  // namespace control
