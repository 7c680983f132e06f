// Functions that call themselves with other shapes than they were called with.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <utility>
#include <vector>

namespace recursion {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

struct Dense {
  Matrix w;
  Vector b;
  template <class Visit>
  void each(Visit visit) { visit(w), visit(b); }
};

GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp) double layers_of_one(const Matrix& x, const Matrix& w, int depth);
GRADC_DIFFERENTIATE(gradient) double divided(const Vector& x);
GRADC_DIFFERENTIATE(gradient, hvp) double divided_product(const Vector& x, const Vector& y);
GRADC_DIFFERENTIATE(gradient) double pyramid(const Vector& x, double scale);
GRADC_DIFFERENTIATE(gradient) double pooled(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp) double there_and_back(const Matrix& x, const Matrix& u, const Matrix& v, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double expression(const std::vector<double>& x, int depth);
GRADC_DIFFERENTIATE(gradient) double written(const Matrix& x, const Matrix& w, int n);
GRADC_DIFFERENTIATE(gradient) double appended(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double summed_in_place(const Vector& x, const Vector& y, int n);
GRADC_DIFFERENTIATE(gradient) double network(const std::vector<Dense>& layers, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double activations(const std::vector<Dense>& layers, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double numbers_of_trips(double x, int n);
GRADC_DIFFERENTIATE(gradient) double doubled(double a, double b, int n);
GRADC_DIFFERENTIATE(gradient) double with_a_pair(const Matrix& x, const Matrix& w, int n);
GRADC_DIFFERENTIATE(gradient) double with_an_array(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double tree(const std::vector<double>& leaves, const Vector& w);
GRADC_DIFFERENTIATE(gradient) double sorted_by_merging(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_both_orders(const Matrix& a, const Matrix& b, int n);

}  // namespace recursion
