// Section J: Jacobians, of batches and of Jacobians too. That of a batch is the Jacobian of the function of
// one example, in a loop over the examples.
#pragma once

#include <gradc/gradc.h>

#include <cstdint>
#include <utility>

namespace jacobians {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Cube = gradc::Tensor<double, 3>;
using Images = gradc::Tensor<double, 4>;
using Ids = gradc::Vector<std::int64_t>;

GRADC_DIFFERENTIATE(jacobian, unconnected(none)) Vector no_path(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(jacobian, unconnected(zero))
gradc::Vector<float> no_path_single(const gradc::Vector<float>& x, const Vector& y);

GRADC_DIFFERENTIATE(jacobian, wrt(x)) Cube scanned(const Matrix& x, const Vector& elements);
GRADC_DIFFERENTIATE(jacobian, wrt(x)) Matrix looped(const Matrix& x, double from);

// One example of a batch: 3 x 5 squares; and all of them.
GRADC_DIFFERENTIATE(jacobian) Matrix squares(const Matrix& x);
GRADC_DIFFERENTIATE(jacobian, vjp) Cube squares_of_all(const Cube& x);
gradc::Tensor<double, 5> batch_of_squares(const Cube& x);

// The Jacobian of a Jacobian.
GRADC_DIFFERENTIATE(jacobian) double sum_of_squares(const Vector& x);
GRADC_DIFFERENTIATE(jacobian) Vector slope_of_squares(const Vector& x);
GRADC_DIFFERENTIATE(jacobian) double folded(const Vector& x);
GRADC_DIFFERENTIATE(jacobian) Vector slope_of_folded(const Vector& x);

GRADC_DIFFERENTIATE(jacobian, wrt(x)) Images convolved(const Images& x, const Images& filters);
GRADC_DIFFERENTIATE(gradient, wrt(filters)) double of_jacobian(const Images& x, const Images& filters);

GRADC_DIFFERENTIATE(jacobian, wrt(table)) Matrix lookup(const Matrix& table, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, jacobian) double either(double x);
GRADC_DIFFERENTIATE(jacobian) double slope_of_either(double x);
GRADC_DIFFERENTIATE(jacobian) Matrix of_nothing(double variable, const Matrix& left, const Matrix& right);
GRADC_DIFFERENTIATE(jacobian, wrt(x)) Cube sliced(const Cube& x, std::int64_t n);

// --- networks: gradients of each example ---

struct Dense {
  Matrix w1, w2;
  Vector b1, b2;
};
GRADC_DIFFERENTIATE(vjp, jacobian, wrt(p))
Vector dense_losses(const Dense& p, const Matrix& x, const gradc::Vector<int>& labels);
GRADC_DIFFERENTIATE(gradient, wrt(p)) double dense_loss(const Dense& p, const Vector& x, int label);

struct Cell {
  Matrix w, u;
  Vector b;
};
GRADC_DIFFERENTIATE(vjp, wrt(p)) Vector lstm_losses(const Cell& p, const Cube& steps);
GRADC_DIFFERENTIATE(gradient, hessian, hvp, wrt(p)) double lstm_loss(const Cell& p, const Cube& steps);

struct Net {
  Images filters;
  Vector bias;
  Matrix w;
};
GRADC_DIFFERENTIATE(vjp, wrt(p))
Vector image_losses(const Net& p, const Images& x, const gradc::Vector<int>& labels);
GRADC_DIFFERENTIATE(gradient, wrt(p))
double image_loss(const Net& p, const Images& x, const gradc::Vector<int>& labels);

}  // namespace jacobians
