// Functions with enough work for several threads.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace threads {

using gradc::Matrix;
using gradc::Tensor;
using gradc::Vector;

struct Option {
  double spot, strike, years;
};

GRADC_DIFFERENTIATE(gradient, wrt(w, b))
GRADC_DIFFERENTIATE(jvp, wrt(w))
GRADC_DIFFERENTIATE(hvp, wrt(b))
float classify(const Matrix<float>& x, const Matrix<float>& w, const Vector<float>& b, const Vector<std::int64_t>& labels);

// Sums over all of tensors with three axes, of which one is broadcast; with a mean of the same elements.
GRADC_DIFFERENTIATE(gradient)
double residual(const Tensor<double, 3>& x, const Vector<double>& b);

GRADC_DIFFERENTIATE(vjp)
Tensor<float, 4> filtered(const Tensor<float, 4>& x, const Tensor<float, 4>& w, const Tensor<float, 4>& v);

// A loop over elements, whose sum is in order, and one whose gradient is added to neighbours.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, relaxed, as(energy_relaxed))
double energy(const Vector<double>& x, double k);

GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, each(option))
GRADC_DIFFERENTIATE(gradient, each(option), relaxed, as(price_relaxed))
double price(const Option& option, double rate);

// Items that branch, loop and read what all share at places of their own.
GRADC_DIFFERENTIATE(jvp, wrt(point))
GRADC_DIFFERENTIATE(jvp, wrt(point), each(point, n))
std::array<double, 2> bend(const Vector<double>& table, const std::array<double, 3>& point, int n);

// Functions that stay functions, loops over tensors, and less memory than all of it takes.
GRADC_DIFFERENTIATE(gradient, wrt(w), checkpoint(budget = 3000000))
double steps(const Matrix<double>& x, const Matrix<double>& w, int n);

}  // namespace threads
