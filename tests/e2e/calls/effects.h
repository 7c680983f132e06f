// Functions that print and assert.
#pragma once

#include <gradc/gradc.h>

#include <complex>
#include <vector>

namespace effects {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

struct Pair {
  double first;
  Vector second;
};

GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp, hessian) double told(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp, hessian, wrt(x)) double in_turns(const Vector& x, int n, double limit);
GRADC_DIFFERENTIATE(gradient, jvp, vjp) double letters(double x, bool taken);
GRADC_DIFFERENTIATE(gradient, hvp) double in_conditions(double x);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x)) double leaves_early(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp, wrt(x)) double falls(double x, int n);
GRADC_DIFFERENTIATE(gradient) double by_others(const Vector& x);
// A recursion whose adjoint runs in its calls; of the square the value is computed first, and again.
GRADC_DIFFERENTIATE(gradient) double walked(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double walked_squared(const Vector& x);

// What is kept and what is computed again.
GRADC_DIFFERENTIATE(gradient, wrt(w))
GRADC_DIFFERENTIATE(gradient, vjp, checkpoint(memory), wrt(w), as(in_layers_memory))
GRADC_DIFFERENTIATE(gradient, checkpoint(auto), wrt(w), as(in_layers_auto))
GRADC_DIFFERENTIATE(hvp, checkpoint(speed), wrt(w), as(in_layers_speed))
double in_layers(const Matrix& x, const Matrix& w, int n);
GRADC_DIFFERENTIATE(gradient, wrt(w))
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), wrt(w), as(in_steps_memory))
GRADC_DIFFERENTIATE(gradient, checkpoint(names(h2)), wrt(w), as(in_steps_names))
double in_steps(const Matrix& x, const Matrix& w);
using Square = gradc::StaticTensor<double, 4, 4>;
GRADC_DIFFERENTIATE(gradient, vjp, checkpoint(budget = 1KiB), wrt(w)) double in_budget(const Square& x, const Square& w);
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), wrt(x), as(falls_memory)) double falls_again(double x, int n);

GRADC_DIFFERENTIATE(gradient, jvp) double checked(const Vector& x);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x)) double checked_in_turns(const Vector& x, int n);

GRADC_DIFFERENTIATE(vjp, jvp, jacobian) Pair of_two(const Vector& x);
GRADC_DIFFERENTIATE(vjp, jvp) std::vector<double> of_many(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x))
double of_all_types(double x, int i, bool b, float f, unsigned char c, long long l, const gradc::Tensor<gradc::half, 1>& h,
                    const gradc::Tensor<std::complex<double>, 1>& z, const gradc::Matrix<int>& m, const gradc::Vector<bool>& none);

}  // namespace effects
