// Hessians, Jacobians and batches of arrays and vectors of numbers: each is one axis.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

#include <array>
#include <complex>
#include <vector>

namespace requests_lists {

using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient, hvp, hessian, jacobian) double valley(const std::array<double, 3>& x);
GRADC_DIFFERENTIATE(hessian, jacobian) double chain(const std::vector<double>& x, double k);

struct Body {
  std::array<double, 2> position;
  double mass = 1;
  std::vector<double> charges;
  std::vector<Vector> fields;
  int count = 0;
};
GRADC_DIFFERENTIATE(hessian, wrt(body.position, body.mass, body.charges, c))
double energy(const Body& body, const Vector& c);
// x takes no part, and is no list there.
GRADC_DIFFERENTIATE(hessian, jacobian, wrt(s)) double scaled(const std::vector<double>& x, double s);
GRADC_DIFFERENTIATE(hessian, unconnected(zero))
double half_used(const std::array<double, 2>& x, const std::vector<double>& y);

GRADC_DIFFERENTIATE(jacobian, jvp, vjp) std::vector<double> filtered(const std::vector<double>& x, double a);
GRADC_DIFFERENTIATE(jacobian, jvp, vjp)
std::array<double, 2> turned(const std::array<double, 2>& x, double angle);
// As many as are positive.
GRADC_DIFFERENTIATE(jacobian) std::vector<double> positives(const std::vector<double>& x);
struct Results {
  std::array<double, 2> ends;
  double middle = 0;
  Vector all;
};
GRADC_DIFFERENTIATE(jacobian, vjp) Results summary(const std::vector<double>& x);
GRADC_DIFFERENTIATE(jvp, vjp)
std::vector<std::complex<double>> waves(const std::array<std::complex<double>, 2>& z);
GRADC_DIFFERENTIATE(jacobian)
std::array<float, 2> singles(const std::array<float, 2>& x, const std::vector<float>& y);
// Extents that are known only at run time, of a result and inside.
GRADC_DIFFERENTIATE(jacobian, jvp, vjp) Vector squares_of_positives(const Vector& x, double a);
GRADC_DIFFERENTIATE(gradient, hvp, hessian) double sum_of_positives(const Vector& x, double a);

}  // namespace requests_lists
