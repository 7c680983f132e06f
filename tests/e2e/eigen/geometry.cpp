#include "geometry.h"

#include <cmath>

namespace control {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;

double quaternions(const Eigen::Vector4d& c, const Vector3d& v) {
  Quaterniond q(c(0), c(1), c(2), c(3));
  const double length = q.norm();
  q.normalize();
  const Quaterniond p = q * Quaterniond(0.5, 0.1, -0.2, 0.3).normalized() * q.conjugate() * q;
  const Vector3d w = q * v, u = p.inverse() * v;
  const Matrix3d r = q.toRotationMatrix();
  return length + w.x() + 2 * w.y() - u.z() + (r * v).squaredNorm() + r(0, 1) + p.w() * p.x() + q.dot(p) + p.vec().squaredNorm() + q.coeffs().sum() +
         q.angularDistance(p);
}

double quaternion_of_matrix(const Matrix3d& m) {
  const Quaterniond q(m);
  return q.w() + 2 * q.x() - q.y() * q.z();
}

double interpolated(const Eigen::Vector4d& a, const Eigen::Vector4d& b, double t, const Vector3d& v) {
  const Quaterniond p = Quaterniond(a).normalized(), q = Quaterniond(b).normalized();
  return (p.slerp(t, q) * v).x();
}

double angle_axis(double angle, const Vector3d& axis, const Vector3d& v) {
  const AngleAxisd turn(angle, axis.normalized());
  const Quaterniond q(turn);
  Matrix3d m;
  m = AngleAxisd(angle, Vector3d::UnitZ()) * AngleAxisd(2 * angle, Vector3d::UnitY());
  const AngleAxisd back(q);
  return (turn * v).x() + (turn.toRotationMatrix() * v).y() + q.z() + (m * v).z() + back.angle() + turn.inverse().axis().x();
}

double in_plane(double angle, const Eigen::Vector2d& v) {
  const Eigen::Rotation2Dd turn(angle);
  return (turn * v).x() + (turn.inverse() * v).y() * (turn.toRotationMatrix() * v).x() + (turn * turn).angle();
}

double isometries(double angle, const Vector3d& t, const Vector3d& v) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = AngleAxisd(angle, Vector3d::UnitX()).toRotationMatrix();
  pose.translation() = t;
  const Eigen::Isometry3d back = pose.inverse();
  const Vector3d w = pose * v, u = back * w, z = (pose * pose) * v;
  return w.squaredNorm() + u.x() + z.sum() + pose.translation().norm() + (pose.rotation() * v).y() + pose.matrix()(0, 3);
}

double mapped_quaternion(const std::array<double, 7>& pose, const std::array<double, 3>& point) {
  const Eigen::Map<const Quaterniond> q(pose.data());
  const Eigen::Map<const Vector3d> t(pose.data() + 4), p(point.data());
  const Vector3d moved = q * p + t;
  return moved.squaredNorm() + (q.conjugate() * t).x() + q.w();
}

double rotated(const Eigen::Quaterniond& q, const Eigen::AngleAxisd& turn, const Vector3d& v) {
  return (q.normalized() * (turn * v)).dot(v) + q.w() * turn.angle();
}

double posed(const Eigen::Isometry3d& pose, const std::vector<Vector3d>& points) {
  double s = pose.translation().x();
  for (const Vector3d& p : points) s += (pose * p).squaredNorm();
  return s;
}

double by_pointers(const Eigen::VectorXd& x, double t) {
  Eigen::VectorXd y = x * t;
  Eigen::VectorXd* p = &y;
  const Eigen::VectorXd* const q = &x;
  (*p)(0) *= t;
  p->tail(2) *= 2.0;
  return p->norm() + q->dot(*p) + p->sum();
}

double hyperplane(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& p) {
  const Eigen::Hyperplane<double, 3> plane((b - a).cross(c - a).normalized(), a);
  return plane.signedDistance(p) + plane.projection(p).squaredNorm();
}

}  // namespace control
