#include "geometry.grad.h"
#include "eigen_check.h"

namespace {

using namespace control;
using e2e::drawn;

TEST(EigenGeometry, Rotations) {
  const Vector3d v = drawn<Vector3d>(3, 1, 0.25), w = drawn<Vector3d>(3, 1, -0.4);
  const Eigen::Vector4d c = drawn<Eigen::Vector4d>(4, 1, 0.3);
  CONTROL_CHECK(quaternions, c, v);
  for (double angle : {0.3, 2.5}) {
    CONTROL_CHECK(quaternion_of_matrix, Eigen::AngleAxisd(angle, w.normalized()).toRotationMatrix());
    CONTROL_CHECK(angle_axis, angle, w, v);
    CONTROL_CHECK(in_plane, angle, drawn<Eigen::Vector2d>(2, 1, 0.25));
    CONTROL_CHECK(isometries, angle, w, v);
  }
  const Eigen::Quaterniond q(0.8, 0.1, -0.3, 0.4);
  CONTROL_CHECK(rotated, q, Eigen::AngleAxisd(0.7, w.normalized()), v);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = q.normalized().toRotationMatrix();
  pose.translation() = w;
  for (const std::vector<Vector3d>& points : {std::vector<Vector3d>(), std::vector<Vector3d>{v, w}}) CONTROL_CHECK(posed, pose, points);
  CONTROL_CHECK(by_pointers, drawn<Eigen::VectorXd>(4, 1, 0.3), 0.7);
  CONTROL_CHECK(interpolated, c, drawn<Eigen::Vector4d>(4, 1, -0.2), 0.3, v);
  CONTROL_CHECK(mapped_quaternion, std::array<double, 7>{0.1, 0.2, -0.3, 0.9, 0.5, -0.6, 0.7}, std::array<double, 3>{0.3, -0.2, 0.5});
  CONTROL_CHECK(hyperplane, v, w, drawn<Vector3d>(3, 1, 0.9), drawn<Vector3d>(3, 1, -0.1));
}

}  // namespace
