// Solutions of equations, whose derivatives are those of the equation: rules that call derivatives of what is
// solved.
#pragma once

#include <gradc/gradc.h>

#include <tuple>

namespace implicit {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// A fixed point z = f(z, w, x), and what is kept of the way to it: nothing.
GRADC_DIFFERENTIATE(vjp) Vector step(const Vector& z, const Matrix& w, const Vector& x);
std::tuple<Matrix, Vector> balance_vjp(const Matrix& w, const Vector& x, const Vector& z,
                                       const Vector& adjoint);
GRADC_CUSTOM_VJP(balance_vjp) Vector balance(const Matrix& w, const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double energy(const Matrix& w, const Vector& x);

// A x = b for an A that is known by its products alone: by conjugate gradients, with one solution more in
// each mode.
GRADC_DIFFERENTIATE(vjp, jvp, wrt(w)) Vector product(const Vector& w, const Vector& x);
std::tuple<Vector, Vector> solved_vjp(const Vector& w, const Vector& b, const Vector& x,
                                      const Vector& adjoint);
Vector solved_jvp(const Vector& w, const Vector& b, const Vector& x, const Vector& w_dot,
                  const Vector& b_dot);
GRADC_CUSTOM_VJP(solved_vjp) GRADC_CUSTOM_JVP(solved_jvp) Vector solved(const Vector& w, const Vector& b);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double response(const Vector& w, const Vector& b);

}  // namespace implicit
