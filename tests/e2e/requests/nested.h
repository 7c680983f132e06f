// Functions that call derivatives of others, and are differentiated.
#pragma once

#include <gradc/gradc.h>

#include <tuple>
#include <vector>

namespace nested {

using Vector = gradc::Vector<double>;

struct Model {
  gradc::Matrix<double> w;
  Vector b;
};

GRADC_DIFFERENTIATE(gradient, jvp, hvp, vjp, wrt(x)) double energy(const Vector& x, const Vector& c);
// The square of the gradient, and a step along it.
GRADC_DIFFERENTIATE(gradient) double penalty(const Vector& x, const Vector& c);
GRADC_DIFFERENTIATE(gradient, wrt(x, rate)) double after_steps(const Vector& x, const Vector& c, double rate, int steps);
// Derivatives of derivatives of derivatives.
GRADC_DIFFERENTIATE(gradient) double power(double x);
GRADC_DIFFERENTIATE(gradient) double first(double x);
GRADC_DIFFERENTIATE(gradient, jvp) double second(double x);
GRADC_DIFFERENTIATE(gradient) double third(double x);
// The derivative inside is with respect to y alone (perturbations are not confused).
GRADC_DIFFERENTIATE(gradient, jvp, wrt(y)) double product(double x, double y);
GRADC_DIFFERENTIATE(gradient, jvp) double of_product(double x);
GRADC_DIFFERENTIATE(gradient, jvp) double of_product_forward(double x);
// Tangents and products with the Hessian in loops and branches.
GRADC_DIFFERENTIATE(gradient) double directions(const Vector& x, const Vector& c, int n);
GRADC_DIFFERENTIATE(gradient, wrt(x, v)) double curvature(const Vector& x, const Vector& c, const Vector& v, bool with_value);
GRADC_DIFFERENTIATE(gradient) double of_adjoint(const Vector& x, const Vector& c, double bar);
// Structures.
GRADC_DIFFERENTIATE(gradient, wrt(m)) double loss(const Model& m, const Vector& x);
GRADC_DIFFERENTIATE(gradient, wrt(m)) double trained(const Model& m, const Vector& x, double rate);
// Functions of one name, whose derivatives have one name.
namespace one {
GRADC_DIFFERENTIATE(gradient) double height(double x);
}
namespace two {
GRADC_DIFFERENTIATE(gradient) double height(double x);
}
GRADC_DIFFERENTIATE(gradient) double heights(double x);
// Recursion under a derivative, and derivatives of every kind of that.
GRADC_DIFFERENTIATE(gradient) double climb(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, hvp, hessian, jacobian, wrt(x)) double climbed(const Vector& x, const Vector& c, int n);
GRADC_DIFFERENTIATE(jacobian, wrt(x)) Vector slopes(const Vector& x, int n);
// Of what is called a part is read: the tangent of a linear function, one of two adjoints of a rule.
GRADC_DIFFERENTIATE(jvp, wrt(x)) double weighed(const Vector& x, const Vector& a, int n);
GRADC_DIFFERENTIATE(gradient, wrt(a, v)) double weighed_tangent(const Vector& x, const Vector& a, const Vector& v);
GRADC_CUSTOM_VJP(mixed_vjp) double mixed(const Vector& a, const Vector& b);
std::tuple<Vector, Vector> mixed_vjp(const Vector& a, const Vector& b, double y, double y_bar);
GRADC_DIFFERENTIATE(gradient, wrt(b)) double mixed_with(const Vector& a, const Vector& b);
// A function that gradc doesn't see the body of, with a rule.
GRADC_CUSTOM_VJP(cube_vjp) double cube(double x);
inline double cube_vjp(double x, double, double y_bar) { return 3 * x * x * y_bar; }
GRADC_DIFFERENTIATE(gradient) double of_cube(double x);
GRADC_DIFFERENTIATE(gradient) double slope_of_cube(double x);

}  // namespace nested
