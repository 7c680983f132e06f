// Each adapter with functions by hand: text that is compiled alone, with all warnings, by g++ and clang. What is not installed
// is left out.
#include <array>
#include <utility>
#include <vector>

#include <gradc/adapt/eigen_lm.h>
#include <unsupported/Eigen/LevenbergMarquardt>
#if __has_include(<ceres/cost_function.h>)
#include <gradc/adapt/ceres.h>
#endif
#if __has_include(<nlopt.hpp>)
#include <gradc/adapt/nlopt.h>
#endif
#if __has_include(<IpTNLP.hpp>)
#include <gradc/adapt/ipopt.h>
#endif
#if __has_include(<dlib/matrix.h>)
#include <gradc/adapt/dlib.h>
#endif

namespace {

struct Pair {
  double first;
  std::array<double, 1> second;
};
double value(const Pair& x, int n) { return n * x.first * x.second[0]; }
std::pair<double, Pair> gradient(const Pair& x, int n) { return {value(x, n), {n * x.second[0], {n * x.first}}}; }
void residual(const double* x, int n, double* out) { out[0] = n * x[0], out[1] = x[1] * x[1]; }

struct Result {
  std::vector<double> value;
  struct {
    gradc::Matrix<double> x;
  } jacobian;
};
Result jacobian(const double* x, int n) {
  return {{n * x[0], x[1] * x[1]}, {gradc::Matrix<double>{{1.0 * n, 0}, {0, 2 * x[1]}}}};
}

}  // namespace

void eigen_lm(Eigen::VectorXd& x);
void eigen_lm(Eigen::VectorXd& x) {
  auto functor = gradc::adapt::least_squares(2, 2, residual, jacobian, 3);
  Eigen::LevenbergMarquardt<decltype(functor)>(functor).minimize(x);
}

#if __has_include(<ceres/cost_function.h>)
ceres::CostFunction* ceres_costs(bool first);
ceres::CostFunction* ceres_costs(bool first) {
  return first ? gradc::adapt::cost<1, 2>(value, gradient, 3) : gradc::adapt::dynamic_cost<1>(2, {2}, residual, jacobian, 3);
}
#endif

#if __has_include(<nlopt.hpp>)
void nlopt_calls(nlopt::opt& optimizer, std::vector<double>& x, double& least);
void nlopt_calls(nlopt::opt& optimizer, std::vector<double>& x, double& least) {
  gradc::adapt::set_min_objective(optimizer, value, gradient, 3);
  gradc::adapt::set_max_objective(optimizer, value, gradient, 3);
  gradc::adapt::add_inequality_constraint(optimizer, 0.1, value, gradient, 3);
  gradc::adapt::add_equality_constraint(optimizer, 0.1, value, gradient, 3);
  gradc::adapt::add_inequality_mconstraint(optimizer, {0.1, 0.1}, residual, jacobian, 3);
  gradc::adapt::add_equality_mconstraint(optimizer, {0.1, 0.1}, residual, jacobian, 3);
  gradc::adapt::optimize(optimizer, x, least);
}
#endif

#if __has_include(<IpTNLP.hpp>)
int ipopt_solve(Ipopt::IpoptApplication& application);
int ipopt_solve(Ipopt::IpoptApplication& application) {
  using namespace gradc::adapt;  // NOLINT: as users do
  const auto f = objective(value, gradient, 3);
  const auto hessian = [](const double*, double factor) {
    return std::pair(0.0, gradc::Matrix<double>{{0, factor}, {factor, 0}});
  };
  return solve(application, nlp({1, 2}, f)) + solve(application, nlp({1, 2}, f, constraints(residual, jacobian, 3))) +
         solve(application, nlp({1, 2}, f, no_constraints, lagrangian(hessian)));
}
#endif

#if __has_include(<dlib/matrix.h>)
double dlib_calls(const gradc::adapt::DlibVector& x);
double dlib_calls(const gradc::adapt::DlibVector& x) {
  const auto f = gradc::adapt::dlib_function(value, gradient, 3);
  const auto r = gradc::adapt::dlib_residual(value, gradient);
  return f(x) + f.derivative()(x)(0) + r(3, x) + r.derivative()(3, x)(1);
}
#endif
