#include "classes_passed.h"

namespace passed {

double scaled_norm(const Point& p, double t) {
  Point q = p + Point(t, 2 * t);
  q *= t;
  return q.norm() + p.x() * p.y();
}

double by_value(Point p, Vector v) {
  p *= v[0];
  return p.norm() * v[1] + v[2] * v[2];
}

double of_pose(const Pose& pose, double t) {
  double s = 0;
  for (int i = 0; i < pose.times; ++i) s += pose.at.norm() * pose.towards[i] * pose.scale * t;
  return s;
}

double of_vectors(const std::vector<Vector>& all, const std::array<Vector, 2>& two) {
  double s = two[0][1] * two[1][2];
  for (const Vector& v : all) s += v[0] * v[1] * v[2];
  return s;
}

double of_weights(const Weights& weights, const std::vector<double>& x) {
  double s = weights.bias;
  for (std::size_t i = 0; i < weights.w.size() && i < x.size(); ++i) s += weights.w[i] * x[i];
  return std::tanh(s);
}

double of_derived(const Weighted& p, const std::vector<Weighted>& all) {
  double s = p.norm() * p.weight();
  for (const Weighted& q : all) s += q.x() * q.y() * q.weight() * p.x();
  return s;
}

Point moved(const Point& p, double t) {
  Point q(p.x() * t, p.y() + p.x());
  q *= t;
  return q;
}

Vector crossed(Vector a, const Vector& b) {
  return Vector(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

double without_names(double, double x, int) { return x * x * x; }

double ignoring(double x, double) { return x * x; }

double named_there(double factor, double x) { return factor * factor * x; }

}  // namespace passed
