// Functions of Eigen's geometry: rotations and transformations, whose bodies are followed.
#pragma once

#include <Eigen/Dense>
#include <gradc/annotate.h>

#include <array>

namespace control {

using Eigen::Matrix3d;
using Eigen::Vector3d;

GRADC_DIFFERENTIATE(gradient) double quaternions(const Eigen::Vector4d& c, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double quaternion_of_matrix(const Matrix3d& m);
GRADC_DIFFERENTIATE(gradient) double interpolated(const Eigen::Vector4d& a, const Eigen::Vector4d& b, double t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double angle_axis(double angle, const Vector3d& axis, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double in_plane(double angle, const Eigen::Vector2d& v);
GRADC_DIFFERENTIATE(gradient) double isometries(double angle, const Vector3d& t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double mapped_quaternion(const std::array<double, 7>& pose, const std::array<double, 3>& point);
GRADC_DIFFERENTIATE(gradient) double hyperplane(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& p);

}  // namespace control
