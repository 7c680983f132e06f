#include "everyday.h"

#include <cmath>

namespace control {

double by_kind(double x, double y, Kind kind) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    switch (kind) {
      case Kind::add: s += y; break;
      case Kind::multiply: s *= y; [[fallthrough]];
      case Kind::sine: s = std::sin(s) * y;
    }
    if (kind == Kind::sine) kind = Kind::add;
  }
  return s;
}

double interpreted(const std::vector<Instruction>& code, double x) {
  for (const Instruction& one : code) {
    if (one.kind == Kind::add)
      x += one.weight;
    else
      x = one.kind == Kind::multiply ? x * one.weight : std::sin(x * one.weight);
  }
  return x;
}

double with_settings(const Settings& settings, double x) {
  for (const Small now : settings.when) {
    if (now == Small::yes) x -= settings.rate * std::cos(x);
    if (settings.clipped && x > 1) x = 1 + 0.1 * (x - 1);
  }
  return x * settings.rate;
}

std::vector<Instruction> rewritten(std::vector<Instruction> code, double x, Switch all) {
  for (Instruction& one : code) {
    if (all == on || one.kind == Kind::add) one.weight *= x;
    if (one.kind == Kind::add) one.kind = Kind::sine;
  }
  return code;
}

Settings changed(Settings settings, double x, Small first) {
  settings.when[1] = settings.when[0];
  settings.when[0] = first;
  settings.rate *= settings.clipped ? x : x * x;
  settings.clipped = off;
  return settings;
}

namespace {

struct Scaled {
  double scale = 1;
  double grow(double by) { return scale *= by; }
};
struct Counted {
  int count = 0;
  void counts() { ++count; }
};
struct Disc : Scaled {
  double radius;
  explicit Disc(double r) : radius(r) {}
  double area() const { return 3 * radius * radius * scale; }
};
struct Ring : Disc, Counted {
  double inner;
  Ring(double outer, double hole) : Disc(outer), inner(hole) { grow(1.5); }
  double area() const { return Disc::area() - 3 * inner * inner * scale; }
};
struct Plain { double a, b; };
struct Listed : Plain { double c; };

template <class S>
double grown(S shape, int n) {
  for (int i = 0; i < n; ++i) {
    shape.grow(1.1 + 0.1 * shape.radius);
    Disc& disc = shape;
    disc.radius *= 0.9;
  }
  return shape.area();
}

double area_of(const Disc& disc) { return disc.area(); }
void widen(Scaled* scaled, double by) { scaled->scale += by; }

template <class D>
struct Measured {
  double unit = 2;
  double twice() const { return unit * static_cast<const D&>(*this).measure(); }
  D& stretched(double by) {
    unit *= by;
    static_cast<D*>(this)->stretch(by);
    return static_cast<D&>(*this);
  }
};
struct Bar : Measured<Bar> {
  double length;
  explicit Bar(double l) : length(l) {}
  double measure() const { return length * length; }
  void stretch(double by) { length += by; }
};

constexpr Listed kListed{{0.5, 2}, 3};

}  // namespace

double bases(double x, double y, int n) {
  Ring ring(x, y);
  Disc& disc = ring;
  disc.radius += 0.5 * y;
  for (int i = 0; i < n; ++i) {
    Scaled* base = &ring;
    base->grow(1 + 0.1 * x);
    if (i % 2) ring.counts();
    widen(&ring, 0.25 * y);
  }
  const Disc sliced = ring;
  Listed listed{{x, y}, x * y};
  listed.a += kListed.b * listed.c + kListed.a;
  const Plain& plain = listed;
  return grown(ring, n) + 0.1 * grown(static_cast<const Disc&>(ring), n) + area_of(ring) * sliced.area() + ring.count * y +
         plain.a * plain.b * kListed.c;
}

double bases_in_a_vector(double x, double y, int n) {
  std::vector<Ring> rings;
  for (int i = 0; i <= n; ++i) rings.push_back(Ring(x + i, y));
  rings[0].grow(y);
  double sum = 0;
  for (Ring& ring : rings) {
    ring.grow(x);
    ring.counts();
    const Disc& disc = ring;
    sum += disc.area() * ring.area() * ring.count;
  }
  return sum * rings.back().scale;
}

double derived_from_its_parameter(double x, double y) {
  Bar bar(x);
  return bar.stretched(y).twice() + bar.length * bar.unit;
}

double as_long_as_an_argument_in_a_loop(const Vector& x, int n) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    Vector t = gradc::zeros<double>({2 * n + 1});
    for (int i = 0; i < n; ++i) t(i) = x(i % x.extent(0)) * (i + k);
    sum += gradc::sum(gradc::square(t));
  }
  return sum;
}

double as_long_as_data_says(double x, const std::vector<int>& sizes) {
  double sum = 0;
  for (int n : sizes) {
    Matrix m(gradc::Shape{n, 2});
    for (int i = 0; i < n; ++i) m(i, i % 2) = x * i + 1;
    Matrix twice = m + gradc::ones<double>({n, 2}) * x;
    sum += gradc::sum(gradc::square(twice));
  }
  return sum;
}

double as_long_as_it_was_counted(const Vector& x, double limit) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i)
    if (x(i) > limit) ++count;
  Vector taken(gradc::Shape{count});
  std::int64_t k = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i)
    if (x(i) > limit) taken(k++) = x(i);
  return gradc::sum(gradc::square(taken) * taken);
}

}  // namespace control
