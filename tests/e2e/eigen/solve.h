// Functions of matrices of Eigen: decompositions, what they solve, triangles.
#pragma once

#include <gradc/annotate.h>

#include "types.h"

namespace control {

GRADC_DIFFERENTIATE(gradient) double by_cholesky(const MatrixXd& a, const VectorXd& b);
GRADC_DIFFERENTIATE(gradient) double by_lu(const MatrixXd& a, const MatrixXd& b);
GRADC_DIFFERENTIATE(gradient) double by_lu_in_rows(const RowMatrix& a, const RowMatrix& b, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double fixed(const Matrix3d& a, const Vector3d& b);
GRADC_DIFFERENTIATE(gradient) double least_squares(const MatrixXd& a, const VectorXd& b);
GRADC_DIFFERENTIATE(gradient) double triangles(const MatrixXd& a, const VectorXd& b);
GRADC_DIFFERENTIATE(gradient) double symmetric(const MatrixXd& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double spectrum(const MatrixXd& a);
GRADC_DIFFERENTIATE(gradient) double gaussian(const VectorXd& x, const VectorXd& mean, const MatrixXd& covariance);
GRADC_DIFFERENTIATE(gradient) double kalman(const VectorXd& x, const MatrixXd& p, const MatrixXd& f, const MatrixXd& h, const VectorXd& z);

}  // namespace control
