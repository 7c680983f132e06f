// Prices, curves and risks, as a library of finance has them.
#pragma once

#include <gradc/annotate.h>

#include <vector>

namespace finance {

GRADC_DIFFERENTIATE(gradient)
double black_scholes(double spot, double strike, double rate, double volatility, double expiry);
GRADC_DIFFERENTIATE(gradient)
double binomial_tree(double spot, double strike, double rate, double sigma, double t, int steps);
GRADC_DIFFERENTIATE(gradient)
double sabr(double alpha, double beta, double rho, double nu, double f, double k, double t);
GRADC_DIFFERENTIATE(gradient) double bond(const std::vector<double>& rates, double coupon);
GRADC_DIFFERENTIATE(gradient) double implied_volatility(double price, double spot, double strike, double t);
GRADC_DIFFERENTIATE(gradient) double heston(double kappa, double theta, double sigma, double rho, double v0);
GRADC_DIFFERENTIATE(gradient)
double portfolio_variance(const std::vector<double>& w, const std::vector<std::vector<double>>& cov);
GRADC_DIFFERENTIATE(gradient) double value_at_risk(const std::vector<double>& pnl, double scale);
GRADC_DIFFERENTIATE(gradient)
double monte_carlo(double spot, double sigma, double strike, const std::vector<double>& normals);

}  // namespace finance
