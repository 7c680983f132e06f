#include "views_assigned.h"

#include <cmath>
#include <tuple>
#include <utility>

namespace assigned {

using View = gradc::View<double, 1>;

// A body that is too large to be inlined at each of its calls, were it not for the view that it assigns.
#define ASSIGNED_TERMS(x, y)                                                                                                     \
  (0.05 * (std::sin((x) * (y)) + 0.5 * std::cos((x) - (y)) + 0.25 * std::tanh((x) + 0.3 * (y)) + std::exp(-(x) * (x)) +         \
           std::atan((y)) + 0.3 * std::sin((x) + (y)) * std::cos((y) * 0.5) + 0.5 * std::tanh((x) * (x)) + (x) * std::cos((y))))
#define ASSIGNED_MANY(x, y) \
  (ASSIGNED_TERMS(x, y) + ASSIGNED_TERMS(y, x) + ASSIGNED_TERMS((x) + 0.1, y) + ASSIGNED_TERMS(x, (y) - 0.2) + ASSIGNED_TERMS(y, 0.3))

static double energy(const Vector& p, const Vector& q) { return gradc::sum(p * p) + 3 * gradc::sum(q * q * p); }

static void move_to(View& w, View other, double& c) {
  c += ASSIGNED_MANY(w(0), c);
  w = other;
  c += w(1) * ASSIGNED_MANY(w(0), c);
}
double by_reference(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  View w = p, z = q;
  double c = 0;
  move_to(w, z, c);
  w(0) *= 3.0;
  move_to(w, p, c);
  w(1) *= 5.0;
  move_to(z, w, c);
  z(0) *= 7.0;
  return energy(p, q) + c;
}

namespace {
struct Holder {
  View at;
  int moves;
};
struct Pen {
  View at;
  void move(View v, double& c) {
    c += ASSIGNED_MANY(at(0), c);
    at = v;
  }
  void dip(double by) { at(0) = at(0) * by + ASSIGNED_MANY(at(0), at(1)) + ASSIGNED_MANY(at(1), by); }
};
struct Pair {
  View& first;
  View& second;
};
struct Marker {
  double* at = nullptr;
  int moves = 0;
};
}  // namespace
static void move_held(Holder& h, View v, double& c) {
  c += v(1) * ASSIGNED_MANY(h.at(0), c);
  h.at = v;
  h.moves += 1;
  c += ASSIGNED_MANY(h.at(1), c);
}
static double of_copies(Holder h, View v) {
  h.at = v;
  h.at(2) = ASSIGNED_MANY(h.at(2), 0.5) + ASSIGNED_MANY(0.2, h.at(1));
  return h.at(0);
}
double in_a_structure(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  Holder h{p, 0};
  double c = 0;
  move_held(h, q, c);
  h.at(0) *= 3.0;
  move_held(h, p, c);
  h.at(1) *= 5.0;
  c += of_copies(h, q) + of_copies(h, p);
  h.at(2) *= 2.0;
  move_held(h, q, c);
  h.at(2) *= 7.0;
  return energy(p, q) * h.moves + c;
}

static void swap_views(View& a, View& b, double& c) {
  c += a(0) * ASSIGNED_MANY(b(1), c);
  std::swap(a, b);
  c += a(0) * ASSIGNED_MANY(a(2), c);
}
double swapped(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  View w = p, z = q;
  double c = 0;
  swap_views(w, z, c);
  w(0) *= 3.0;
  swap_views(w, z, c);
  w(1) *= 5.0;
  swap_views(z, w, c);
  z(2) *= 7.0;
  const View old = std::exchange(w, View(q));
  w(0) *= 2.0;
  return energy(p, q) + c + old(1);
}

double captured(const Vector& x, const Vector& y, int n) {
  Vector p = x, q = y;
  View w = p;
  double c = 0;
  const auto turn = [&](View v) {
    c += ASSIGNED_MANY(w(0), c) * ASSIGNED_MANY(w(1), c);
    w = v;
  };
  turn(q);
  w(0) *= 3.0;
  turn(p);
  w(1) *= 5.0;
  turn(q);
  w(2) *= 7.0;
  auto own = [w, &p]() mutable {
    w = p;
    w(0) *= 3.0;
  };
  own();
  w(1) *= 2.0;
  const auto marked = [&w, &p, n](int i) {
    if (i < 2) w = p;
    w(2) *= 1.0 + n;
  };
  marked(1);
  w(0) *= 0.5;
  return energy(p, q) + c;
}

double through_references(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  View w = p, z = q;
  View& r = w;
  r = z;
  w(0) *= 3.0;
  const Pair both{w, z};
  both.first = p;
  w(1) *= 5.0;
  std::get<0>(std::tie(w, z)) = q;
  w(2) *= 7.0;
  std::tie(w, z) = std::make_tuple(View(p), View(q));
  w(0) *= 2.0;
  std::pair<View&, int> one{w, 1};
  one.first = q;
  w(1) *= 11.0;
  auto& [first, second] = both;
  second = p;
  z(0) *= 1.5;
  first(2) *= 1.25;
  return energy(p, q);
}

static void back_and_forth(View& w, View v, int n, double& c) {
  if (n == 0) return;
  c += w(0) * v(1);
  v = w;
  back_and_forth(w, v, n - 1, c);
  v(1) *= 2.0;
}
double in_recursion(const Vector& x, const Vector& y, int n) {
  Vector p = x, q = y;
  View w = p;
  double c = 0;
  back_and_forth(w, q, n, c);
  w(0) *= 3.0;
  return energy(p, q) + c;
}

double by_members(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  Pen pen{p};
  double c = 0;
  pen.dip(2);
  pen.move(q, c);
  pen.dip(3);
  pen.move(p, c);
  pen.dip(5);
  pen.move(q, c);
  pen.dip(7);
  return energy(p, q) + c;
}

double that_is_argument(gradc::View<const double, 1> x, gradc::View<const double, 1> y, int) {
  const gradc::View<const double, 1> before = x;
  double c = x(0) * y(1);
  std::swap(x, y);
  c += 2 * x(0) * y(2) * before(1);
  x = before;
  return c + 3 * x(1) * y(0);
}

static void mark(Marker& m, double& at, double& c) {
  c += ASSIGNED_MANY(at, c);
  m.at = &at;
  m.moves += 1;
  c += ASSIGNED_MANY(c, at);
}
double of_null_pointers(const Vector& x, const Vector& y, int) {
  double p = x(0), q = y(0), c = x(1) * y(1) + x(2) * y(2);
  Marker m;
  if (m.at) c += 100;
  mark(m, p, c);
  if (m.at) c += *m.at;
  *m.at *= 3.0;
  mark(m, q, c);
  *m.at *= 5.0;
  mark(m, p, c);
  *m.at += 1;
  return c * p * q * m.moves;
}

static void set(View& w, View to, double& c) {
  w = to;
  c += ASSIGNED_MANY(w(0), c) * ASSIGNED_MANY(w(1), c);
}
double set_later(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  View w, z;
  double c = 0;
  set(w, p, c);
  set(z, q, c);
  w(0) *= 3.0;
  z(1) *= 5.0;
  set(w, q, c);
  w(2) *= 7.0;
  return energy(p, q) + c;
}

static View& second(View& a, View& b, double& c) {
  c += ASSIGNED_MANY(a(0), b(1)) * ASSIGNED_MANY(b(0), c);
  return b;
}
double returned(const Vector& x, const Vector& y, int) {
  Vector p = x, q = y;
  View w = p, z = q;
  double c = 0;
  second(w, z, c) = p;
  z(0) *= 2.0;
  second(z, w, c)(1) *= 3.0;
  second(w, z, c) = q;
  z(2) *= 5.0;
  return energy(p, q) + c;
}

}  // namespace assigned
