// One function, many items: derivatives of one item, and with each(...) of many.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include <gradc/gradc.h>

namespace requests_each {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// Numbers, and a number that all items share.
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, jacobian)
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, jacobian, each(x))
double wave(double x, double a);

// Structures of numbers of several types, with a branch in each item.
struct Option {
  double spot, strike;
  float weight;
  int kind;
  double greeks[2];
};
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian)
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, hessian, each(option))
double price(const Option& option, double rate);

// Arrays: residuals of reprojection.
GRADC_DIFFERENTIATE(vjp, jvp, jacobian)
GRADC_DIFFERENTIATE(vjp, jvp, jacobian, each(point, seen))
std::array<double, 2> reproject(const std::array<double, 6>& camera, const std::array<double, 3>& point, const std::array<float, 2>& seen);

// Tensors, with weights that all share; the label is an integer.
GRADC_DIFFERENTIATE(gradient, vjp, hvp)
GRADC_DIFFERENTIATE(gradient, vjp, hvp, each(x, label))
double entropy(const Matrix& w, const Vector& b, const Vector& x, int label);

// Items of different sizes.
struct Sample {
  Vector x;
  std::vector<double> targets;
};
GRADC_DIFFERENTIATE(gradient, hvp)
GRADC_DIFFERENTIATE(gradient, hvp, each(sample))
double misfit(const Vector& w, const Sample& sample);

// A vector of numbers for each, and a loop whose trips depend on it.
GRADC_DIFFERENTIATE(gradient, jvp, hessian)
GRADC_DIFFERENTIATE(gradient, jvp, hessian, each(a))
double root(const std::vector<double>& a, double start);

// Calls of functions that call themselves, a lambda that writes through a reference, and a bound that each item has its own of.
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp)
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, each(n, x))
double climb(int n, double x, const std::vector<double>& steps);

// A structure as the result, with a vector in it.
struct Path {
  double length;
  std::vector<double> places;
  int count;
};
GRADC_DIFFERENTIATE(vjp, jvp)
GRADC_DIFFERENTIATE(vjp, jvp, each(v))
Path fly(double v, double drag);

// A label, and what is held constant.
GRADC_DIFFERENTIATE(gradient, wrt(h, x), stop(k))
GRADC_DIFFERENTIATE(gradient, wrt(h, x), stop(k), each(x))
double labelled(double x, double y);

// With a schedule.
GRADC_DIFFERENTIATE(gradient, checkpoint(memory))
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), each(x))
double deep(const Vector& x, const Matrix& w);

// Shared structures in a vector, whose gradients are sums over the items.
struct Layer {
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, vjp, wrt(layers))
GRADC_DIFFERENTIATE(gradient, vjp, wrt(layers), each(x))
double network(const std::vector<Layer>& layers, const Vector& x);

// A loop in a branch, whose trips are an item's own and have the name of the argument that holds those of all.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, each(x, k))
double horner(double x, int k, const Vector& t);

// Members, and an input that the result does not depend on.
GRADC_DIFFERENTIATE(gradient, vjp, wrt(pair.first, scale), unconnected(zero))
GRADC_DIFFERENTIATE(gradient, vjp, wrt(pair.first, scale), unconnected(zero), each(pair, scale))
double first_of(const std::pair<double, double>& pair, double scale);

// As ops on tensors.
GRADC_DIFFERENTIATE(gradient, hessian, relaxed)
GRADC_DIFFERENTIATE(gradient, hessian, relaxed, each(spot, strike, time))
double call_option(double spot, double strike, double time, double rate, double volatility);

// Derivatives of many items in a function that is differentiated.
GRADC_DIFFERENTIATE(gradient, hessian)
double outer(const Vector& x, double a);

// Calls of a function that calls itself, and gives back the vector that it has written.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, each(x, y))
double mixed(double x, double y, int depth);

}  // namespace requests_each
