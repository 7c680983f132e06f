// Elements of tensors and arrays, read and written, through references, pointers and views.
#pragma once
#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace elements {

GRADC_DIFFERENTIATE(gradient, vjp, jvp)
double tensor(const gradc::Matrix<double>& a, const gradc::Vector<double>& x, int i);

GRADC_DIFFERENTIATE(gradient)
double references(const gradc::Vector<double>& x, int i);

struct Body {
  std::array<double, 3> at;
  double m[2][2];
  double mass;
};
GRADC_DIFFERENTIATE(gradient, vjp, jvp, hessian)
double arrays(const Body& body, std::array<double, 4> s, int i);

GRADC_DIFFERENTIATE(gradient)
double pointers(const gradc::Matrix<double>& a, const gradc::Vector<double>& x, int i);

GRADC_DIFFERENTIATE(gradient)
double choices(double x, double y, double z);

GRADC_DIFFERENTIATE(gradient, vjp, jvp)
double vectors(const std::vector<double>& v, const gradc::Vector<double>& x, int i);

GRADC_DIFFERENTIATE(vjp)
std::vector<double> grown(const std::vector<double>& v, double x);

GRADC_DIFFERENTIATE(gradient)
double nested(const std::vector<std::vector<double>>& v, int i);

// Structures that hold arrays, in a vector.
GRADC_DIFFERENTIATE(gradient, jvp)
double attraction(const std::vector<Body>& bodies);
GRADC_DIFFERENTIATE(vjp)
std::vector<Body> drifted(const std::vector<Body>& bodies, const std::vector<std::array<double, 3>>& by, double dt);

// Small arrays whose indices are known: numbers, whatever loops and branches do with them.
using Three = std::array<double, 3>;
GRADC_DIFFERENTIATE(gradient, hvp)
double reprojected(const Three& turn, const Three& move, const Three& point, double focus);
GRADC_DIFFERENTIATE(gradient, jvp)
double log_determinant(const Three& diagonal, const Three& below);
GRADC_DIFFERENTIATE(gradient, jvp)
double oscillated(const Three& start, double rate, int steps);
GRADC_DIFFERENTIATE(gradient, hvp)
double rows_changed(const Three& a, const Three& b, int steps);

}  // namespace elements
