#include "solve.h"

#include <cmath>

namespace control {
namespace {

// Positive definite, and symmetric but for what is above the diagonal.
MatrixXd definite(const MatrixXd& a) {
  MatrixXd s = a * a.transpose() + MatrixXd::Identity(a.rows(), a.cols());
  s(0, 1) += a(0, 0);
  return s;
}

}  // namespace

double by_cholesky(const MatrixXd& a, const VectorXd& b) {
  const MatrixXd s = definite(a);
  const Eigen::LLT<MatrixXd> llt(s);
  const VectorXd x = llt.solve(b);
  const MatrixXd l = llt.matrixL();
  return x.squaredNorm() + l.sum() + s.ldlt().solve(b).sum() + 2.0 * l.diagonal().array().log().sum() + s.llt().solve(a).sum();
}

double by_lu(const MatrixXd& a, const MatrixXd& b) {
  const MatrixXd x = a.partialPivLu().solve(b);
  Eigen::FullPivLU<MatrixXd> lu(a);
  return x.squaredNorm() + a.inverse().sum() + std::log(std::abs(a.determinant())) + lu.solve(b).sum() + lu.determinant() + a.lu().inverse()(0, 1) + (a.inverse() * b).norm();
}

double by_lu_in_rows(const RowMatrix& a, const RowMatrix& b, const VectorXd& x) {
  const RowMatrix y = a.lu().solve(b);
  return y(0, 1) + y(1, 0) * 2.0 + a.inverse()(0, 1) + a.transpose().partialPivLu().solve(x).squaredNorm() + a.lu().solve(x).sum();
}

double fixed(const Matrix3d& a, const Vector3d& b) {
  const Vector3d x = a.lu().solve(b);
  const Matrix3d i = a.inverse();
  return x.squaredNorm() + i(0, 2) * i(1, 0) + a.determinant();
}

double least_squares(const MatrixXd& a, const VectorXd& b) {
  const VectorXd x = a.colPivHouseholderQr().solve(b);
  const VectorXd y = (a.transpose() * a).ldlt().solve(a.transpose() * b);
  return x.squaredNorm() + (a * x - b).squaredNorm() + y.sum() + a.householderQr().solve(b).sum() +
         a.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(b).sum();
}

double triangles(const MatrixXd& a, const VectorXd& b) {
  const VectorXd x = a.triangularView<Eigen::Lower>().solve(b), y = a.triangularView<Eigen::UnitUpper>().solve(b);
  const MatrixXd u = a.triangularView<Eigen::StrictlyUpper>(), l = a.triangularView<Eigen::UnitLower>();
  return x.squaredNorm() + y.sum() + u.sum() + (l * b).norm() + (a.triangularView<Eigen::Upper>() * b).sum() +
         a.transpose().triangularView<Eigen::Lower>().solve(b).sum();
}

double symmetric(const MatrixXd& a, const VectorXd& x) {
  const VectorXd y = a.selfadjointView<Eigen::Lower>() * x;
  return y.squaredNorm() + MatrixXd(a.selfadjointView<Eigen::Upper>())(1, 0) * x(0);
}

double spectrum(const MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(definite(a));
  const VectorXd w = solver.eigenvalues();
  Eigen::JacobiSVD<MatrixXd> svd(a);
  return w(0) + w.array().log().sum() + svd.singularValues()(0);
}

double gaussian(const VectorXd& x, const VectorXd& mean, const MatrixXd& covariance) {
  const VectorXd d = x - mean;
  const Eigen::LLT<MatrixXd> llt(definite(covariance));
  const double quadratic = d.dot(llt.solve(d));
  double log_det = 0;
  for (Eigen::Index i = 0; i < d.size(); ++i) log_det += std::log(llt.matrixL()(i, i));
  return -0.5 * quadratic - log_det - 0.5 * static_cast<double>(d.size()) * std::log(2 * M_PI);
}

double kalman(const VectorXd& x0, const MatrixXd& p0, const MatrixXd& f, const MatrixXd& h, const VectorXd& z) {
  VectorXd x = f * x0;
  MatrixXd p = f * definite(p0) * f.transpose();
  p.diagonal().array() += 0.1;
  const VectorXd innovation = z - h * x;
  MatrixXd s = h * p * h.transpose() + MatrixXd::Identity(z.size(), z.size());
  const MatrixXd gain = p * h.transpose() * s.inverse();
  x += gain * innovation;
  p = (MatrixXd::Identity(x.size(), x.size()) - gain * h) * p;
  return x.squaredNorm() + p.trace() + innovation.dot(s.llt().solve(innovation));
}

}  // namespace control
