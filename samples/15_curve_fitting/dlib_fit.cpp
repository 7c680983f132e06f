#include "fits.h"

#ifdef WITH_DLIB
#include <dlib/optimization.h>
#include <gradc/adapt/dlib.h>

#include "model.grad.h"  // declares difference_gradient

std::vector<double> dlib_fit(const gradc::Vector<double>& days, const gradc::Vector<double>& weights,
                             const std::vector<double>& start) {
  std::vector<Measurement> measurements;
  for (std::int64_t i = 0; i < days.size(); ++i) measurements.push_back({days(i), weights(i)});
  const auto residual = gradc::adapt::dlib_residual(difference, GRADC_CALLABLE(difference_gradient));
  gradc::adapt::DlibVector x = dlib::mat(start);
  dlib::solve_least_squares_lm(dlib::objective_delta_stop_strategy(1e-12), residual, residual.derivative(), measurements, x);
  return {x.begin(), x.end()};
}
#else
std::vector<double> dlib_fit(const gradc::Vector<double>&, const gradc::Vector<double>&, const std::vector<double>&) {
  return {};
}
#endif
