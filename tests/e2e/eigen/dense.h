// Functions of matrices of Eigen: arithmetic, products, reductions, functions of each coefficient.
#pragma once

#include <gradc/annotate.h>

#include "types.h"

namespace control {

using Wide = Eigen::Matrix<double, 2, 3>;

GRADC_DIFFERENTIATE(gradient) double sums(const Vector3d& a, const Vector3d& b, double t);
GRADC_DIFFERENTIATE(gradient) double products(const Matrix3d& a, const Matrix3d& b, const Vector3d& x);
GRADC_DIFFERENTIATE(gradient) double wide_products(const Wide& a, const Vector3d& x, const Eigen::RowVector2d& r);
GRADC_DIFFERENTIATE(gradient) double orders(const MatrixXd& a, const RowMatrix& b, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double outer(const VectorXd& x, const VectorXd& y);
GRADC_DIFFERENTIATE(gradient) double each_coefficient(const Eigen::ArrayXd& x, const VectorXd& y);
GRADC_DIFFERENTIATE(gradient) double of_matrices(const MatrixXd& a, const MatrixXd& b);
GRADC_DIFFERENTIATE(gradient) double reductions(const MatrixXd& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double norms(const VectorXd& x, const Matrix2d& a);
GRADC_DIFFERENTIATE(gradient) double chosen(const Eigen::ArrayXd& x, const Eigen::ArrayXd& y);
GRADC_DIFFERENTIATE(gradient) double crosses(const Vector3d& a, const Vector3d& b, const Eigen::RowVector3d& c);
GRADC_DIFFERENTIATE(gradient) double unit_vectors(const Vector3d& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double by_lines(const MatrixXd& a, const VectorXd& x, const Eigen::RowVectorXd& r);
GRADC_DIFFERENTIATE(gradient) double centered(const RowMatrix& data);
GRADC_DIFFERENTIATE(gradient) double by_lambda(const VectorXd& x, const VectorXd& y, double p);
GRADC_DIFFERENTIATE(gradient) double diagonals(const MatrixXd& a, const VectorXd& d);
GRADC_DIFFERENTIATE(gradient) double repeated(const Eigen::RowVector2d& r, const Matrix2d& a);
GRADC_DIFFERENTIATE(gradient) double through_template(const Vector3d& a, const VectorXd& b);
GRADC_DIFFERENTIATE(gradient) double in_a_loop(const MatrixXd& a, const VectorXd& x, int n);
GRADC_DIFFERENTIATE(gradient) double in_branches(const VectorXd& x, double t);
GRADC_DIFFERENTIATE(gradient) double homogeneous(const Vector3d& p, const Eigen::Matrix<double, 3, 4>& camera);
GRADC_DIFFERENTIATE(gradient) double floats(const VectorXd& x);

// What FC1 has: norms, coefficients, a vector of numbers, a product.
GRADC_DIFFERENTIATE(gradient) double fc1_norms(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double fc1_coefficients(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double fc1_made(double a, double b);
GRADC_DIFFERENTIATE(gradient) double fc1_product(const MatrixXd& a, const VectorXd& x);

struct Pose {
  Matrix3d rotation;
  Vector3d translation;
  double scale;
  template <class Visit>
  void each(Visit visit) {
    visit(rotation);
    visit(translation);
    visit(scale);
  }
};
GRADC_DIFFERENTIATE(gradient) double of_structure(const Pose& pose, const Vector3d& point);

}  // namespace control
