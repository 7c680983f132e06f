// Hessian-vector products of everything that has a gradient.
#pragma once
#include <gradc/gradc.h>

#include <cstdint>
#include <vector>

namespace requests_products {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(hvp, wrt(x)) double quadratic(const Vector& x, const Matrix& a, const Vector& b);
GRADC_DIFFERENTIATE(gradient, hvp, wrt(w)) double logistic(const Vector& w, const Matrix& x, const Vector& y);
GRADC_DIFFERENTIATE(hvp) double scalars(double x, double y);
GRADC_DIFFERENTIATE(hvp) float floats(const gradc::Vector<float>& x);

struct Layer {
  Matrix w;
  Vector b;
  int width = 0;  // keeps its place in the gradient and the product
};
struct Net {
  std::vector<Layer> hidden;
  Vector out;
  double scale = 1;
};
GRADC_DIFFERENTIATE(gradient, hvp, vjp, jvp) double network(const Net& net, const Matrix& x);
GRADC_DIFFERENTIATE(hvp, wrt(net.scale, net.out)) double members(const Net& net, const Matrix& x);

GRADC_DIFFERENTIATE(hvp) double branches(const Vector& x, double limit);
GRADC_DIFFERENTIATE(hvp) double loops(const Vector& x, double tolerance);
GRADC_DIFFERENTIATE(hvp, wrt(x)) double recursive(double x, int n);
GRADC_DIFFERENTIATE(hvp) double conditioned(const Matrix& a, const Vector& b);  // ops whose adjoints are transposed

GRADC_DIFFERENTIATE(hvp) double linear(const Vector& x, double y);
GRADC_DIFFERENTIATE(hvp, unconnected(zero)) double half_zero(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(hvp, unconnected(none)) double half_none(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(hvp, wrt(x, h)) double labelled(const Vector& x);
GRADC_DIFFERENTIATE(hvp, wrt(x), stop(h)) double stopped(const Vector& x);
GRADC_DIFFERENTIATE(hvp) double shared(const Matrix& x);

}  // namespace requests_products
