#include "unions.h"

#include <cmath>
#include <utility>

namespace control {

double nameless(const Nameless& p) {
  Nameless q = p;
  q.x *= q.y;
  return q.x * q.z + std::sin(p.x) * q.y;
}

double several(const Several& p) {
  Several q = p;
  q.s *= q.g;
  q.b += q.x;
  return q.r * q.z + q.y * std::exp(p.s) + p.n * p.z;
}

double holding(const Holding& p, double t) {
  Holding q = p;
  q.first = q.list[1];
  q.list[0].g = q.whole.width * t;
  q.whole.length += q.list[0].y * q.first.r;
  double sum = q.whole.width;
  for (const Several& one : q.list) sum += one.r * one.g * one.b;
  return sum + q.first.x * p.first.s;
}

double in_vector(const std::vector<Several>& list) {
  std::vector<Several> all = list;
  double sum = 0;
  for (Several& one : all) {
    one.r *= one.z;
    sum += one.x * one.g;
  }
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    all[i + 1].b = all[i].s;
    sum += all[i + 1].z * all[i].y;
  }
  return sum;
}

double by_another_name(const Several& p) { return p.x * p.x * p.y + p.z; }

// A colour and a place, as libraries for graphics write them.
template <class T>
struct Vec {
  union {
    T x, r, s;
  };
  union {
    T y, g, t;
  };
  Vec() = default;
  constexpr Vec(T a, T b) : x(a), g(b) {}
  explicit constexpr Vec(T a) : r(a), t(a) {}
  template <class U>
  explicit Vec(const Vec<U>& other) : s(static_cast<T>(other.r)), y(static_cast<T>(other.t)) {}
  Vec(const Vec&) = default;
  Vec& operator=(const Vec&) = default;
  T& operator[](int i) { return i == 0 ? x : y; }
  const T& operator[](int i) const { return i == 0 ? r : g; }
  Vec& operator*=(T by) {
    this->r *= by;
    t *= by;
    return *this;
  }
};
template <class T>
Vec<T> operator+(const Vec<T>& a, const Vec<T>& b) {
  return Vec<T>(a.x + b.s, a.g + b.y);
}

double both_ways(double x, double y) {
  Vec<double> v(x, y);
  v.x = v.g * x;
  v.t = v.r + y;
  v.s += v.y;
  std::swap(v.x, v.g);
  return v.r * v.t + v.s - v.y * v.x;
}

double references(double x, double y) {
  Vec<double> v(x, y);
  double& first = v.r;
  double* second = &v.t;
  first *= v.y;
  v.s += 1;
  *second += first * v.x;
  const auto scale = [&v](double by) { v.g *= by; };
  scale(first);
  Vec<double>& same = v;
  same.x -= v.t;
  return v.r * first + *second;
}

double copies(double x, double y) {
  Vec<double> a(x, y), b = a, c;
  b.r = b.t * x;
  c = b;
  c.g = a.x;
  a = std::move(c);
  a *= y;
  const Vec<float> narrow(static_cast<float>(0.5), 2.0F);
  const Vec<double> wide(narrow);
  return a.s * b.x + a.y * wide.x + wide.t;
}

double constructors(double x, double y) {
  const Vec<double> a(x * y), b = Vec<double>(x, y) + a;
  Vec<double> c{};
  c.t = a.x;
  struct Delegating {
    __extension__ union {
      struct {
        double a, b;
      };
      struct {
        double c, d;
      };
    };
    Delegating(double p, double q) : a(p), b(q) {}
    explicit Delegating(double p) : Delegating(p, 2 * p) { d += c; }
  };
  const Delegating d(x);
  return a.r * b.y + b[0] * b[1] + c[0] + c[1] + d.b * d.c;
}

double lists(double x, double y) {
  Several a{{x}, {{y, x * y}}, 2};
  Several b{x, {y}, 1};
  Nameless c{{x}, y}, d{x, y, 3};
  Whole e{y};
  b.b += 1;
  return a.r * a.g * a.b * a.n + b.s * b.z + b.y * c.x + c.y + c.z * d.y * d.z + d.x * e.width;
}

struct Default {
  union {
    double low, lower = 2;
  };
  __extension__ struct {
    double high = 3, higher = 5;
  };
  double product = low * this->higher;
};
double defaults(double x, double y) {
  Default a, b{}, c{{x}, {y, x}};
  Whole nothing{};
  a.low *= x;
  b.high += a.lower;
  return a.higher * y + b.product * b.high + c.lower * c.high + nothing.width + c.product * b.low;
}

constexpr Vec<double> kUp(2, 3);
constexpr Several kSeveral{{1.5}, {{2.5, 3.5}}, 4};
constexpr Nameless kNameless{{0.5, 0.25}, 2};
double constants(double x, double y) {
  const Vec<double> up = kUp;
  return kUp.x * x + up.t * y * up.r + kSeveral.x * x * kSeveral.z + kSeveral.y * kSeveral.n * y + kNameless.y * x * kNameless.z;
}

double arrays(double x, double y, int n) {
  Vec<double> list[3] = {Vec<double>(x, y), Vec<double>(y), Vec<double>(1, x)};
  std::array<Several, 2> more{};
  more[0].r = x;
  more[1].g = y;
  for (int i = 0; i < n; ++i) {
    list[i % 3].r += list[(i + 1) % 3].g * y;
    more[static_cast<std::size_t>(i % 2)].b += more[static_cast<std::size_t>((i + 1) % 2)].s * list[i % 3].x;
  }
  double sum = 0;
  for (const auto& one : list) sum += one.s * one.y;
  return sum + more[0].z * more[1].y + more[1].z * more[0].x;
}

double vectors(double x, double y, int n) {
  std::vector<Vec<double>> list;
  for (int i = 0; i < n; ++i) list.push_back({x * i, y});
  list.push_back(Vec<double>(x));
  double sum = 0;
  for (auto& one : list) {
    one.r *= one.y;
    sum += one.x + one[1];
  }
  list.back().s = sum;
  return sum * list.back().r + list.front().t;
}

double branches(double x, double y) {
  Vec<double> v(x, y);
  if (x > y)
    v.r = y * y;
  else
    v.t = x * v.s;
  double& larger = v.x > v.y ? v.s : v.g;
  larger *= 3;
  return v.x * v.t + v.s;
}

struct Ray {
  Vec<double> from, to;
  union {
    Vec<double> colour, light;
  };
  Ray(Vec<double> a, Vec<double> b) : from(a), to(b), light(a + b) {}
};
double objects(double x, double y) {
  Ray ray(Vec<double>(x, y), Vec<double>(y, 2));
  ray.colour.g *= ray.light.r;
  ray.light.x += ray.to.s;
  Ray other = ray;
  other.colour = ray.from;
  return ray.light.t * ray.colour.s + other.light.x * other.colour.y;
}

struct Point : Vec<double> {
  double w;
  Point(double a, double b) : Vec<double>(a, b), w(r * t) {}
};
double derived(double x, double y) {
  Point p(x, y);
  p.s += p.w;
  Vec<double>& base = p;
  base.g *= p.x;
  return p.r * p.y * p.w;
}

Several returned(double x, double y) {
  Several made{};
  made.r = x * y;
  made.b = std::sin(x) * made.x;
  made.n = 3;
  return made;
}

}  // namespace control
