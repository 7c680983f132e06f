// Classes with constructors, private members and accessors as parameters and results; parameters without a name.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <cmath>
#include <vector>

namespace passed {

// Without a constructor that takes nothing, all of it private.
class Point {
 public:
  Point(double x, double y) : x_(x), y_(y) {}
  double x() const { return x_; }
  double y() const { return y_; }
  double norm() const { return std::sqrt(x_ * x_ + y_ * y_); }
  Point operator+(const Point& other) const { return Point(x_ + other.x_, y_ + other.y_); }
  Point& operator*=(double by) {
    x_ *= by;
    y_ *= by;
    return *this;
  }
  template <class Visit>
  void each(Visit visit) {
    visit(x_);
    visit(y_);
  }

 private:
  double x_, y_;
};

class Vector {
 public:
  Vector() : v_{0, 0, 0} {}
  Vector(double a, double b, double c) : v_{a, b, c} {}
  double operator[](int i) const { return v_[i]; }
  template <class Visit>
  void each(Visit visit) {
    for (double& x : v_) visit(x);
  }

 private:
  double v_[3];
};

// An aggregate that can't be made without its members' values.
struct Pose {
  Point at;
  Vector towards;
  double scale = 1;
  int times = 2;
  template <class Visit>
  void each(Visit visit) {
    visit(at);
    visit(towards);
    visit(scale);
  }
};

struct Weights {
  std::vector<double> w;
  double bias = 0.5;
  explicit Weights(std::size_t n) : w(n) {}
  Weights() = default;
  template <class Visit>
  void each(Visit visit) {
    visit(w);
    visit(bias);
  }
};

// What a base class has is the object's own.
class Weighted : public Point {
 public:
  Weighted(double x, double y, double w) : Point(x, y), w_(w) {}
  Weighted() : Point(0, 0), w_(0) {}
  double weight() const { return w_; }
  template <class Visit>
  void each(Visit visit) {
    Point::each(visit);
    visit(w_);
  }

 private:
  double w_;
};

GRADC_DIFFERENTIATE(gradient) double scaled_norm(const Point& p, double t);
GRADC_DIFFERENTIATE(gradient) double by_value(Point p, Vector v);
GRADC_DIFFERENTIATE(gradient) double of_pose(const Pose& pose, double t);
GRADC_DIFFERENTIATE(gradient) double of_vectors(const std::vector<Vector>& all, const std::array<Vector, 2>& two);
GRADC_DIFFERENTIATE(gradient) double of_weights(const Weights& weights, const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_derived(const Weighted& p, const std::vector<Weighted>& all);
GRADC_DIFFERENTIATE(vjp, jvp) Point moved(const Point& p, double t);
GRADC_DIFFERENTIATE(vjp, jvp) Vector crossed(Vector a, const Vector& b);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double without_names(double, double x, int);
GRADC_DIFFERENTIATE(gradient) double ignoring(double x, double);
// Named by the definition alone.
GRADC_DIFFERENTIATE(gradient, wrt(factor)) double named_there(double, double);

}  // namespace passed
