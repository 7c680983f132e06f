// Functions of Eigen's geometry: rotations and transformations, whose bodies are followed.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <vector>

#include "types.h"

namespace control {

GRADC_DIFFERENTIATE(gradient) double quaternions(const Eigen::Vector4d& c, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double quaternion_of_matrix(const Matrix3d& m);
GRADC_DIFFERENTIATE(gradient) double interpolated(const Eigen::Vector4d& a, const Eigen::Vector4d& b, double t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double angle_axis(double angle, const Vector3d& axis, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double in_plane(double angle, const Eigen::Vector2d& v);
GRADC_DIFFERENTIATE(gradient) double isometries(double angle, const Vector3d& t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double mapped_quaternion(const std::array<double, 7>& pose, const std::array<double, 3>& point);
GRADC_DIFFERENTIATE(gradient) double rotated(const Eigen::Quaterniond& q, const Eigen::AngleAxisd& turn, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double posed(const Eigen::Isometry3d& pose, const std::vector<Vector3d>& points);
GRADC_DIFFERENTIATE(gradient) double by_pointers(const Eigen::VectorXd& x, double t);
GRADC_DIFFERENTIATE(gradient) double hyperplane(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& p);

}  // namespace control
