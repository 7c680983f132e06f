#include "copied.h"

#include <array>
#include <utility>
#include <vector>

namespace copied {
namespace {

struct Point {
  double x, y;
  Point(double a, double b) : x(a), y(b) {}
  Point(const Point& other) : x(other.x), y(other.y) {}
  Point& operator=(const Point& other) {
    if (this != &other) {
      x = other.x;
      y = other.y;
    }
    return *this;
  }
};

struct Row {
  double d[3];
  int n;
  Row() : n(0) {
    for (double& e : d) e = 0;
  }
  Row(const Row& other) {
    for (int i = 0; i < 3; i++) d[i] = other.d[i];
    n = other.n;
  }
  Row& operator=(const Row& other) {
    if (&other == this) return *this;
    d[0] = other.d[0];
    d[1] = other.d[1];
    d[2] = other.d[2];
    n = other.n;
    return *this;
  }
};

template <class T>
struct Two {
  T v[2];
  Two() = default;
  Two(T a, T b) {
    v[0] = a;
    v[1] = b;
  }
  Two(const Two& other) {
    v[0] = other.v[0];
    v[1] = other.v[1];
  }
  Two& operator=(const Two& other) {
    v[0] = other.v[0];
    v[1] = other.v[1];
    return *this;
  }
  T dot(const Two& other) const { return v[0] * other.v[0] + v[1] * other.v[1]; }
};

struct Whole {
  Point point;
  Row row;
  Two<double> two;
  explicit Whole(double x) : point(x, 2 * x), two(x, x * x) { row.d[1] = x; }
};

struct Moved {
  double x;
  int n;
  explicit Moved(double a) : x(a), n(1) {}
  Moved(const Moved&) = default;
  Moved(Moved&& other) noexcept : x(std::move(other.x)), n(other.n) {}
  Moved& operator=(const Moved&) = default;
  Moved& operator=(Moved&& other) noexcept {
    x = other.x;
    n = other.n;
    return *this;
  }
};

struct Base {
  double b;
  explicit Base(double x) : b(x) {}
  Base(const Base& other) : b(other.b) {}
  Base& operator=(const Base& other) = default;
};
struct Derived : Base {
  double c;
  explicit Derived(double x) : Base(x), c(x * x) {}
  Derived(const Derived& other) : Base(other), c(other.c) {}
  Derived& operator=(const Derived& other) {
    b = other.b;
    c = other.c;
    return *this;
  }
};

struct Matrix {
  double d[2][3], flat[4];
  explicit Matrix(double x) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) d[i][j] = x * (i + j);
    for (int i = 0; i < 4; ++i) flat[i] = x + i;
  }
  Matrix(const Matrix& other) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) d[i][j] = other.d[i][j];
    int left = 4;
    while (left--) flat[left] = other.flat[left];
  }
  Matrix& operator=(const Matrix& other) {
    for (int i = 0; i < 6; ++i) d[i / 3][i % 3] = other.d[i / 3][i % 3];
    int i = 0;
    do {
      flat[i] = other.flat[i];
      ++i;
    } while (i < 4);
    return *this;
  }
};

}  // namespace

double held_in_a_class(double x) {
  Whole h(x);
  Whole k = h;
  k.point.x *= 2;
  h = k;
  k.row.d[1] = 7;
  return h.point.x * h.row.d[1] + h.two.dot(k.two) + k.row.d[1];
}

double held_in_a_vector(double x) {
  std::vector<Point> v;
  for (int i = 0; i < 3; ++i) v.push_back(Point(x * i, x));
  std::vector<Point> w = v;
  w[1].x += 1;
  return v[2].x * w[1].x + v[1].x + v[0].y;
}

double held_in_an_array(double x) {
  std::array<Two<double>, 2> a{Two<double>(x, 1), Two<double>(2, x)};
  auto b = a;
  b[0].v[0] = 3;
  return a[0].dot(b[1]) + b[0].dot(a[1]);
}

double held_in_a_pair(double x) {
  std::pair<Point, double> p(Point(x, 1), x * x);
  auto q = p;
  q.first.y = x;
  return p.first.x * q.first.y * q.second + p.first.y;
}

double moved_in_and_out(double x) {
  std::vector<Moved> v;
  v.emplace_back(x);
  v.push_back(Moved(2 * x));
  const Moved m = std::move(v[0]);
  return m.x * v[1].x * m.n;
}

double with_a_base_class(double x) {
  std::vector<Derived> v{Derived(x), Derived(2 * x)};
  v[0] = v[1];
  v[1].c = 1;
  return v[0].b * v[0].c + v[1].c;
}

double by_loops(double x) {
  std::vector<Matrix> v{Matrix(x), Matrix(x * x)};
  v.push_back(v[0]);
  v[0] = v[1];
  v[1].flat[2] = 4;
  return v[0].d[1][2] * v[2].flat[3] + v[0].flat[2] * v[2].d[1][1];
}

}  // namespace copied
