// A cart with a pole that hangs from it, as a nonlinear program: states and forces at times of equal distance, which agree
// with the equations of motion (direct transcription by the trapezoidal rule; M. Kelly, "An Introduction to Trajectory
// Optimization", SIAM Review 59(4), 2017).
#pragma once

#include <gradc/gradc.h>

/// Numbers for each time: the cart's place, the pole's angle (0 where it hangs), their speeds, and the force on the cart.
constexpr int kState = 4, kNumbers = 5;

/// The integral of the squared force over time, for x of kNumbers numbers for each time, `step` apart.
GRADC_DIFFERENTIATE(gradient, wrt(x))
double effort(const gradc::Vector<double>& x, double step);

/// How far each step is from the equations of motion: kState numbers for each.
GRADC_DIFFERENTIATE(jacobian, wrt(x))
gradc::Vector<double> defects(const gradc::Vector<double>& x, double step);

/// factor * effort + multipliers . defects.
GRADC_DIFFERENTIATE(hessian, wrt(x))
double lagrangian(const gradc::Vector<double>& x, double factor, const gradc::Vector<double>& multipliers, double step);

/// The rates of the state.
struct Rates {
  double place, angle, speed, turning;
};
Rates motion(double angle, double speed, double turning, double force);
