#include "parts.h"

#include <cmath>

namespace control {

double segments(const VectorXd& x) {
  const Eigen::Index n = x.size();
  VectorXd y = x;
  y.head(2) += x.tail(2);
  y.segment(1, 2) *= 2.0;
  y.tail<2>() = x.head<2>() * 3.0;
  y(n - 1) += x(0) * x[1];
  y.segment<2>(0).array() += 0.5;
  return y.squaredNorm() + x.segment(n / 2, n - n / 2).sum() + y.head(3).dot(x.tail(3));
}

double blocks(const MatrixXd& a, const Matrix3d& b) {
  return a.block(0, 1, 2, 2).squaredNorm() + a.topRows(2).sum() * a.bottomRows<1>().sum() + a.row(1).dot(a.col(0).transpose()) + a.leftCols(2).norm() +
         a.rightCols<2>().sum() + b.topLeftCorner<2, 2>().determinant() + b.bottomRightCorner(2, 2).trace() * b.topRightCorner(1, 2).sum() + (b.block<2, 3>(1, 0) * a.col(1)).sum() +
         a.middleRows(1, 2).squaredNorm() + a.middleCols<1>(1).sum() + b.diagonal().prod() + b.bottomLeftCorner(1, 2)(0, 1);
}

double blocks_written(const MatrixXd& a, const VectorXd& x) {
  MatrixXd m = MatrixXd::Zero(a.rows() + 1, a.cols() + 1);
  m.topLeftCorner(a.rows(), a.cols()) = a;
  m.row(a.rows()).head(x.size()) = x.transpose();
  m.col(a.cols()).setConstant(0.5);
  m.block(0, 0, 2, 2) *= 3.0;
  m.diagonal() -= m.col(0).eval();
  m.bottomRightCorner<1, 1>()(0, 0) = x(0) * x(1);
  m.transpose().row(1) *= 2.0;
  m.block<2, 2>(1, 1) += a.topLeftCorner<2, 2>() * a.topLeftCorner<2, 2>();
  m.row(0).setZero();
  m.rightCols(1).fill(x.sum());
  return m.squaredNorm() + m(1, 1);
}

double rows_in_loops(const RowMatrix& a, const VectorXd& x) {
  double total = 0;
  RowMatrix b = a;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    total += a.row(i).dot(x) * a.row(i).norm();
    b.row(i) = a.row(i) * x(i) + x.transpose();
    if (i > 0) b.row(i) += b.row(i - 1) * 0.5;
  }
  for (Eigen::Index j = 0; j < a.cols(); ++j) total += b.col(j).squaredNorm() * static_cast<double>(j + 1);
  return total;
}

// Gauss without pivots.
double eliminated(const MatrixXd& a, const VectorXd& b) {
  MatrixXd m = a;
  VectorXd x = b;
  const int n = static_cast<int>(b.size());
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const double f = m(i, k) / m(k, k);
      m.row(i) -= f * m.row(k);
      x(i) -= f * x(k);
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    double s = x(i);
    for (int j = i + 1; j < n; ++j) s -= m(i, j) * x(j);
    x(i) = s / m(i, i);
  }
  return x.squaredNorm() + x.sum();
}

double views_in_variables(const MatrixXd& a, const VectorXd& x) {
  MatrixXd m = a;
  auto first = m.row(0);
  auto corner = m.topLeftCorner(2, 2);
  first *= 2.0;
  corner(1, 1) += x(0);
  m.col(0).array() += 1.0;
  auto t = m.transpose();
  const double before = first.sum();
  t(0, 1) = x(1) * x(2);
  return before + corner.squaredNorm() + m.sum() + first.dot(x.transpose());
}

double coefficients(const MatrixXd& a, const Vector3d& v) {
  Matrix3d m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = a(i, j) * v[j] + (i == j ? 1.0 : 0.0);
  m.coeffRef(0, 1) *= v.x();
  Vector3d w;
  w.x() = m(0, 0);
  w.y() = v.z();
  w[2] = m.coeff(1, 2);
  return m.determinant() + w.squaredNorm() + m(4) + w.y();
}

double made_of_commas(const Vector3d& v, const Matrix3d& m, double t) {
  Matrix3d skew;
  skew << 0, -v(2), v(1), v(2), 0, -v(0), -v(1), v(0), 0;
  Eigen::Matrix4d all;
  all << m, v, t, 0, 0, 1;
  VectorXd x(5);
  x << v, t, t * t;
  Eigen::RowVector4d r;
  r << v.transpose() * 2.0, 1.0;
  MatrixXd d(2, 2);
  d << t, 2, 3, v(0);
  return (skew * m).squaredNorm() + all.determinant() + x.squaredNorm() + r.squaredNorm() + d.determinant() + (all * x.head(4)).sum();
}

double made(double t, const Vector3d& v) {
  const Vector3d a(t, 2 * t, 1.0), b = Vector3d::Constant(t);
  const Eigen::Vector2d c(t, 3.0);
  const Eigen::Vector4d d(t, t, v(0), v(1));
  const VectorXd e = VectorXd::LinSpaced(4, 0.0, t), f = VectorXd::Ones(3) * t;
  Matrix3d m = Matrix3d::Identity() * t;
  m.setIdentity();
  m *= 2.0;
  m(0, 2) = t;
  const Matrix3d n{{1, 2, 3}, {t, 5, 6}, {7, 8, t}};
  const VectorXd g{{1.0, t, 3.0}};
  MatrixXd z(2, 3);
  z.setConstant(t);
  z.setZero();
  z.resize(3, 2);
  z.setOnes();
  VectorXd s = VectorXd::Zero(3);
  s = v;
  const double raw[3] = {1, t, 3};
  const Vector3d p(raw);
  return a.dot(b) + c.norm() + d.squaredNorm() + e.sum() + f.dot(v) + (m * v).sum() + n.determinant() + g.sum() + z.sum() * t + s.sum() + MatrixXd::Identity(2, 2).sum() * t + p.dot(v);
}

double maps(const std::array<double, 9>& m, const std::vector<double>& x) {
  const Eigen::Map<const Matrix3d> a(m.data());
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> b(m.data());
  const Eigen::Map<const VectorXd> y(x.data(), static_cast<Eigen::Index>(x.size()));
  const Eigen::Map<const Vector3d> z(x.data() + 1);
  return (a * z).squaredNorm() + (a - b).squaredNorm() + y.squaredNorm() * y(0) + a(0, 1) * b(0, 1) + Eigen::Map<const MatrixXd>(x.data(), 2, 2).determinant();
}

double maps_written(const std::vector<double>& x, double t) {
  std::vector<double> y = x;
  Eigen::Map<VectorXd> all(y.data(), static_cast<Eigen::Index>(y.size()));
  Eigen::Map<Vector3d> first(&y[0]);
  all *= t;
  first(1) += 2.0;
  first += Vector3d(t, 1, 2);
  double out[3] = {0, 0, 0};
  Eigen::Map<Vector3d> r(out);
  r = first * 2.0;
  r.head(2).array() += t;
  return y[0] * y[1] + all.squaredNorm() + out[0] * out[1] + out[2];
}

namespace {

// In the manner of cost functions of solvers.
struct Reprojection {
  double u, v;
  template <class T>
  bool operator()(const T* const camera, const T* const point, T* residuals) const {
    const Eigen::Map<const Eigen::Matrix<T, 3, 1>> angle(camera), translation(camera + 3), p(point);
    const T theta = angle.norm();
    const Eigen::Matrix<T, 3, 1> axis = angle / theta;
    const Eigen::Matrix<T, 3, 1> q = p * cos(theta) + axis.cross(p) * sin(theta) + axis * axis.dot(p) * (T(1) - cos(theta)) + translation;
    residuals[0] = q[0] / q[2] - T(u);
    residuals[1] = q[1] / q[2] - T(v);
    return true;
  }
};

}  // namespace

double residual(const std::array<double, 6>& camera, const std::array<double, 3>& point) {
  double r[2];
  Reprojection{0.2, -0.1}(camera.data(), point.data(), r);
  return r[0] * r[0] + 3 * r[1] * r[1];
}

namespace {

double length(const Eigen::Ref<const VectorXd>& x) { return x.norm() + x(0); }
void scale(Eigen::Ref<VectorXd> x, double t) { x *= t; }
double total(const Eigen::Ref<const MatrixXd>& a) { return a.sum() * a(0, 1); }
template <class D>
void shift(const Eigen::MatrixBase<D>& x, double t) {
  const_cast<Eigen::MatrixBase<D>&>(x).derived().array() += t;
}

}  // namespace

double refs(const VectorXd& x, const MatrixXd& a) {
  VectorXd y = x;
  scale(y, 2.0);
  scale(y.head(2), x(0));
  MatrixXd b = a;
  scale(b.col(1), 3.0);
  return length(y) + length(x.tail(2)) + length(x * 2.0) + total(b) + total(b.topLeftCorner(2, 2)) + total(a + b);
}

namespace {

void scale_matrix(Eigen::Ref<MatrixXd> m, double t) {
  m *= t;
  m(1, 0) += 2.0 * m(0, 0);
}
double with_written(const Eigen::Ref<const VectorXd>& line, MatrixXd& m) {
  m(0, 1) *= 3.0;
  return line.squaredNorm();
}

}  // namespace

// A vector that is taken as a matrix is written where it is.
double refs_of_vectors(const VectorXd& x) {
  VectorXd y = x;
  scale_matrix(y, 2.0);
  scale_matrix(y.head(2), x(0));
  return y.squaredNorm() + y(1);
}

// A row of a matrix in columns is copied, a column is not.
double refs_that_copy(const MatrixXd& a) {
  MatrixXd m = a;
  const double copied = with_written(m.row(0).transpose(), m), seen = with_written(m.col(1), m);
  return copied + 2.0 * seen + m.sum();
}

double reversed(const VectorXd& x) {
  VectorXd y = x.reverse();
  y.reverse()(0) *= 2.0;
  y.head(2).reverse() = x.head(2);
  return y.dot(x) + x.reverse().head(1)(0);
}

double transposed(const MatrixXd& a, const RowMatrix& b) {
  MatrixXd m = a.transpose();
  m.transpose() = a * 2.0;
  RowMatrix r = m;
  r.transpose().col(0) += b.col(0);
  m.transposeInPlace();
  MatrixXd square = m * m.transpose();
  square = square.transpose().eval() + square;
  return (m * b.transpose()).sum() + r.squaredNorm() + a.adjoint()(1, 0) + square(0, 1);
}

double in_vectors(const std::vector<double>& t, const Vector3d& v) {
  std::vector<Vector3d> points;
  for (double one : t) points.push_back(v * one + Vector3d::UnitY());
  std::array<Vector3d, 2> pair = {v, v * 2.0};
  pair[1](0) += 1.0;
  double sum = pair[0].dot(pair[1]);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i](1) *= 2.0;
    points[i] += pair[i % 2];
    sum += points[i].squaredNorm();
  }
  for (const Vector3d& p : points) sum += p(0) * p(1);
  return sum;
}

namespace {

class Frame {
 public:
  Frame(const Matrix3d& r, const Vector3d& t) : rotation_(r), translation_(t) {}
  Vector3d operator*(const Vector3d& p) const { return rotation_ * p + translation_; }
  Frame inverse() const { return Frame(rotation_.transpose(), -(rotation_.transpose() * translation_)); }
  const Vector3d& translation() const { return translation_; }
  Vector3d& translation() { return translation_; }

 private:
  Matrix3d rotation_;
  Vector3d translation_;
};

}  // namespace

double in_members(const Vector3d& a, const Vector3d& b) {
  Matrix3d r = Matrix3d::Identity();
  r(0, 1) = a(0);
  Frame frame(r, b);
  frame.translation()(1) += a(2);
  frame.translation() += 0.5 * a;
  return (frame * a).squaredNorm() + (frame.inverse() * b).sum() + frame.translation().norm();
}

double resized(const VectorXd& x, int n) {
  VectorXd y(n);
  for (int i = 0; i < n; ++i) y(i) = x(i % x.size()) * (i + 1);
  VectorXd z;
  z = y;
  MatrixXd m(n, x.size());
  for (int i = 0; i < n; ++i) m.row(i) = x.transpose() * y(i);
  return z.squaredNorm() + m.sum() + static_cast<double>(m.rows() + m.size()) * x(0);
}

double swapped(const VectorXd& x, const VectorXd& y) {
  VectorXd a = x, b = y;
  a.swap(b);
  a(0) *= 2.0;
  a.head(1).swap(b.tail(1));
  return a.dot(x) + b.squaredNorm();
}

double through_pointers(const VectorXd& x, const MatrixXd& a) {
  const double* p = x.data();
  double s = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) s += p[i] * p[i];
  MatrixXd b = a;
  b.data()[1] *= 3.0;
  return s + b.squaredNorm();
}

double range_for(const VectorXd& x) {
  double s = 0;
  for (double v : x) s += v * v * v;
  VectorXd y = x;
  for (double& v : y) v *= 2.0;
  return s + y.sum();
}

double lines_chosen(const MatrixXd& a, int i, bool first) {
  MatrixXd m = a;
  auto line = m.row(first ? i : i - 1);
  line *= 2.0;
  if (first) {
    auto column = m.col(i);
    column.array() += 1.0;
  }
  return m.squaredNorm() + line.sum();
}

}  // namespace control
