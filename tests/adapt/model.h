// Functions in the forms that users write for solvers: pointers, vectors, structures, numbers; results returned and written.
#pragma once

#include <gradc/gradc.h>

#include <array>

namespace adapt_test {

/// Two residuals of blocks of 3 and 2 numbers.
GRADC_DIFFERENTIATE(jacobian, wrt(a, b))
void pair_of(const double a[3], const double b[2], double scale, double residual[2]);

/// The same with outputs of their own.
GRADC_DIFFERENTIATE(jacobian, wrt(a, b))
double two_outputs(const double a[3], const double b[2], double scale, double& second);

struct Pose {
  std::array<double, 2> turn;
  double shift;
};
/// The same with a structure, and a result that is returned.
GRADC_DIFFERENTIATE(jacobian, wrt(pose, b))
std::array<double, 2> posed(const Pose& pose, const std::array<double, 2>& b, double scale);

/// y - exp(m x + c): one residual, blocks that are numbers.
GRADC_DIFFERENTIATE(gradient, wrt(m, c))
double growth(double m, double c, double x, double y);

/// As many residuals as there are times.
GRADC_DIFFERENTIATE(jacobian, wrt(x))
gradc::Vector<double> growths(const gradc::Vector<double>& x, const gradc::Vector<double>& times,
                              const gradc::Vector<double>& values);

/// Rosenbrock's function, of vectors, pointers and numbers.
GRADC_DIFFERENTIATE(gradient, hessian, wrt(x))
double rosenbrock(const gradc::Vector<double>& x);
GRADC_DIFFERENTIATE(gradient, wrt(x))
double rosenbrock_at(const double* x, int n);

/// Two constraints, for the product and the sum of squares: the problem of Hock and Schittkowski, 71, is
///   min x0 x3 (x0 + x1 + x2) + x2,  x0 x1 x2 x3 >= 25,  sum of squares = 40,  1 <= x <= 5.
GRADC_DIFFERENTIATE(gradient, wrt(x))
double hs071(const double x[4]);
GRADC_DIFFERENTIATE(jacobian, wrt(x))
void hs071_constraints(const double x[4], double g[2]);
GRADC_DIFFERENTIATE(hessian, wrt(x))
double hs071_lagrangian(const double x[4], double sigma, const double lambda[2]);

/// A chain: sum of squares of x, and differences of neighbours that are set by a constraint; what Ipopt sees is sparse.
GRADC_DIFFERENTIATE(gradient, wrt(x))
double chain(const gradc::Vector<double>& x, double force);
GRADC_DIFFERENTIATE(jacobian, wrt(x))
gradc::Vector<double> links(const gradc::Vector<double>& x);
GRADC_DIFFERENTIATE(hessian, wrt(x))
double chain_lagrangian(const gradc::Vector<double>& x, double sigma, const gradc::Vector<double>& lambda, double force);

/// One residual of one sample, for dlib.
struct Sample {
  double x, y;
};
GRADC_DIFFERENTIATE(gradient, wrt(p))
double miss(const double p[2], const Sample& sample);

}  // namespace adapt_test
