#include "solve.grad.h"
#include "eigen_check.h"

namespace {

using namespace control;
using e2e::drawn;

TEST(EigenSolve, Systems) {
  for (Eigen::Index n : {2, 3, 5}) {
    const MatrixXd a = drawn<MatrixXd>(n, n, 0.15) + 2.0 * MatrixXd::Identity(n, n);
    const VectorXd b = drawn<VectorXd>(n, 1, 0.25);
    CONTROL_CHECK(by_cholesky, a, b);
    CONTROL_CHECK(by_lu, a, drawn<MatrixXd>(n, 2, 0.4));
    CONTROL_CHECK(by_lu_in_rows, RowMatrix(a), drawn<RowMatrix>(n, 2, 0.4), b);
    CONTROL_CHECK(triangles, a, b);
    CONTROL_CHECK(symmetric, a, b);
    CONTROL_CHECK(spectrum, a);
    CONTROL_CHECK(least_squares, drawn<MatrixXd>(n + 2, n, 0.15), drawn<VectorXd>(n + 2, 1, 0.3));
  }
  CONTROL_CHECK(fixed, drawn<Matrix3d>(3, 3, 0.15), drawn<Vector3d>(3, 1, 0.3));
}

TEST(EigenSolve, Filters) {
  const MatrixXd a = drawn<MatrixXd>(3, 3, 0.15);
  CONTROL_CHECK(gaussian, drawn<VectorXd>(3, 1, 0.3), drawn<VectorXd>(3, 1, -0.2), a);
  CONTROL_CHECK(kalman, drawn<VectorXd>(3, 1, 0.3), a, drawn<MatrixXd>(3, 3, 0.7), drawn<MatrixXd>(2, 3, 0.5), drawn<VectorXd>(2, 1, 0.1));
}

}  // namespace
