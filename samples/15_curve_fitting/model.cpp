#include "model.h"

#include <cmath>
#include <cstdint>

double weight(const Growth& growth, double day) {
  return growth.height / std::pow(1 + std::exp(growth.shift - growth.rate * day), 1 / growth.shape);
}

gradc::Vector<double> differences(const Growth& growth, const gradc::Vector<double>& days,
                                  const gradc::Vector<double>& weights) {
  gradc::Vector<double> result(days.shape());
  for (std::int64_t i = 0; i < days.size(); ++i) result(i) = weight(growth, days(i)) - weights(i);
  return result;
}

double squares(const Growth& growth, const gradc::Vector<double>& days, const gradc::Vector<double>& weights) {
  return gradc::sum(gradc::square(differences(growth, days, weights)));
}

double excess(const Growth& growth, double day, double most) { return weight(growth, day) - most; }

double difference(const Growth& growth, const Measurement& measurement) {
  return weight(growth, measurement.day) - measurement.weight;
}
