// Instruments, curves, trees and simulations, as a library of pricing has them.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace markets {

using Real = double;
using Time = double;
using Curve = std::vector<std::pair<double, double>>;

struct HestonParams {
  Real v0, kappa, theta, sigma, rho;
  template <class Visit>
  void each(Visit visit) {
    visit(v0);
    visit(kappa);
    visit(theta);
    visit(sigma);
    visit(rho);
  }
};

GRADC_DIFFERENTIATE(gradient)
Real nelson_siegel(const std::array<double, 4>& beta, const std::vector<double>& maturities,
                   const std::vector<double>& quotes);
GRADC_DIFFERENTIATE(gradient)
Real crank_nicolson(Real spot, Real strike, Real r, Real sigma, Time t, int space, int time);
GRADC_DIFFERENTIATE(gradient) Real cds(Real hazard, Real recovery, Real rate, int years);
GRADC_DIFFERENTIATE(gradient) Real bootstrapped(const std::vector<double>& par, Real notional);
GRADC_DIFFERENTIATE(gradient) Real asian(Real spot, Real sigma, Real strike, int paths);
GRADC_DIFFERENTIATE(gradient)
Real heston_path(const HestonParams& p, Real spot, const std::vector<double>& normals);
GRADC_DIFFERENTIATE(gradient) Real curve_value(const Curve& curve, Real t);
GRADC_DIFFERENTIATE(gradient) Real copula(Real rho, const std::vector<double>& thresholds, int nodes);

}  // namespace markets
