// Functions of matrices of Eigen: blocks, coefficients, maps, and what makes matrices.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <vector>

#include "types.h"

namespace control {

GRADC_DIFFERENTIATE(gradient) double segments(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double blocks(const MatrixXd& a, const Matrix3d& b);
GRADC_DIFFERENTIATE(gradient) double blocks_written(const MatrixXd& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double rows_in_loops(const RowMatrix& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double eliminated(const MatrixXd& a, const VectorXd& b);
GRADC_DIFFERENTIATE(gradient) double views_in_variables(const MatrixXd& a, const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double coefficients(const MatrixXd& a, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double made_of_commas(const Vector3d& v, const Matrix3d& m, double t);
GRADC_DIFFERENTIATE(gradient) double made(double t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double maps(const std::array<double, 9>& m, const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double maps_written(const std::vector<double>& x, double t);
GRADC_DIFFERENTIATE(gradient) double residual(const std::array<double, 6>& camera, const std::array<double, 3>& point);
GRADC_DIFFERENTIATE(gradient) double refs(const VectorXd& x, const MatrixXd& a);
GRADC_DIFFERENTIATE(gradient) double refs_of_vectors(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double refs_that_copy(const MatrixXd& a);
GRADC_DIFFERENTIATE(gradient) double reversed(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double transposed(const MatrixXd& a, const RowMatrix& b);
GRADC_DIFFERENTIATE(gradient) double in_vectors(const std::vector<double>& t, const Vector3d& v);
GRADC_DIFFERENTIATE(gradient) double in_members(const Vector3d& a, const Vector3d& b);
GRADC_DIFFERENTIATE(gradient) double resized(const VectorXd& x, int n);
GRADC_DIFFERENTIATE(gradient) double swapped(const VectorXd& x, const VectorXd& y);
GRADC_DIFFERENTIATE(gradient) double through_pointers(const VectorXd& x, const MatrixXd& a);
GRADC_DIFFERENTIATE(gradient) double range_for(const VectorXd& x);
GRADC_DIFFERENTIATE(gradient) double lines_chosen(const MatrixXd& a, int i, bool first);

}  // namespace control
