#include <gradc/adapt/eigen_lm.h>
#include <unsupported/Eigen/NonLinearOptimization>

#include "fits.h"
#include "model.grad.h"  // declares differences_jacobian

std::vector<double> eigen_fit(const gradc::Vector<double>& days, const gradc::Vector<double>& weights,
                              const std::vector<double>& start) {
  auto functor = gradc::adapt::least_squares(4, static_cast<int>(days.size()), differences,
                                             GRADC_CALLABLE(differences_jacobian), days, weights);
  Eigen::LevenbergMarquardt<decltype(functor)> solver(functor);
  solver.parameters.ftol = solver.parameters.xtol = 1e-14;
  Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(start.data(), 4);
  solver.minimize(x);
  return {x.data(), x.data() + 4};
}
