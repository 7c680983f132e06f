// Derivatives of all kinds of functions of Eigen's matrices.
#pragma once

#include <Eigen/Core>
#include <gradc/annotate.h>

#include <array>
#include <vector>

namespace matrices {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

struct Body {
  Vector2d position;
  double mass;
};
struct Shape {
  Matrix2d a;
  VectorXd b;
};

GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, jacobian) double number(const MatrixXd& a, const VectorXd& x, const Vector2d& y);
GRADC_DIFFERENTIATE(vjp, jvp, jacobian) VectorXd vector(const MatrixXd& a, const VectorXd& x, double t);
GRADC_DIFFERENTIATE(vjp, jvp, jacobian) Matrix2d matrix(const Shape& shape, const Vector2d& y);
GRADC_DIFFERENTIATE(vjp, jvp) void outputs(const VectorXd& x, const Matrix2d& m, VectorXd& y, Vector2d& z);
GRADC_DIFFERENTIATE(gradient, jvp)
double in_vectors(const std::vector<Vector2d>& p, const std::vector<Body>& bodies, const std::array<Vector2d, 3>& r, const std::vector<VectorXd>& w);
GRADC_DIFFERENTIATE(gradient)
float orders(const Eigen::Vector3f& p, const Eigen::ArrayXXf& a, const Eigen::Matrix<double, 2, 3, Eigen::RowMajor>& m, const Eigen::RowVector3d& r);

}  // namespace matrices
