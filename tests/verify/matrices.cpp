#include "matrices.h"

namespace matrices {

double number(const MatrixXd& a, const VectorXd& x, const Vector2d& y) { return (a * x).squaredNorm() * y(0) + y.sum() * x.sum(); }

VectorXd vector(const MatrixXd& a, const VectorXd& x, double t) { return a * x * t + x; }

Matrix2d matrix(const Shape& shape, const Vector2d& y) { return shape.a * y * y.transpose() + Matrix2d::Identity() * shape.b.squaredNorm(); }

void outputs(const VectorXd& x, const Matrix2d& m, VectorXd& y, Vector2d& z) {
  y = x * x.sum();
  z = m * z + m.col(0);
}

double in_vectors(const std::vector<Vector2d>& p, const std::vector<Body>& bodies, const std::array<Vector2d, 3>& r, const std::vector<VectorXd>& w) {
  double s = 0;
  for (std::size_t i = 0; i < p.size(); ++i) s += p[i].squaredNorm() * p[i](0);
  for (const Body& body : bodies) s += body.mass * body.position.squaredNorm();
  for (const VectorXd& v : w) s += v.sum() * v.sum();
  return s + r[0].dot(r[1]) + r[2].x();
}

float orders(const Eigen::Vector3f& p, const Eigen::ArrayXXf& a, const Eigen::Matrix<double, 2, 3, Eigen::RowMajor>& m, const Eigen::RowVector3d& r) {
  return p.squaredNorm() * a.sum() + static_cast<float>((m * r.transpose()).squaredNorm());
}

}  // namespace matrices
