#include "dense.grad.h"
#include "eigen_check.h"

namespace {

using namespace control;
using e2e::drawn;
using RowVectorXd = Eigen::RowVectorXd;

TEST(EigenDense, SumsAndProducts) {
  const Vector3d a = drawn<Vector3d>(3, 1, 0.1), b = drawn<Vector3d>(3, 1, -0.4);
  const Matrix3d m = drawn<Matrix3d>(3, 3, 0.2), n = drawn<Matrix3d>(3, 3, -0.3);
  CONTROL_CHECK(sums, a, b, 0.7);
  CONTROL_CHECK(products, m, n, a);
  CONTROL_CHECK(wide_products, drawn<Wide>(2, 3, 0.3), a, drawn<Eigen::RowVector2d>(1, 2, 0.4));
  CONTROL_CHECK(crosses, a, b, drawn<Eigen::RowVector3d>(1, 3, 0.9));
  for (Eigen::Index k : {2, 3, 5}) CONTROL_CHECK(orders, drawn<MatrixXd>(k, k, 0.3), drawn<RowMatrix>(k, k, 0.7), drawn<VectorXd>(k, 1, 0.2));
  CONTROL_CHECK(outer, drawn<VectorXd>(3, 1, 0.3), drawn<VectorXd>(3, 1, 0.5));
  CONTROL_CHECK(of_structure, Pose{m, a, 1.3}, b);
}

TEST(EigenDense, FC1) {
  for (Eigen::Index k : {1, 3, 6}) {
    CONTROL_CHECK(fc1_norms, drawn<VectorXd>(k, 1, 0.25));
    CONTROL_CHECK(fc1_coefficients, drawn<VectorXd>(k, 1, 0.25));
    CONTROL_CHECK(fc1_product, drawn<MatrixXd>(k, k, 0.15), drawn<VectorXd>(k, 1, 0.25));
  }
  CONTROL_CHECK(fc1_made, 0.4, 1.3);
}

TEST(EigenDense, Coefficients) {
  for (Eigen::Index k : {1, 2, 4, 7}) {
    const VectorXd x = drawn<VectorXd>(k, 1, 0.25), y = drawn<VectorXd>(k, 1, 0.7);
    const Eigen::ArrayXd u = x.array(), v = y.array();
    CONTROL_CHECK(each_coefficient, Eigen::ArrayXd(u * 0.5), y);
    CONTROL_CHECK(chosen, u, v);
    CONTROL_CHECK(by_lambda, x, y, 0.8);
    CONTROL_CHECK(floats, x);
  }
  CONTROL_CHECK(of_matrices, drawn<MatrixXd>(2, 3, 0.15), drawn<MatrixXd>(2, 3, -0.2));
  CONTROL_CHECK(repeated, drawn<Eigen::RowVector2d>(1, 2, 0.3), drawn<Matrix2d>(2, 2, 0.6));
}

TEST(EigenDense, Reductions) {
  for (Eigen::Index k : {1, 2, 4}) {
    const VectorXd x = drawn<VectorXd>(k, 1, 0.25);
    CONTROL_CHECK(reductions, drawn<MatrixXd>(k, k, 0.15), x);
    CONTROL_CHECK(norms, x, drawn<Matrix2d>(2, 2, 0.6));
    CONTROL_CHECK(unit_vectors, drawn<Vector3d>(3, 1, 0.1), x);
    CONTROL_CHECK(diagonals, drawn<MatrixXd>(k, k, 0.15), x);
    CONTROL_CHECK(by_lines, drawn<MatrixXd>(k, 3, 0.15), x, drawn<RowVectorXd>(1, 3, 0.8));
    CONTROL_CHECK(centered, drawn<RowMatrix>(k + 1, 2, 0.15));
  }
}

TEST(EigenDense, InFunctionsAndControl) {
  const Vector3d a = drawn<Vector3d>(3, 1, 0.1);
  const VectorXd x = drawn<VectorXd>(3, 1, 0.3);
  CONTROL_CHECK(through_template, a, x);
  for (int n : {0, 1, 4}) CONTROL_CHECK(in_a_loop, drawn<MatrixXd>(3, 3, 0.15), x, n);
  for (double t : {0.2, 0.9}) {
    CONTROL_CHECK(in_branches, x, t);
    CONTROL_CHECK(in_branches, VectorXd(x.reverse()), t);
  }
  CONTROL_CHECK(homogeneous, a, drawn<Eigen::Matrix<double, 3, 4>>(3, 4, 0.5));
}

}  // namespace
