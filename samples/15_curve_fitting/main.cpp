// One fit by several solvers: NLopt with bounds, and with a constraint; Levenberg-Marquardt of Eigen, and of dlib where it is
// there.
#include <gradc/adapt/nlopt.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "fits.h"
#include "model.grad.h"  // declares squares_gradient and excess_gradient

namespace {

// The weights of onions and their tops, a problem of NIST's Statistical Reference Datasets for nonlinear regression
// (Ratkowsky, 1983; "Rat43", of higher difficulty), with the solution that NIST certifies. Weights are in hundreds here, so
// that all numbers of the solution are of one size, as solvers like it.
const gradc::Vector<double> kDays{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const gradc::Vector<double> kWeights{0.1608, 0.3383, 0.6580, 0.9720, 1.9155, 3.2620, 3.8687, 5.2053,
                                     5.9003, 6.5192, 7.2493, 6.9956, 6.8996, 6.3756, 7.1741};
const std::vector<double> kStart{7, 5, 0.75, 1.3};
const double kCertified[] = {6.9964151270, 5.2771253025e+00, 7.5962938329e-01, 1.2792483859e+00};
const double kCertifiedSquares = 0.87864049080;

/// Prints a fit; whether it is the certified one.
bool report(const char* solver, const std::vector<double>& x) {
  const Growth growth{x[0], x[1], x[2], x[3]};
  const double sum = squares(growth, kDays, kWeights);
  std::printf("%-24s height %.4f shift %.5f rate %.6f shape %.5f  squares %.6f\n", solver, x[0], x[1], x[2], x[3], sum);
  bool right = std::fabs(sum - kCertifiedSquares) <= 1e-8 * kCertifiedSquares;
  for (std::size_t i = 0; i < 4; ++i) right = right && std::fabs(x[i] - kCertified[i]) <= 1e-4 * kCertified[i];
  return right;
}

nlopt::opt optimizer() {
  nlopt::opt made(nlopt::LD_SLSQP, 4);
  made.set_lower_bounds({1, 0, 0.01, 0.1});
  made.set_upper_bounds({20, 20, 5, 10});
  made.set_ftol_rel(1e-10);
  made.set_maxeval(500);
  gradc::adapt::set_min_objective(made, squares, GRADC_CALLABLE(squares_gradient), kDays, kWeights);
  return made;
}

bool by_nlopt() {
  nlopt::opt made = optimizer();
  std::vector<double> x = kStart;
  double sum = 0;
  gradc::adapt::optimize(made, x, sum);
  return report("NLopt, within bounds:", x);
}

/// No more than 6.9 on the last day. At the solution the slope of the squares is a multiple of the constraint's: what they
/// could fall by, the constraint forbids (Karush, Kuhn and Tucker).
bool by_nlopt_with_a_constraint() {
  constexpr double kMost = 6.9;
  nlopt::opt made = optimizer();
  gradc::adapt::add_inequality_constraint(made, 1e-9, excess, GRADC_CALLABLE(excess_gradient), 15.0, kMost);
  std::vector<double> x = kStart;
  double sum = 0;
  gradc::adapt::optimize(made, x, sum);
  report("NLopt, at most 6.9:", x);

  const Growth growth{x[0], x[1], x[2], x[3]};
  const Growth down = squares_gradient(growth, kDays, kWeights).grad.growth;
  const auto bound = excess_gradient(growth, 15, kMost);
  const Growth along = bound.grad.growth;
  const double multiplier = -down.height / along.height;
  const auto miss = [&](double a, double b) { return std::fabs(a + multiplier * b) / (std::fabs(a) + 1); };
  const double left = miss(down.shift, along.shift) + miss(down.rate, along.rate) + miss(down.shape, along.shape);
  std::printf("  the last day: %.6f, multiplier %.2f, slope that is left %.1e\n", kMost + bound.value, multiplier, left);
  return std::fabs(bound.value) < 1e-6 && multiplier > 0 && left < 1e-5 && sum > kCertifiedSquares;
}

bool by_others() {
  const std::vector<double> by_dlib = dlib_fit(kDays, kWeights, kStart);
  if (by_dlib.empty()) std::printf("built without dlib\n");
  return report("Eigen:", eigen_fit(kDays, kWeights, kStart)) && (by_dlib.empty() || report("dlib:", by_dlib));
}

}  // namespace

int main() {
  const bool all = by_nlopt() && by_nlopt_with_a_constraint() && by_others();
  std::printf("%s\n", all ? "the fits are those that NIST certifies" : "FAILED");
  return all ? 0 : 1;
}
