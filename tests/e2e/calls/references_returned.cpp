#include "references_returned.h"

#include <array>
#include <cmath>
#include <tuple>

namespace returned {

// A body that is too large to be inlined at each of its calls.
#define RETURNED_TERMS(x, y) \
  (0.05 * (std::sin((x) * (y)) + 0.5 * std::cos((x) - (y)) + 0.25 * std::tanh((x) + 0.3 * (y)) + std::exp(-(x) * (x)) + \
           std::atan((y)) + 0.3 * std::sin((x) + (y)) * std::cos((y) * 0.5) + 0.5 * std::tanh((x) * (x)) + (x) * std::cos((y))))
// Twice, in scopes of their own.
#define RETURNED_OFTEN(...) \
  { __VA_ARGS__; }          \
  { __VA_ARGS__; }

namespace {
struct Store {
  std::vector<double> data;
  int columns;
  double touched;
};
}  // namespace
static double& at(Store& s, int i, int j) {
  s.touched = 0.5 * s.touched + RETURNED_TERMS(s.touched, 0.1 * i) + RETURNED_TERMS(0.3, s.touched) + RETURNED_TERMS(s.data[0], 0.4);
  s.data[0] = 0.9 * s.data[0] + 0.01 * s.touched;
  return s.data[static_cast<std::size_t>(i * s.columns + j)];
}
// What another returns, after writing through it.
static double& scaled(Store& s, int i, double by) {
  double& x = at(s, i, i);
  x = x * by + RETURNED_TERMS(x, by) + RETURNED_TERMS(by, x) + 0.1 * RETURNED_TERMS(x, s.touched);
  return at(s, i, 1 - i);
}
static double blend(double& to, double from) {
  to = 0.5 * to + RETURNED_TERMS(to, from) + RETURNED_TERMS(from, 0.3) + 0.1 * RETURNED_TERMS(from, to);
  return to * from;
}
double elements(const std::vector<double>& x, double y, int n) {
  Store s{x, 2, y};
  double sum = 0;
  int k = 0;
  RETURNED_OFTEN(at(s, 0, 1) += y; sum += at(s, 1, 0); scaled(s, 1, 0.9) *= 0.8; sum += scaled(s, 0, y); blend(at(s, 1, 1), y);
                 sum += blend(scaled(s, k % 2, 0.7), y); at(s, k++ % 2, 0) += 0.1 * y; at(s, 0, k-- % 2) -= at(s, 1, 1));
  for (int i = 0; i < n; ++i) {
    double& e = i % 3 == 0 ? at(s, i % 2, 0) : scaled(s, i % 2, 0.9);
    e += 0.1 * y;
    if (e > 0.2) at(s, 0, i % 2) = std::sin(e) + s.data[3];
    const double other = scaled(s, 0, e);
    sum += e * other;
  }
  return sum + s.data[0] * s.data[1] + s.data[2] * s.data[3] + s.touched;
}

static double& larger(double& a, double& b) {
  a += 0.1 * RETURNED_TERMS(a, b) + 0.1 * RETURNED_TERMS(b, 0.3) + RETURNED_TERMS(a, a);
  if (a > b) return a;
  b = 0.9 * b + RETURNED_TERMS(b, a);
  return b;
}
static const double& smaller(const double& a, const double& b) {
  return RETURNED_TERMS(a, b) + RETURNED_TERMS(a, 0.2) < RETURNED_TERMS(b, a) + RETURNED_TERMS(b, 0.2) ? a : b;
}
double one_of_two(double x, double y) {
  double a = x, b = y, c = 0.3, sum = 0;
  RETURNED_OFTEN(larger(a, b) *= 0.8; sum += larger(b, c); larger(larger(a, c), b) += 0.1 * x; larger(a, a) -= 0.2; sum += blend(larger(c, a), y);
                 sum += smaller(a, b) * smaller(c, smaller(a, 2 * x)); blend(b, smaller(a, c)); c += 0.1 * smaller(larger(a, b), sum));
  return sum + a * b + b * c;
}

static double& first_above(std::vector<double>& v, double x) {
  std::size_t i = 0;
  for (; i + 1 < v.size(); ++i) {
    v[i] += 0.1 * RETURNED_TERMS(v[i], x) + 0.1 * RETURNED_TERMS(x, v[i]);
    if (v[i] > x) break;
  }
  return v[i];
}
static double& least(Vector& v) {
  std::int64_t best = 0;
  for (std::int64_t i = 0; i < v.size(); ++i) {
    v(i) = 0.9 * v(i) + RETURNED_TERMS(v(i), 0.2) + RETURNED_TERMS(0.1, v(i));
    if (v(i) < v(best)) best = i;
  }
  return v(best);
}
double found_by_loops(const Vector& x, double y, int n) {
  std::vector<double> v{x(0), x(1), x(2)};
  Vector w = x;
  double sum = 0;
  RETURNED_OFTEN(first_above(v, 0.1) *= 0.7; sum += first_above(v, y); least(w) += 0.2; sum += least(w) * y; first_above(v, 5) += 0.1 * y;
                 sum += blend(least(w), y); sum += blend(first_above(v, 0.2), 0.4); least(w) = first_above(v, 0));
  for (int i = 0; i < n; ++i) {
    first_above(v, 0.1 * i) += least(w);
    sum += v[static_cast<std::size_t>(i % 3)];
  }
  return sum + gradc::sum(w) * v[0] + v[1] * v[2];
}

namespace {
struct Base {
  double mass;
  Base& heavier(double by) {
    mass += RETURNED_TERMS(mass, by) + 0.1 * RETURNED_TERMS(by, mass) + 0.01 * RETURNED_TERMS(by, by);
    return *this;
  }
};
struct State : Base {
  double position, speed;
  std::array<double, 2> both;
  State& step(double by) {
    position += speed * by + RETURNED_TERMS(position, by) + 0.1 * RETURNED_TERMS(speed, by);
    speed = 0.9 * speed - 0.1 * position + RETURNED_TERMS(by, speed) * mass;
    return *this;
  }
  State& operator+=(const State& other) {
    position += RETURNED_TERMS(position, other.speed) + 0.1 * RETURNED_TERMS(other.position, speed) + 0.1 * RETURNED_TERMS(speed, mass);
    both[0] += 0.1 * other.both[1];
    return *this;
  }
  const double& which(int i) const {
    return RETURNED_TERMS(position, speed) + RETURNED_TERMS(mass, speed) > 0.1 * i ? both[1] : both[static_cast<std::size_t>(i)];
  }
  double& which(int i, double by) {
    both[0] *= 0.9 + 0.1 * RETURNED_TERMS(position, by) + 0.1 * RETURNED_TERMS(speed, by);
    return i == 2 ? mass : both[static_cast<std::size_t>(i)];
  }
};
}  // namespace
static State& advance(State& s, double by) { return s.step(by).step(0.5 * by) += s; }
double members(double x, double y) {
  State s{{x}, y, 0.3, {x * y, 0.2}}, other{{0.5}, x, y, {0.1, y}};
  double sum = 0;
  RETURNED_OFTEN(s.step(x).step(y).which(1, 0.3) += 0.1; (s += other).step(0.2); advance(other, y).which(0, x) -= 0.2 * x; (other += s) += other;
                 sum += s.step(0.1).which(0) * y; s.which(2, y) *= 0.9; s.heavier(0.1).heavier(y).mass *= 0.8;
                 advance(advance(s, 0.1), x).position -= 0.1; sum += blend(s.which(0, 0.4), other.which(1)); other = s.step(0.3));
  return sum + s.position * s.speed + other.mass * other.both[0] + s.both[1];
}

namespace {
struct Node {
  State state;
  double weights[2][3];
};
}  // namespace
static State& state_of(std::vector<Node>& nodes, int i) {
  Node& node = nodes[static_cast<std::size_t>(i)];
  node.weights[i][1] += RETURNED_TERMS(node.state.mass, node.weights[i][0]) + 0.1 * RETURNED_TERMS(node.weights[1][2], 0.4);
  node.state.mass *= 0.9 + 0.1 * RETURNED_TERMS(node.weights[i][1], 0.3);
  return node.state;
}
static double& weight_of(Node& node, int i, int j) {
  node.weights[1][0] = 0.5 * node.weights[1][0] + RETURNED_TERMS(node.weights[0][0], 0.3) + 0.1 * RETURNED_TERMS(node.state.speed, 0.2) +
                       0.1 * RETURNED_TERMS(node.weights[i][j], 0.1);
  return node.weights[i][j];
}
double parts_of_parts(const Vector& x, double y, int n) {
  std::vector<Node> nodes{{{{y}, x(0), x(1), {0.3, x(2)}}, {{y, x(0), 0.1}, {0.2, 0.3, x(1)}}},
                          {{{0.7}, 0.2, y, {x(1), 0.1}}, {{x(2), 0.3, 0.1}, {y, 0.3, 0.4}}}};
  double sum = 0;
  RETURNED_OFTEN(state_of(nodes, 0).step(y).position += 0.1; state_of(nodes, n % 2) += nodes[1].state; sum += weight_of(nodes[0], 1, n % 3);
                 weight_of(nodes[static_cast<std::size_t>(n % 2)], n % 2, 2) += 0.1 * y; nodes[1].state.step(0.1).which(n % 2, 0.2) *= 0.7;
                 const double from = state_of(nodes, 1).which(1); sum += blend(weight_of(nodes[1], 0, 1), from);
                 state_of(nodes, 1).step(0.2).heavier(y).mass -= 0.1;
                 sum += state_of(nodes, n % 2).which(n % 2));
  for (int i = 0; i < n; ++i) {
    auto& state = state_of(nodes, i % 2);
    if (weight_of(nodes[0], 0, i % 3) > 0.1) state = state_of(nodes, 1 - i % 2);
    sum += state.step(0.1 * i).speed * y + 0.1 * nodes[0].state.speed;
    sum += weight_of(nodes[1], 1, i % 3);
  }
  return sum + nodes[0].state.mass * nodes[1].weights[1][1] + nodes[0].weights[0][2] + nodes[1].state.both[0];
}

template <class T>
static T& grown(T& x, double by) {
  x = x * 0.8 + RETURNED_TERMS(by, 0.2) * x + RETURNED_TERMS(0.1, by) + 0.1 * RETURNED_TERMS(by, by);
  return x;
}
double lambdas(const Vector& x, double y) {
  Vector w = x;
  std::vector<double> v{x(0), y, x(1)};
  double t = y, sum = 0;
  const auto pick = [&](int i) -> double& {
    t += RETURNED_TERMS(t, 0.1 * i) + 0.1 * RETURNED_TERMS(w(0), t) + 0.1 * RETURNED_TERMS(v[1], 0.2);
    w(i) *= 0.9;
    return v[static_cast<std::size_t>(i)];
  };
  const auto total = [&t, &pick]() -> double& {
    pick(1) *= 0.9 + 0.1 * RETURNED_TERMS(t, 0.3) + 0.1 * RETURNED_TERMS(0.4, t) + 0.1 * RETURNED_TERMS(t, t);
    return t;
  };
  RETURNED_OFTEN(pick(0) += y; sum += pick(2); sum += y * total(); total() -= 0.1 * pick(1); grown(pick(2), y) += 0.1; grown(w, 0.3)(1) += 0.1 * total();
                 const double from = grown(v[0], y); sum += blend(total(), from); grown(grown(t, 0.1), y) *= 0.9; pick(0) = grown(w(2), 0.2));
  return sum + t * v[0] + v[1] * v[2] + gradc::sum(w * w);
}

static double* find(std::vector<double>& v, double x) {
  std::size_t i = 0;
  while (i + 2 < v.size() && RETURNED_TERMS(v[i], x) + RETURNED_TERMS(x, v[i]) + 0.1 * RETURNED_TERMS(x, x) < 0.1) ++i;
  v[0] += 0.1 * v[i];
  return &v[i];
}
static std::vector<double>::iterator largest(std::vector<double>& v) {
  auto best = v.begin();
  for (auto at = v.begin(); at != v.end(); ++at) {
    *at = 0.9 * *at + 0.1 * RETURNED_TERMS(*at, 0.3) + 0.1 * RETURNED_TERMS(0.2, *at);
    if (*at > *best) best = at;
  }
  return best;
}
static const double* after(const double* p, double x) { return p + (RETURNED_TERMS(*p, x) + RETURNED_TERMS(x, *p) + RETURNED_TERMS(x, 0.1) > 0.2 ? 1 : 0); }
static double* none(double& x) {
  x += RETURNED_TERMS(x, 0.2) + 0.1 * RETURNED_TERMS(0.3, x) + 0.1 * RETURNED_TERMS(x, x);
  return nullptr;
}
static double* itself(double* p, double x) {
  *p = *p * 0.7 + RETURNED_TERMS(*p, x) + 0.1 * RETURNED_TERMS(x, 0.3) + 0.1 * RETURNED_TERMS(x, *p);
  return p;
}
double pointers(const std::vector<double>& x, double y) {
  std::vector<double> v = x;
  double sum = 0, t = y;
  RETURNED_OFTEN(*find(v, y) += 0.1; sum += *find(v, 0.2) * y; *largest(v) -= 0.3 * y; sum += static_cast<double>(largest(v) - v.begin()) * y;
                 sum += *after(v.data(), y) + *after(after(&v[1], t), 0.3); *itself(find(v, 0.1), y) *= 0.9; *itself(itself(&t, y), 0.2) += 0.1;
                 if (none(t) == nullptr) sum += t; if (itself(&t, 0.1)) t *= 0.9; sum += *after(find(v, 0.3), 0.1); sum += y * largest(v)[0]);
  return sum + t * v[0] + v[1] * v[2];
}

static double& entry(Matrix& m, std::int64_t i, std::int64_t j) {
  m = 0.95 * m + 0.01 * gradc::sin(m) * RETURNED_TERMS(m(0, 0), 0.3) + 0.01 * RETURNED_TERMS(m(1, 1), 0.1);
  return m(i, (i + j) % m.extent(1));
}
static Matrix& normalised(Matrix& m, double by) {
  m = gradc::tanh(m * (1 + RETURNED_TERMS(by, 0.1))) + 0.1 * gradc::matmul(m, gradc::transpose(m)) * RETURNED_TERMS(0.2, by);
  m(0, 0) += RETURNED_TERMS(m(0, 1), by);
  return m;
}
static Vector& of_two(Vector& a, Vector& b, double x) {
  a = 0.9 * a + 0.1 * gradc::sin(b) * RETURNED_TERMS(x, 0.1) + 0.1 * RETURNED_TERMS(x, x);
  return gradc::sum(a) > x ? a : b;
}
double tensors(const Matrix& x, double y) {
  Matrix m = x;
  Vector a = gradc::sum(x, {0}), b = gradc::sin(a);
  double sum = 0;
  RETURNED_OFTEN(entry(m, 0, 1) += y; sum += entry(m, 1, 1) * y; normalised(m, y)(0, 1) -= 0.1; sum += gradc::sum(normalised(normalised(m, 0.1), y));
                 blend(entry(m, 1, 0), y); sum += blend(normalised(m, 0.2)(1, 1), 0.3); of_two(a, b, y) *= 0.9; sum += of_two(a, b, 0.2)(1);
                 of_two(b, a, 0.3)(0) += 0.1 * y; of_two(a, of_two(b, a, 0.1), 0.4) = 0.5 * b);
  return sum + gradc::mean(m * m) + gradc::sum(a * b);
}

namespace {
struct Two {
  double &first, &second;
  double weight;
};
}  // namespace
static gradc::View<double, 1> grown_view(gradc::View<double, 1> v, double by) {
  v(0) += RETURNED_TERMS(v(1), by) + 0.1 * RETURNED_TERMS(by, v(0)) + 0.1 * RETURNED_TERMS(by, by);
  return v;
}
static Two two(std::vector<double>& v, double x) {
  v[2] += 0.1 * RETURNED_TERMS(v[0], x) + 0.1 * RETURNED_TERMS(x, v[1]) + 0.1 * RETURNED_TERMS(v[1], v[2]);
  return {v[0], v[v[1] > x ? 1 : 2], RETURNED_TERMS(x, v[0])};
}
static std::tuple<double&, double> tied(double& a, double b) {
  a = a * 0.9 + RETURNED_TERMS(a, b) + 0.1 * RETURNED_TERMS(b, b) + 0.1 * RETURNED_TERMS(b, a);
  return {a, a * b};
}
double views_and_ties(const Vector& x, double y) {
  Vector w = x;
  std::vector<double> v{x(0), y, x(1)};
  double sum = 0, t = y;
  const auto use = [&](const Two& of) {
    of.first += 0.1 * of.second;
    of.second *= 0.9;
    sum += of.weight;
  };
  const auto use_tied = [&](std::tuple<double&, double> of) {
    std::get<0>(of) += 0.1;
    sum += std::get<1>(of);
  };
  RETURNED_OFTEN(grown_view(w, y)(1) += 0.1; sum += grown_view(grown_view(w, 0.2), y)(0); use(two(v, y)); use(two(v, 0.1)); use_tied(tied(t, y));
                 use_tied(tied(v[1], t)); sum += std::get<0>(tied(w(2), y)); sum += two(v, 0.3).second);
  return sum + t * v[0] + v[1] * v[2] + gradc::sum(w * w);
}

static constexpr double kTable[] = {0.3, -0.2, 0.7, 0.1};
namespace {
struct Constants {
  double scale, shift;
};
}  // namespace
static const Constants kConstants{0.4, 0.2};
static const double& listed(double x) {
  return kTable[RETURNED_TERMS(x, 0.1) + RETURNED_TERMS(0.2, x) + RETURNED_TERMS(0.3, x) > 0.2 ? 2 : 1];
}
static const Constants& known(double& x) {
  x += 0.1 * RETURNED_TERMS(x, kConstants.scale) + 0.1 * RETURNED_TERMS(0.2, x) + 0.1 * RETURNED_TERMS(0.3, x);
  return kConstants;
}
static const double& or_default(const double& x) {
  static const double otherwise = 0.25;
  return RETURNED_TERMS(x, 0.1) + RETURNED_TERMS(0.2, x) + RETURNED_TERMS(0.3, x) > 0.3 ? x : otherwise;
}
double constants(double x, double y) {
  double t = x, sum = 0;
  RETURNED_OFTEN(t += 0.1 * listed(y); sum += listed(t) * y; sum += known(t).scale * x; t -= known(t).shift * y; sum += or_default(t) * x;
                 t = 0.9 * t + 0.1 * or_default(y); sum += or_default(listed(t)) * t; sum += t * kTable[3]);
  return sum + t;
}

static double along(std::vector<double>& v, double x, int n) {
  if (n == 0) return x;
  double& e = first_above(v, 0.1 * n);
  e = 0.5 * e + 0.1 * x;
  const double rest = along(v, 0.9 * x + e, n - 1);
  return rest + 0.1 * first_above(v, x);
}
double in_recursion(const std::vector<double>& x, double y, int n) {
  std::vector<double> v = x;
  double sum = along(v, y, n);
  RETURNED_OFTEN(first_above(v, y) *= 0.9; sum += first_above(v, 0.3));
  RETURNED_OFTEN(first_above(v, 0.2) *= 0.9; sum += first_above(v, 0.4));
  sum += along(v, 0.3, n);
  return sum + v[0] * v[1];
}

// What is written to the object is read by the reference, and the other way round.
double bound(const std::vector<double>& x, double y) {
  std::vector<double> v = x;
  Store s{x, 2, y};
  double sum = 0;
  auto& r = at(s, 0, 0);
  r += 1;
  s.data[0] *= 2;
  sum += r * y;
  double& e = first_above(v, 0.1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = s.data[i];
  sum += e;
  e = 3 * y;
  sum += v[0] + v[1] * v[2];
  RETURNED_OFTEN(sum += at(s, 0, 1); r = sum; sum += s.data[0] * first_above(v, y); double& q = at(s, 1, 0); s.data[2] = v[1]; q *= y; sum += s.data[2] * r);
  return sum + e + s.touched;
}

static double& counted_past(double& a, int n) {
  double t = n;
  for (int k = 0; k < n; ++k) t = std::sin(std::cos(t) + std::sin(t) + std::sin(std::cos(t) + std::sin(t)));
  return a;
}
double given_back_unwritten(double x, double y, int n) {
  double a = x, sum = 0;
  RETURNED_OFTEN(sum += counted_past(a, n) * y; counted_past(a, 2) = std::sin(sum); sum += a > 0 ? counted_past(a, n) * x : 1.0);
  return sum + a;
}

// Which element it is, a loop decides.
static double& by_index(std::vector<double>& v, double limit) {
  for (std::size_t i = 0; i < v.size(); ++i)
    if (v[i] > limit) return v[i];
  return v[0];
}
static double& by_element(double (&v)[2][2], double limit) {
  for (auto& row : v)
    for (double& e : row)
      if (e > limit) return e;
  return v[1][1];
}
static double& of_tensor(Matrix& m, double limit) {
  for (std::int64_t i = 0; i < m.extent(0); ++i)
    for (std::int64_t j = 0; j < m.extent(1); ++j)
      if (m(i, j) > limit) return m(i, j);
  return m(0, 0);
}
static std::vector<double>& whole_row(std::vector<std::vector<double>>& v, double limit) {
  for (auto& row : v)
    if (row[0] > limit) return row;
  return v.back();
}
struct Found {
  std::vector<double> data;
  const double& first_above(double limit) const {
    std::size_t i = 0;
    do {
      if (data[i] > limit) return data[i];
    } while (++i < data.size());
    return data.back();
  }
};
double found_in_trips(const std::vector<double>& x, double y, int n) {
  const double limit = 0.2 * n;
  std::vector<double> v = x;
  by_index(v, limit) *= y;
  double& first = by_index(v, 0.1);
  first += y;
  double grid[2][2] = {{v[0], y}, {v[1], v[2]}};
  by_element(grid, limit) += 2 * y;
  Matrix m{{v[1], y}, {v[0] * y, 1.0}};
  of_tensor(m, limit) *= v[0];
  std::vector<std::vector<double>> rows{{v[0], y}, {v[1]}};
  whole_row(rows, limit).push_back(v[2] * y);
  double sum = first;
  for (const auto& row : rows)
    for (double e : row) sum += e * e;
  const Found found{v};
  auto pick = [&](double above) -> double& {
    for (double& e : v)
      if (e > above) return e;
    return v[2];
  };
  pick(limit) *= 3;
  return sum + grid[0][0] * grid[0][1] + grid[1][0] * grid[1][1] + m(0, 0) * m(0, 1) + m(1, 0) * m(1, 1) +
         found.first_above(limit) * v[0] * v[1] + v[2];
}

Vector several(const Vector& x) {
  std::vector<double> v{x(0), x(1), x(2)};
  Vector w = x;
  RETURNED_OFTEN(first_above(v, 0.1) *= 0.7; least(w) += 0.2 * v[1]; first_above(v, 5) += 0.1 * w(0); blend(least(w), v[0]); least(w) = first_above(v, 0));
  return w * v[0] + 0.1 * v[1] * v[2];
}

}  // namespace returned
