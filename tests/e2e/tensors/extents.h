// Extents that are known only at run time, and must be equal.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace extents {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

struct Layer {
  Matrix w, u;
  Vector b;
  template <class Visit>
  void each(Visit visit) { visit(w), visit(u), visit(b); }
};

struct State {
  Matrix output, cell;
};

GRADC_DIFFERENTIATE(gradient, jvp) double recurrent(const std::vector<Layer>& layers, const Matrix& x, const Matrix& out);
GRADC_DIFFERENTIATE(gradient) double chain(const std::vector<Matrix>& w, const Matrix& x, const Matrix& last);
GRADC_DIFFERENTIATE(gradient) double some(const std::vector<Matrix>& w, const Matrix& x, int which);
GRADC_DIFFERENTIATE(gradient) double sum_of_two(const std::vector<Vector>& v, int i, int j);
GRADC_DIFFERENTIATE(gradient) double of_counts(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double helper_makes(const std::vector<Matrix>& x, const Matrix& y);
GRADC_DIFFERENTIATE(gradient) double grown(const Matrix& x, const Vector& v, int n);
GRADC_DIFFERENTIATE(gradient) double until_long(const Vector& x, double a);
GRADC_DIFFERENTIATE(gradient) double changed_under_way(double a, const Vector& x, int k);
GRADC_DIFFERENTIATE(gradient) double two_deep(const std::vector<std::vector<Matrix>>& w, const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double fixed(const std::vector<Vector>& v);

}  // namespace extents
