// Derivatives with respect to elements of arrays and vectors (design.md 1.3).
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace requests_elements {

using gradc::Matrix;
using gradc::Vector;

struct Layer {
  Matrix<double> w;
  Vector<double> b;
};

// Each element is used on its own, and in a loop.
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, jacobian, wrt(x[0], x[2]))
double mixture(const std::array<Vector<double>, 3>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x), as(mixture_whole))
double mixture(const std::array<Vector<double>, 3>& x);

// Members of elements of a vector, out of order; the loop goes over all of them.
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, jacobian, wrt(layers[1].w, layers[0].b))
double network(const std::vector<Layer>& layers, const Vector<double>& x);
GRADC_DIFFERENTIATE(gradient, wrt(layers), as(network_whole))
double network(const std::vector<Layer>& layers, const Vector<double>& x);
// One element does not move.
GRADC_DIFFERENTIATE(gradient, wrt(layers), stop(layers[0]), as(network_held))
double network(const std::vector<Layer>& layers, const Vector<double>& x);

// Numbers: of a vector, of an array, of an array in a vector; the last is in a vector of vectors.
GRADC_DIFFERENTIATE(gradient, jvp, hvp, hessian, wrt(v[1], a[2], t[1][0], u[0][1]))
double numbers(const std::vector<double>& v, const std::array<double, 3>& a,
               const std::vector<std::array<double, 2>>& t, const std::vector<std::vector<Vector<double>>>& u);
GRADC_DIFFERENTIATE(gradient, as(numbers_whole))
double numbers(const std::vector<double>& v, const std::array<double, 3>& a,
               const std::vector<std::array<double, 2>>& t, const std::vector<std::vector<Vector<double>>>& u);

// An element of a label.
GRADC_DIFFERENTIATE(gradient, wrt(h[1]))
double halves(double x);

// --- arrays of what has axes of its own: blocks element by element ---

struct Gate {
  Matrix<double> w;
  std::array<double, 2> scale;
};
GRADC_DIFFERENTIATE(gradient, hvp, hessian) double gated(const std::array<Gate, 2>& gates, const Vector<double>& x);
// An array of arrays of numbers, and of vectors of numbers: each of those is one axis.
GRADC_DIFFERENTIATE(gradient, hvp, hessian)
double grid(const std::array<std::array<double, 3>, 2>& a, const std::array<std::vector<double>, 2>& b);
GRADC_DIFFERENTIATE(jacobian, jvp, vjp) std::array<Vector<double>, 2> waves(const Vector<double>& x, double t);

// --- vectors of tensors and structures, several directions at once ---

GRADC_DIFFERENTIATE(jvp, vjp)
std::vector<Vector<double>> states(const std::vector<Layer>& layers, const Vector<double>& x);
// The directions are in vectors alone: a parameter says how many there are.
GRADC_DIFFERENTIATE(jvp, vjp) double energy(const std::vector<std::vector<double>>& x);

}  // namespace requests_elements
