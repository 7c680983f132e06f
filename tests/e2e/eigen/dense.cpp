#include "dense.h"

#include <cmath>

namespace control {

double sums(const Vector3d& a, const Vector3d& b, double t) {
  Vector3d c = a + 2.0 * b - a * t / 3.0;
  c += b;
  c -= 0.5 * a;
  c *= t;
  c /= 1.0 + t * t;
  const Vector3d d = -c;
  return d.sum() + d.dot(a) + (a - b).squaredNorm();
}

double products(const Matrix3d& a, const Matrix3d& b, const Vector3d& x) {
  Matrix3d c = a * b + b.transpose() * a - a * b.transpose();
  c *= a;
  c.noalias() += a.transpose() * b.transpose();
  const double s = x.transpose() * c * x;
  return s + (c * x).norm() + (x.transpose() * a).squaredNorm() + c.trace();
}

double wide_products(const Wide& a, const Vector3d& x, const Eigen::RowVector2d& r) {
  const Eigen::Vector2d y = a * x;
  const Eigen::RowVector3d z = r * a;
  const Eigen::Matrix<double, 3, 2> t = a.transpose();
  return y.squaredNorm() + z * x + (r * y).value() + (t * y).sum() + (a * a.transpose()).determinant();
}

double orders(const MatrixXd& a, const RowMatrix& b, const VectorXd& x) {
  RowMatrix c = a;
  MatrixXd d = b;
  c += b.transpose() * a;
  d = d + a * 2.0;
  const MatrixXd e = c * d;
  const RowMatrix f = e.transpose() * b.transpose();
  return (f * x).sum() + e(0, 1) * f(1, 0) + (c - d).squaredNorm();
}

double outer(const VectorXd& x, const VectorXd& y) {
  const MatrixXd m = x * y.transpose();
  const RowMatrix r = y * x.transpose();
  return m.squaredNorm() + (m * y).dot(x) + (r * x)(0) + m(1, 0) - 2.0 * r(0, 1);
}

double each_coefficient(const Eigen::ArrayXd& x, const VectorXd& y) {
  Eigen::ArrayXd z = x.exp() * y.array() - x.sin() / (2.0 + y.array().cos());
  z += x.square() + x.cube() - (x.abs() + 0.5).sqrt() + y.array().tanh();
  z *= x + 1.0;
  const VectorXd w = z.matrix().cwiseProduct(y) + y.cwiseAbs() - y.cwiseQuotient(y.cwiseAbs2() + VectorXd::Ones(y.size()));
  return w.sum() + pow(x.abs(), 1.5).sum() + (1.0 / (3.0 + x.square())).sum() + x.pow(2.0).sum() + (1.0 - x).log1p().square().sum() + exp(x).mean() + (x * y.array()).logistic().sum();
}

double of_matrices(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd c = (a.array() * b.array() + a.array().square()).matrix();
  c = c.cwiseMax(b).cwiseMin(a * 4.0);
  c.array() -= 0.25;
  return c.sum() + (c.array() * a.array().exp()).sum() + a.cwiseMin(0.1).sum();
}

double reductions(const MatrixXd& a, const VectorXd& x) {
  return a.sum() + a.mean() * x.prod() + a.maxCoeff() - x.minCoeff() + a.squaredNorm() + a.trace() + x.mean() + a.cwiseAbs().colwise().sum().maxCoeff();
}

double norms(const VectorXd& x, const Matrix2d& a) {
  return x.norm() + x.lpNorm<1>() + 2.0 * x.lpNorm<Eigen::Infinity>() + a.norm() + x.stableNorm() * x.lpNorm<3>() + a.lpNorm<2>();
}

double chosen(const Eigen::ArrayXd& x, const Eigen::ArrayXd& y) {
  const Eigen::ArrayXd z = (x < y).select(x * y, x + 1.0);
  const Eigen::ArrayXd w = (x > 0.3 && y < 0.9).select(z, 0.5);
  return w.sum() + (x.max(y) - x.min(0.65)).square().sum() + static_cast<double>((x < y).count()) * x.sum();
}

double crosses(const Vector3d& a, const Vector3d& b, const Eigen::RowVector3d& c) {
  const Vector3d n = a.cross(b);
  return n.dot(a + b.cross(n)) + c.cross(a.transpose()).sum() + n.x() * n.y() - n.z();
}

double unit_vectors(const Vector3d& a, const VectorXd& x) {
  const Vector3d u = a.normalized();
  VectorXd v = x;
  v.normalize();
  return u.dot(Vector3d::UnitX()) + (u - Vector3d(0.1, 0.2, 0.3)).squaredNorm() + v(0) * v.sum() + Vector3d::Unit(2).dot(a);
}

double by_lines(const MatrixXd& a, const VectorXd& x, const Eigen::RowVectorXd& r) {
  MatrixXd b = a.colwise() + x;
  b.rowwise() -= r;
  b.array().colwise() *= x.array();
  b.rowwise() += b.colwise().mean();
  const VectorXd s = b.rowwise().norm();
  const Eigen::RowVectorXd m = b.colwise().maxCoeff();
  return s.sum() + m.dot(r) + b.rowwise().sum().dot(x) + b.colwise().squaredNorm().sum() + (b.rowwise().normalized() * r.transpose()).sum();
}

double centered(const RowMatrix& data) {
  const RowMatrix c = data.rowwise() - data.colwise().mean();
  const MatrixXd covariance = c.transpose() * c / double(data.rows() - 1);
  return covariance.squaredNorm() + covariance(0, 0);
}

double by_lambda(const VectorXd& x, const VectorXd& y, double p) {
  const VectorXd z = x.unaryExpr([p](double v) { return v > 0.5 ? std::exp(p * v) : v * v; });
  const VectorXd w = x.binaryExpr(y, [](double a, double b) { return a * std::sin(b); });
  return z.sum() + w.dot(z);
}

double diagonals(const MatrixXd& a, const VectorXd& d) {
  const MatrixXd b = d.asDiagonal() * a * d.asDiagonal();
  MatrixXd c = d.asDiagonal();
  c.diagonal() += a.diagonal();
  c.diagonal().array() *= 2.0;
  return b.sum() + (c * a).trace() + b.diagonal().squaredNorm() + (d.asDiagonal().inverse() * d).sum();
}

double repeated(const Eigen::RowVector2d& r, const Matrix2d& a) {
  const MatrixXd b = r.replicate(3, 1);
  const Eigen::Matrix4d c = a.replicate<2, 2>();
  return b.squaredNorm() * b(2, 1) + c.row(3).dot(c.row(0)) + c(2, 1);
}

namespace {

template <class A, class B>
typename A::Scalar squared_distance(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const auto& x = a.derived();
  return (x - b).squaredNorm() + a.size() * a(0);
}

template <class T>
T energy(const Eigen::Matrix<T, 3, 1>& v) {
  using std::sqrt;
  return sqrt(T(1) + v.squaredNorm());
}

}  // namespace

double through_template(const Vector3d& a, const VectorXd& b) {
  return squared_distance(a, b) + squared_distance(a * 2.0, a + Vector3d::Constant(0.5)) + energy<double>(b - a);
}

double in_a_loop(const MatrixXd& a, const VectorXd& x, int n) {
  VectorXd y = x;
  double total = 0;
  for (int i = 0; i < n; ++i) {
    y = (a * y + x) / (1.0 + y.norm());
    for (Eigen::Index k = 0; k < y.size(); ++k) total += y(k) * x[k];
  }
  return total + y.sum();
}

double in_branches(const VectorXd& x, double t) {
  VectorXd y = VectorXd::Zero(x.size());
  if (t > 0.5)
    y = x * t;
  else
    y.head(2) = x.tail(2);
  if (x(0) > x(1)) return y.sum();
  y *= t;
  return y.squaredNorm();
}

double homogeneous(const Vector3d& p, const Eigen::Matrix<double, 3, 4>& camera) {
  const Vector3d q = camera * p.homogeneous();
  const Eigen::Vector2d pixel = q.hnormalized();
  return pixel.squaredNorm() + pixel.x();
}

double floats(const VectorXd& x) {
  const Eigen::VectorXi n = Eigen::VectorXi::Constant(x.size(), 3);
  return n.cast<double>().dot(x) + static_cast<double>(n.sum()) * x(0);
}

double fc1_norms(const VectorXd& x) { return x.squaredNorm() + x.norm(); }

double fc1_coefficients(const VectorXd& x) {
  double s = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) s += x(i) * x(i);
  return s;
}

double fc1_made(double a, double b) {
  Vector3d v(a, b, a * b);
  return v.dot(v);
}

double fc1_product(const MatrixXd& a, const VectorXd& x) {
  VectorXd y = a * x;
  return y.dot(y);
}

double of_structure(const Pose& pose, const Vector3d& point) {
  const Vector3d q = pose.scale * (pose.rotation * point) + pose.translation;
  return q.squaredNorm() + q(0) * pose.scale;
}

}  // namespace control
