// Cameras, arms and filters over matrices of Eigen, as robotics has them.
#pragma once

#include <gradc/annotate.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <vector>

namespace robotics {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

GRADC_DIFFERENTIATE(gradient)
double reprojection(const Vector3d& w, const Vector3d& t, const Vector3d& point, const Vector2d& seen,
                    double f);
GRADC_DIFFERENTIATE(gradient) double reach(const std::array<double, 3>& q, const Vector3d& goal);
GRADC_DIFFERENTIATE(gradient)
double registered(const Eigen::Vector4d& c, const Vector3d& t, const std::vector<Vector3d>& a,
            const std::vector<Vector3d>& b);
GRADC_DIFFERENTIATE(gradient) double gaussian(const VectorXd& x, const VectorXd& mu, const MatrixXd& a);
GRADC_DIFFERENTIATE(gradient) double arap(const Vector2d& a, const Vector2d& b, const Vector2d& c);
GRADC_DIFFERENTIATE(gradient) double mpc(const VectorXd& u, const Vector2d& x0, double dt);
GRADC_DIFFERENTIATE(gradient) double ekf(const Vector3d& pose, const Vector2d& control, const Matrix3d& p);
GRADC_DIFFERENTIATE(gradient) double fit(const MatrixXd& X, const VectorXd& y, const VectorXd& w, double l2);
GRADC_DIFFERENTIATE(gradient) double softmax_loss(const MatrixXd& W, const VectorXd& x, int label);

}  // namespace robotics
