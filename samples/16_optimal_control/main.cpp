// Swings a pole up with the least force, by Ipopt: with the exact Hessian of the Lagrangian, and with one that Ipopt
// approximates.
#include <gradc/adapt/ipopt.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "model.grad.h"  // declares effort_gradient, defects_jacobian and lagrangian_hessian

namespace {

constexpr int kTimes = 60;
constexpr double kDuration = 2, kDistance = 1, kHalfTurn = 3.14159265358979323846, kMostForce = 20,
                 kStep = kDuration / (kTimes - 1);
constexpr std::size_t kSize = kTimes * kNumbers;

/// A straight line from where the pole hangs to where it stands.
std::vector<double> guess() {
  std::vector<double> x(kSize, 0);
  for (std::size_t k = 0; k < kTimes; ++k) {
    x[kNumbers * k] = kDistance * static_cast<double>(k) / (kTimes - 1);
    x[kNumbers * k + 1] = kHalfTurn * static_cast<double>(k) / (kTimes - 1);
  }
  return x;
}

/// The limits of force and place, and both ends, which are given.
template <class Problem>
void set_bounds(Problem& problem) {
  for (std::size_t k = 0; k < kTimes; ++k) {
    problem.lower[kNumbers * k] = -2 * kDistance;
    problem.upper[kNumbers * k] = 2 * kDistance;
    problem.lower[kNumbers * k + kState] = -kMostForce;
    problem.upper[kNumbers * k + kState] = kMostForce;
  }
  const double first[] = {0, 0, 0, 0}, last[] = {kDistance, kHalfTurn, 0, 0};
  for (std::size_t i = 0; i < kState; ++i) {
    problem.lower[i] = problem.upper[i] = first[i];
    problem.lower[kSize - kNumbers + i] = problem.upper[kSize - kNumbers + i] = last[i];
  }
}

struct Solution {
  bool is_found = false;
  double effort = 0;
  std::vector<double> x;
};

template <class Problem>
Solution solve(const char* name, const Problem& problem) {
  set_bounds(*problem);
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = IpoptApplicationFactory();
  application->Options()->SetIntegerValue("print_level", 0);
  application->Options()->SetStringValue("sb", "yes");
  application->Options()->SetNumericValue("tol", 1e-8);
  application->Options()->SetIntegerValue("max_iter", 500);
  if (application->Initialize("") != Ipopt::Solve_Succeeded) return {};
  const auto start = std::chrono::steady_clock::now();
  const Ipopt::ApplicationReturnStatus status = gradc::adapt::solve(*application, problem);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%-22s effort %.6f, %3d iterations, %6.1f ms, status %d\n", name, problem->value, problem->iterations,
              1e3 * seconds, status);
  return {status == Ipopt::Solve_Succeeded, problem->value, problem->x};
}

/// The angle and the place at the end where the forces, linear in between, act on the cart itself: by the method of Runge and
/// Kutta, in steps so small that its error doesn't count.
void simulate(const std::vector<double>& x, double& place, double& angle) {
  constexpr int kParts = 20;
  constexpr double h = kStep / kParts;
  double state[kState] = {0, 0, 0, 0};
  const auto rates = [&](const double* at, double force, double* out) {
    const Rates r = motion(at[1], at[2], at[3], force);
    out[0] = r.place, out[1] = r.angle, out[2] = r.speed, out[3] = r.turning;
  };
  for (std::size_t k = 0; k + 1 < kTimes; ++k)
    for (int part = 0; part < kParts; ++part) {
      const double from = x[kNumbers * k + kState], to = x[kNumbers * (k + 1) + kState];
      const auto force = [&](double t) { return from + (to - from) * t / kParts; };
      double k1[kState], k2[kState], k3[kState], k4[kState], at[kState];
      rates(state, force(part), k1);
      for (int i = 0; i < kState; ++i) at[i] = state[i] + h / 2 * k1[i];
      rates(at, force(part + 0.5), k2);
      for (int i = 0; i < kState; ++i) at[i] = state[i] + h / 2 * k2[i];
      rates(at, force(part + 0.5), k3);
      for (int i = 0; i < kState; ++i) at[i] = state[i] + h * k3[i];
      rates(at, force(part + 1.0), k4);
      for (int i = 0; i < kState; ++i) state[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
  place = state[0];
  angle = state[1];
}

}  // namespace

int main() {
  using gradc::adapt::constraints;
  using gradc::adapt::objective;
  const auto f = objective(effort, GRADC_CALLABLE(effort_gradient), kStep);
  const auto g = constraints(defects, GRADC_CALLABLE(defects_jacobian), kStep);
  const auto l = gradc::adapt::lagrangian(GRADC_CALLABLE(lagrangian_hessian), kStep);

  const auto exact = gradc::adapt::nlp(guess(), f, g, l);
  int n = 0, m = 0, jacobian = 0, hessian = 0;
  Ipopt::TNLP::IndexStyleEnum style;
  exact->get_nlp_info(n, m, jacobian, hessian, style);
  std::printf("%d variables, %d constraints; not zero: %d of %d in the Jacobian, %d of %d in the Hessian\n", n, m, jacobian,
              n * m, hessian, n * (n + 1) / 2);

  const Solution ours = solve("exact Hessian:", exact),
                 theirs = solve("approximate Hessian:", gradc::adapt::nlp(guess(), f, g));
  if (!ours.is_found || !theirs.is_found) {
    std::printf("no solution\n");
    return 1;
  }
  double place = 0, angle = 0;
  simulate(ours.x, place, angle);
  std::printf("simulated: the cart ends at %.3f of %.3f, the pole at %.3f of %.3f\n", place, kDistance, angle, kHalfTurn);

  const bool right = std::fabs(ours.effort - theirs.effort) <= 1e-5 * ours.effort && std::fabs(ours.effort - 58.8) < 0.5 &&
                     std::fabs(place - kDistance) < 0.1 && std::fabs(angle - kHalfTurn) < 0.3;
  if (!right) std::printf("the solutions differ, or aren't what the cart does\n");
  return right ? 0 : 1;
}
