// A Gaussian process: what is likely to be seen at some times, given what was seen at others.
#pragma once

#include <gradc/gradc.h>

/// What the covariance depends on, as logarithms, so that any number will do.
struct Hyperparameters {
  double trend_size = 0, trend_length = 0;                       // a slow curve
  double season_size = 0, season_length = 0, season_decay = 0;  // a pattern that comes every year, and changes slowly
  double rest_size = 0, rest_length = 0;                         // what goes on for months
  double noise = 0;
};

/// How much values at the times a and b have to do with each other: one row for each of a, one column for each of b.
gradc::Matrix<double> covariance(const Hyperparameters& log, const gradc::Vector<double>& a, const gradc::Vector<double>& b);

/// The Cholesky factor of the covariance of measurements, which have noise.
gradc::Matrix<double> factor(const Hyperparameters& log, const gradc::Vector<double>& times);

/// The logarithm of the probability density of `values` at `times`.
GRADC_DIFFERENTIATE(gradient, wrt(log))
double log_likelihood(const Hyperparameters& log, const gradc::Vector<double>& times, const gradc::Vector<double>& values);
