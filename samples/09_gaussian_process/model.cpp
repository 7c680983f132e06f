#include "model.h"

#include <cmath>

gradc::Matrix<double> covariance(const Hyperparameters& log, const gradc::Vector<double>& a, const gradc::Vector<double>& b) {
  constexpr double kPi = 3.141592653589793;
  const auto distance = gradc::expand_dims(a, 1) - gradc::expand_dims(b, 0);
  const auto apart = 0.5 * gradc::square(distance), in_year = 2.0 * gradc::square(gradc::sin(kPi * distance));
  const auto trend = gradc::exp(2 * log.trend_size - std::exp(-2 * log.trend_length) * apart);
  const auto season = gradc::exp(2 * log.season_size - std::exp(-2 * log.season_length) * in_year - std::exp(-2 * log.season_decay) * apart);
  const auto rest = gradc::exp(2 * log.rest_size - std::exp(-2 * log.rest_length) * apart);
  return trend + season + rest;
}

gradc::Matrix<double> factor(const Hyperparameters& log, const gradc::Vector<double>& times) {
  const auto ones = gradc::ones<double>({times.extent(0)});
  return gradc::cholesky(covariance(log, times, times) + std::exp(2 * log.noise) * gradc::diag(ones));
}

double log_likelihood(const Hyperparameters& log, const gradc::Vector<double>& times, const gradc::Vector<double>& values) {
  const auto l = factor(log, times);
  const auto z = gradc::triangular_solve(l, values);  // of variance 1, without covariance
  const double half_log_tau = 0.9189385332046727;
  return -0.5 * gradc::dot(z, z) - gradc::sum(gradc::log(gradc::diagonal(l))) - half_log_tau * static_cast<double>(times.extent(0));
}
