#include "model.h"

// Operators on tensors are elementwise; a scalar is broadcast.
double energy(const gradc::Vector<double>& positions, const gradc::Vector<double>& places, double stiffness) {
  const auto stretch = positions - places;
  const auto springs = 0.5 * stiffness * gradc::sum(gradc::square(stretch));
  const auto waves = gradc::sum(gradc::cos(3.0 * positions));
  return springs + waves;
}
