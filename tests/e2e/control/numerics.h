// Numerical methods as people write them: integrators, iterations to a tolerance, series, factorisations by loops.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double pendulum(double angle, double damping, double length, int steps);
struct Orbit {
  double x = 0, y = 0, vx = 0, vy = 0;
  template <class Visit>
  void each(Visit visit) { visit(x), visit(y), visit(vx), visit(vy); }
};
GRADC_DIFFERENTIATE(gradient) double rk4_orbit(const Orbit& start, double mass, int steps);
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double newton_root(double a, double start);
GRADC_DIFFERENTIATE(gradient) double bisection(double a, double low, double high);
GRADC_DIFFERENTIATE(gradient) double power_iteration(const Matrix& a);
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double horner(const std::vector<double>& c, double x);
GRADC_DIFFERENTIATE(gradient) double trapezoid(double a, double b, double k, int n);
GRADC_DIFFERENTIATE(gradient) double lu_determinant(const Matrix& a);
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double cholesky_log_determinant(const Matrix& a);
GRADC_DIFFERENTIATE(gradient) double thomas(const Vector& lower, const Vector& diagonal, const Vector& upper, const Vector& right);
GRADC_DIFFERENTIATE(gradient) double heat(const Vector& start, double rate, int steps);
GRADC_DIFFERENTIATE(gradient) double prefix_sums(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double running_max(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double sorted(const std::array<double, 5>& x);
GRADC_DIFFERENTIATE(gradient) double matrix_power(const Matrix& a, int n);
GRADC_DIFFERENTIATE(gradient) double gauss_seidel(const Matrix& a, const Vector& b);
GRADC_DIFFERENTIATE(gradient) double convolution(const Vector& x, const Vector& kernel);
GRADC_DIFFERENTIATE(gradient) double gradient_descent(const Vector& w, const Matrix& x, const Vector& y, double rate);

}  // namespace control
