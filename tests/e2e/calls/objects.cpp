#include "objects.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace objects {

double energy(const Body* bodies, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    const Body& b = bodies[i];
    for (double v : b.speed) e += b.mass * v * v / 2;
    for (int j = i + 1; j < n; ++j) {
      const Point d{b.at.x - bodies[j].at.x, b.at.y - bodies[j].at.y, b.at.z - bodies[j].at.z};
      e -= b.mass * bodies[j].mass / std::sqrt(d.dot(d) + 0.1);
    }
  }
  return e;
}

void step(Body* bodies, std::size_t n, const Body& sun, double dt) {
  for (std::size_t i = 0; i < n; ++i) {
    Body& b = bodies[i];
    if (b.kind == Kind::fixed) continue;
    b.speed[0] -= dt * sun.mass * b.at.x;
    b.at += Point{dt * b.speed[0], dt * b.speed[1], dt * b.speed[2]};
  }
}

void scaled(const Point* p, Point* to, int n, double by) {
  std::transform(p, p + n, to, [by](const Point& a) { return Point{by * a.x, by * a.y * a.z, a.z}; });
}

double walked(const Point* p, const Point* q, int n) {
  double s = 0;
  for (const Point* end = p + n; p != end; ++p, ++q) s += p->dot(*q);
  return s;
}

double indexed(const Point* p, const int* at, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += p[at[i]].x * p[at[i]].y;
  return s;
}

double recursive(const Point* p, int n) { return n == 0 ? 0 : p->x * p->y + recursive(p + 1, n - 1); }

double of_one(const Point* p, int n) {
  return std::accumulate(p, p + n, 0.0, [](double s, const Point& a) { return s + a.dot(a); });
}

double of_rows(const double x[][3], int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) s += x[i][k] * x[(i + 1) % n][k] * (k + 1);
  return s;
}

void move_rows(double (*x)[2], const double (*v)[2], int n, double dt) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k) x[i][k] += dt * v[i][k] * x[i][k];
}

double of_arrays(const std::array<double, 2>* p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += p[i][0] * p[i][1];
  return s;
}

void turned(Eigen::Vector2d* p, const Eigen::Matrix2d& r, int n) {
  for (int i = 0; i < n; ++i) p[i] = r * p[i];
}

void after(Point* p, const std::vector<Point>& before, int n) {
  for (int i = 0; i + 1 < n; ++i) p[i + 1].x += before[static_cast<std::size_t>(i)].x;
}
void sums(double* y, const std::vector<double>& x, int n) {
  for (int i = 0; i + 1 < n; ++i) y[i + 1] += x[static_cast<std::size_t>(i)] * x[static_cast<std::size_t>(i)];
}

void decay(double* x, const bool* on, std::size_t n, double rate, unsigned steps) {
  for (unsigned s = 0; s < steps; ++s)
    for (std::size_t i = 0; i < n; ++i) {
      if (!on[i]) continue;
      x[i] -= rate * x[i] * x[i];
    }
}

}  // namespace objects
