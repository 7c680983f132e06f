#include "model.h"

#include <cmath>

// Ordinary C++: it compiles and runs without gradc.
double kepler(double anomaly, double eccentricity, double mean_anomaly) {
  return anomaly - eccentricity * std::sin(anomaly) - mean_anomaly;
}
