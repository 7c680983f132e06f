// A Gaussian process: the distribution of values at some times, given values at others.
#pragma once

#include <gradc/gradc.h>

/// The hyperparameters of the covariance, as logarithms, so that every real number is valid.
struct Hyperparameters {
  double trend_size = 0, trend_length = 0;                       // a slow curve
  double season_size = 0, season_length = 0, season_decay = 0;  // a yearly pattern that changes slowly
  double rest_size = 0, rest_length = 0;                         // variation over months
  double noise = 0;
};

/// The covariance of values at the times a and b: one row for each of a, one column for each of b.
gradc::Matrix<double> covariance(const Hyperparameters& log, const gradc::Vector<double>& a, const gradc::Vector<double>& b);

/// The Cholesky factor of the covariance of measurements, which have noise.
gradc::Matrix<double> factor(const Hyperparameters& log, const gradc::Vector<double>& times);

/// The logarithm of the probability density of `values` at `times`.
GRADC_DIFFERENTIATE(gradient, wrt(log))
double log_likelihood(const Hyperparameters& log, const gradc::Vector<double>& times, const gradc::Vector<double>& values);
