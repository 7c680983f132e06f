// Section C: functions that have rules of their own.
#pragma once

#include <gradc/gradc.h>

#include <tuple>
#include <utility>

namespace own_rules {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// Its rule counts its calls, and gradc sees neither (own_rules_outside.cpp).
inline int calls_of_the_rule = 0;
double counted(double x);
double counted_vjp(double x, double result, double adjoint);

GRADC_DIFFERENTIATE(gradient) double threefold(double x);
GRADC_DIFFERENTIATE(gradient) double swapped(double a, double b);
GRADC_DIFFERENTIATE(gradient) double swapped_member(double a, double b);

// Objects that hold a matrix W, and have x W with a rule that says that the adjoint of W is ones.
GRADC_DIFFERENTIATE(gradient) double of_ones(const Matrix& x, const Matrix& w);
struct Layers {
  Matrix first, second, third;
};
GRADC_DIFFERENTIATE(gradient, wrt(layers, w))
double of_layers(const Matrix& x, const Layers& layers, const Matrix& w);
GRADC_DIFFERENTIATE(gradient) double of_constant_rule(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient) double by_name(double x, double captured);
GRADC_DIFFERENTIATE(gradient, wrt(y)) double captured(double x, double y);
GRADC_DIFFERENTIATE(gradient) double doubly_ruled(const Matrix& x, const Matrix& w);

struct Nothing {};
struct Structure {
  std::pair<double, Nothing> first;
  std::tuple<Vector, Nothing, std::pair<double, int>> second;
};
GRADC_DIFFERENTIATE(vjp, jvp) Structure restructured(const Structure& s);

GRADC_DIFFERENTIATE(gradient, wrt(x)) double loss(double factor, double x);
GRADC_DIFFERENTIATE(gradient) double identity(double x);
GRADC_DIFFERENTIATE(gradient) double fourfold(double x);
GRADC_DIFFERENTIATE(gradient) double affine(double x);

// A rule whose own rule is another: orders one and two.
GRADC_DIFFERENTIATE(gradient, hessian) double to_the_fourth(double x);
GRADC_DIFFERENTIATE(gradient) double slope_of_the_fourth(double x);
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double ruled_twice(double x);
GRADC_DIFFERENTIATE(gradient) double first_order(double x);
GRADC_DIFFERENTIATE(gradient, wrt(seed)) double by_the_seed(double x, double seed);

// Derivatives inside of functions with rules, and inside of rules.
GRADC_DIFFERENTIATE(gradient) double square(double x);
GRADC_DIFFERENTIATE(gradient) double gradient_inside(double x);
struct Polynomial {
  double a, b, c;
};
GRADC_DIFFERENTIATE(jacobian, wrt(p)) Vector polynomial(const Polynomial& p, const Vector& x);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double of_polynomial(const Polynomial& p, const Vector& x);
GRADC_DIFFERENTIATE(vjp) Matrix plain(const Matrix& x, const Matrix& w);

GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double hidden(double x);
GRADC_DIFFERENTIATE(gradient, unconnected(none), as(hidden_none)) double hidden(double x);

// What a function depends on, of two variables and more.
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double no_variable(double x, double v);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double one_prefix(double x, double v, double v1);
GRADC_DIFFERENTIATE(gradient, unconnected(none), wrt(v, v1), stop(input))
double before_the_input(double v, double v1);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double only_its_shape(const Vector& x, const Vector& v);
GRADC_DIFFERENTIATE(gradient, unconnected(none), wrt(x, v))
double trainable(double x, double v, double fixed);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double ruled_ones(const Vector& x, const Vector& v);
struct Variables {
  double v, unused;
};
GRADC_DIFFERENTIATE(gradient, unconnected(none), wrt(x, in.v, in.unused))
double nested(double x, const Variables& in);

// The square of z in steps, with and without a rule that passes the adjoint through.
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double bare(double z, double step);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double wrapped(double z, double step);

}  // namespace own_rules
