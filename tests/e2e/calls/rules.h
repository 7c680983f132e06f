// Functions with rules of their own.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace rules {

// --- what gradc doesn't see (rules_outside.cpp) ---

inline int calls_of_solve = 0;

// x with a x = b, for a matrix of any size that is well-conditioned.
gradc::Vector<double> solve(const gradc::Matrix<double>& a, const gradc::Vector<double>& b);
std::tuple<gradc::Matrix<double>, gradc::Vector<double>> solve_vjp(const gradc::Matrix<double>& a, const gradc::Vector<double>& b,
                                                                   const gradc::Vector<double>& x,
                                                                   const gradc::Vector<double>& x_bar);
gradc::Vector<double> solve_jvp(const gradc::Matrix<double>& a, const gradc::Vector<double>& b, const gradc::Vector<double>& x,
                                const gradc::Matrix<double>& a_dot, const gradc::Vector<double>& b_dot);

enum class Shape { round, square };
struct Body {
  double mass;
  int count;
  gradc::Vector<double> position;
  std::array<double, 2> spin;
};
struct Motion {
  std::vector<double> energies;
  gradc::StaticTensor<double, 2, 2> inertia;
  double total;
};
// energies[i] = mass * position[i]^2 * (i < count), inertia = [[spin0^2, mass], [mass, spin1]], total = mass * times * sum(position)
Motion motion(const Body& body, const std::vector<double>& times, Shape shape);
std::tuple<Body, std::vector<double>> motion_vjp(const Body& body, const std::vector<double>& times, Shape shape, const Motion& result,
                                                 const Motion& adjoint);

// A rule whose adjoint has the wrong size.
double misfit(const gradc::Vector<double>& x);
std::tuple<gradc::Vector<double>> misfit_vjp(const gradc::Vector<double>& x, double result, double adjoint);

// --- functions with requests ---

double solved(const gradc::Matrix<double>& a, const gradc::Vector<double>& b, double c);
double solved_in_a_loop(const gradc::Matrix<double>& a, const gradc::Vector<double>& b, int n);
double both_modes(const gradc::Matrix<double>& a, const gradc::Vector<double>& b);
// The squares of the solution.
gradc::Vector<double> squares(const gradc::Matrix<double>& a, const gradc::Vector<double>& b);
double moved(const Body& body, const std::vector<double>& times, Shape shape);
double with_a_body(double x, const gradc::Vector<double>& y);
double clipped(double x);
double passed_through(double x);
double own_rule(double x);
double forward_only(const gradc::Vector<double>& x);
double twice(double x);
double misfitted(const gradc::Vector<double>& x);
gradc::Vector<double> deeper(const gradc::Vector<double>& x, int n);
double recursive(const gradc::Vector<double>& x, int n);
double of_templates(const gradc::Vector<double>& x, double y, float z);

}  // namespace rules
