// Pointers to many objects: arrays of structures, rows of arrays, and sizes without a sign.
#pragma once

#include <gradc/gradc.h>

#include <Eigen/Dense>

#include <array>
#include <cstddef>
#include <vector>

namespace objects {

enum class Kind { fixed, free };

struct Point {
  double x, y, z;
  double dot(const Point& o) const { return x * o.x + y * o.y + z * o.z; }
  Point& operator+=(const Point& o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};

struct Body {
  double mass;
  Point at;
  double speed[3];
  Kind kind;
};

GRADC_DIFFERENTIATE(gradient, hvp, hessian) double energy(const Body* bodies, int n);
// Written and read, and by a reference beside it.
GRADC_DIFFERENTIATE(vjp, jvp) void step(Body* bodies, std::size_t n, const Body& sun, double dt);
// Only written: no argument.
GRADC_DIFFERENTIATE(vjp, jacobian) void scaled(const Point* p, Point* to, int n, double by);
GRADC_DIFFERENTIATE(gradient) double walked(const Point* p, const Point* q, int n);
GRADC_DIFFERENTIATE(gradient, extent(p = n)) double indexed(const Point* p, const int* at, int n);
GRADC_DIFFERENTIATE(gradient, extent(p = n)) double recursive(const Point* p, int n);
GRADC_DIFFERENTIATE(gradient, wrt(p[1].x)) double of_one(const Point* p, int n);
GRADC_DIFFERENTIATE(gradient, hessian) double of_rows(const double x[][3], int n);
GRADC_DIFFERENTIATE(vjp) void move_rows(double (*x)[2], const double (*v)[2], int n, double dt);
GRADC_DIFFERENTIATE(gradient) double of_arrays(const std::array<double, 2>* p, int n);
GRADC_DIFFERENTIATE(vjp) void turned(Eigen::Vector2d* p, const Eigen::Matrix2d& r, int n);
// What a pointer leads to may be in a vector that is given too.
GRADC_DIFFERENTIATE(vjp) void after(Point* p, const std::vector<Point>& before, int n);
GRADC_DIFFERENTIATE(vjp) void sums(double* y, const std::vector<double>& x, int n);
// Pointers to numbers, of a size without a sign.
GRADC_DIFFERENTIATE(vjp) void decay(double* x, const bool* on, std::size_t n, double rate, unsigned steps);

}  // namespace objects
