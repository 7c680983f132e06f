// A damped pendulum, integrated in a loop, and the misfit to measured angles.
#pragma once

#include <gradc/gradc.h>

struct Pendulum {
  double stiffness = 0;  // gravity over length
  double damping = 0;
};

struct State {
  double angle = 0, speed = 0;
};

/// The state a time `step` later: a step of the classical Runge-Kutta method.
State advance(const Pendulum& pendulum, const State& state, double step);

/// The mean squared difference between measured angles, one a step, and those computed from `start`.
GRADC_DIFFERENTIATE(gradient, wrt(pendulum, start))
double misfit(const Pendulum& pendulum, const State& start, double step, const gradc::Vector<double>& measured);
