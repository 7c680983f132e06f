#include "robotics.h"

namespace robotics {

Matrix3d skew(const Vector3d& w) {
  Matrix3d m;
  m << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return m;
}

Matrix3d exp_so3(const Vector3d& w) {
  const double t = w.norm();
  if (t < 1e-8) return Matrix3d::Identity() + skew(w);
  const Matrix3d k = skew(w / t);
  return Matrix3d::Identity() + std::sin(t) * k + (1 - std::cos(t)) * k * k;
}

double reprojection(const Vector3d& w, const Vector3d& t, const Vector3d& point, const Vector2d& seen,
                    double f) {
  const Vector3d p = exp_so3(w) * point + t;
  const Vector2d image = f * p.head<2>() / p.z();
  return (image - seen).squaredNorm();
}

Matrix4d dh(double theta, double d, double a, double alpha) {
  Matrix4d m = Matrix4d::Identity();
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(alpha), sa = std::sin(alpha);
  m << ct, -st * ca, st * sa, a * ct, st, ct * ca, -ct * sa, a * st, 0, sa, ca, d, 0, 0, 0, 1;
  return m;
}

double reach(const std::array<double, 3>& q, const Vector3d& goal) {
  Matrix4d m = Matrix4d::Identity();
  const double lengths[] = {0.5, 0.4, 0.3};
  for (int i = 0; i < 3; ++i) m = m * dh(q[i], 0.1, lengths[i], 0.2 * i);
  return (m.block<3, 1>(0, 3) - goal).norm();
}

double registered(const Eigen::Vector4d& c, const Vector3d& t, const std::vector<Vector3d>& a,
            const std::vector<Vector3d>& b) {
  const Eigen::Quaterniond q(c[0], c[1], c[2], c[3]);
  double e = 0;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) e += (q.normalized() * a[i] + t - b[i]).squaredNorm();
  return e;
}

double gaussian(const VectorXd& x, const VectorXd& mu, const MatrixXd& a) {
  if (x.size() != mu.size() || a.rows() != x.size() || a.cols() != x.size()) return 0.0;
  const MatrixXd cov = a * a.transpose() + MatrixXd::Identity(x.size(), x.size());
  const Eigen::LLT<MatrixXd> llt(cov);
  const VectorXd d = x - mu;
  return -0.5 * d.dot(llt.solve(d)) - cov.llt().matrixL().toDenseMatrix().diagonal().array().log().sum();
}

double arap(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  Eigen::Matrix2d m;
  m.col(0) = b - a;
  m.col(1) = c - a;
  const double det = m.determinant();
  return m.squaredNorm() + m.inverse().squaredNorm() + std::log(std::abs(det));
}

double mpc(const VectorXd& u, const Vector2d& x0, double dt) {
  Eigen::Matrix2d A;
  A << 1, dt, 0, 1;
  const Vector2d B(0.5 * dt * dt, dt);
  Vector2d x = x0;
  double cost = 0;
  for (int k = 0; k < u.size(); ++k) {
    x = A * x + B * u(k);
    cost += x.squaredNorm() + 0.1 * u(k) * u(k);
  }
  return cost;
}

double ekf(const Vector3d& pose, const Vector2d& control, const Matrix3d& p) {
  Vector3d next = pose;
  next(0) += control(0) * std::cos(pose(2));
  next(1) += control(0) * std::sin(pose(2));
  next(2) += control(1);
  Matrix3d g = Matrix3d::Identity();
  g(0, 2) = -control(0) * std::sin(pose(2));
  g(1, 2) = control(0) * std::cos(pose(2));
  const Matrix3d q = g * p * g.transpose() + 0.01 * Matrix3d::Identity();
  return q.trace() + next.squaredNorm();
}

double fit(const MatrixXd& X, const VectorXd& y, const VectorXd& w, double l2) {
  if (X.rows() != y.size() || X.cols() != w.size()) return 0;
  const VectorXd r = X * w - y;
  return r.squaredNorm() / 2 + l2 * w.squaredNorm();
}

double softmax_loss(const MatrixXd& W, const VectorXd& x, int label) {
  if (W.cols() != x.size() || W.rows() == 0) return 0;
  const VectorXd z = W * x;
  const double m = z.maxCoeff();
  return m + std::log((z.array() - m).exp().sum()) - z(std::abs(label) % z.size());
}

}  // namespace robotics
