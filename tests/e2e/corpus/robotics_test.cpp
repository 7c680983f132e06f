#define CONTROL_NAMESPACE robotics
#include "robotics.grad.h"
#include "eigen/eigen_check.h"

namespace {

using e2e::drawn;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

TEST(Corpus, Robotics) {
  const Vector3d t(0.1, -0.2, 2.5), w(0.3, 0.1, -0.4), p(0.6, 0.4, 1.5);
  CONTROL_CHECK(reprojection, w, t, p, Vector2d(0.3, 0.2), 1.7);
  CONTROL_CHECK(reach, std::array<double, 3>{0.4, -0.7, 0.9}, Vector3d(0.6, 0.3, 0.2));
  CONTROL_CHECK(registered, Eigen::Vector4d(0.9, 0.1, -0.2, 0.3), t, std::vector<Vector3d>{w, p}, std::vector<Vector3d>{p, w});
  CONTROL_CHECK(gaussian, drawn<VectorXd>(3, 1, 0.3), drawn<VectorXd>(3, 1, -0.2), drawn<MatrixXd>(3, 3, 0.15));
  CONTROL_CHECK(arap, Vector2d(0.1, 0.2), Vector2d(1.1, 0.1), Vector2d(0.3, 0.9));
  for (Eigen::Index n : {0, 1, 4}) CONTROL_CHECK(mpc, drawn<VectorXd>(n, 1, 0.3), Vector2d(0.5, -0.3), 0.1);
  CONTROL_CHECK(ekf, Vector3d(0.1, 0.2, 0.7), Vector2d(0.5, 0.1), drawn<Matrix3d>(3, 3, 0.2));
  CONTROL_CHECK(fit, drawn<MatrixXd>(4, 2, 0.15), drawn<VectorXd>(4, 1, 0.3), drawn<VectorXd>(2, 1, 0.6), 0.2);
  CONTROL_CHECK(softmax_loss, drawn<MatrixXd>(3, 2, 0.15), drawn<VectorXd>(2, 1, 0.3), 1);
}

}  // namespace
