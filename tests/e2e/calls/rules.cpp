#include "rules.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rules {

GRADC_CUSTOM_VJP(solve_vjp) GRADC_CUSTOM_JVP(solve_jvp)
gradc::Vector<double> solve(const gradc::Matrix<double>& a, const gradc::Vector<double>& b);
GRADC_CUSTOM_VJP(motion_vjp) Motion motion(const Body& body, const std::vector<double>& times, Shape shape);
GRADC_CUSTOM_VJP(rules::misfit_vjp) double misfit(const gradc::Vector<double>& x);

GRADC_DIFFERENTIATE(gradient)
double solved(const gradc::Matrix<double>& a, const gradc::Vector<double>& b, double c) {
  const gradc::Vector<double> x = solve(a, b * c);
  return gradc::sum(x * x) * c;
}

GRADC_DIFFERENTIATE(gradient)
double solved_in_a_loop(const gradc::Matrix<double>& a, const gradc::Vector<double>& b, int n) {
  gradc::Vector<double> x = b;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) x = solve(a, x) + b;
    s += gradc::sum(gradc::sin(x));
  }
  return s;
}

GRADC_DIFFERENTIATE(gradient, jvp)
double both_modes(const gradc::Matrix<double>& a, const gradc::Vector<double>& b) {
  return gradc::sum(gradc::square(solve(a, b)));
}

GRADC_DIFFERENTIATE(jacobian, vjp, jvp)
gradc::Vector<double> squares(const gradc::Matrix<double>& a, const gradc::Vector<double>& b) {
  return gradc::square(solve(a, gradc::sin(b)));
}

GRADC_DIFFERENTIATE(gradient)
double moved(const Body& body, const std::vector<double>& times, Shape shape) {
  const Motion m = motion(body, times, shape);
  double s = m.total * m.total;
  for (std::size_t i = 0; i < m.energies.size(); ++i) s += m.energies[i] * (1 + 0.5 * static_cast<double>(i));
  return s + m.inertia(0, 0) * m.inertia(1, 1) + 3 * m.inertia(0, 1) - m.inertia(1, 0);
}

// A visible body, and a rule that says twice the truth of x and the truth of y.
std::pair<double, gradc::Vector<double>> product_vjp(double x, const gradc::Vector<double>& y, const gradc::Vector<double>&,
                                                     const gradc::Vector<double>& bar) {
  return {2 * gradc::sum(y * bar), x * bar};
}
GRADC_CUSTOM_VJP(product_vjp) gradc::Vector<double> product(double x, const gradc::Vector<double>& y) { return x * y; }
GRADC_DIFFERENTIATE(gradient)
double with_a_body(double x, const gradc::Vector<double>& y) {
  return gradc::sum(product(x, gradc::exp(y)));
}

// The adjoint is kept within bounds, the value is the same.
namespace detail {
inline double clip_vjp(double, double, double adjoint) { return std::clamp(adjoint, -1.0, 1.0); }
GRADC_CUSTOM_VJP(clip_vjp) static double clip_adjoint(double x) { return x; }
}  // namespace detail
GRADC_DIFFERENTIATE(gradient)
double clipped(double x) { return 3 * detail::clip_adjoint(x * x); }

// The step function, differentiated as if it were the identity.
std::tuple<double> straight_vjp(double, double, double adjoint) { return {adjoint}; }
GRADC_CUSTOM_VJP(straight_vjp) double rounded(double x) { return std::floor(x + 0.5); }
GRADC_DIFFERENTIATE(gradient, jvp)
double passed_through(double x) { return rounded(x) * x; }

// The function that is asked for has a rule itself.
double own_vjp(double x, double, double adjoint) { return 7 * x * adjoint; }
GRADC_DIFFERENTIATE(gradient)
GRADC_CUSTOM_VJP(own_vjp) double own_rule(double x) { return x * x; }

// A tangent alone, of which the adjoint is made.
gradc::Vector<double> cubed_jvp(const gradc::Vector<double>& x, const gradc::Vector<double>&, const gradc::Vector<double>& x_dot) {
  return 3.0 * x * x * x_dot;
}
GRADC_CUSTOM_JVP(cubed_jvp) gradc::Vector<double> cubed(const gradc::Vector<double>& x) { return x * x * x; }
GRADC_DIFFERENTIATE(gradient, jvp)
double forward_only(const gradc::Vector<double>& x) {
  const auto y = cubed(x);
  return gradc::sum(y * x);
}

// A rule that calls the function, and a function with a rule that calls another.
double grown(double x);
double grown_vjp(double x, double, double adjoint) { return grown(x) * adjoint; }
GRADC_CUSTOM_VJP(grown_vjp) double grown(double x) { return std::exp(x); }
double twice_vjp(double x, double result, double adjoint) { return result * grown(x) * adjoint; }
GRADC_CUSTOM_VJP(twice_vjp) double grown_twice(double x) { return grown(grown(x)); }
GRADC_DIFFERENTIATE(gradient)
double twice(double x) { return grown_twice(x); }

GRADC_DIFFERENTIATE(gradient)
double misfitted(const gradc::Vector<double>& x) { return misfit(x) * 2; }

// A function that calls itself and gives a tensor.
gradc::Vector<double> deeper(const gradc::Vector<double>& x, int n) {
  if (n == 0) return x;
  return gradc::sin(deeper(0.5 * x * x + 0.2, n - 1)) * x;
}
GRADC_DIFFERENTIATE(gradient, jvp, wrt(x))
double recursive(const gradc::Vector<double>& x, int n) { return gradc::sum(gradc::square(deeper(x, n))); }

// Rules of function templates: by a template, by an overload, by the one that C++ would choose. They say three times,
// five times and seven times what is so, so that it shows which was taken.
template <class T>
auto squared_vjp(const T& x, const T&, const T& adjoint) { return 3.0 * (2.0 * x * adjoint); }
template <class T> GRADC_CUSTOM_VJP(squared_vjp) T squared(const T& x) { return x * x; }
template <int N, class T> GRADC_CUSTOM_VJP(scaled_vjp) T scaled(const T& x, double by) { return N * x * by; }
std::tuple<double, double> scaled_vjp(double x, double by, double, double adjoint) { return {5 * by * adjoint, 5 * x * adjoint}; }
template <class T>
T chosen_vjp(T x, T, T adjoint) { return x * adjoint; }
double chosen_vjp(double x, double, double adjoint) { return 7 * x * adjoint; }
template <class T> GRADC_CUSTOM_VJP(chosen_vjp) T chosen(T x) { return x * x / 2; }

GRADC_DIFFERENTIATE(gradient)
double of_templates(const gradc::Vector<double>& x, double y, float z) {
  return gradc::sum(squared(x)) + squared(y) + scaled<2>(y, 3.0) + chosen(y) + static_cast<double>(chosen(z));
}

}  // namespace rules
