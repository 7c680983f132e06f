#include "elements.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace elements {

double tensor(const gradc::Matrix<double>& a, const gradc::Vector<double>& x, int i) {
  gradc::Matrix<double> y = a;
  y(i, 1) *= x(0);
  y(0, 0) = std::sin(a(i, 2)) * x(i);
  ++y(1, i);
  y(1, 1) += y(0, 0) * x(2);
  const auto before = y;
  y(i, 1) = 3;
  const std::int64_t k = x.extent(0) - 1;
  return gradc::sum(y * before) + y(i, 1) * x(k) + before(i, 1) * before(1, 1);
}

namespace {

double& pick(gradc::Vector<double>& v, int i) { return v(i); }
void scale(gradc::View<double, 1> v, double by) {
  v(0) *= by;
  v *= 2.0;
  v(1) += v(0);
}
struct Pair {
  double a;
  std::array<double, 2> b;
};
void raise(double& x) { x = x * x; }
void mix(Pair& p, const double& other) {
  p.a = other * 2;
  p.b[1] += other;
}

}  // namespace

double references(const gradc::Vector<double>& x, int i) {
  gradc::Vector<double> y = x, z = x;
  int k = i;
  double& r = y(k);
  k = 0;
  r *= 3;  // still y(i)
  raise(r);
  pick(y, 2) = r * x(0);
  scale(z, x(1));
  Pair pairs[2] = {{x(0), {x(1), x(2)}}, {}};
  Pair& second = pairs[i];
  mix(second, pairs[0].a);
  auto copy = pairs[i];
  copy.a = 100;
  std::swap(pairs[0], pairs[i]);
  std::swap(y(0), y(i));
  auto& [a, b] = pairs[0];
  a += 1;
  b[i] *= 2;
  return gradc::sum(y * z) + pairs[0].a * pairs[0].b[1] + pairs[i].a * pairs[1].b[0] + copy.b[1];
}

double arrays(const Body& body, std::array<double, 4> s, int i) {
  double table[3] = {1, 2};
  table[2] = s[1];
  s[i] *= body.at[i];
  s[0] += s[i] * table[i + 1];
  Body other = body;
  other.m[i][0] = s[0] * other.m[1][i];
  other.at.fill(s[3]);
  other.at[1] = body.at[2] * body.mass;
  std::array<Body, 2> both = {body, other};
  both[i].m[1][1] += both[0].at[i];
  both[1 - i].mass = 2 * both[i].mass;
  const auto kept = both;
  both[0] = both[1];
  const auto [p, q, r] = other.at;
  return kept[0].mass * kept[1].m[1][1] + both[0].m[0][0] + both[i].at[1] + s.back() * s.front() + p * q * r +
         static_cast<double>(s.size());
}

namespace {

double ends(const double* p, int n) { return p[0] * *(p + n - 1); }
void put(double* p, double x) {
  *p++ = x;
  *p += x;
  p[1] = p[0];
}
double shifted(const double* first, const double* last) { return *(last - 1) * static_cast<double>(last - first) + *++first; }
void through(Pair* p, double x) { p->b[1] = x * p->a; }

}  // namespace

double pointers(const gradc::Matrix<double>& a, const gradc::Vector<double>& x, int i) {
  gradc::Matrix<double> y = a;
  put(y.data() + i, x(0));     // walks over the end of a row
  put(&y(1, 0), x(1));
  double m[2][3] = {{x(0), 1, 2}, {3, x(1), 5}};
  put(m[i], x(2));
  put(&m[0][0] + 2, x(i));
  Pair pair{x(0), {1, 2}}, pairs[2] = {};
  through(&pair, x(1));
  through(pairs + i, x(2));
  Pair* p = pairs;
  p += i;
  p->a = x(1);
  double single = x(2);
  double* q = &single;
  *q *= 2;
  return gradc::sum(y) * ends(x.data(), 3) + ends(&m[0][0], 6) + m[i][1] + pair.b[1] * pairs[i].a + single +
         shifted(x.begin(), x.end()) + (q == &single ? 1 : 0);
}

double choices(double x, double y, double z) {
  double a = std::min(x, y), b = std::max({x, y, z}), c = std::clamp(z, a, 1.5);
  const double& smaller = std::min(y, z);
  return a * b + c * c + smaller * x + std::fmax(x, y) * std::abs(z);
}

double vectors(const std::vector<double>& v, const gradc::Vector<double>& x, int i) {
  std::vector<double> u = v, w(3, x(0)), l{x(1), 2, x(2)};
  u.push_back(u[0]);
  u[i] *= w[1];
  w[0] = u.back();
  u.pop_back();
  l.resize(5, x(0));
  l.emplace_back(u.front());
  std::vector<bool> flags(3);
  double sum = !flags[0] ? l[4] * l.back() : 0;
  auto it = u.begin();
  ++it;
  *it += x(2);
  l.clear();
  std::vector<double> moved = std::move(w);
  return sum + u[1] * u[i] + moved[0] * moved.at(2) * static_cast<double>(u.size() + l.size()) + it[1];
}

std::vector<double> grown(const std::vector<double>& v, double x) {
  std::vector<double> y = v;
  y.push_back(x * y[0]);
  y[1] = x * x;
  return y;
}

double nested(const std::vector<std::vector<double>>& v, int i) {
  std::vector<std::vector<double>> u = v;
  u[i].push_back(u[0][1]);
  u[i][0] *= u[i].back();
  u.push_back(u[i]);
  u[0] = u[i];
  std::vector<double>& row = u[1];
  row[1] += 2 * row[0];
  return u[1][1] * u.back()[0] + u[0][0];
}

double attraction(const std::vector<Body>& bodies) {
  double energy = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& a = bodies[i];
    for (double x : a.at) energy += a.mass * a.m[0][1] * x * x;
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      double squares = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double d = a.at[k] - bodies[j].at[k];
        squares += d * d;
      }
      if (squares < 1e-9) continue;
      energy -= a.mass * bodies[j].mass * bodies[j].m[1][i % 2] / std::sqrt(squares);
    }
  }
  return energy;
}

std::vector<Body> drifted(const std::vector<Body>& bodies, const std::vector<std::array<double, 3>>& by, double dt) {
  std::vector<Body> moved = bodies;
  for (std::size_t i = 0; i < moved.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      moved[i].at[k] += dt * by[i][k] * moved[i].mass;
      moved[i].m[k % 2][1] *= moved[i].at[k];
    }
  moved.push_back(Body{by[0], {{dt, 1}, {2, 3}}, dt * dt});
  return moved;
}

double reprojected(const Three& turn, const Three& move, const Three& point, double focus) {
  const double angle = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const Three axis{turn[0] / angle, turn[1] / angle, turn[2] / angle};
  double along = 0;
  for (int i = 0; i < 3; ++i) along += axis[i] * point[i];
  Three seen;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    seen[i] = point[i] * cosine + (axis[j] * point[k] - axis[k] * point[j]) * sine + axis[i] * along * (1 - cosine) + move[i];
  }
  double squares = 0;
  for (int i = 1; i >= 0; --i) squares += std::pow(focus * seen[i] / seen[2], 2);
  return squares;
}

double log_determinant(const Three& diagonal, const Three& below) {
  const double a[3][3] = {{diagonal[0], below[0], below[1]}, {below[0], diagonal[1], below[2]}, {below[1], below[2], diagonal[2]}};
  double l[3][3] = {}, sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = a[i][j];
      for (int k = 0; k < j; ++k) s -= l[i][k] * l[j][k];
      if (i == j) {
        l[i][i] = std::sqrt(s);
        sum += std::log(l[i][i]);
      } else {
        l[i][j] = s / l[j][j];
      }
    }
  return 2 * sum;
}

double oscillated(const Three& start, double rate, int steps) {
  Three y = start, before = start;
  for (int s = 0; s < steps; ++s) {
    const Three slope{y[1], rate * (1 - y[0] * y[0]) * y[1] - y[0], y[0] * y[2]};
    std::swap(y, before);
    for (int i = 0; i < 3; ++i) y[i] = before[i] + 0.01 * slope[i];
    if (s % 3 == 1) y[2] *= 0.5 + y[0];
  }
  return y[0] * y[1] + y[2] + before[2];
}

double rows_changed(const Three& a, const Three& b, int steps) {
  std::array<Three, 2> m{a, b};
  for (int s = 0; s < steps; ++s) {
    m[0] = m[1];
    m[1][s % 2] = m[0][2] * a[0];
    m[1][2] += m[0][1];
  }
  m[0][1] = b[2];
  return m[0][0] * m[1][0] + m[0][1] * m[1][1] + m[1][2] * m[1][2];
}

}  // namespace elements
