// Hessians and Jacobians.
#pragma once
#include <gradc/gradc.h>

#include <tuple>
#include <utility>

namespace requests_blocks {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(gradient, hessian, wrt(w)) double logistic(const Vector& w, const Matrix& x, const Vector& y);
GRADC_DIFFERENTIATE(hessian, wrt(x)) double form(const Vector& x, const Matrix& a);
GRADC_DIFFERENTIATE(hessian) double squares(const Matrix& x);
GRADC_DIFFERENTIATE(hessian) double scalars(double x, double y);

struct Layer {
  Matrix w;
  Vector b;
  int width = 0;
};
struct Net {
  Layer first;
  Vector out;
  double scale = 1;
};
GRADC_DIFFERENTIATE(gradient, hessian, wrt(net)) double network(const Net& net, const Matrix& x);
GRADC_DIFFERENTIATE(hessian) double apart(const Vector& x, const Vector& y, double z);  // zero and diagonal blocks
GRADC_DIFFERENTIATE(hessian, unconnected(none)) double half_none(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(hessian) double linear(const Matrix& x);
GRADC_DIFFERENTIATE(hessian) double loops(const Vector& x, double y);
GRADC_DIFFERENTIATE(hessian, wrt(kernel, bias)) double dense(const Matrix& kernel, const Vector& bias, const Matrix& x, const Matrix& t);

GRADC_DIFFERENTIATE(jacobian) Vector map(const Vector& x, const Matrix& a);
GRADC_DIFFERENTIATE(jacobian) Vector elementwise(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(jacobian) Matrix powers(const Vector& x, double s);
GRADC_DIFFERENTIATE(jacobian) double one(const Matrix& x);
GRADC_DIFFERENTIATE(jacobian) std::pair<double, Vector> two(const Vector& x, double y);
GRADC_DIFFERENTIATE(jacobian) double folded(const Vector& x);
GRADC_DIFFERENTIATE(jacobian) Vector steps(const Vector& x, double rate);
struct Outputs {
  Vector a;
  float b;
  int count;
};
GRADC_DIFFERENTIATE(jacobian) Outputs several(const Vector& x, float y);
GRADC_DIFFERENTIATE(jacobian) Vector squared(const Matrix& x);
GRADC_DIFFERENTIATE(jacobian) Vector products(const Vector& x, const Vector& y);

}  // namespace requests_blocks
