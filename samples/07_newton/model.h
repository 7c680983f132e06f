// A body on an orbit: its position at a time is the solution of an equation, computed by a loop with a tolerance.
#pragma once

#include <gradc/gradc.h>

/// A Kepler orbit around a mass of 1, where gravity is 1.
struct Orbit {
  double size = 1;          // semi-major axis
  double eccentricity = 0;  // 0 a circle, below 1 an ellipse
  double phase = 0;         // the mean anomaly at time 0
};

struct Solution {
  double anomaly = 0;
  int trips = 0;  // the trip count
};

/// Solves Kepler's equation, anomaly - eccentricity * sin(anomaly) = mean_anomaly, by Newton's method, until a step is
/// no longer than `tolerance`.
Solution solve_kepler(double mean_anomaly, double eccentricity, double tolerance);

/// The mean squared difference between the distances that were measured at `times` and those of the orbit; infinite
/// where the orbit is not closed.
GRADC_DIFFERENTIATE(gradient, wrt(orbit))
double misfit(const Orbit& orbit, const gradc::Vector<double>& times, const gradc::Vector<double>& distances,
              double tolerance);
