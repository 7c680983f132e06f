// A curve of growth, and how far it is from measurements.
#pragma once

#include <gradc/gradc.h>

/// Richards' curve: height / (1 + exp(shift - rate x))^(1 / shape).
struct Growth {
  double height, shift, rate, shape;
};

double weight(const Growth& growth, double day);

/// The differences between measurements and curve.
GRADC_DIFFERENTIATE(jacobian, wrt(growth))
gradc::Vector<double> differences(const Growth& growth, const gradc::Vector<double>& days,
                                  const gradc::Vector<double>& weights);

/// The sum of their squares.
GRADC_DIFFERENTIATE(gradient, wrt(growth))
double squares(const Growth& growth, const gradc::Vector<double>& days, const gradc::Vector<double>& weights);

/// How much more than `most` the curve is on a day.
GRADC_DIFFERENTIATE(gradient, wrt(growth))
double excess(const Growth& growth, double day, double most);

struct Measurement {
  double day, weight;
};
/// One difference.
GRADC_DIFFERENTIATE(gradient, wrt(growth))
double difference(const Growth& growth, const Measurement& measurement);
